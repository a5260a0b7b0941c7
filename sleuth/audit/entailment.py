"""Whether the cited passages entail a claim, asked of a model: what to ask next, and what its reply comes to.

Never by the call that wrote the claim: each is asked with nothing but the claim and passages in sight. A claim that
gives a name, a date or a number is asked with that left out (`blanks`): what the model puts there, and the sentence
it takes it from, decide the label. Any other is asked for a label outright, with a reason. Where the parts of a
reply do not agree, the claim stays *undecided*. For both measures of `measures` (ReTree's and ALCE's) a claim is
asked about with each passage alone; with all of them together where there are several; and without one of them where
that one alone does not do.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from pydantic import Field

from sleuth.audit.blanks import Blank, blank, fits, holds
from sleuth.citations.checks import CONCLUSION, check, sayable
from sleuth.citations.locating import fold
from sleuth.citations.parts import Cited
from sleuth.events import Event
from sleuth.investigate import Action, Note, Unreadable
from sleuth.ledger import Claim
from sleuth.models import Model, Record, Request
from sleuth.prompts import again, render
from sleuth.replies import ATTEMPTS, Value, ask, attempts, parse, refused, schema
from sleuth.search import Passage
from sleuth.sentences import Sentence, content, shown
from sleuth.state import State
from sleuth.verdicts import EntailmentJudged, Label

TOKENS = 48
"""Longest reply."""
WORDS = 170
"""Most words shown of a passage; of a longer one the sentences nearest to the claim."""


class Entailment(Record):
    """Reply to `entail`, for a claim without a part to leave out: the sentence that decides, why, and the label."""

    sentence: int = Field(ge=0, le=400)
    reason: Literal["it says so", "it says otherwise", "it does not say"]
    label: Literal["entails", "contradicts", "neutral"]


REASONS: dict[Label, str] = {
    "entails": "it says so",
    "contradicts": "it says otherwise",
    "neutral": "it does not say",
}
"""The reason that each label goes with."""


class Shown(NamedTuple):
    """A sentence of a passage under the number it has in the prompt."""

    passage: str
    sentence: Sentence


def passages(claim: Claim) -> tuple[str, ...]:
    """The passages that a claim cites, each once, in order."""
    return tuple(dict.fromkeys(citation.passage for citation in claim.citations))


def labels(state: State, claim: Claim) -> dict[tuple[str, ...], Label]:
    """What was judged of a claim so far, by the passages that were shown together."""
    return {judged.passages: judged.label for judged in state.entailments if judged.claim == claim}


def wanted(cited: tuple[str, ...], known: dict[tuple[str, ...], Label]) -> Iterator[tuple[str, ...]]:
    """The sets of passages that a claim still has to be asked about, as far as is known by now."""
    yield from ((one,) for one in cited if (one,) not in known)
    if len(cited) > 1 and cited not in known:
        yield cited
    if known.get(cited) == "entails":
        for one in cited:
            rest = tuple(other for other in cited if other != one)
            # Whether the rest does without it matters only for a passage that does not do alone (ALCE's precision).
            if known.get((one,)) in ("neutral", "contradicts", "undecided") and rest and rest not in known:
                yield rest


def next_question(state: State, model: str) -> Action | None:
    """The next question to a model, by its name, about the claims of the answer; None when all are judged."""
    for claim in state.claims:
        for together in wanted(passages(claim), labels(state, claim)):
            return _asked(state, claim, together, model)
    return None


def pending(state: State) -> int:
    """How many questions are left, as far as is known by now."""
    return sum(len(tuple(wanted(passages(claim), labels(state, claim)))) for claim in state.claims)


def _asked(state: State, claim: Claim, together: tuple[str, ...], model: str) -> Action:
    pages = tuple(state.passage(p) for p in together)
    citations = (c for c in claim.citations if c.passage in together)
    cited = [Cited(state.passage(c.passage), c.quote, c.start, c.end) for c in citations]
    put = question(claim.text, cited, pages)
    key = "\n".join((f"entail {claim.text}", *(page.sha256 for page in pages)))
    title = f"Check {claim.id} by {', '.join(together)}"

    def judged(found: Found, by: str = model) -> tuple[Event, ...]:
        where = found.decides
        return (
            EntailmentJudged(
                claim=claim,
                passages=together,
                label=found.label,
                reason=found.reason,
                passage=where.passage if where else None,
                start=where.sentence.start if where else None,
                end=where.sentence.end if where else None,
                model=by,
            ),
        )

    if isinstance(put, Found):
        return Note("audit", title, None, judged(put, by=CODE))
    if refused(state, key) >= attempts(state):
        return Note("audit", title, None, judged(UNUSABLE))
    return ask(
        state,
        put.form,
        lambda reply: judged(put.read(reply)),
        purpose=put.purpose,
        phase="audit",
        title=title,
        key=key,
        tokens=TOKENS,
        slots=put.slots,
    )


def judged_by(model: Model, claim: str, cited: Sequence[Cited]) -> Label:
    """What a model says of a claim and what it cites outside of any run, asked as within one."""
    pages = tuple(dict.fromkeys(c.passage for c in cited if c.passage))
    put = question(claim, cited, pages)
    if isinstance(put, Found):
        return put.label
    messages = render(put.purpose, **put.slots)
    for _ in range(ATTEMPTS):
        asked = Request(purpose=put.purpose, messages=messages, reply_schema=schema(put.form), max_tokens=TOKENS)
        reply = model(asked)
        try:
            return put.read(parse(put.form, reply.text)).label
        except Unreadable as problem:
            messages = again(messages, reply.text, str(problem))
    return UNUSABLE.label


class Found(NamedTuple):
    """What is found of a claim."""

    label: Label
    reason: str
    decides: Shown | None = None


UNUSABLE = Found("undecided", "the model gave no usable reply")
CODE = "code"
"""What stands for the model where no model was asked."""


class Put(NamedTuple):
    """A question as it is put to a model."""

    purpose: str
    form: type[Record]
    slots: dict[str, str]
    read: Callable[[Record], Found]
    """What a reply of that form comes to; raises Unreadable."""


def question(claim: str, cited: Sequence[Cited], pages: tuple[Passage, ...]) -> Put | Found:
    """What to ask about a claim and the passages that it cites, or what is found without asking."""
    lines = numbered(claim, pages)
    if not lines:
        return Found("undecided", "there is no text to read")
    if sayable(claim) != claim and CONCLUSION.match(claim):
        return _compared(claim, cited)
    if verbatim := next((line for line in lines if _alike(line.sentence.text) == _alike(claim)), None):
        return Found("entails", "it stands there word for word", verbatim)
    sources = told(pages, lines)
    if left_out := blank(claim, cited):
        slots = {"statement": left_out.statement, "sources": sources}
        return Put("fill", Value, slots, lambda reply: filled(left_out, lines, Value.model_validate(reply)))
    slots = {"claim": claim, "sources": sources}
    return Put("entail", Entailment, slots, lambda reply: found(claim, lines, Entailment.model_validate(reply)))


def _alike(sentence: str) -> str:
    return fold(sentence).text.strip(" .")


def _compared(claim: str, cited: Sequence[Cited]) -> Found:
    """A comparison that code made follows from its values; whether those stand there is for code as well."""
    failed = (told for told in check(claim, cited) if told.outcome == "failed")
    if missing := [told for told in failed if told.name in ("number", "date", "name")]:
        return Found("neutral", f"code compared the values; {missing[0].told}")
    return Found("entails", "code compared the values, and they stand there")


def filled(left_out: Blank, lines: tuple[Shown, ...], reply: Value) -> Found:
    """What a filled gap comes to; Unreadable where it is no sentence that was shown, or the value not in it."""
    value, part = reply.value.strip(), left_out.part
    if reply.sentence == 0 or not value:
        return Found("neutral", f"it finds nothing to put in the place of “{part.text}”")
    decides = _decides(lines, reply.sentence)
    if not holds(decides.sentence.text, value):
        # The right sentence is found more surely than its number is told.
        holding = [line for line in lines if holds(line.sentence.text, value)]
        if not holding:
            raise Unreadable(f"{value!r} does not occur in the source.")
        decides = holding[0]
    if fits(part, value):
        return Found("entails", f"it puts “{value}” there, as the claim does", decides)
    if part.kind in ("date", "number") and fits(part, decides.sentence.text):
        return Found("undecided", f"it puts “{value}” there, from a sentence that has “{part.text}” too", decides)
    return Found("contradicts", f"it puts “{value}” where the claim says “{part.text}”", decides)


def found(claim: str, lines: tuple[Shown, ...], reply: Entailment) -> Found:
    """What a label comes to; Unreadable where it names a sentence that there is not."""
    decides = _decides(lines, reply.sentence) if reply.sentence else None
    if problem := disagreement(claim, reply, decides):
        return Found("undecided", problem, decides)
    return Found(reply.label, reply.reason, decides)


def _decides(lines: tuple[Shown, ...], number: int) -> Shown:
    if number > len(lines):
        raise Unreadable(f"There is no sentence {number}; they end at {len(lines)}.")
    return lines[number - 1]


def numbered(claim: str, pages: tuple[Passage, ...]) -> tuple[Shown, ...]:
    """The sentences of the passages that are shown for a claim; the first has the number 1."""
    return tuple(Shown(page.id, sentence) for page in pages for sentence in shown(page, claim, words=WORDS))


def told(pages: tuple[Passage, ...], lines: tuple[Shown, ...]) -> str:
    """The passages as the prompt tells them: each with its title and its numbered sentences."""
    by_page = {
        page.id: [f"[{n}] {line.sentence.text}" for n, line in enumerate(lines, start=1) if line.passage == page.id]
        for page in pages
    }
    # On one line, so that no title can pass for a numbered sentence.
    return "\n".join("\n".join((f"Source: {' '.join(page.title.split())}", *by_page[page.id])) for page in pages)


def disagreement(claim: str, reply: Entailment, decides: Shown | None) -> str | None:
    """Why the parts of a reply do not agree; None when they do."""
    if reply.reason != REASONS[reply.label]:
        return f"its label is {reply.label!r}, its reason {reply.reason!r}"
    if reply.label == "neutral":
        return None
    if decides is None:
        return f"its label is {reply.label!r}, and no sentence decides"
    if not content(claim) & content(decides.sentence.text):
        return f"its label is {reply.label!r} by a sentence that shares no word with the claim"
    return None
