"""What a model can do, found out by a few small requests: whether and how soon it answers, which forms of reply its
server enforces, what it tells of likely tokens, how much it reads at once, and how fast.

A form counts as enforced where a reply takes it against what the prompt says; a model that would have complied anyway
proves nothing. What no request could show stays None.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from pydantic import JsonValue

from sleuth.errors import ServiceError
from sleuth.models import Message, Model, Reply, Request
from sleuth.models import protocol as p
from sleuth.models.answers import Answer
from sleuth.models.context_length import context_length, paths
from sleuth.models.findings import Findings, Shown

if TYPE_CHECKING:
    from sleuth.models.openai_compatible import Exchange
    from sleuth.models.server import Server

SHOWN_CHARS = 20_000
"""Longest part of one raw answer that is kept."""


def _asking(text: str, limit: int, schema: dict[str, JsonValue] | None = None, top: int | None = None) -> Request:
    said = Message(role="user", content=text)
    return Request(purpose="check", messages=(said,), reply_schema=schema, max_tokens=limit, top=top)


ENOUGH = 256
"""Tokens for one word, and for what a reasoning model thinks before it."""
TILT: dict[str, JsonValue] = {
    "type": "object",
    "properties": {"word": {"type": "string", "enum": ["tilt"]}},
    "required": ["word"],
    "additionalProperties": False,
}
AGAINST = "Reply with the one word: ready. Do not use JSON."  # OpenAI's json_object wants the word JSON in the prompt

FIRST = _asking("Reply with the one word: ready", ENOUGH, top=p.TOPS[0])
BY_SCHEMA = _asking(AGAINST, ENOUGH, TILT)
BY_GRAMMAR = _asking(AGAINST, ENOUGH)
GRAMMAR: dict[str, JsonValue] = {"grammar": 'root ::= "tilt"'}
WRITING = _asking("Write the numbers from one to forty in words, with commas between them.", 96)
LINES = "\n".join(f"Line {n} of the log holds nothing of interest." for n in range(60))


@runtime_checkable
class Examinable(Protocol):
    """A model that shows what passed between it and its server."""

    def exchange(
        self, request: Request, extra: Mapping[str, JsonValue] = ..., supposed: p.Habits | None = ...
    ) -> "Exchange": ...
    def asked(self, path: str) -> object: ...
    def served_by(self) -> "Server": ...


def probe(model: Model, name: str, salt: str) -> Iterator[Findings]:
    """Put the requests one by one; what is known before each, and at the end.

    `salt` is a text that no prompt before began with, so that no prefix cache serves the one that is timed. A model
    without a server of its own is asked once only. A ServiceError is not raised: it is the last finding's `problem`.
    """
    found = Findings(asked=name, doing=STEPS[0][0])
    asking = Asking(model, salt) if isinstance(model, Examinable) else None
    try:
        if asking:
            for doing, step in STEPS:
                yield (found := found.model_copy(update={"doing": doing}))
                found = step(asking, found)
        else:
            yield found
            found = _first(found, model(FIRST))
    except ServiceError as error:
        if asking:
            asking.refused(error)
        found = found.model_copy(update={"problem": str(error)})
    yield found.model_copy(update={"doing": None, "shown": tuple(asking.shown) if asking else ()})


class Asking:
    """The way to a model under test: puts requests, and keeps what was sent and answered."""

    def __init__(self, model: Examinable, salt: str) -> None:
        self.model, self.salt = model, salt
        self.first: Exchange | None = None
        """What passed first; it has taught what is known of the server."""
        self.shown: list[Shown] = []
        self.about = ""

    def put(
        self, about: str, request: Request, form: p.Form = "strict", extra: Mapping[str, JsonValue] | None = None
    ) -> "Exchange":
        """Put one request, as if of the forms that the server takes this one were known."""
        self.about = about
        supposed = self.first.habits.model_copy(update={"form": form}) if self.first else None
        exchange = self.model.exchange(request, extra or {}, supposed)
        self.first = self.first or exchange
        self._keep(_json(exchange.sent), _json(exchange.answer), exchange.reply.seconds)
        return exchange

    def refused(self, error: ServiceError) -> None:
        """Keep the raw answer behind an error, where there was one."""
        # Imported where needed: the client takes half a second to load, and most that import this send nothing.
        from openai import APIStatusError

        cause = error.__cause__
        if isinstance(cause, APIStatusError):
            self._keep("", f"{cause.status_code}\n{cause.response.text}", None)

    def _keep(self, sent: str, answered: str, seconds: float | None) -> None:
        # Servers repeat a key that they refuse.
        bare = self.model.served_by().scrubbed(answered)
        self.shown.append(Shown(about=self.about, sent=sent, answered=bare[:SHOWN_CHARS], seconds=seconds))


def _answer(asking: Asking, found: Findings) -> Findings:
    """Whether it answers, and what it tells of likely tokens."""
    return _first(found, asking.put("a first reply", FIRST).reply)


def _first(found: Findings, reply: Reply) -> Findings:
    top = None if reply.tokens is None else max((len(t.likely) for t in reply.tokens), default=0)
    said: p.Gives | None = "none" if reply.text else None
    gives = said if top is None else "top" if top else "chosen"
    known = {"model": reply.model, "reply": reply.text, "first_s": reply.seconds, "gives": gives, "top": top or None}
    return found.model_copy(update=known)


def _form(asking: Asking, found: Findings) -> Findings:
    """Whether the server enforces a schema, a grammar, or any JSON; the most exact is asked for first."""
    schema = asking.put("a reply by a schema", BY_SCHEMA)
    if schema.habits.form in ("strict", "json_schema") and _is_tilt(schema.reply.text):
        return found.model_copy(update={"form": "json_schema"})
    grammar = asking.put("a reply by a grammar", BY_GRAMMAR, extra=GRAMMAR)
    if grammar.reply.text.strip() == "tilt":
        return found.model_copy(update={"form": "grammar"})
    # A server that refused the schema has been asked for any JSON already.
    settled = schema.habits.form in ("json_object", "text")
    loose = schema if settled else asking.put("a reply in JSON", BY_SCHEMA, form="json_object")
    # Some, held to JSON against the prompt, write nothing but space behind the first brace.
    if loose.habits.form == "json_object" and loose.reply.text.lstrip().startswith("{"):
        return found.model_copy(update={"form": "json_object"})
    replied = any(each.reply.text for each in (schema, grammar, loose))
    return found.model_copy(update={"form": "none" if replied else None})


def _is_tilt(text: str) -> bool:
    try:
        read: object = json.loads(text)
    except ValueError:
        return False
    return read == {"word": "tilt"}


def _context(asking: Asking, found: Findings) -> Findings:
    """How much it reads at once, as its server tells it."""
    if asking.first is None:
        return found
    told = (asking.model.asked(path) for path in paths(asking.model.served_by().name, asking.first.answer))
    known = (tokens for each in told if (tokens := context_length(each, str(asking.first.sent["model"]))))
    return found.model_copy(update={"context": next(known, None)})


def _writing(asking: Asking, found: Findings) -> Findings:
    """How fast it writes, and whether it says the same again."""
    once, again = (asking.put(about, WRITING) for about in ("numbers in words", "numbers in words again"))
    rates = (_told(each, "predicted_per_second") or _written(each.reply) for each in (once, again))
    same = once.reply.text == again.reply.text if once.reply.text and again.reply.text else None
    return found.model_copy(update={"writes": max((r for r in rates if r), default=None), "repeats": same})


def _reading(asking: Asking, found: Findings) -> Findings:
    """How fast it reads."""
    prompt = f"{asking.salt}\n{LINES}\nReply with the one word: ready"
    exchange = asking.put("a long prompt", _asking(prompt, 8))
    told = _told(exchange, "prompt_per_second")
    return found.model_copy(update={"reads": told or _read(exchange.reply, found.writes)})


Step = Callable[[Asking, Findings], Findings]
STEPS: tuple[tuple[str, Step], ...] = (
    ("a first reply", _answer),
    ("the forms of its replies", _form),
    ("its context length", _context),
    ("how fast it writes", _writing),
    ("how fast it reads", _reading),
)


def _told(exchange: "Exchange", which: Literal["prompt_per_second", "predicted_per_second"]) -> float | None:
    """What the server itself says of its speed, in tokens a second."""
    timings = Answer.model_validate(exchange.answer).timings
    rate: float | None = getattr(timings, which, None)
    return rate if rate and rate > 0 else None


def _written(reply: Reply) -> float | None:
    """Reply tokens a second, measured from here."""
    return reply.completion_tokens / reply.seconds if reply.completion_tokens and reply.seconds else None


def _read(reply: Reply, writes: float | None) -> float | None:
    """Prompt tokens a second, measured from here, without the writing of the reply."""
    if reply.seconds is None or reply.prompt_tokens is None:
        return None
    took = reply.seconds - ((reply.completion_tokens or 0) / writes if writes else 0.0)
    fresh = reply.prompt_tokens - (reply.cached_tokens or 0)
    return fresh / took if took > 0 and fresh > 0 else None


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2)
