"""What stays hidden until a person has judged: the machine's verdict, and those of other reviewers."""

import streamlit as st

from components.acting.offers import act_button, possible
from components.audit.verdicts import ICONS
from components.text import plain, short
from sleuth.audit.queue import Item
from sleuth.state import State
from sleuth.verdicts import Verdict


def others_told(state: State, item: Item, reviewer: str, *, to_read: bool) -> None:
    """Draw it once `reviewer` has judged; before, only that there is something to see then."""
    mine = item.by(reviewer)
    with st.container(border=True, key="audit_others", gap="xsmall"):
        if mine is None:
            st.caption(_waiting(item, reviewer))
            return
        _machine(item, mine.verdict)
        for _, given in item.verdicts:
            if given.reviewer != reviewer:
                note = f" :gray[{plain(given.note)}]" if given.note else ""
                st.markdown(f"{ICONS[given.verdict]} **{plain(given.reviewer)}**: {given.verdict}{note}")
        if mine.verdict == "contradicted" and not to_read:
            _refuting(state, item)


def spoken(item: Item, of: int, reviewer: str) -> str:
    """The same for those who hear the page, with the claim that it is about."""
    place, mine = f"Claim {item.number} of {of}", item.by(reviewer)
    if mine is None:
        return f"{place}, not judged: {item.claim.text}"
    others = [f"{given.reviewer}: {given.verdict}." for _, given in item.verdicts if given.reviewer != reviewer]
    machine = f"Machine: {item.machine or 'no verdict'}."
    return " ".join((f"{place}: {mine.verdict}.", machine, *others, item.claim.text))


def _waiting(item: Item, reviewer: str) -> str:
    others = sum(given.reviewer != reviewer for _, given in item.verdicts)
    hidden = [
        *(["what the machine comes to"] if item.machine else []),
        *([f"{others} other verdict{'s' if others > 1 else ''}"] if others else []),
    ]
    if not hidden:
        return "Nobody else has judged this claim. The model has not been asked about it."
    return f"Shown once you have judged: {' and '.join(hidden)}."


def _machine(item: Item, mine: Verdict) -> None:
    if item.machine is None:
        why = "its parts disagree" if item.label else "the model has not been asked"
        st.markdown(f":material/smart_toy: **Machine**: no verdict :gray[{why}]")
    else:
        alike = "as you" if item.machine == mine else "not as you"
        st.markdown(f":material/smart_toy: **Machine**: {item.machine} :gray[{alike}]")
    if item.label:
        label = item.label
        st.caption(f"{plain(short(label.model, 60))}: {label.label}, {plain(label.reason)}. It read {_read(item)}")


def _read(item: Item) -> str:
    label = item.label
    if label is None or label.passage is None or label.start is None:
        return "no sentence that decides it"
    text = next(r.passage.text for r in item.cited if r.passage.id == label.passage)
    return f"“{plain(short(text[label.start : label.end], 200))}”"


def _refuting(state: State, item: Item) -> None:
    """A contradicted claim rests on facts that can be refuted, which repairs the tree and reopens the answer."""
    facts = dict.fromkeys(c.fact for c in item.claim.citations if c.fact)
    for fact in (fact for fact in facts if possible(state, "reject fact", fact)):
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(f"It rests on **{fact}**: {plain(short(state.fact(fact).statement, 140))}", width="content")
            act_button("reject fact", fact, "audit")
