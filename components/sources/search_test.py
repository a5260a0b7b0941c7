"""What a search of a collection would return: each passage with its rank, its scores and its page."""

from typing import get_args

import streamlit as st

from components import runs
from components.sources import sources
from components.text import highlighted, link, plain, small
from components.waiting import waited
from sleuth.errors import SleuthError
from sleuth.rules import Ranking
from sleuth.search import HELD, Query, opensearch
from sleuth.search.embeddings import Embed
from sleuth.search.local.additions import ADDITIONS, embed_all
from sleuth.search.local.catalogue import Card
from sleuth.search.local.corpus import Ranked
from sleuth.views.hits import hits

RANKINGS: tuple[Ranking, ...] = get_args(Ranking)
TOLD = {"bm25": "bm25, by words", "dense": "dense, by meaning", "hybrid": "hybrid, by both"}


def search_test(name: str, card: Card | None) -> None:
    """Draw the box and what it finds; `card` is None for a collection that an engine elsewhere holds."""
    settings = runs.settings()
    left, middle, right = st.columns([5, 2, 1], vertical_alignment="bottom")
    words = left.text_input(
        "What to look for", key="try_words", type="search", placeholder="A question, or words of it"
    )
    usual = settings.rules.retrieval.ranking
    ranking = usual
    if card is not None:
        ranking = middle.selectbox(
            "Ranking",
            RANKINGS,
            RANKINGS.index(usual),
            key="try_ranking",
            format_func=lambda each: TOLD[each] + (" (set)" if each == usual else ""),
        )
    k = right.number_input("Passages", 1, 50, settings.limits.passages, key="try_k")
    if not words or not words.strip():
        st.caption("It shows exactly what a run would get to read.")
        return
    query = Query(text=words, k=int(k))
    try:
        found = _found(name, card, query, ranking)
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    if found is None:
        return
    if not found:
        st.caption("No passage matches.")
    for rank, each in enumerate(found, start=1):
        _passage(rank, each, words)


def _found(name: str, card: Card | None, query: Query, ranking: Ranking) -> tuple[Ranked, ...] | None:
    """What is found; None where it cannot be looked for yet, which is said. Raises SleuthError."""
    if card is None or name.startswith(HELD):
        results = waited(lambda: opensearch.connect(name, runs.settings())(query), "Asking the engine …")
        if results.message:
            st.caption(f"{results.outcome}: {plain(results.message)}")
        found = tuple(Ranked(passage, None, None) for passage in results.passages)
        return found or (None if results.message else ())
    local = sources.local()
    if ranking == "bm25":
        return local.ranked((name,), query)
    embed = sources.embedding()
    if isinstance(embed, str):
        st.error(plain(embed), icon=":material/error:")
        return None
    if _lacking(card, embed):
        _offer(name, embed)
        return None
    return waited(lambda: local.ranked((name,), query, ranking, embed), "Searching …")


def _lacking(card: Card, embed: Embed) -> bool:
    """Whether passages may lack a vector, so that a search would first have to embed them."""
    return not any(embed.name.startswith(each.embedding) and each.vectors >= card.passages for each in card.vectors)


def _offer(name: str, embed: Embed) -> None:
    work = ADDITIONS.get(name)
    if work is not None and work.running:
        st.caption("Its passages are being embedded; what a search finds shows here when that is done.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("Its passages are not all embedded yet; a search by meaning needs that once.", width="content")
        st.button("Embed now", key="try_embed", icon=":material/hub:", on_click=_embed, args=(name, embed))


def _embed(name: str, embed: Embed) -> None:
    try:
        embed_all(sources.local(), name, embed)
    except SleuthError as error:
        sources.refuse(error)


def _passage(rank: int, each: Ranked, words: str) -> None:
    passage = each.passage
    scores = (
        None if each.words is None else f"words {each.words:.2f}",
        None if each.meaning is None else f"meaning {each.meaning:.3f}",
        None if passage.page is None else f"page {passage.page}",
    )
    with st.container(border=True, key=f"try_{rank}", gap="xsmall"):
        st.markdown(f"{rank} · **{plain(passage.title)}** :gray[{' · '.join(filter(None, scores))}]")
        st.markdown(highlighted(passage.text, hits(passage.text, words)))
        st.markdown(small(plain(passage.document), passage.date and plain(passage.date), link=link(passage.url)))
