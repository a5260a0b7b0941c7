"""The typed replies that prompts ask for, and reading them from what a model really sends.

A reply that cannot be read is normal life: it is salvaged by rule, asked for once more with the problem named,
and then a deterministic fallback of the asking step is used.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Literal, TypeVar

from pydantic import Field, JsonValue, ValidationError

from sleuth.contract import Test
from sleuth.events import Event, Phase
from sleuth.investigate import Ask, Unreadable
from sleuth.models import Record, Request
from sleuth.prompts import again, render
from sleuth.state import State

ATTEMPTS = 2
"""How often one question is put to the model before the fallback is used (SLEUTH's V6: one repair prompt)."""


class Plan(Record):
    """Reply to `plan`: the steps with their names in brackets, and how the last results are compared."""

    steps: tuple[str, ...] = Field(min_length=1, max_length=8)
    test: Test
    options: tuple[str, ...] = Field(max_length=2)


class Parts(Record):
    """Reply to `parts`: the descriptions nested in a question, innermost first."""

    parts: tuple[str, ...] = Field(max_length=7)


class Value(Record):
    """Reply to `read`: the sentence that answers and the value copied from it; sentence 0 for none."""

    sentence: int = Field(ge=0, le=200)
    value: str


class Rightness(Record):
    """Reply to `conflict`: whether one or several of the values can be right at one time."""

    right: Literal["one", "several"]


class Overturned(Record):
    """Reply to `confirm`: the sentence that overturns the earlier answer; 0 for none."""

    sentence: int = Field(ge=0, le=200)


class Rephrased(Record):
    """Reply to `query`."""

    query: str = Field(min_length=2, max_length=200)


R = TypeVar("R", bound=Record)


@cache
def schema(form: type[Record]) -> dict[str, JsonValue]:
    """The JSON schema of a reply form, small enough for every server's grammar."""
    full: dict[str, JsonValue] = form.model_json_schema()

    def bare(node: JsonValue) -> JsonValue:
        if isinstance(node, dict):
            # A server's grammar has no use for titles, descriptions and lengths; some reject them.
            unwanted = ("title", "description", "minLength", "maxLength", "minimum", "maximum")
            return {k: bare(v) for k, v in node.items() if k not in unwanted or isinstance(v, dict)}
        return [bare(n) for n in node] if isinstance(node, list) else node

    result = bare(full)
    assert isinstance(result, dict)
    return result


def parse(form: type[R], text: str) -> R:
    """Read a reply of the asked form out of a model's text; Unreadable says what is wrong."""
    try:
        return form.model_validate(json.loads(_salvage(text)))
    except json.JSONDecodeError as error:
        raise Unreadable(f"It holds no JSON object that can be read ({error.msg}).") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the reply"
        raise Unreadable(f"{where}: {first['msg']}.") from error


def _salvage(text: str) -> str:
    """The first JSON object in a text: reasoning and fences around it dropped, trailing commas removed."""
    text = re.sub(r"<think>.*?(</think>|\Z)", "", text, flags=re.S)
    start = text.find("{")
    if start < 0:
        return text
    try:
        _, end = json.JSONDecoder().raw_decode(text, start)
        return text[start:end]
    except json.JSONDecodeError:
        return re.sub(r",\s*([}\]])", r"\1", text[start : text.rfind("}") + 1])


def attempts(state: State) -> int:
    """How often one question is put to the model in this run: without enforcement nothing is asked again."""
    return ATTEMPTS if state.rules.enforce else 1


def refused(state: State, key: str) -> int:
    """How often the replies to this very question to the model were refused."""
    return sum(k == key for k, _, _ in state.refusals)


def ask(
    state: State,
    form: type[R],
    then: Callable[[R], tuple[Event, ...]],
    *,
    purpose: str,
    phase: Phase,
    title: str,
    key: str,
    question: str | None = None,
    tokens: int = 128,
    slots: dict[str, str],
) -> Ask:
    """The action that puts one prompt to the model, naming what was wrong with earlier replies to it."""
    messages = render(purpose, **slots)
    for earlier, problem, reply in state.refusals:
        if earlier == key:
            messages = again(messages, reply, problem)
    return Ask(
        phase=phase,
        title=title,
        question=question,
        key=key,
        request=Request(purpose=purpose, messages=messages, reply_schema=schema(form), max_tokens=tokens),
        read=lambda reply: then(parse(form, reply.text)),
    )
