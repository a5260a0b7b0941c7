"""What is selected, in full: a node with facts and revisions, a fact with its passage, a hypothesis, a question."""

import streamlit as st

from components import session
from components.acting.offers import QUESTION_ACTS, act_buttons
from components.investigate.fact import fact_body, fact_detail, fact_heading, more_about
from components.marks import CONFIDENCE, NODE_MARKS, OUTCOME_MARKS, QUESTION_MARKS
from components.passages.passage import passage_viewer
from components.selecting import PLACE, select_button
from components.text import plain, plural, short
from components.whole import LONG, whole
from sleuth.ledger import Fact, Hypothesis, Question, Search
from sleuth.search import Passage
from sleuth.state import State
from sleuth.tree import Node, Revision
from sleuth.views.outline import standing
from sleuth.views.selection import Selection
from sleuth.views.timeline import Step


def detail(state: State, selection: Selection, steps: tuple[Step, ...], *, closed: str | None) -> None:
    """Draw what is selected; a hint while nothing is, or while it does not exist yet in this state.

    `steps` are those of the run, one of which it came with. `closed` says why nothing can be done to it here; None
    offers what can be done.
    """
    kinds: tuple[tuple[Node | Fact | Hypothesis | Question | Passage, ...], ...]
    kinds = (state.nodes, state.facts, state.hypotheses, state.questions, state.passages)
    thing = next((x for kind in kinds for x in kind if x.id == selection.row), None)
    if thing or selection.search is not None:
        _title(thing.id if thing else selection.id, steps)
    match thing:
        case Node() as node:
            _node(state, node)
        case Fact() as fact:
            fact_detail(state, fact, cited=selection.id != fact.id, closed=closed)
        case Hypothesis() as hypothesis:
            _hypothesis(state, hypothesis)
        case Question() as question:
            _question(state, question, closed)
        case Passage() as passage:
            passage_viewer(state, passage.id, None, "detail")
        case _ if selection.search is not None:
            _search(state, state.searches[selection.search])
        case _:
            st.caption("Select a node, a fact, a hypothesis or a question to see what it rests on.")


def _title(identity: str, steps: tuple[Step, ...]) -> None:
    """The heading that links lead to, and the way to the step that the thing came with."""
    came = next((step.number for step in steps if identity in step.brought), None)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"###### {PLACE.capitalize()}", width="content")
        if came is not None:
            st.button(
                f"Came with step {came}",
                key=f"came_{identity}",
                icon=":material/history:",
                type="tertiary",
                help="Show the run as it stood after that step",
                on_click=session.show_step,
                args=(str(came),),
            )


def _heading(identity: str, mark: str, text: str) -> None:
    whole(text, identity, before=f"**{identity}** :gray[{mark}] ")


def _node(state: State, node: Node) -> None:
    asked = next((q for q in state.questions if q.id == node.question), None)
    _heading(node.id, NODE_MARKS[standing(state, node)], state.worded(asked) if asked else state.question)
    whole(node.summary, f"summary_{node.id}")
    for revision in node.revisions:
        _revision(state, revision)
    revised = {identity for r in node.revisions for identity in (r.old, r.new)}
    for fact in (f for f in state.facts if f.id in node.evidence and f.id not in revised):
        _fact(state, fact, node.id)
    more_about(dict.fromkeys(f for f in (*node.evidence, *sorted(revised, key=str)) if f))


def _revision(state: State, revision: Revision) -> None:
    old, new = state.fact(revision.old), state.fact(revision.new) if revision.new else None
    with st.container(border=True):
        was = plain(short(old.value, 120))
        became = f"{was} → {plain(short(new.value, 120))}" if new else f"{was} fell"
        whole(revision.reason, f"revision_{revision.at_seq}", before=f"◆ **{became}** :gray[because] ")
        _fact(state, old, f"old_{revision.at_seq}", f"old: {old.id}")
        if new:
            _fact(state, new, f"new_{revision.at_seq}", f"new: {new.id}")


def _fact(state: State, fact: Fact, place: str, name: str | None = None) -> None:
    fact_heading(fact, state, place, name)
    fact_body(state, fact, place)


def _hypothesis(state: State, hypothesis: Hypothesis) -> None:
    by = f", proposed by {hypothesis.author}" if hypothesis.author else ""
    _heading(
        hypothesis.id, f"{CONFIDENCE[hypothesis.confidence]}, rank {hypothesis.rank}{plain(by)}", hypothesis.statement
    )
    for name, facts in (("▲ for", hypothesis.supports), ("▼ against", hypothesis.contradicts)):
        for fact in (state.fact(f) for f in facts):
            _fact(state, fact, name, f"{name} {fact.id}")
    if not hypothesis.supports:
        st.caption("No standing fact speaks for it.")
    more_about(dict.fromkeys((*hypothesis.supports, *hypothesis.contradicts)))


def _search(state: State, search: Search) -> None:
    mark = OUTCOME_MARKS.get(search.outcome, search.outcome)
    told = plain(short("; then ".join((search.query, *search.followed)), LONG))
    st.markdown(f":gray[{mark} · {plain(search.engine)} · turn {search.turn} · for {search.question}] {told}")
    if search.message:
        st.caption(plain(short(search.message, LONG)))
    with st.container(gap=None):
        for place, identity in enumerate(search.passages, start=1):
            page = state.passage(identity)
            dated = f" · {page.date}" if page.date else ""
            label = f"{place}\\. {identity} · {plain(short(page.title, 80) + dated)}"
            select_button(label, identity, f"found_{identity}", "Open this passage")


def _question(state: State, question: Question, closed: str | None) -> None:
    _heading(question.id, QUESTION_MARKS[question.status], state.worded(question))
    queries = [s.query for s in state.searches if s.question == question.id]
    made = plain(short("; ".join(queries), LONG))
    st.caption(f"{plural(len(queries), 'search')}: {made}" if queries else "No search yet.")
    if closed:
        st.caption(closed)
    else:
        act_buttons(state, question.id, QUESTION_ACTS)
    if question.status == "answered" and question.fact:
        _fact(state, state.fact(question.fact), question.id)
        more_about({question.fact: None})
