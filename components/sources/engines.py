"""The web engines: which are asked, how each did when it was last asked, and a test that asks it now."""

import time
from datetime import UTC, datetime

import streamlit as st

from components import runs
from components.marks import OUTCOME_MARKS
from components.sources import sources
from components.text import link, plain, short, since
from components.waiting import waited
from sleuth.errors import SleuthError
from sleuth.folders import web_cache_path
from sleuth.search import Query, Results, web
from sleuth.search.web.cooling import COOLING
from sleuth.search.web.engines import engines
from sleuth.search.web.kept import Kept, Last
from sleuth.settings import load, save

NEVER = "Not asked yet."
TOLD = {
    "duckduckgo": ("DuckDuckGo", "Searches the web in general."),
    "wikipedia": ("Wikipedia", "The encyclopedia; its articles come whole, in the language of the settings."),
    "searxng": ("SearXNG", "An instance of your own, or of somebody you trust, that asks other engines."),
}
"""How an engine is called and what it is; one that is not here goes by its name."""


def engine_cards() -> None:
    """Draw a card for each; nothing is sent until Test is pressed."""
    fixed = sources.fixed("SLEUTH_WEB")
    st.caption(
        "Those that are on are asked in their order when a question may search the web. Test sends the words below "
        "to one engine and reads one page that it names; nothing is sent before."
    )
    words = st.text_input("Words to test with", "Who designed the Eiffel Tower?", key="engine_words")
    with st.grid(3, min_column_width=270):
        chosen = runs.settings().web.engines
        for name in dict.fromkeys((*chosen, *engines())):
            with st.container(border=True, key=f"engine_{name}", gap="xsmall"):
                _card(name, words, fixed)
    if fixed:
        st.caption("SLEUTH_WEB in the environment has the last word on which engines are asked.")


def _card(name: str, words: str, fixed: bool) -> None:
    called, about = TOLD.get(name, (name, ""))
    settings = runs.settings()
    chosen = settings.web.engines
    key = f"engine_on_{name}"
    st.session_state[key] = name in chosen
    place = f" :gray[asked {_nth(chosen.index(name))}]" if name in chosen else ""
    st.toggle(
        f"**{plain(called)}**{place}",
        key=key,
        disabled=fixed,
        on_change=lambda: sources.use_engine(name, bool(st.session_state[key])),
    )
    if about:
        st.caption(about)
    if name == "searxng":
        _searxng(settings.web.searxng_url)
    _health(name, Kept(web_cache_path(), settings.web.language).last(name))
    with st.container(horizontal=True):
        tested = st.button("Test", key=f"engine_test_{name}", icon=":material/network_check:")
        if name in chosen and chosen[0] != name:
            st.button(
                "Ask it first",
                key=f"engine_first_{name}",
                type="tertiary",
                icon=":material/vertical_align_top:",
                disabled=fixed,
                on_click=sources.ask_first,
                args=(name,),
            )
    if tested:
        _test(name, words)


def _nth(place: int) -> str:
    return ("first", "second", "third")[place] if place < 3 else f"as number {place + 1}"


def _health(name: str, last: Last | None) -> None:
    if last is None:
        st.caption(NEVER)
    else:
        when = since(datetime.fromisoformat(last.at), datetime.now(UTC))
        why = f" · {plain(short(last.message, 160))}" if last.message else ""
        st.caption(f"{OUTCOME_MARKS[last.outcome]} · last asked {when}{why}")
    if left := COOLING.left(name, time.monotonic()):
        st.caption(f":orange[:material/hourglass_top:] left alone for another {left:.0f} seconds, since it refused")


def _searxng(now: str | None) -> None:
    key = "engine_searxng_url"
    st.session_state.setdefault(key, now or "")
    st.text_input(
        "Address of the instance",
        key=key,
        placeholder="http://127.0.0.1:8888",
        on_change=_save_address,
        args=(key,),
    )


def _save_address(key: str) -> None:
    try:
        save({"searxng_url": str(st.session_state[key]).strip() or None})
    except SleuthError as error:
        sources.refuse(error)


def _test(name: str, words: str) -> None:
    begun = time.monotonic()
    try:
        # Asked now whatever is kept, one page read, and no waiting for an engine that refuses.
        alone = {"engines": (name,), "collections": (), "pages": 1, "cached": "never", "wait_s": 0}
        search = web.connect(load(alone, environment={}))
        results = waited(lambda: search(Query(text=words, k=1)), f"Asking {TOLD.get(name, (name,))[0]} …")
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    _told(results, time.monotonic() - begun)


def _told(results: Results, seconds: float) -> None:
    first = next(iter(results.passages), None)
    parts = [
        f"**{OUTCOME_MARKS[results.outcome]}** in {seconds:.1f} s",
        f"{plain(short(first.title, 80))} · {link(first.url)}" if first else "",
        plain(short(results.message, 300)) if results.message else "",
    ]
    (st.success if first else st.warning)("  \n".join(filter(None, parts)))
