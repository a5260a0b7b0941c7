"""What is selected, in full: a node with facts and revisions, a fact with its passage, a hypothesis, a question."""

import streamlit as st

from components.marks import CONFIDENCE, NODE_MARKS, QUESTION_MARKS, fact_mark
from components.passage import passage_card
from components.text import plain, plural
from sleuth.ledger import Fact, Hypothesis, Question
from sleuth.outline import standing
from sleuth.state import State
from sleuth.tree import Node, Revision


def detail(state: State, selected: str | None) -> None:
    """Draw what is selected; a hint while nothing is, or while it does not exist yet in this state."""
    things = {x.id: x for x in (*state.nodes, *state.facts, *state.hypotheses, *state.questions)}
    match things.get(selected or ""):
        case Node() as node:
            _node(state, node)
        case Fact() as fact:
            _heading(fact.id, fact_mark(fact, state), fact.statement)
            _fact(state, fact)
        case Hypothesis() as hypothesis:
            _hypothesis(state, hypothesis)
        case Question() as question:
            _question(state, question)
        case _:
            st.caption("Select a node, a fact, a hypothesis or a question to see what it rests on.")


def _heading(identity: str, mark: str, text: str) -> None:
    st.markdown(f"**{identity}** :gray[{mark}] {plain(text)}")


def _node(state: State, node: Node) -> None:
    asked = next((q for q in state.questions if q.id == node.question), None)
    _heading(node.id, NODE_MARKS[standing(state, node)], state.asked(asked) if asked else state.question)
    st.markdown(plain(node.summary))
    for revision in node.revisions:
        _revision(state, revision)
    revised = {identity for r in node.revisions for identity in (r.old, r.new)}
    for fact in (f for f in state.facts if f.id in node.evidence and f.id not in revised):
        _heading(fact.id, fact_mark(fact, state), fact.statement)
        _fact(state, fact)


def _revision(state: State, revision: Revision) -> None:
    old, new = state.fact(revision.old), state.fact(revision.new)
    with st.container(border=True):
        st.markdown(f"◆ **{plain(old.value)} → {plain(new.value)}** :gray[because] {plain(revision.reason)}")
        for name, fact in (("old", old), ("new", new)):
            _heading(f"{name}: {fact.id}", fact_mark(fact, state), fact.statement)
            _fact(state, fact)


def _fact(state: State, fact: Fact) -> None:
    if fact.supersedes:
        st.caption(f"replaces {fact.supersedes}: {plain(state.fact(fact.supersedes).statement)}")
    passage_card(state.passage(fact.passage), fact.start, fact.end)


def _hypothesis(state: State, hypothesis: Hypothesis) -> None:
    _heading(hypothesis.id, f"{CONFIDENCE[hypothesis.confidence]}, rank {hypothesis.rank}", hypothesis.statement)
    for name, facts in (("▲ for", hypothesis.supports), ("▼ against", hypothesis.contradicts)):
        for fact in (state.fact(f) for f in facts):
            _heading(f"{name} {fact.id}", fact_mark(fact, state), fact.statement)
            _fact(state, fact)
    if not hypothesis.supports:
        st.caption("No standing fact speaks for it.")


def _question(state: State, question: Question) -> None:
    _heading(question.id, QUESTION_MARKS[question.status], state.asked(question))
    queries = [s.query for s in state.searches if s.question == question.id]
    st.caption(f"{plural(len(queries), 'search')}: {plain('; '.join(queries))}" if queries else "No search yet.")
    if question.status == "answered" and question.fact:
        fact = state.fact(question.fact)
        _heading(fact.id, fact_mark(fact, state), fact.statement)
        _fact(state, fact)
