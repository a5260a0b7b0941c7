"""Events: frozen, complete in themselves, readable again from their stored form, also when that form is old."""

from datetime import datetime, timedelta, timezone
from typing import get_args

import pytest
from pydantic import ValidationError
from small_run import ABSTAINED, AFTERMATH, AUDITED, BEGUN, DOUBTED, PASTED, RETRIEVED, STEPS

from sleuth import events as e
from sleuth.events import EVENT, Entry

TOLD = [
    event for group in (*STEPS, *ABSTAINED, *DOUBTED, *RETRIEVED, *AFTERMATH, *AUDITED, *PASTED) for event in group
]
ONE_OF_EACH = list({type(event): event for event in TOLD}.values())
KINDS = {kind.model_fields["type"].default for kind in get_args(get_args(e.Event)[0])}


def each(events: list[e.Event]) -> list:
    return [pytest.param(event, id=event.type) for event in events]


def test_the_small_run_tells_every_kind_of_event():
    assert {event.type for event in ONE_OF_EACH} == KINDS


@pytest.mark.parametrize("event", each(ONE_OF_EACH))
def test_an_event_cannot_be_edited(event):
    with pytest.raises(ValidationError, match="frozen"):
        event.type = "other"


@pytest.mark.parametrize("event", each(TOLD))
def test_an_event_is_read_back_as_it_was(event):
    assert EVENT.validate_json(event.model_dump_json()) == event


@pytest.mark.parametrize("event", each(ONE_OF_EACH))
def test_an_unknown_field_is_refused_not_swallowed(event):
    with pytest.raises(ValidationError, match="surprise"):
        EVENT.validate_python({**event.model_dump(), "surprise": 1})


OLD_FORMS = [
    {"type": "run_started", "question": "Who?", "memory": "retree", "model": "m", "collections": [], "limits": {}},
    {"type": "step_taken", "phase": "read", "turn": 1, "title": "Read"},
    {"type": "model_called", "purpose": "read", "model": "m", "prompt_sha256": "a", "reply_sha256": "b"},
    {"type": "fact_refused", "passage": "p1", "question": "q1", "value": "x", "quote": None, "reason": "absent"},
    {"type": "searched", "turn": 1, "question": "q1", "query": "x", "engine": "corpus", "outcome": "no match"},
    {"type": "answered", "text": "x", "claims": [{"id": "c1", "text": "x"}], "confidence": None},
]
"""Events as the first version stored them. Never edit one: they stand for logs that people have."""


@pytest.mark.parametrize("form", [pytest.param(form, id=form["type"]) for form in OLD_FORMS])
def test_an_event_stored_by_the_first_version_is_still_read(form):
    assert EVENT.validate_python(form).type == form["type"]


def test_events_are_numbered_on_from_the_last_in_universal_time():
    oslo = datetime(2026, 3, 1, 10, 0, tzinfo=timezone(timedelta(hours=1)))
    numbered = e.number((e.RunPaused(), e.RunResumed()), after=7, at=oslo)
    assert [entry.seq for entry in numbered] == [8, 9]
    assert {entry.at.isoformat() for entry in numbered} == {BEGUN.isoformat()}


def test_an_entry_is_read_back_with_the_event_it_carries():
    entry = Entry(seq=3, at=BEGUN, event=ONE_OF_EACH[5])
    assert Entry.model_validate_json(entry.model_dump_json()) == entry
