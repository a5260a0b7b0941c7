"""Replies read out of what models really send."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.investigate import Unreadable
from sleuth.replies import Parts, Plan, Value, parse, schema

ADA = Value(sentence=2, value="Ada Holm")


@pytest.mark.parametrize(
    "text",
    [
        '{"sentence": 2, "value": "Ada Holm"}',
        '```json\n{"sentence": 2, "value": "Ada Holm"}\n```',
        'Sure! {"sentence": 2, "value": "Ada Holm"} I hope {this} helps.',
        '<think>{"sentence": 9, "value": "no"}</think>{"sentence": 2, "value": "Ada Holm"}',
        '{"sentence": 2, "value": "Ada Holm",}',
        '{"sentence": 2, "value": "Ada Holm"}{"sentence": 3, "value": "Lund"}',
        '{"sentence": "2", "value": "Ada Holm"}',
    ],
)
def test_a_reply_is_found_within_what_surrounds_it(text):
    assert parse(Value, text) == ADA


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no JSON object"),
        ("Ada Holm", "no JSON object"),
        ('{"sentence": 2, "value": "Ada', "no JSON object"),
        ("<think>It is", "no JSON object"),
        ('{"sentence": 2}', "value: Field required"),
        ('{"sentence": -1, "value": ""}', "sentence: "),
        ('{"sentence": 2, "value": "Ada", "sure": true}', "sure: "),
        ('{"sentence": 2, "value": ["Ada"]}', "value: "),
    ],
)
def test_what_is_wrong_with_a_reply_is_named(text, problem):
    with pytest.raises(Unreadable, match=problem):
        parse(Value, text)


def test_a_plan_has_steps_and_a_test_that_exists():
    with pytest.raises(Unreadable, match="steps"):
        parse(Plan, '{"steps": [], "test": "none", "options": []}')
    with pytest.raises(Unreadable, match="test"):
        parse(Plan, '{"steps": ["Who?"], "test": "nicer", "options": []}')


@given(st.text())
def test_no_text_breaks_the_reading_of_replies(text):
    with suppress(Unreadable):
        parse(Value, text)


@given(
    st.integers(0, 200),
    st.text(),
    st.sampled_from(["", "Here: ", "```json\n"]),
    st.sampled_from(["", "\n```", " Done."]),
)
def test_a_well_formed_reply_survives_whatever_stands_around_it(sentence, value, before, after):
    reply = Value(sentence=sentence, value=value)
    assert "<think>" in value or parse(Value, before + reply.model_dump_json() + after) == reply


@pytest.mark.parametrize("form", [Value, Plan, Parts])
def test_the_schema_asks_for_every_field_and_for_no_other(form):
    asked = schema(form)
    assert asked["required"] == list(form.model_fields)
    assert asked["additionalProperties"] is False
    assert not {"title", "description", "maxLength", "maximum"} & set(str(asked).split("'"))
