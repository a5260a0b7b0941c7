"""What every memory strategy owes, whatever its method: an end, a log that tells all, and no answer from nowhere."""

import pytest
from investigating import NOTHING, Page, ask, reads, says, shelf

from sleuth import events as e
from sleuth import memory
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.models.recorded import recorded
from sleuth.models.scripted import scripted
from sleuth.search import Results
from sleuth.state import State

QUESTION = "Where was the designer of the Norholm bridge born?"
SHELF = (
    Page("Norholm bridge", "The Norholm bridge was designed by Ada Holm.", "bridge"),
    Page("Ada Holm", "Ada Holm was born in Bergen.", "Ada Holm"),
)
SCRIPT = (
    says("parts", {"parts": ["the designer of [the Norholm bridge]"]}),
    reads("Page: Norholm bridge", 1, "Ada Holm"),
    reads("Page: Ada Holm", 1, "Bergen"),
    NOTHING,
    says("query", {"query": "in other words"}),
    says("react", {"action": "answer", "text": "Bergen"}, "born in Bergen"),
    says("react", {"action": "search", "text": "Ada Holm born"}, "designed by Ada Holm"),
    says("react", {"action": "answer", "text": "unknown"}, "Nothing was found."),
    says("react", {"action": "search", "text": "Norholm bridge designer"}),
)
every_strategy = pytest.mark.parametrize("strategy", memory.names())


@every_strategy
def test_a_run_reaches_its_answer_and_ends(strategy):
    told = ask(QUESTION, shelf(*SHELF), *SCRIPT, strategy=strategy)
    assert (told.state.status, told.state.answer) == ("finished", "Bergen")
    assert isinstance(told.entries[-1].event, e.Answered)
    assert told.state.turn is None


@every_strategy
def test_the_log_alone_gives_the_state_at_every_step(strategy):
    told = ask(QUESTION, shelf(*SHELF), *SCRIPT, strategy=strategy)
    assert [x.seq for x in told.entries] == list(range(1, len(told.entries) + 1))
    assert replay(told.entries) == told.state
    state = State()
    for entry in told.entries:
        state = replay([type(entry).model_validate_json(entry.model_dump_json())], state)
    assert state == told.state


@every_strategy
def test_a_recording_takes_the_same_way_again(strategy):
    script = scripted(SCRIPT)
    told = ask(QUESTION, shelf(*SHELF), strategy=strategy, model=script)
    calls = told.events(e.ModelCalled)
    heard = {call.prompt_sha256: script(request) for call, request in zip(calls, told.requests, strict=True)}
    again = ask(QUESTION, shelf(*SHELF), strategy=strategy, model=recorded(heard))

    def timeless(entries):
        return [x.event.model_dump(exclude={"seconds"}) for x in entries]

    assert timeless(again.entries) == timeless(told.entries)


@every_strategy
def test_without_evidence_there_is_no_answer(strategy):
    told = ask(QUESTION, shelf(), *SCRIPT, strategy=strategy)
    assert (told.state.status, told.state.answer) == ("finished", None)
    assert told.state.searches, "it looked before it gave up"
    assert isinstance(told.entries[-1].event, e.Abstained)
    assert told.state.reason


@every_strategy
@pytest.mark.parametrize("budget", [{"searches": 1}, {"turns": 1}, {"searches": 3, "turns": 2}])
def test_no_budget_is_overdrawn(strategy, budget):
    told = ask(QUESTION, shelf(*SHELF), *SCRIPT, strategy=strategy, **budget)
    assert told.state.status == "finished"
    assert len(told.state.searches) <= budget.get("searches", 8)
    assert told.state.turns <= budget.get("turns", 20)


@every_strategy
@pytest.mark.parametrize("babble", ["", "I think it is Bergen.", "{}", '{"action": "search"', "[]", "null"])
def test_a_model_that_only_babbles_ends_without_an_answer(strategy, babble):
    purposes = ("parts", "plan", "read", "query", "conflict", "confirm", "react")
    told = ask(QUESTION, shelf(*SHELF), *(says(p, babble) for p in purposes), strategy=strategy)
    assert (told.state.status, told.state.answer) == ("finished", None)
    assert told.state.searches


@every_strategy
def test_an_engine_that_refuses_does_not_stop_the_run_from_ending(strategy):
    def refusing(query):
        return Results(engine="web", outcome="engine refused", message="Too many requests.")

    told = ask(QUESTION, refusing, *SCRIPT, strategy=strategy)
    assert (told.state.status, told.state.answer) == ("finished", None)
    assert {s.message for s in told.state.searches} == {"Too many requests."}


def test_an_unknown_strategy_is_told_with_those_there_are():
    with pytest.raises(CallerError, match="'abacus' is not known; use one of: react, retree"):
        memory.strategy("abacus")
