"""A strategy of a few lines, for tests of what drives a run: each turn asks the model once; then it answers."""

from sleuth.contract import Contract, Slot
from sleuth.events import Answered, ContractMade, Event, NodeAdded, QuestionOpened, TurnChecked, TurnStarted
from sleuth.investigate import Action, Ask, Note
from sleuth.ledger import Claim, Question
from sleuth.models import Message, Reply, Request
from sleuth.state import State
from sleuth.tree import Node


def decide(state: State) -> Action:
    if state.contract is None:
        slot = Slot(number=1, text=state.question, entity="it", wants="thing")
        opened = Question(id="q1", text=state.question, slot=1, action="it", priority="high")
        return Note(
            "plan",
            "Plan",
            None,
            (
                ContractMade(contract=Contract(kind="chain", wants="thing", slots=(slot,))),
                NodeAdded(node=Node(id="n1", parent=None, turn=0, summary="Nothing is confirmed yet.")),
                QuestionOpened(question=opened, reason="the whole question"),
            ),
        )
    if state.turn is not None:
        number = state.turn.number

        def read(reply: Reply) -> tuple[Event, ...]:
            return (TurnChecked(turn=number, valid_raw=True, valid=True, context_chars=len(reply.text)),)

        asked = Request(purpose="say", messages=(Message(role="user", content=f"Turn {number}: go on."),))
        return Ask("read", f"Ask in turn {number}", "q1", f"say {number}", asked, read)
    if state.turns < state.limits.turns:
        started = TurnStarted(turn=state.turns + 1, question="q1", text="it", query="it", reason="the only one")
        return Note("choose", "Choose q1", "q1", (started,))
    claims = (Claim(id="c1", text="It is so.", citations=()),)
    return Note("answer", "Answer", None, (Answered(text="It is so.", claims=claims, confidence=None),))
