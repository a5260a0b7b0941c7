"""A branch: its parent's events up to a step, and from there a run of its own that leaves the parent as it was."""

import json
import sqlite3
from contextlib import closing
from itertools import pairwise

import harbour
import pytest
import small_run
from bridge import ADA, BERGDAL, BRIDGE, CHAIN, CORRECTION, LATE, LUND, OVERTURNED, QUESTION, TROMVIK
from investigating import says, shelf

from sleuth import events as e
from sleuth.__main__ import main
from sleuth.acts import Intervention, perform, undo
from sleuth.branching import boundaries, branch, cut
from sleuth.bundle import complete, open_bundle, read_bundle, write_bundle
from sleuth.carrying import begin, carry, do, now, own
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.investigate import Ports
from sleuth.models.scripted import scripted
from sleuth.rules import Rules
from sleuth.settings import Limits, Settings, revised
from sleuth.store import Log, Wanted
from sleuth.views.projection import project
from sleuth.views.show import render

MOVES = (
    says("react", {"action": "answer", "text": "Nordmark"}, "Nordmark"),
    says("react", {"action": "search", "text": "Tromvik"}),
)
SCRIPT = (*CHAIN, *OVERTURNED, *MOVES)
PAGES = (BRIDGE, ADA, BERGDAL, LATE, LUND, TROMVIK)
MEANS = Settings(model="scripted", collections=("shelf",), limits=Limits(turns=15), rules=Rules(repair="hard"))


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "log.db")


def carried(log: Log, run: str, pages=PAGES) -> tuple[int, ...]:
    """Carry the run to its end; the place at which each step ended."""
    steps = carry(log, run, MEANS, lambda _: Ports(scripted(SCRIPT), shelf(*pages), now))
    return tuple(entries[-1].seq for entries in steps)


def asked(log: Log, pages=PAGES) -> tuple[str, tuple[int, ...]]:
    """A finished run and the ends of its steps."""
    run = begin(log, QUESTION, MEANS)
    return run, (1, *carried(log, run, pages))


def state(log: Log, run: str, upto: int | None = None):
    return replay(log.entries(run, upto=upto))


def rows(log: Log, run: str) -> dict[str, list]:
    """Everything that the file holds of a run."""
    with closing(sqlite3.connect(log.path)) as connection:
        return {
            table: connection.execute(f"select * from {table} where {key} = ? order by 2", [run]).fetchall()
            for table, key in (("runs", "id"), ("events", "run_id"), ("calls", "run_id"), ("passages", "run_id"))
        }


def rejecting(fact: str = "f1", reason: str = "seen in the archive") -> Intervention:
    return Intervention(act="reject fact", author="AK", reason=reason, target=fact)


# Where it is cut


def test_steps_and_acts_of_persons_are_told_apart_just_as_they_were_recorded(log):
    run, ends = asked(log)
    question = Intervention(act="add question", author="AK", reason="to see", value="Who is Ada Holm?")
    ends += (do(log, run, lambda s: perform(s, question)).seq,)
    ends += carried(log, run)
    ends += (do(log, run, lambda s: perform(s, rejecting("f6"))).seq,)
    ends += (do(log, run, lambda s: undo(s, s.acts[-1][0], "AK", "I was wrong")).seq,)
    ends += carried(log, run)
    assert any(isinstance(x.event, e.RunPaused) and x.event.reason for x in log.entries(run)), "an act woke the run"
    assert boundaries(log.entries(run)) == ends
    for before, end in pairwise((0, *ends)):
        for at in range(max(before, 1), end):
            assert cut(log, run, at).at == max(before, 1)
        assert cut(log, run, end).at == end


def test_a_failed_and_a_resumed_run_is_cut_between_the_two(log):
    small_run.record(log)
    seq = next(x.seq for x in log.entries("small") if x.event.type == "run_failed")
    assert [cut(log, "small", at).at for at in (seq - 1, seq, seq + 1, seq + 2)] == [seq - 1, seq, seq + 1, seq + 1]


