"""Rewinding: the same state and steps as folding from the start, wherever one jumps, and without copies."""

import pytest
import small_run

from sleuth.errors import CallerError
from sleuth.evaluate import long_run
from sleuth.fold import replay
from sleuth.rewinding import STRIDE, rewind
from sleuth.store import Log
from sleuth.views.timeline import extend


@pytest.fixture
def log(tmp_path) -> Log:
    return Log(tmp_path / "log.db")


def test_a_jump_to_any_place_gives_what_folding_from_the_start_gives(log):
    entries = small_run.record(log, "r1", tuple(long_run.steps(80)))
    assert len(entries) > 3 * STRIDE
    last = len(entries)
    for seq in (0, 1, last, STRIDE, STRIDE + 1, 2 * STRIDE - 1, last - 1, 2 * STRIDE, 7):
        assert rewind(log.path, "r1", seq) == (replay(entries[:seq]), extend((), entries[:seq]))


def test_events_that_arrive_later_are_seen_and_earlier_places_stay(log):
    entries = small_run.record(log, "r1", small_run.STEPS[:5])
    seen = rewind(log.path, "r1", len(entries))
    more = small_run.entries(small_run.STEPS[:7])
    log.append("r1", more[len(entries) :])
    assert rewind(log.path, "r1", len(more)).state == replay(more)
    assert rewind(log.path, "r1", len(entries)) is seen


def test_runs_of_two_logs_are_never_mixed_up(log, tmp_path):
    other = Log(tmp_path / "other.db")
    small_run.record(log, "r1", small_run.STEPS[:4])
    last = len(small_run.record(other, "r1", small_run.ABSTAINED))
    assert rewind(other.path, "r1", last).state.cause == "no retrieval"
    assert rewind(log.path, "r1", last).state.cause is None


def test_a_run_that_is_not_there_says_so(log):
    with pytest.raises(CallerError, match="There is no run 'r9'"):
        rewind(log.path, "r9", 3)
