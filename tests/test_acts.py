"""What a person does to a run: recorded with name and reason, followed by the same repair, and undone again."""

import pytest
from bridge import ADA, BERGDAL, BRIDGE, CHAIN, LUND, OVERTURNED, QUESTION, TROMVIK
from investigating import NOON, Page, ask, reads, says, shelf

from sleuth import memory
from sleuth.acts import DEEDS, OPPOSITE, Intervention, perform, undo
from sleuth.errors import CallerError
from sleuth.events import AnswerReopened, RunPaused, RunResumed, number
from sleuth.fold import replay
from sleuth.investigate import Ports, investigate
from sleuth.models.scripted import scripted
from sleuth.person import Acted
from sleuth.state import State
from sleuth.views.show import render


def answered() -> State:
    return ask(QUESTION, shelf(BRIDGE, ADA, BERGDAL), *CHAIN).state


def do(state: State, act: str, target: str = "", value: str = "", **more: object) -> State:
    wanted = Intervention(act=act, author="AK", reason="seen in the archive", target=target, value=value, **more)
    return replay(number(perform(state, wanted), after=state.seq, at=NOON), state)


def back(state: State) -> State:
    """The state after the newest act that is not undone yet was undone."""
    undone = {x.undoes for _, x in state.acts}
    at = next(seq for seq, x in reversed(state.acts) if seq not in undone and x.undoes is None)
    return replay(number(undo(state, at, "AK", "I was wrong"), after=state.seq, at=NOON), state)


def carried_on(state: State, *pages: Page, script=CHAIN) -> State:
    """The run carried to its end from this state."""
    ports = Ports(scripted(script), shelf(*pages), lambda: NOON, person=_resume)
    for entries in investigate(state, memory.strategy("retree"), ports):
        state = replay(entries, state)
    return state


def _resume(state: State):
    return (RunResumed(),) if state.status == "paused" else ()


def ledger(state: State) -> tuple:
    """What a reader sees of the ledger, ids of versions apart."""
    facts = tuple((f.id, f.value, f.status, f.pinned) for f in state.facts)
    questions = tuple((q.id, q.text, q.status) for q in state.questions)
    return facts, questions, tuple((h.value, h.confidence) for h in state.hypotheses)


def test_every_act_has_its_deed_and_an_opposite_that_has_one_too():
    assert set(DEEDS) == set(OPPOSITE)
    assert set(OPPOSITE.values()) <= set(DEEDS)


def test_an_act_says_who_did_it_and_why():
    state = do(answered(), "pin fact", "f1")
    ((_, acted),) = state.acts
    assert (acted.author, acted.act, acted.target, acted.reason) == ("AK", "pin fact", "f1", "seen in the archive")
    assert state.fact("f1").pinned


def test_rejecting_a_fact_under_the_answer_reopens_it_in_the_same_transaction():
    state = answered()
    wanted = Intervention(act="reject fact", author="AK", reason="no", target="f1")
    events = perform(state, wanted)
    assert isinstance(events[0], Acted)
    assert any(isinstance(x, AnswerReopened) for x in events)
    after = replay(number(events, after=state.seq, at=NOON), state)
    assert (after.answer, after.status, after.cause) == (None, "paused", "reopened")
    assert [f.status for f in after.facts] == ["out", "dormant", "dormant"]
    assert [q.status for q in after.questions] == ["open", "open", "open"]


def test_a_rejected_fact_comes_back_and_with_it_all_that_rested_on_it_and_the_answer():
    before = answered()
    after = back(do(before, "reject fact", "f1"))
    assert ledger(after) == ledger(before)
    assert carried_on(after).answer == before.answer


def test_a_rejected_value_is_not_read_again_from_the_page_it_came_from():
    state = do(answered(), "reject fact", "f1")
    again = carried_on(state, BRIDGE, ADA, BERGDAL, script=(*CHAIN, says("query", {"query": "bridge maker"})))
    assert again.answer is None
    assert [f.status for f in again.facts if f.value == "Ada Holm"] == ["out"]


def test_an_edited_fact_is_a_new_version_in_the_persons_name():
    state = do(answered(), "edit fact", "f1", "Birger Lund")
    old, new = state.fact("f1"), state.facts[-1]
    assert (old.status, new.status, new.supersedes, new.author) == ("out", "in", "f1", "AK")
    assert (new.passage, new.quote) == (old.passage, old.quote)
    assert state.asked(state.questions[1]) == "What is the birthplace of Birger Lund?"


