"""A repair told in stages: by evidence and by a person, several in one run, with what it left alone."""

import pytest
import small_run
from bridge import ADA, BERGDAL, BRIDGE, CHAIN, LATE, LUND, OVERTURNED, QUESTION, TROMVIK
from investigating import NOON, Page, Told, ask, reads, shelf

from sleuth import events as e
from sleuth.acts import Intervention, perform
from sleuth.errors import CallerError
from sleuth.events import Entry, number
from sleuth.fold import replay
from sleuth.rules import Rules
from sleuth.views.contradiction import Contradiction, contradiction, corrections
from sleuth.views.timeline import extend

BACK = Page(
    "Norholm bridge (second correction)",
    "After all the Norholm bridge was designed by Ada Holm; the record that it was Birger Lund was wrong.",
    "Tromvik",
    "2005-01-01",
)


def told(entries: tuple[Entry, ...]) -> list[Contradiction]:
    """Every repair of a run in its stages."""
    found = []
    for _, revision in corrections(replay(entries)):
        step = next(s for s in extend((), entries) if s.begun <= revision.at_seq <= s.ended)
        before, later = replay(entries[: step.begun - 1]), entries[step.ended :]
        found.append(contradiction(before, entries[step.begun - 1 : step.ended], later, revision.at_seq))
    return found


def late(policy: str, *more: Page, script=()) -> Told:
    """The correction comes when the whole chain rests on the old value."""
    pages = shelf(BRIDGE, ADA, BERGDAL, LATE, LUND, TROMVIK, *more)
    return ask(QUESTION, pages, *script, *CHAIN, *OVERTURNED, rules=Rules(repair=policy), searches=12)


def stages(repair: Contradiction) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {stage.name: (stage.told, stage.nodes) for stage in repair.stages}


def test_a_late_correction_is_told_from_the_new_passage_to_what_was_found_instead():
    (repair,) = told(late("selective").entries)
    assert (repair.node, repair.old, repair.new) == ("n2", "f1", "f4")
    said = stages(repair)
    assert list(said) == ["new passage", "refuted", "rested on it", "withdrawn", "rebuilt"]
    assert said["new passage"][0].startswith("“Norholm bridge (correction)” of 2001-02-03 says “The brochure is")
    assert said["refuted"][0].startswith("f1, “Ada Holm” from “Norholm bridge” of 1990-01-01, is refuted: ")
    assert said["rested on it"] == ("On f1 rested f2 and f3, in n3 and n4.", ("n3", "n4"))
    assert said["withdrawn"] == (
        "n3 and n4 are pruned; f2 and f3 are dormant: true to their sources, but no longer counted.",
        ("n3", "n4"),
    )
    assert said["rebuilt"] == (
        "n2 holds f4, “Birger Lund”, instead; q2 is answered anew by f5, “Tromvik”, in n5; "
        "q3 is answered anew by f6, “Nordmark”, in n6.",
        ("n2", "n5", "n6"),
    )


def test_each_stage_is_seen_at_its_own_moment():
    run = late("selective")
    (repair,) = told(run.entries)
    first, refuted, resting, withdrawn, rebuilt = repair.stages
    assert first.seq == refuted.seq == resting.seq < repair.seq <= withdrawn.seq < rebuilt.seq
    before, after, end = (replay(run.entries[:at]) for at in (first.seq, withdrawn.seq, rebuilt.seq))
    assert (before.fact("f1").status, after.fact("f1").status) == ("in", "out")
    assert [n.status for n in after.nodes if n.id in withdrawn.nodes] == ["pruned", "pruned"]
    assert {n.id for n in end.nodes} >= {*rebuilt.nodes}


def test_a_policy_that_leaves_things_standing_says_so():
    (repair,) = told(late("flat").entries)
    assert stages(repair)["rested on it"][1] == ("n3", "n4")
    assert stages(repair)["withdrawn"] == ("Nothing else is withdrawn; f2 and f3 stand as before.", ())


def test_two_repairs_of_one_run_are_told_apart_in_their_order():
    first, second = told(late("selective", BACK, script=(reads("(second correction)", 1, "Ada Holm"),)).entries)
    assert first.seq < second.seq
    assert "Birger Lund" in first.stages[0].told
    assert "second correction" in second.stages[0].told
    assert "stand again" in stages(second)["rebuilt"][0], "what rested on the old value comes back with it"
    assert "Nordmark" not in stages(first)["rebuilt"][0], "what came after the next repair is not this one's"


def test_a_persons_rejection_begins_with_their_decision():
    entries = ask(QUESTION, shelf(BRIDGE, ADA, BERGDAL), *CHAIN).entries
    wanted = Intervention(act="reject fact", author="AK", reason="seen in the archive", target="f1")
    entries += number(perform(replay(entries), wanted), after=len(entries), at=NOON)
    (repair,) = told(entries)
    assert repair.new is None
    said = stages(repair)
    assert said["decision"] == ("AK rejected f1: seen in the archive.", ("n2",))
    assert said["rested on it"][1] == ("n3", "n4")
    assert said["rebuilt"][0].startswith("Nothing takes its place; ")
    assert said["rebuilt"][0].endswith("open again; the answer is open again.")


def test_what_does_not_rest_on_the_refuted_fact_is_said_to_be_kept():
    (index,) = (i for i, group in enumerate(small_run.STEPS) if any(isinstance(x, e.Repaired) for x in group))
    sibling = small_run.fact(5, small_run.P1, "walkers", 2, "n3", 1)
    found = (*small_run.STEPS[index - 2], e.FactRecorded(fact=sibling))
    mended = tuple(
        x.model_copy(update={"adopted": ("f5",)}) if isinstance(x, e.Repaired) else x for x in small_run.STEPS[index]
    )
    steps = (*small_run.STEPS[: index - 2], found, small_run.STEPS[index - 1], mended)
    (repair,) = told(small_run.entries(steps))
    assert stages(repair)["withdrawn"][0] == "n3 is pruned; f5 is kept, with n2."


def test_two_repairs_in_one_step_each_tell_their_own():
    (index,) = (i for i, group in enumerate(small_run.STEPS) if any(isinstance(x, e.Repaired) for x in group))
    again = (
        e.FactChanged(fact="f2", status="out", reason="a forgery"),
        e.Repaired(node="n2", old="f2", new=None, reason="a forgery", summary="Nothing is confirmed yet."),
    )
    entries = small_run.entries((*small_run.STEPS[:index], (*small_run.STEPS[index], *again)))
    first, second = told(entries)
    assert (first.old, second.old) == ("f1", "f2")
    assert stages(first)["withdrawn"][0] == "n3 is pruned."
    assert stages(second)["withdrawn"][0] == "Nothing else is withdrawn."
    assert "a forgery" not in stages(first)["refuted"][0]


def test_an_event_that_is_no_repair_is_refused():
    entries = small_run.entries()
    with pytest.raises(CallerError, match="event 3 is no repair"):
        contradiction(replay(entries[:1]), entries[1:4], (), 3)
