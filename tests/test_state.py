"""The fold: what became of a run after each event."""

import small_run
from small_run import ABSTAINED, STEPS, entries

from sleuth import events as e
from sleuth.fold import replay
from sleuth.state import State

ALL = entries()


def after(kind: type, nth: int = 1) -> State:
    """The state right after the nth event of a kind."""
    seqs = [entry.seq for entry in ALL if isinstance(entry.event, kind)]
    return replay(ALL[: seqs[nth - 1]])


def test_folding_in_two_parts_is_folding_at_once():
    whole = replay(ALL)
    for n in range(len(ALL) + 1):
        assert replay(ALL[n:], replay(ALL[:n])) == whole


def test_every_event_moves_the_state_to_its_place_and_leaves_the_one_before_alone():
    state = State()
    for entry in ALL:
        before = state.model_copy()
        state, last = replay([entry], state), state
        assert last == before
        assert state.seq == entry.seq
        assert state.updated_at == entry.at
    assert state.started_at == small_run.BEGUN.replace(second=1)


def test_the_state_knows_what_was_asked_and_with_what_means():
    state = after(e.RunStarted)
    assert (state.question, state.memory, state.model) == (small_run.QUESTION, "retree", "scripted")
    assert state.collections == ("harbour",)
    assert state.limits.turns == 9


def test_a_search_brings_its_passages_once_and_is_counted_for_its_question():
    state = after(e.Searched)
    assert [p.id for p in state.passages] == ["p1", "p2"]
    assert state.questions[0].searched == 1
    again = replay([ALL[-1].model_copy(update={"event": small_run.searched(3, "q1", "again", small_run.P1)})], state)
    assert [p.id for p in again.passages] == ["p1", "p2"]
    assert again.searches[-1].passages == ("p1",)


def test_a_disputed_fact_waits_dormant_until_both_calls_are_judged():
    held = after(e.FactRecorded, 2)
    assert held.fact("f2").status == "dormant"
    assert [(c.old, c.new, c.confirmed) for c in held.conflicts] == [("f1", "f2", False)]
    assert after(e.ConflictJudged, 1).conflicts[0].confirmed
    settled = after(e.ConflictJudged, 2)
    assert settled.conflicts == ()
    assert settled.judged == (("f1", "f2"),)


def test_a_repair_corrects_the_introducing_node_and_prunes_what_was_derived():
    state = after(e.Repaired)
    assert {f.id: f.status for f in state.facts} == {"f1": "out", "f2": "in"}
    assert state.fact("f2").supersedes == "f1"
    n2 = next(n for n in state.nodes if n.id == "n2")
    assert (n2.summary, n2.status) == ("Birger Lund designed it.", "active")
    assert n2.evidence == ("f1", "f2"), "the refuted fact stays where it was introduced"
    seq = next(entry.seq for entry in ALL if isinstance(entry.event, e.Repaired))
    assert [(r.old, r.new, r.at_seq) for r in n2.revisions] == [("f1", "f2", seq)]
    assert next(n for n in state.nodes if n.id == "n3").status == "pruned"


def test_an_answered_question_fills_the_reference_of_the_next():
    before, state = after(e.QuestionOpened, 2), after(e.QuestionClosed)
    assert before.asked(before.questions[1]) == "Where was #1 born?"
    assert before.worded(before.questions[1]) == "Where was [answer 1] born?"
    assert state.asked(state.questions[1]) == "Where was Birger Lund born?"


def reopened(text: str):
    state = after(e.QuestionClosed)
    assert ("q1", "p1") in state.reads
    question = small_run.Q1.model_copy(update={"text": text})
    opened = e.QuestionOpened(question=question, reason="what answered it fell")
    return replay([ALL[-1].model_copy(update={"event": opened})], state)


def test_a_question_that_returns_keeps_its_place_and_needs_no_page_twice():
    state = reopened(small_run.Q1.text)
    assert [(q.id, q.status) for q in state.questions] == [("q1", "open"), ("q2", "open")]
    assert ("q1", "p1") in state.reads


def test_a_question_that_returns_about_something_else_may_read_its_passages_again():
    state = reopened("Who designed the Sorholm bridge?")
    assert all(question != "q1" for question, _ in state.reads)


def test_violations_gather_in_the_turn_and_count_when_it_is_checked():
    during = after(e.FactRefused)
    assert during.turn is not None
    assert during.turn.violations == ("V2: the value '1899' does not occur in it",)
    assert during.violations == ()
    state = after(e.TurnChecked)
    assert state.turn is None
    assert state.violations == ("V2: the value '1899' does not occur in it",)
    final = replay(ALL)
    assert (final.turns_checked, final.turns_valid_raw, final.turns_valid) == (2, 1, 2)
    assert final.max_context_chars == 900, "the largest, not the last"


def test_the_status_follows_pause_failure_stop_and_resumption():
    assert after(e.RunPaused).status == "paused"
    assert after(e.RunResumed).status == "running"
    failed = after(e.RunFailed)
    assert (failed.status, failed.reason) == ("failed", "The model's server cannot be reached.")
    assert after(e.RunResumed, 2).reason is None
    assert after(e.RunStopped).status == "stopped"
    assert replay(ALL).status == "finished"


def test_an_abstention_ends_the_run_with_its_cause_and_no_answer():
    state = replay(entries(ABSTAINED))
    assert (state.status, state.cause, state.answer) == ("finished", "no retrieval", None)
    assert state.reason == "No search found anything."


def test_usage_adds_up_and_is_unknown_once_a_part_was_not_reported():
    usage = replay(ALL).usage
    assert (usage.calls, usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens) == (3, 360, 300, 27)
    silent = small_run.called("read", "{}").model_copy(update={"cached_tokens": None})
    steps = (*STEPS[:6], (silent,), *STEPS[6:])
    usage = replay(entries(steps)).usage
    assert (usage.calls, usage.prompt_tokens, usage.cached_tokens) == (4, 480, None)


def test_what_is_known_of_max_context_is_unknown_before_the_first_turn_ends():
    assert after(e.TurnStarted).max_context_chars is None


def test_what_was_decided_of_a_disagreement_is_kept_with_its_reason():
    judgement = replay(entries()).judgements[-1]
    assert (judgement.old, judgement.new, judgement.verdict) == ("f1", "f2", "new holds")
    assert judgement.reason == "the minutes correct the brochure"
