"""The dialog in which a person says what they want done and why. It stands outside what moves on the page.

A refusal is shown in its own words above what was typed, which stays.
"""

import time
from collections.abc import Callable
from typing import cast

import streamlit as st

from components import runs, session
from components.acting.follows import follows
from components.acting.offers import OFFERS
from components.investigate.branching import branch_form
from components.text import plain
from sleuth.acts import Intervention, perform
from sleuth.acts import undo as undone
from sleuth.errors import SleuthError
from sleuth.ledger import Fact, Question
from sleuth.person import Act
from sleuth.state import State
from sleuth.store import RunRow
from sleuth.views.lines import deed
from sleuth.views.why import overturn

PATIENCE = 1.0
"""Seconds in which a run that stands still has recorded an act; one within a step takes it up afterwards."""


def stepping_in(row: RunRow) -> None:
    """Draw the dialog that is open, if one is."""
    asked = session.stepping_in()
    if asked is None:
        return
    what, target = asked
    wide = "medium" if what in ("branch", "add passage") else "small"
    form = branch_form if what == "branch" else _form
    st.dialog(_title(what, target), width=wide, on_dismiss=session.step_out)(form)(row.id, *asked)


def _title(what: str, target: str) -> str:
    match what:
        case "undo":
            return "Undo what was done"
        case "branch":
            return "Branch from here"
        case "decide conflict":
            return f"{target} holds"
        case _:
            return f"{OFFERS[cast(Act, what)].label} · {target}" if target else OFFERS[cast(Act, what)].label


def _label(what: str, target: str) -> str:
    """What the button says that does it: `Reject f3`, `Add a passage`."""
    if what in ("undo", "decide conflict"):
        return "Undo it" if what == "undo" else _title(what, target)
    label = OFFERS[cast(Act, what)].label
    return label if " " in label else f"{label} {target}"


def _form(run: str, what: str, target: str) -> None:
    row = runs.row(run)
    if row is None:
        return
    state = runs.standing(run, row.seq).state
    _subject(state, what, target)
    with st.form("step_in", border=False):
        given = _fields(state, what, target)
        reason = st.text_area(
            "Why",
            key=f"reason_{what}_{target}",
            height=68,
            placeholder="What makes you sure; it stands in the record.",
        )
        author = st.text_input("Signed by", key=f"author_{what}_{target}", value=session.signed())
        pressed = st.form_submit_button(_label(what, target), key="step_in_do", type="primary")
    if not pressed:
        return
    runner = runs.runner()
    if what == "undo":
        _do(run, author, lambda: runner.undo(run, int(target), author, reason))
        return
    given = {name: text.strip() or None if name in ("url", "date") else text for name, text in given.items()}
    wanted = Intervention.model_validate({"act": what, "target": target, "author": author, "reason": reason, **given})
    _do(run, author, lambda: runner.intervene(run, wanted))


def _subject(state: State, what: str, target: str) -> None:
    """What it is about, and what will follow where that can be told beforehand."""
    things = {x.id: x for x in (*state.facts, *state.questions)}
    match things.get(target):
        case Fact() as fact:
            st.markdown(plain(fact.statement))
        case Question() as question:
            st.markdown(plain(state.worded(question)))
    if what == "undo":
        acted = next((x for seq, x in state.acts if seq == int(target)), None)
        if acted:
            st.markdown(f"{plain(deed(acted))}: {plain(acted.reason)}")
    try:
        match what:
            case "undo":
                events = undone(state, int(target), "-", "-")
            case "reject fact" | "restore fact" | "decide conflict":
                events = perform(state, Intervention(act=what, author="-", reason="-", target=target))
            case _:
                return
    except SleuthError as error:
        st.warning(plain(str(error)))
    else:
        st.caption(f"What follows: {follows(state, events)}")


def _fields(state: State, what: str, target: str) -> dict[str, str]:
    """What an act needs to know besides the reason."""
    key = f"value_{what}_{target}"
    match what:
        case "edit fact":
            return {"value": st.text_input("Value", key=key, value=state.fact(target).value)}
        case "edit question":
            return {"value": _reworded(state, target, key)}
        case "add question":
            hint = "[Brackets] around the name it is about help to find the right pages."
            return {"value": st.text_area("Question", key=key, height=68, help=hint)}
        case "ask again":
            question = state.question_of(target)
            query = next((d.query for d in overturn(state) if d.question == target), state.asked(question))
            return {"value": st.text_input("Search for", key=key, value=query)}
        case "add hypothesis":
            return {"value": st.text_input("Value", key=key, placeholder="A name, place, date or number")}
        case "order questions":
            return {"value": target}
        case "add passage":
            title = st.text_input("Title", key=f"title_{target}", placeholder="What a citation will call its source")
            text = st.text_area("Text", key=key, height=160)
            left, right = st.columns(2)
            url = left.text_input("Address", key=f"url_{target}", placeholder="https://… (if it has one)")
            date = right.text_input("Date", key=f"date_{target}", placeholder="2001-02-03 (if known)")
            return {"value": text, "title": title, "url": url, "date": date}
        case _:
            return {}


def _reworded(state: State, target: str, key: str) -> str:
    question = state.question_of(target)
    text = state.slot(question.slot).text if state.contract else question.text
    hint = "#1 stands for the value of the first question, and so on."
    return st.text_area("Question", key=key, value=text, height=68, help=hint)


def _do(run: str, author: str, act: Callable[[], None]) -> None:
    runner, seq = runs.runner(), runs.log().last_seq(run)
    later = runner.carries(run) and not runner.waits(run)
    try:
        act()
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    session.sign(author)
    session.step_out()
    # A run that stands still takes it up at once, in its own thread: the page should show it already.
    deadline = time.monotonic() + (0 if later else PATIENCE)
    while runs.log().last_seq(run) == seq and time.monotonic() < deadline:
        time.sleep(0.02)
    st.toast("It takes effect after the step under way." if later else "Recorded.", icon=":material/check:")
    st.rerun()
