"""One fact in full: how it stands and why, who worded it, what can be done to it, and the passage it rests on."""

from collections.abc import Iterator

import streamlit as st

from components.acting.offers import FACT_ACTS, act_buttons
from components.investigate.resting import resting_block
from components.marks import coloured, fact_mark
from components.passages.passage import passage_card, passage_viewer
from components.selecting import select_button
from components.text import link, plain, short
from components.whole import LONG, rest_of, whole
from sleuth.ledger import Fact
from sleuth.state import State
from sleuth.views.because import How
from sleuth.views.grounds import Disagreement
from sleuth.views.passages import Quote
from sleuth.views.why import Premise, Reason, Source, why

HOW: dict[How, str] = {
    "declared": "its question refers to the value",
    "mechanical": "its question mentions the value",
    "both": "its question refers to the value",
}


def fact_heading(fact: Fact, state: State, place: str, name: str | None = None) -> None:
    """Its id, mark and statement on one line; `name` stands in for the id, `place` tells apart two that are drawn."""
    before = f"**{name or fact.id}** {coloured(fact_mark(fact, state))} "
    whole(fact.statement, f"statement_{place}_{fact.id}", before=before)


def fact_body(state: State, fact: Fact, place: str) -> None:
    """What it replaced, and its passage in short; `place` tells apart two that are drawn."""
    if fact.supersedes:
        st.caption(f"replaces {fact.supersedes}: {plain(short(state.fact(fact.supersedes).statement, LONG))}")
    passage_card(state.passage(fact.passage), fact.start, fact.end, place)


def fact_detail(state: State, fact: Fact, *, cited: bool, closed: str | None) -> None:
    """Draw a selected fact. `cited` says that its passage is open under the answer already; `closed` why nothing can
    be done to it here."""
    reason = why(state, fact.id)
    fact_heading(fact, state, "detail")
    st.caption(f"{STANDS[fact.status]}: {plain(short(reason.because, LONG))}.")
    rest_of(reason.because, f"because_{fact.id}")
    if closed:
        st.caption(closed)
    else:
        act_buttons(state, fact.id, FACT_ACTS)
    if cited:
        st.caption(f"Its passage {fact.passage} is open under the answer.")
    else:
        passage_viewer(state, fact.passage, Quote(fact.start, fact.end, fact.id), "detail")
    with st.expander("Why?", type="compact", key=f"why_{fact.id}", icon=":material/help:"):
        _why(reason)
    resting_block(state, fact)


STANDS = {"in": "It counts", "out": "It does not count", "dormant": "It is set aside"}


def _why(reason: Reason) -> None:
    told = (
        ("Found because of", list(_premises(reason.premises))),
        ("Also said by", [_source(s) for s in reason.others]),
        ("Compared with", [_compared(d) for d in reason.disagreements]),
        ("What persons did", [f"- {_did(a.author, a.act, a.reason, a.undone)}" for a in reason.acts]),
    )
    for title, lines in told:
        if lines:
            st.markdown(f":gray[{title}]\n\n" + "\n".join(lines))
    if not reason.premises:
        st.markdown("No other fact is recorded to have led to it.")
    facts = dict.fromkeys((*_named(reason), *(d.fact for d in reason.disagreements)))
    more_about(facts)


def _premises(premises: tuple[Premise, ...], depth: int = 0) -> Iterator[str]:
    for premise in premises:
        margin = "  " * depth
        if premise.reason is None:
            yield f"{margin}- **{premise.fact}** :gray[as told above]"
            continue
        told = f"{HOW[premise.how]} · {STANDS[premise.reason.status].lower()}: {plain(premise.reason.because)}"
        yield f"{margin}- **{premise.fact}** {plain(short(premise.reason.statement, LONG))} :gray[· {told}]"
        yield from _premises(premise.reason.premises, depth + 1)


def _named(reason: Reason) -> Iterator[str]:
    for premise in reason.premises:
        yield premise.fact
        if premise.reason:
            yield from _named(premise.reason)


def _source(source: Source) -> str:
    copy = f" · a copy of {source.copy_of}, so it adds no weight" if source.copy_of else ""
    known = (plain(source.title), source.date and plain(source.date), link(source.url))
    where = " · ".join(part for part in known if part)
    return f"- **{source.fact}** “{plain(short(source.quote, LONG))}” :gray[· {where}{copy}]"


def _compared(against: Disagreement) -> str:
    reason = f": {plain(against.reason)}" if against.reason else ""
    return f"- **{against.fact}** {plain(against.value)} :gray[· {against.outcome}{reason}]"


def _did(author: str, act: str, reason: str, undone: bool) -> str:
    return f"{plain(author)}: {act} :gray[· {plain(reason)}{' · undone' if undone else ''}]"


def more_about(facts: dict[str, None]) -> None:
    """Draw the way to each fact of its own, where it can be asked why, and acted on."""
    if not facts:
        return
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="more"):
        for fact in facts:
            select_button(f"Select {fact}", fact, f"more_{fact}", "Ask why, pin, reject or edit it")