def test_an_edit_can_be_undone():
    before = answered()
    after = back(do(before, "edit fact", "f1", "Birger Lund"))
    assert [(f.value, f.status) for f in after.facts][:3] == [(f.value, f.status) for f in before.facts]
    assert after.facts[-1].status == "out"
    assert after.fact("f1").status == "in"


def test_a_pinned_fact_cannot_be_rejected_or_edited_before_it_is_unpinned():
    state = do(answered(), "pin fact", "f1")
    for act in ("reject fact", "edit fact"):
        with pytest.raises(CallerError, match="f1 is pinned; unpin it first"):
            do(state, act, "f1", "Birger Lund")
    assert do(do(state, "unpin fact", "f1"), "reject fact", "f1").fact("f1").status == "out"


def test_a_question_of_a_persons_is_looked_for_before_the_run_ends_and_is_no_part_of_the_answer():
    state = do(answered(), "add question", value="Who owns [the Norholm bridge]?")
    assert (state.status, state.question_of("q4").text) == ("paused", "Who owns the Norholm bridge?")
    owner = Page("Norholm bridge (owner)", "The Norholm bridge is owned by the town of Norholm.", "Who owns")
    after = carried_on(state, owner, script=(reads("(owner)", 1, "the town of Norholm"), *CHAIN))
    assert after.answer == answered().answer
    assert after.question_of("q4").status == "answered"
    assert [c.text for c in after.claims] == [c.text for c in answered().claims]


SECOND = Page("Guide to Norholm", "A guide of the town: the Norholm bridge was designed by Ada Holm.", "guide")
OTHERWISE = Page(
    "Gazette", "A correction of the guide: the Norholm bridge was designed by Birger Lund, not by Ada Holm.", "guide"
)


def asked_again(page: Page) -> State:
    state = do(answered(), "ask again", "q1", "Norholm bridge guide")
    assert (state.status, state.answer, state.question_of("q1").status) == ("paused", "Vikland", "open")
    script = (
        reads("Page: Guide to Norholm", 1, "Ada Holm"),
        reads("Page: Gazette", 1, "Birger Lund"),
        *CHAIN,
        *OVERTURNED,
    )
    return carried_on(state, BRIDGE, ADA, BERGDAL, LUND, TROMVIK, page, script=script)


def test_an_answer_asked_again_gains_a_second_source():
    state = asked_again(SECOND)
    assert state.answer == "Vikland"
    assert len(state.claims[0].citations) == 2
    assert [f.status for f in state.facts] == ["in"] * 4


def test_an_answer_asked_again_may_be_overturned():
    state = asked_again(OTHERWISE)
    assert state.fact("f1").status == "out"
    assert state.answer == "Nordmark"


def test_asking_again_can_be_taken_back_and_only_an_answered_question_is_asked_again():
    state = do(answered(), "ask again", "q1")
    assert ledger(back(state)) == ledger(answered())
    with pytest.raises(CallerError, match="q1 is open; only an answered question"):
        do(state, "ask again", "q1")


def test_questions_stand_in_the_order_a_person_gives_until_it_is_undone():
    state = answered()
    moved = do(state, "order questions", value="q3 q1")
    assert [q.id for q in moved.questions] == ["q3", "q1", "q2"]
    assert moved.ordered_by == "AK"
    assert back(moved).ordered_by is None


def test_a_hypothesis_of_a_persons_is_listed_last_and_can_be_taken_back():
    state = do(answered(), "add hypothesis", "q1", "Birger Lund")
    assert [(h.value, h.author) for h in state.hypotheses if h.slot == 1] == [
        ("Ada Holm", None),
        ("Birger Lund", "AK"),
    ]
    assert [h.value for h in back(state).hypotheses if h.slot == 1] == ["Ada Holm"]
    again = back_again(state)
    assert [h.value for h in again.hypotheses if h.slot == 1] == ["Ada Holm", "Birger Lund"]


def back_again(state: State) -> State:
    """Taken back, and the taking back undone."""
    dropped = do(state, "drop hypothesis", state.proposed[0].id)
    return back(dropped)


LETTER = {"title": "A letter", "date": "2020-01-01"}
SAYS_LUND = "The Norholm bridge was designed by Birger Lund, not by Ada Holm as is often printed."


