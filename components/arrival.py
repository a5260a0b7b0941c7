"""A cold link: what Streamlit says wrongly about the address of the first visit.

Until some browser has been here, Streamlit takes the folder `pages` for a menu of its own, in which no file bears the
address of a page. So the first to follow a link would read "Page not found" above the very page that they asked for.
"""

from urllib.parse import urlsplit

import streamlit as st

_PROGRAM = st.components.v2.component(
    "arrival",
    js="""
export default function () {
  const look = () => {
    const dialogs = [...document.querySelectorAll("[role=dialog]")];
    const wrong = dialogs.find((one) => one.querySelector("h2")?.textContent === "Page not found");
    wrong?.querySelector("button[aria-label=Close]")?.click();
  };
  look();
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
  const end = setTimeout(() => watch.disconnect(), 5000);
  return () => { watch.disconnect(); clearTimeout(end); };
}
""",
)


def arrived(path: str) -> None:
    """Close what says that the page of this address is missing, as it is shown; of any other address it is right."""
    asked = urlsplit(st.context.url or "").path.rstrip("/").rpartition("/")[2]
    if asked == path:
        _PROGRAM(key="arrival", height=0)
