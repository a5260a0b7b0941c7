"""Runs recorded in earlier formats are still read, as they were then."""

from pathlib import Path

from sleuth.bundle import read_bundle
from sleuth.fold import replay
from sleuth.rules import AS_PUBLISHED

LOGS = Path(__file__).parent / "logs"


def test_a_run_from_before_rules_were_recorded_replays_and_would_go_on_as_it_began():
    state = replay(read_bundle(LOGS / "before_rules.jsonl").entries)
    assert (state.status, state.answer) == ("finished", "20,310")
    assert state.rules == AS_PUBLISHED
    assert [len(n.revisions) for n in state.nodes] == [0, 0, 1]
    assert all((f.declared, f.mechanical, f.author) == ((), (), None) for f in state.facts)
