"""Whether the cited passages entail a claim, asked of a model: what to ask next, and what its reply comes to.

Never by the call that wrote the claim: each is asked with nothing but the claim and passages in sight. Its reply has
three parts that must agree, the sentence that decides, the reason and the label; where they do not, the claim stays
*undecided*. For both measures of `citations.metrics` (ReTree's and ALCE's) a claim is asked about with each passage
alone; with all of them together where there are several; and without one of them where that one alone does not do.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from pydantic import Field

from sleuth.events import Event
from sleuth.investigate import Action, Note, Unreadable
from sleuth.ledger import Claim
from sleuth.models import Model, Record, Request
from sleuth.prompts import again, render
from sleuth.replies import ATTEMPTS, ask, attempts, parse, refused, schema
from sleuth.search import Passage
from sleuth.sentences import Sentence, content, shown
from sleuth.state import State
from sleuth.verdicts import EntailmentJudged, Label

PURPOSE = "entail"
TOKENS = 48
"""Longest reply."""
WORDS = 400
"""Most words of passages that are shown for one claim; of longer ones the sentences nearest to the claim."""


class Entailment(Record):
    """Reply to `entail`: the sentence that decides, 0 for none; why; and the label."""

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
    key = "\n".join((f"entail {claim.text}", *(page.sha256 for page in pages)))
    title = f"Check {claim.id} by {', '.join(together)}"
    lines = numbered(claim.text, pages)

    def judged(found: Found) -> tuple[Event, ...]:
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
                model=model,
            ),
        )

    if not lines:
        return Note("audit", title, None, judged(Found("neutral", "there is no text to read")))
    if refused(state, key) >= attempts(state):
        return Note("audit", title, None, judged(UNUSABLE))
    return ask(
        state,
        Entailment,
        lambda reply: judged(found(claim.text, lines, reply)),
        purpose=PURPOSE,
        phase="audit",
        title=title,
        key=key,
        tokens=TOKENS,
        slots={"claim": claim.text, "sources": told(pages, lines)},
    )


def judged_by(model: Model, claim: str, pages: tuple[Passage, ...]) -> Label:
    """What a model says of a claim and passages outside of any run, asked as within one."""
    lines = numbered(claim, pages)
    if not lines:
        return "neutral"
    messages = render(PURPOSE, claim=claim, sources=told(pages, lines))
    for _ in range(ATTEMPTS):
        request = Request(purpose=PURPOSE, messages=messages, reply_schema=schema(Entailment), max_tokens=TOKENS)
        reply = model(request)
        try:
            return found(claim, lines, parse(Entailment, reply.text)).label
        except Unreadable as problem:
            messages = again(messages, reply.text, str(problem))
    return UNUSABLE.label


class Found(NamedTuple):
    """What a reply comes to."""

    label: Label
    reason: str
    decides: Shown | None = None


UNUSABLE = Found("undecided", "the model gave no usable reply")


def found(claim: str, lines: tuple[Shown, ...], reply: Entailment) -> Found:
    """What a reply about these sentences comes to; Unreadable where it names one that there is not."""
    if reply.sentence > len(lines):
        raise Unreadable(f"There is no sentence {reply.sentence}; they end at {len(lines)}.")
    decides = lines[reply.sentence - 1] if reply.sentence else None
    if problem := disagreement(claim, reply, decides):
        return Found("undecided", problem, decides)
    return Found(reply.label, reply.reason, decides)


def numbered(claim: str, pages: tuple[Passage, ...]) -> tuple[Shown, ...]:
    """The sentences of the passages that are shown for a claim; the first has the number 1."""
    room = WORDS // max(1, len(pages))
    return tuple(Shown(page.id, sentence) for page in pages for sentence in shown(page, claim, words=room))


def told(pages: tuple[Passage, ...], lines: tuple[Shown, ...]) -> str:
    """The passages as the prompt tells them: each with its title and its numbered sentences."""
    by_page = {
        page.id: [f"[{n}] {line.sentence.text}" for n, line in enumerate(lines, start=1) if line.passage == page.id]
        for page in pages
    }
    return "\n".join("\n".join((f"Source: {page.title}", *by_page[page.id])) for page in pages)


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
