"""Keys that press buttons of the page, for hands that are not on a mouse: a teacher's clicker sends such keys.

Streamlit's own shortcuts press one button for one key and know no clicker. A key does nothing here while
something is typed, a list is open, or a control of its own wants it. Streamlit also makes a button anew when it
becomes the chosen one, or is no longer; the focus, which would be lost, is given to the new one.
"""

from collections.abc import Mapping

import streamlit as st

_PROGRAM = st.components.v2.component(
    "keyboard",
    js="""
const roles = ["slider", "listbox", "tree", "application", "dialog"].map((role) => `[role=${role}]`);
const taken = ["input", "textarea", "select", "[contenteditable]", ...roles].join();
const letter = /^\\p{L}$/u; // a table that is only read takes every key but these
const seats = (globalThis.sleuthKeyboard ??= new WeakMap());
let pointed = false;
document.addEventListener("pointerdown", () => { pointed = true; }, true);
document.addEventListener("keydown", (event) => { if (event.key === "Tab") pointed = false; }, true);

const queue = []; // what keys want to press, in turn
const busy = "[data-test-script-state]:not([data-test-script-state=notRunning])";
let pressed = -Infinity; // when a key last pressed a button
let held = null; // the button that has the focus, and its key
document.addEventListener("focusin", ({ target }) => {
  const place = target.closest("button")?.closest("[class*=st-key-]");
  const name = place && [...place.classList].find((one) => one.startsWith("st-key-"));
  held = name ? { button: target.closest("button"), name } : null;
});
document.addEventListener("pointerdown", () => { held = null; }, true);
new MutationObserver(() => {
  if (!held || held.button.isConnected || document.activeElement !== document.body) return;
  const again = document.querySelector(`.${CSS.escape(held.name)} button`);
  if (again && !again.disabled) again.focus({ preventScroll: true });
}).observe(document.body, { childList: true, subtree: true });

export default function ({ data, parentElement }) {
  const end = () => { document.removeEventListener("keydown", seats.get(parentElement)); };
  const click = (wanted) => {
    const button = wanted.map((key) => document.querySelector(`.st-key-${CSS.escape(key)} button`)).find(Boolean);
    if (!button || button.disabled) return false;
    button.click();
    return true;
  };
  const inTurn = () => {
    const since = performance.now() - pressed;
    if (since < 50 || (since < 3000 && document.querySelector(busy))) {
      setTimeout(inTurn, 20);
      return;
    }
    if (click(queue.shift())) pressed = performance.now();
    if (queue.length) inTurn();
  };
  const press = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const at = event.composedPath()[0];
    if (at instanceof Element && at.closest(taken)) return;
    if (at instanceof Element && at.closest("[role=grid]") && !letter.test(event.key)) return;
    // Whoever came by Tab presses the button they are on; after a click with the mouse it only kept the focus.
    if (event.key === " " && !pointed && at instanceof Element && at.closest("button, a, summary, label")) return;
    const wanted = data.keys[event.key] ?? [];
    if (!wanted.length) return;
    if (!data.inTurn) {
      if (click(wanted)) event.preventDefault();
      return;
    }
    event.preventDefault();
    queue.push(wanted);
    if (queue.length === 1) inTurn();
  };
  if (seats.has(parentElement)) end();
  seats.set(parentElement, press);
  document.addEventListener("keydown", press);
  return end;
}
""",
)


def keyboard(keys: Mapping[str, tuple[str, ...]], key: str, *, in_turn: bool = False) -> None:
    """Let each key (as browsers name it: `ArrowRight`, `PageDown`, ` `) press a button, by its widget key.

    Of several it is the first that is on the page when the key is pressed, so that it does what the page shows.
    Keys `in_turn` wait for what the one before brings, so that one typed ahead means what comes into view by then.
    """
    _PROGRAM(
        key=key, data={"keys": {name: list(buttons) for name, buttons in keys.items()}, "inTurn": in_turn}, height=0
    )
