"""What the page Sources reads and writes: the collections of this machine, and which sources new questions use."""

import os
from pathlib import Path

import streamlit as st

from components import runs
from sleuth import search
from sleuth.errors import SleuthError
from sleuth.search import CASEBOOK, embeddings
from sleuth.search.embeddings import Embed
from sleuth.search.local import catalogue
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.settings import load, save

REFUSED = "sources_refused"
"""Why what a button asked for was not done; shown once, by the next drawing of the page."""


def local() -> Collections:
    """The collections of this machine, the casebook among them even before it was ever searched."""
    collections = Collections(collections_path())
    if CASEBOOK not in collections.names():
        search.connect(load({"collections": (CASEBOOK,), "engines": ()}))
    return collections


def size(card: catalogue.Card) -> int:
    """Bytes of a collection on disk; counted once for each revision."""
    return _size(str(collections_path()), card.key, card.revision, sum(v.vectors for v in card.vectors))


@st.cache_data(max_entries=1000, show_spinner=False)
def _size(path: str, key: int, revision: int, vectors: int) -> int:  # noqa: ARG001 what it changes with
    return catalogue.size(Collections(Path(path)), key)


def embedding() -> Embed | str:
    """The embedding that the settings name, or why there is none."""
    settings = runs.settings()
    try:
        return embeddings.connect(settings.rules.retrieval.embedding, settings)
    except SleuthError as error:
        return str(error)


def fixed(variable: str) -> bool:
    """Whether the environment has the last word, so that a choice on the page would change nothing."""
    return bool(os.environ.get(variable))


def use_collection(name: str, on: bool) -> None:
    """Have new questions search a collection unless they say otherwise, or no more."""
    chosen = load(environment={}).collections
    save({"collections": (*(c for c in chosen if c != name), *((name,) if on else ()))})


def use_engine(name: str, on: bool) -> None:
    """Have an engine asked after those chosen before, or no more."""
    chosen = load(environment={}).web.engines
    save({"engines": (*(e for e in chosen if e != name), *((name,) if on else ()))})


def ask_first(name: str) -> None:
    """Have an engine asked before the others."""
    save({"engines": (name, *(e for e in load(environment={}).web.engines if e != name))})


def refuse(error: SleuthError) -> None:
    """Keep why a button's wish was not done, for the page to say."""
    st.session_state[REFUSED] = str(error)


def refusal() -> str | None:
    """Why the last wish was not done; told once."""
    told: str | None = st.session_state.pop(REFUSED, None)
    return told


def megabytes(size: int) -> str:
    """A number of bytes in the unit that fits."""
    for unit, one in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= one:
            return f"{size / one:,.1f} {unit}" if size < 10 * one else f"{size / one:,.0f} {unit}"
    return f"{size} bytes"
