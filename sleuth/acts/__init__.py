"""What follows when a person steps in: their decision as an event, and the same repair that a contradiction causes.

`perform` decides from a state and an intervention alone; the runner records what it returns as one step. Every act
can be undone by a further one, never taken back. A pinned fact is refuted only by who unpins it.
"""

from collections.abc import Callable

from sleuth import events as e
from sleuth.acts import evidence, facts, questions
from sleuth.acts.wanted import Deed, Intervention
from sleuth.errors import CallerError
from sleuth.fold import then
from sleuth.person import Act, Acted, HypothesisProposed
from sleuth.state import State

__all__ = ["DEEDS", "Intervention", "perform", "undo"]


def perform(state: State, wanted: Intervention, *, undoes: int | None = None) -> tuple[e.Event, ...]:
    """The events of an intervention; CallerError says why it cannot be done in this state."""
    if not wanted.author.strip():
        raise CallerError("An intervention needs an author, so that the record says whose decision it was.")
    if not wanted.reason.strip():
        raise CallerError("An intervention needs a reason, so that a reader of the record can follow it.")
    before, consequences = DEEDS[wanted.act](state, wanted)
    acted = Acted(
        author=wanted.author.strip(),
        act=wanted.act,
        target=wanted.target or _made(consequences),
        reason=wanted.reason.strip(),
        before=before,
        undoes=undoes,
    )
    events = (acted, *consequences)
    return (*events, *_waking(state, then(state, *events), wanted))


def _made(events: tuple[e.Event, ...]) -> str:
    """The id of what an act brought into the ledger."""
    for event in events:
        match event:
            case e.QuestionOpened():
                return event.question.id
            case HypothesisProposed():
                return event.hypothesis.id
    return ""


def _waking(before: State, after: State, wanted: Intervention) -> tuple[e.Event, ...]:
    """A run that had ended waits to be carried on once there is something to do for it."""
    if before.status != "finished" or after.status != "finished":
        return ()
    asks = any(q.status == "open" and q.action for q in after.questions if q not in before.questions)
    return (e.RunPaused(reason=f"{wanted.author}: {wanted.act}"),) if asks or after.offered else ()


def undo(state: State, at: int, author: str, reason: str) -> tuple[e.Event, ...]:
    """The events that undo the act recorded at this place; CallerError when there is none or it was undone."""
    acted = next((x for seq, x in state.acts if seq == at), None)
    if acted is None:
        known = ", ".join(f"{seq} ({x.act} {x.target})" for seq, x in state.acts) or "none"
        raise CallerError(f"Event {at} is no act of a person; acts are: {known}.")
    if any(x.undoes == at for _, x in state.acts):
        raise CallerError(f"Event {at} ({acted.act} {acted.target}) was undone already.")
    opposite, value = _opposite(acted)
    wanted = Intervention(act=opposite, author=author, reason=reason, target=acted.target, value=value)
    return perform(state, wanted, undoes=at)


OPPOSITE: dict[Act, Act] = {
    "pin fact": "unpin fact",
    "unpin fact": "pin fact",
    "reject fact": "restore fact",
    "restore fact": "reject fact",
    "edit fact": "restore fact",
    "add question": "drop question",
    "edit question": "edit question",
    "order questions": "order questions",
    "drop question": "reopen question",
    "reopen question": "drop question",
    "ask again": "leave question",
    "leave question": "ask again",
    "add hypothesis": "drop hypothesis",
    "drop hypothesis": "add hypothesis",
    "add passage": "withdraw passage",
    "withdraw passage": "restore passage",
    "restore passage": "withdraw passage",
    "decide conflict": "undecide conflict",
    "undecide conflict": "decide conflict",
}


def _opposite(acted: Acted) -> tuple[Act, str]:
    """The act that undoes one, and the value it needs."""
    if acted.act == "restore fact" and acted.before:
        # It took the place of another: that one comes back.
        return "decide conflict", acted.before
    if acted.act == "ask again":
        return "leave question", ""
    return OPPOSITE[acted.act], acted.before or ""


DEEDS: dict[Act, Callable[[State, Intervention], Deed]] = {
    "pin fact": facts.pin,
    "unpin fact": facts.unpin,
    "reject fact": facts.reject,
    "restore fact": facts.restore,
    "edit fact": facts.edit,
    "add question": questions.ask,
    "edit question": questions.reword,
    "order questions": questions.arrange,
    "drop question": questions.drop,
    "reopen question": questions.reopen,
    "ask again": questions.ask_again,
    "leave question": questions.leave,
    "add hypothesis": evidence.propose,
    "drop hypothesis": evidence.drop_hypothesis,
    "add passage": evidence.add_passage,
    "withdraw passage": evidence.withdraw_passage,
    "restore passage": evidence.restore_passage,
    "decide conflict": facts.decide,
    "undecide conflict": facts.undecide,
}
"""What each act does; every act of `person.Act` has its deed here and its opposite above."""
