"""Asking the model what a page says, and checking its reply: the same for every memory that keeps facts."""

from collections.abc import Callable

from sleuth import events as e
from sleuth.contract import Wants
from sleuth.investigate import Action, Note
from sleuth.reading import Finding, Refusal, check, taken
from sleuth.replies import Value, ask, attempts, refused
from sleuth.search import Passage
from sleuth.sentences import shown
from sleuth.state import State


def asked_of(
    state: State,
    passage: Passage,
    *,
    question: str,
    text: str,
    entity: str,
    key: str,
    wants: Callable[[str], Wants],
    found: Callable[[Finding], tuple[e.Event, ...]],
) -> Action:
    """Ask what a page says about a question in words.

    `question` is its id, `text` the words, `wants` the kind of value it asks for, given the one that came; `found`
    makes events of what checks out. What does not is refused, and the page left once it is not asked again.
    """
    read = e.PassageRead(passage=passage.id, question=question, verdict="nothing")
    if refused(state, key) >= attempts(state):
        left = read.model_copy(update={"verdict": "refused", "note": "no usable reply"})
        return Note("read", f"Leave {passage.title}", question, (left,))

    def taken_up(reply: Value) -> tuple[e.Event, ...]:
        if reply.sentence == 0 or not reply.value.strip():
            return (read,)
        if not state.rules.enforce:
            return found(taken(passage, reply.sentence, reply.value))
        finding = check(passage, text, entity, wants(reply.value), reply.sentence, reply.value)
        if isinstance(finding, Finding):
            return found(finding)
        refusal = _refusal(passage, question, key, reply, finding)
        left = read.model_copy(update={"verdict": "refused", "note": finding.reason})
        return (refusal,) if finding.again else (refusal, left)

    return ask(
        state,
        Value,
        taken_up,
        purpose="read",
        phase="read",
        title=f"Read {passage.title} for: {text}",
        key=key,
        question=question,
        tokens=60,
        slots={
            "question": text,
            "title": passage.title,
            "sentences": "\n".join(f"[{s.number}] {s.text}" for s in shown(passage, text)),
        },
    )


def _refusal(passage: Passage, question: str, key: str, reply: Value, finding: Refusal) -> e.FactRefused:
    return e.FactRefused(
        passage=passage.id,
        question=question,
        value=reply.value,
        quote=None,
        reason=finding.reason,
        key=key,
        reply=reply.model_dump_json(),
    )
