"""Something done by many threads at the same moment."""

import threading
from collections.abc import Callable


def at_once(many: int, act: Callable[[], object]) -> list[Exception]:
    """What failed when `act` was called by that many threads, all let go together."""
    gate, failures = threading.Barrier(many), []

    def one() -> None:
        gate.wait(10)
        try:
            act()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=one) for _ in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    return failures
