"""What happens for those who hear the page: one polite announcement for each step that a run finished, or for what
the page says anew of one thing.

Streamlit draws the page anew with every look at the log, which a screen reader would either miss or read out whole.
So a hidden live region of our own is told what is new, and only that. It shows nothing and holds text only.
"""

import streamlit as st

from components.text import short
from sleuth.views.progress import spoken
from sleuth.views.timeline import Step

LATEST = 3
"""Most announcements at once: more steps than that between two looks at the log cannot be listened to."""
LONGEST = 220
"""Characters of one."""

SAID = "said"
"""What was announced last: of what, in which words, and as which announcement of the session."""

_REGION = st.components.v2.component(
    "announcer",
    js="""
const heard = (globalThis.sleuthHeard ??= new Map()); // how far each run was announced

export default function ({ data, parentElement }) {
  let region = parentElement.querySelector("[aria-live]");
  if (!region) {
    region = document.createElement("div");
    region.setAttribute("aria-live", "polite");
    region.setAttribute("aria-relevant", "additions");
    const unseen = { position: "absolute", width: "1px", height: "1px", overflow: "hidden", clipPath: "inset(50%)" };
    Object.assign(region.style, unseen);
    parentElement.append(region);
  }
  const before = heard.get(data.run);
  heard.set(data.run, data.seq);
  // What stood there when the page was opened, or came while an earlier step was looked at, is no news.
  if (before === undefined || data.quiet) return;
  const news = data.said.filter(([seq]) => seq > before);
  setTimeout(() => {
    for (const [, text] of news) {
      const line = document.createElement("p");
      line.textContent = text;
      region.append(line);
    }
    while (region.childElementCount > 10) region.firstElementChild.remove();
  }, 100); // a region has to stand on the page before it changes
}
""",
)


def announcer(run: str, steps: tuple[Step, ...], stands: str, seq: int, *, quiet: bool) -> None:
    """Announce what is new since the last call: steps, and how the run `stands` after its event `seq`.

    `quiet` while an earlier step is looked at.
    """
    said = [(step.begun, short(spoken(step), LONGEST)) for step in steps[-LATEST:]]
    if stands:
        said.append((seq, short(stands, LONGEST)))
    _REGION(key="announcer", data={"run": run, "seq": seq, "said": said, "quiet": quiet}, height=0)


def announce(of: str, words: str) -> None:
    """Announce what the page says of something, whenever that is not what it said last; not when it is opened."""
    before = st.session_state.get(SAID, ("", "", 0))
    number = before[2] + (before[:2] != (of, words))
    st.session_state[SAID] = (of, words, number)
    _REGION(
        key="announcer",
        data={"run": of, "seq": number, "said": [(number, short(words, LONGEST))], "quiet": False},
        height=0,
    )