def test_a_passage_added_to_a_finished_run_is_read_and_overturns_what_it_contradicts():
    state = do(answered(), "add passage", "q1", SAYS_LUND, **LETTER)
    assert (state.status, state.answer) == ("paused", answered().answer)
    script = (
        reads("A letter", 1, "Birger Lund"),
        says("conflict", {"right": "one"}),
        says("confirm", {"sentence": 1}),
    )
    lund = Page("Birger Lund", "Birger Lund was born in Tromvik.", "Birger Lund")
    tromvik = Page("Tromvik", "Tromvik is a village in Nordmark.", "Tromvik")
    more = (
        reads("Page: Birger Lund", 1, "Tromvik"),
        reads("Page: Tromvik", 1, "Nordmark"),
        *CHAIN,
    )
    after = carried_on(state, lund, tromvik, script=(*script, *more))
    assert after.answer == "Nordmark"
    assert after.fact("f1").status == "out"
    assert any(c.passage == after.passages[3].id for claim in after.claims for c in claim.citations)
    assert after.spent == answered().spent + 2, "reading what was brought costs no search"


def test_a_passage_that_a_person_brought_can_be_withdrawn_unread_and_given_back():
    state = do(answered(), "add passage", "q1", SAYS_LUND, **LETTER)
    withdrawn = back(state)
    assert withdrawn.offered == ()
    assert do(withdrawn, "restore passage", "q1", state.passages[-1].id).offered == state.offered


@pytest.mark.parametrize(
    ("act", "target", "value", "problem"),
    [
        ("pin fact", "f9", "", "There is no fact 'f9' in this run; facts are: f1, f2, f3."),
        ("restore fact", "f1", "", "f1 stands already."),
        ("unpin fact", "f1", "", "f1 is not pinned."),
        ("edit fact", "f1", " ", "A fact needs a value"),
        ("edit fact", "f1", "Ada Holm", "f1 says 'Ada Holm' already."),
        ("add question", "", "?!", "The question is empty"),
        ("edit question", "q1", "Who?", "q1 is answered; reject its fact f1"),
        ("drop question", "q1", "", "q1 is answered, so it cannot be dropped."),
        ("reopen question", "q1", "", "q1 is answered; only a dropped question"),
        ("drop question", "q9", "", "There is no question 'q9' in this run; questions are: q1, q2, q3."),
        ("order questions", "", "q1 q1", "The order 'q1 q1' is not accepted"),
        ("order questions", "", "q7", "name each of q1 q2 q3 once"),
        ("add hypothesis", "q1", "Ada Holm", "'Ada Holm' is among the hypotheses of q1 already."),
        ("drop hypothesis", "h1", "", "'h1' was proposed by no person"),
        ("add passage", "q1", "text", "A passage needs a title"),
        ("withdraw passage", "p77", "", "There is no passage 'p77'"),
        ("decide conflict", "f1", "", "f1 contradicts no fact"),
    ],
)
def test_what_cannot_be_done_says_why(act, target, value, problem):
    with pytest.raises(CallerError) as told:
        do(answered(), act, target, value)
    assert problem in str(told.value)


@pytest.mark.parametrize(("author", "reason"), [(" ", "why"), ("AK", " ")])
def test_nothing_is_done_without_name_and_reason(author, reason):
    with pytest.raises(CallerError, match=r"needs an author|needs a reason"):
        perform(answered(), Intervention(act="pin fact", target="f1", author=author, reason=reason))


def test_an_act_is_undone_once():
    state = do(answered(), "pin fact", "f1")
    at = state.acts[0][0]
    after = back(state)
    with pytest.raises(CallerError, match="was undone already"):
        undo(after, at, "AK", "again")
    with pytest.raises(CallerError, match=r"Event 1 is no act of a person; acts are: \d+ \(pin fact f1\)"):
        undo(state, 1, "AK", "no such act")


def test_what_changes_nothing_to_do_leaves_a_finished_run_finished():
    state = answered()
    events = perform(state, Intervention(act="pin fact", author="AK", reason="sure", target="f1"))
    assert not any(isinstance(x, RunPaused) for x in events)
    assert do(state, "pin fact", "f1").status == "finished"


def test_the_terminal_tells_what_was_done_by_whom_and_what_was_undone():
    state = back(do(answered(), "pin fact", "f1"))
    told = render("run", state).split("INTERVENTIONS")[1]
    at, again = (seq for seq, _ in state.acts)
    assert f"event {at}  AK: pin fact f1, seen in the archive (undone)" in told
    assert f"event {again}  AK: unpin fact f1, I was wrong" in told
