"""Work beside the page: seen by whoever looks, one piece a key, and never lost in silence."""

import threading

import pytest

from sleuth.background import Background
from sleuth.errors import CallerError, ServiceError


def test_work_is_seen_while_it_goes_on_and_its_result_stays():
    works, reached, release = Background(), threading.Event(), threading.Event()

    def call(work):
        work.told("Counting", 1, 2)
        reached.set()
        assert release.wait(20)
        return "done"

    works.start("a", call)
    assert reached.wait(20)
    seen = works.get("a")
    assert (seen.running, seen.doing, seen.done, seen.total, seen.result) == (True, "Counting", 1, 2, None)
    with pytest.raises(CallerError, match="still going on"):
        works.start("a", call)
    works.clear("a")
    assert works.get("a") is seen
    release.set()
    assert seen.join(20)
    assert (seen.running, seen.result, seen.seconds) == (False, "done", seen.seconds)
    works.clear("a")
    assert works.every() == ()


@pytest.mark.parametrize(
    ("error", "told"),
    [(ServiceError("The disk is full."), "The disk is full."), (KeyError("x"), "Unexpected: KeyError: 'x'")],
)
def test_what_failed_is_told_and_can_be_tried_again(error, told):
    def fail(work):
        raise error

    works = Background()
    work = works.start("a", fail)
    assert work.join(20)
    assert (work.result, work.error) == (None, told)
    again = works.start("a", lambda work: 1)
    assert again.join(20)
    assert again.result == 1
