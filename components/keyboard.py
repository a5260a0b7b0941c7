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
const roles = ["slider", "listbox", "grid", "tree", "application", "dialog"].map((role) => `[role=${role}]`);
const taken = ["input", "textarea", "select", "[contenteditable]", ...roles].join();
const seats = (globalThis.sleuthKeyboard ??= new WeakMap());
let pointed = false;
document.addEventListener("pointerdown", () => { pointed = true; }, true);
document.addEventListener("keydown", (event) => { if (event.key === "Tab") pointed = false; }, true);

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
  const press = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const at = event.composedPath()[0];
    if (at instanceof Element && at.closest(taken)) return;
    // Whoever came by Tab presses the button they are on; after a click with the mouse it only kept the focus.
    if (event.key === " " && !pointed && at instanceof Element && at.closest("button, a, summary, label")) return;
    const wanted = data.keys[event.key] ?? [];
    const found = wanted.map((key) => document.querySelector(`.st-key-${CSS.escape(key)} button`));
    const button = found.find(Boolean);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  };
  if (seats.has(parentElement)) end();
  seats.set(parentElement, press);
  document.addEventListener("keydown", press);
  return end;
}
""",
)


def keyboard(keys: Mapping[str, tuple[str, ...]], key: str) -> None:
    """Let each key (as browsers name it: `ArrowRight`, `PageDown`, ` `) press a button, by its widget key.

    Of several it is the first that is on the page when the key is pressed, so that it does what the page shows.
    """
    _PROGRAM(key=key, data={"keys": {name: list(buttons) for name, buttons in keys.items()}}, height=0)