@pytest.mark.parametrize("at", [0, -3, 1000])
def test_an_event_out_of_range_and_an_unknown_run_are_named(log, at):
    small_run.record(log)
    last = len(small_run.entries())
    with pytest.raises(CallerError, match=f"has the events 1 to {last}; {at} is none of them"):
        branch(log, "small", at, MEANS)
    with pytest.raises(CallerError, match="no run 'nope'"):
        branch(log, "nope", 1, MEANS)
    assert len(log.runs()) == 1


def test_a_deleted_run_is_none_to_branch_from(log):
    small_run.record(log)
    log.delete("small")
    with pytest.raises(CallerError, match="no run 'small'"):
        branch(log, "small", 1, MEANS)


# What it shares


def test_a_branch_at_any_step_replays_to_its_parents_state_there_and_waits(log):
    run, ends = asked(log)
    parent = complete(log, run)
    for at in ends:
        new = branch(log, run, at, MEANS)
        *shared, parted = complete(log, new)
        assert tuple(shared) == parent[:at], "exact prompts and replies too"
        assert replay(shared) == state(log, run, at)
        assert parted.event == e.Branched(
            parent=run, at=at, memory="retree", model="scripted", collections=("shelf",), limits=MEANS.limits,
            rules=MEANS.rules,
        )  # fmt: skip
        assert [c.seq for c in log.calls(new)] == [c.seq for c in log.calls(run) if c.seq <= at]
        now_ = state(log, new)
        assert (now_.parent, now_.status, now_.answer, now_.claims) == ((run, at), "paused", None, ())
        assert {p[1] for p in rows(log, new)["passages"]} == {p.id for p in now_.passages}
        row = log.run(new)
        assert (row.status, row.cause, row.answer, row.origin, row.seq) == (
            "paused",
            "branched",
            None,
            "asked",
            at + 1,
        )


def test_a_branch_can_be_carried_to_the_same_end_and_leaves_its_parent_byte_by_byte(log):
    run, ends = asked(log)
    before = rows(log, run)
    for at in (*ends[::4], ends[-1]):
        new = branch(log, run, at, MEANS)
        carried(log, new)
        assert (state(log, new).answer, log.run(new).status) == ("Nordmark", "finished")
    assert rows(log, run) == before


def test_a_passage_added_by_hand_comes_along_from_its_event_on(log):
    every = small_run.record(log, steps=(*small_run.STEPS, *small_run.AFTERMATH))
    seq = next(x.seq for x in every if x.event.type == "passage_added")
    early, late = (branch(log, "small", at, MEANS) for at in (seq - 2, seq + 1))
    assert [p[1] for p in rows(log, early)["passages"]] == ["p1", "p2", "p3"]
    assert [p[1] for p in rows(log, late)["passages"]] == ["p1", "p2", "p3", "p4"]
    assert state(log, late).passages[-1] == small_run.P4


def test_a_run_cut_off_within_its_turn_can_be_branched_from(log):
    small_run.record(log, steps=small_run.STEPS[:5])
    new = branch(log, "small", len(small_run.entries(small_run.STEPS[:5])), MEANS)
    assert state(log, new).turn == state(log, "small").turn
    assert log.run("small").status == "interrupted"
    assert log.run(new).status == "paused"


# How it goes on


def test_it_goes_on_with_the_means_it_was_given(log):
    run, ends = asked(log)
    means = MEANS.model_copy(update={"limits": Limits(searches=3), "rules": Rules(repair="flat")})
    new = branch(log, run, ends[4], means)
    now_ = state(log, new)
    assert (now_.limits.searches, now_.rules.repair) == (3, "flat")
    carried(log, new)
    assert state(log, new).answer == "Vikland", "flat answers from what rested on the refuted value"
    assert (state(log, run).answer, state(log, run).rules.repair) == ("Nordmark", "hard")


def test_it_can_be_finished_with_another_memory(log):
    run, ends = asked(log)
    for at in (*ends[::3], ends[-1]):
        new = branch(log, run, at, MEANS.model_copy(update={"memory": "react"}))
        carried(log, new)
        assert (state(log, new).memory, state(log, new).answer) == ("react", "Nordmark")
        assert log.run(new).memory == "react"


