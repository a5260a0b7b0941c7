"""`runs --search`, `rename`, `tag` and `compare` on the command line."""

import re

import pytest
import small_run
from small_run import ABSTAINED, STEPS

from sleuth.folders import log_path
from sleuth.store import Log


@pytest.fixture
def log(sleuth):
    """Three runs in the log that the commands use."""
    log = Log(log_path())
    small_run.record(log, "whole")
    small_run.record(log, "gone", ABSTAINED)
    small_run.record(log, "short", STEPS[:6], origin="evaluation")
    return log


def runs(said) -> list[str]:
    return [row["run"] for row in said.document]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--search", "tromsø"), ["whole"]),
        (("--status", "no answer"), ["gone"]),
        (("--status", "answered", "--status", "interrupted"), ["whole", "short"]),
        (("--origin", "evaluation"), ["short"]),
        (("--model", "scripted", "--limit", "2"), ["whole", "short"]),
        (("--memory", "flat"), []),
        (("--tag", "TO CHECK"), ["gone"]),
        (("--order", "tokens"), ["whole", "short", "gone"]),
    ],
)
def test_runs_are_found_as_in_history(sleuth, log, options, found):
    log.tag("gone", "to check")
    assert runs(sleuth("runs", *options, "--json")) == found


def test_a_list_says_when_nothing_fits(sleuth, log):
    assert sleuth("runs", "--search", "zebra").out == "None of the runs fits.\n"
    said = sleuth("runs", "--status", "happy")
    assert (said.status, "invalid choice: 'happy'" in said.err) == (2, True)


def test_a_title_and_tags_stand_in_the_list_and_change_no_event(sleuth, log):
    assert "whole goes by “The bridge”; no tags." in sleuth("rename", "whole", "The bridge").out
    assert sleuth("tag", "whole", "to check", "harbour", "--json").document["tags"] == ["harbour", "to check"]
    assert f"[harbour] [to check] The bridge · {small_run.QUESTION} → Tromsø" in sleuth("runs").out
    assert sleuth("tag", "whole", "--remove", "HARBOUR", "--json").document["tags"] == ["to check"]
    assert sleuth("show", "whole", "--json").document["question"] == small_run.QUESTION
    assert log.last_seq("whole") == len(small_run.entries())


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (("rename", "nope", "x"), "no run 'nope'"),
        (("tag", "whole", "fine", "…"), "holds no letter and no digit"),
        (("compare", "whole"), "wants 2 to 12 different runs, not 1"),
        (("compare", "whole", "whole"), "not 1"),
        (("compare", "whole", "nope"), "no run 'nope'"),
    ],
)
def test_a_mistake_is_one_sentence_and_changes_nothing(sleuth, log, command, complaint):
    said = sleuth(*command)
    assert said.status == 2
    assert complaint in said.err
    assert len(said.err.splitlines()) == 1
    assert log.run("whole").tags == ()


def test_compare_tells_what_runs_agree_on_and_where_they_parted(sleuth, log):
    said = sleuth("compare", "whole", "short").out
    assert said.startswith("A answers Tromsø; B has no answer.\n")
    assert (
        "FACTS OF A B\n  The Norholm bridge, a favourite of walkers, was designed by Ada Holm.  (A f1 out, B f1 in)"
        in said
    )
    assert "by Ada Holm.  (A f2 in, B has Ada Holm)" in said
    assert "after 5 steps taken alike\n  A  step 6: Read the minutes" in said
    assert re.search(r"prompt tokens +360 +240\n", said)


def test_compare_as_one_document(sleuth, log):
    told = sleuth("compare", "whole", "short", "gone", "--json").document
    assert [run["letter"] for run in told["runs"]] == ["A", "B", "C"]
    assert told["verdict"] == "A answers Tromsø; B and C have no answer."
    assert [bool(held) for held in told["facts"][0]["held"]] == [True, True, False]
    assert told["parting"]["together"] == 2


def test_nothing_of_a_page_steers_the_terminal(sleuth, log):
    started = STEPS[0][0].model_copy(update={"question": "Who\x1b[31m?\u202e"})
    small_run.record(log, "evil", ((started,), *STEPS[1:6]))
    for command in (("compare", "evil", "short"), ("runs",)):
        said = sleuth(*command).out
        assert "\x1b" not in said
        assert "\u202e" not in said