def test_a_fact_can_be_rejected_at_once(log):
    run, ends = asked(log, (BRIDGE, ADA, BERGDAL, CORRECTION._replace(found_by="never"), LUND, TROMVIK))
    assert state(log, run).answer == "Vikland"
    new = branch(log, run, ends[-1], MEANS, change=rejecting("f1"))
    now_ = state(log, new)
    assert (now_.fact("f1").status, now_.acts[0][1].author, now_.acts[0][0]) == ("out", "AK", ends[-1] + 2)
    carried(log, new, (*PAGES[1:], CORRECTION))
    assert state(log, new).answer == "Nordmark"


def test_a_change_that_cannot_be_made_records_nothing(log):
    run, ends = asked(log)
    with pytest.raises(CallerError, match="no fact 'f1' in this run; facts are: none yet"):
        branch(log, run, ends[1], MEANS, change=rejecting("f1"))
    with pytest.raises(CallerError, match="memory 'elephant' is not known"):
        branch(log, run, 1, MEANS.model_copy(update={"memory": "elephant"}))
    assert len(log.runs()) == 1


def test_a_branch_of_a_branch_knows_its_own_parent_and_shares_both(log):
    run, ends = asked(log)
    first = branch(log, run, ends[3], MEANS.model_copy(update={"limits": Limits(searches=5)}))
    carried(log, first)
    second = branch(log, first, ends[3] + 2, MEANS)
    shared = ends[3] + 2
    assert complete(log, second)[:shared] == complete(log, first)[:shared]
    assert state(log, second).parent == (first, shared)
    assert cut(log, first, shared).state.limits.searches == 5
    carried(log, second)
    assert state(log, second).answer == "Nordmark"


def test_a_bundle_and_a_sample_are_only_read_but_can_be_branched_from(log, tmp_path):
    run, ends = asked(log)
    write_bundle(log, run, tmp_path / "run.jsonl")
    for origin in ("imported", "sample"):
        other = Log(tmp_path / f"{origin}.db")
        open_bundle(other, read_bundle(tmp_path / "run.jsonl"), origin)
        new = branch(other, run, ends[5], MEANS)
        carried(other, new)
        assert (state(other, new).answer, other.run(new).origin) == ("Nordmark", "asked")
        assert [row.id for row in other.runs(Wanted(origins=(origin,)))] == [run]


def test_a_branch_leaves_and_comes_back_as_one_file(log, tmp_path):
    run, ends = asked(log)
    new = branch(log, run, ends[6], MEANS, change=rejecting("f1"))
    carried(log, new)
    write_bundle(log, new, tmp_path / "branch.jsonl")
    other = Log(tmp_path / "other.db")
    assert open_bundle(other, read_bundle(tmp_path / "branch.jsonl")).run == new
    assert complete(other, new) == complete(log, new)
    assert state(other, new).parent == (run, ends[6])


def test_a_branch_outlives_its_parent(log):
    run, ends = asked(log)
    new = branch(log, run, ends[6], MEANS)
    before = state(log, new)
    log.delete(run)
    assert log.purge(now()) == 1
    assert state(log, new) == before
    carried(log, new)
    assert state(log, new).answer == "Nordmark"


def test_the_log_says_which_run_branched_from_which(log):
    small_run.record(log)
    new = branch(log, "small", 5, MEANS)
    with closing(sqlite3.connect(log.path)) as connection:
        assert connection.execute("select * from branches").fetchall() == [(new, "small", cut(log, "small", 5).at)]


def test_a_branch_is_shown_with_its_parent(log):
    small_run.record(log)
    new = branch(log, "small", 13, MEANS)
    at = state(log, new).parent[1]
    assert project(new, state(log, new))["parent"] == {"run": "small", "at": at}
    assert project("small", state(log, "small"))["parent"] is None
    assert f"branched from small after event {at}" in render(new, state(log, new)).splitlines()
    assert "branched" not in render("small", state(log, "small"))


def test_settings_not_chosen_anew_stay_those_of_the_run(log):
    run, ends = asked(log)
    kept = own(Settings(), cut(log, run, ends[2]).state)
    assert (kept.limits, kept.rules) == (MEANS.limits, MEANS.rules)
    new = revised(kept, {"searches": "4", "limits.passages": "2", "repair": "flat"})
    assert new == kept.model_copy(
        update={
            "limits": Limits(turns=15, searches=4, passages=2),
            "rules": Rules(repair="flat"),
        }
    )
    with pytest.raises(CallerError, match="searches = 'many' is not accepted"):
        revised(kept, {"searches": "many"})


# At the terminal


@pytest.fixture
def sleuth(capsys, tmp_path, monkeypatch):
    """Run one command in a log of the test's own: its status, output and complaints."""
    monkeypatch.setenv("SLEUTH_LOG", str(tmp_path / "log.db"))

    def run(*arguments: object):
        status = main([str(a) for a in arguments])
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def parent(sleuth, tmp_path) -> dict:
    """The harbour run, finished at the terminal: its document."""
    script = harbour.script(tmp_path)
    means = ("--model", f"scripted/{script}", "--corpus", harbour.pages(tmp_path), "--turns", 11)
    return json.loads(sleuth("ask", harbour.QUESTION, *means, "--repair", "hard", "--json")[1])


def test_a_branch_is_made_and_carried_on_to_its_end(sleuth, parent, log):
    status, out, err = sleuth("branch", parent["run"], "--at", 6, "--searches", 5, "--repair", "flat", "--json")
    document = json.loads(out)
    place = document["parent"]["at"]
    assert (status, document["answer"], document["parent"]["run"]) == (0, "Tromsø", parent["run"])
    assert f"run {document['run']}, branched from {parent['run']} after event {place} (6 is within a step)" in err
    began, went_on = log.entries(document["run"])[0].event, state(log, document["run"])
    assert (went_on.limits, went_on.rules.repair) == (Limits(turns=11, searches=5), "flat")
    assert (began.limits, began.rules.repair) == (Limits(turns=11), "hard")
    assert json.loads(sleuth("show", parent["run"], "--json")[1]) == parent


def test_a_branch_that_rejects_a_fact_looks_for_another(sleuth, parent, log, tmp_path):
    at = next(x.seq for x in log.entries(parent["run"]) if isinstance(x.event, e.FactRecorded))
    end = next(place for place in boundaries(log.entries(parent["run"])) if place >= at)
    status, out, _ = sleuth(
        "branch", parent["run"], "--at", end, "--reject", "f1", "--reason", "never heard of her", "--json"
    )
    document = json.loads(out)
    assert (status, document["answer"]) == (0, "Tromsø")
    assert document["facts"][0]["status"] == "out"
    ((_, acted),) = state(log, document["run"]).acts
    assert (acted.act, acted.reason) == ("reject fact", "never heard of her")


MISTAKES = {
    "an unknown run": (["nope", "--at", "3"], "no run 'nope'"),
    "an event that is not there": (["RUN", "--at", "999"], "999 is none of them"),
    "no event": (["RUN"], "--at"),
    "an unknown model": (["RUN", "--at", "3", "--model", "gpt9"], "model 'gpt9' is not known"),
    "an unknown memory": (["RUN", "--at", "3", "--memory", "elephant"], "memory 'elephant' is not known"),
    "an unknown corpus": (["RUN", "--at", "3", "--corpus", "harbor"], "no collection 'harbor'"),
    "an unknown repair": (["RUN", "--at", "3", "--repair", "soft"], "rules.repair = 'soft' is not accepted"),
    "an unknown fact": (["RUN", "--at", "3", "--reject", "f9", "--reason", "no"], "no fact 'f9'"),
    "no reason": (["RUN", "--at", "LAST", "--reject", "f2"], "needs a reason"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_ends_with_two_and_one_sentence_and_records_nothing(sleuth, parent, log, mistake):
    arguments, sentence = MISTAKES[mistake]
    names = {"RUN": parent["run"], "LAST": parent["seq"]}
    status, out, err = sleuth("branch", *(names.get(a, a) for a in arguments))
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert sentence in err
    assert len(log.runs()) == 1


def test_an_unknown_repair_policy_is_named_when_asking(sleuth, log):
    status, _, err = sleuth("ask", "Who?", "--repair", "soft")
    assert status == 2
    assert "rules.repair = 'soft' is not accepted" in err
    assert log.runs() == ()
