"""A Streamlit server for a script, and a Chromium page that notes what it should not see.

A missing Chromium or playwright fails these tests: a page that nobody looked at is not a page that works.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import harbour
import pytest
from tabs import Seen, new_page

from sleuth.evaluate.browsing import ROOT, chromium, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def _serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Start a server for a script: `serve(script, *arguments, **environment)` gives its address."""
    with ExitStack() as running:

        def start(script: Path, *arguments: str, **environment: str) -> str:
            folder = tmp_path_factory.mktemp("server")
            return running.enter_context(served(script, folder, *arguments, **environment))

        yield start


# One server for each test, or one for all tests of a module, which then only differ in their sessions.
serve = pytest.fixture(name="serve")(_serving)
serve_module = pytest.fixture(name="serve_module", scope="module")(_serving)


@pytest.fixture
def serving(serve: Callable[..., str], tmp_path: Path) -> Callable[..., str]:
    """Start the app with a scripted model that takes so long over each reply; its address.

    Its log is empty unless the test fills it, and its documents are those of the harbour."""

    def start(seconds: float = 0.0) -> str:
        model = f"scripted/{harbour.script(tmp_path, seconds=seconds)}"
        return serve(ROOT / "app.py", SLEUTH_MODEL=model, SLEUTH_CORPUS=str(harbour.pages(tmp_path)))

    return start


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser: "Browser", serve: Callable[..., str]) -> Iterator[Callable[..., Seen]]:
    """Open a page: `open_page(width=1400, height=900, dark=False)`. Afterwards every page opened is held to
    its console being clean and its requests having stayed on this machine. Pages close before servers do."""
    opened: list[Seen] = []

    def open_one(**options: object) -> Seen:
        opened.append(new_page(browser, **options))
        return opened[-1]

    yield open_one
    for seen in opened:
        seen.page.context.close()
    assert not [error for seen in opened for error in seen.errors]
    assert not [address for seen in opened for address in seen.foreign]


@pytest.fixture
def seen(open_page: Callable[..., Seen]) -> Seen:
    """One page of a desktop's size in the light theme, with what it said and asked for."""
    return open_page()


@pytest.fixture
def page(seen: Seen) -> "Page":
    """The same page, for tests that only click and look."""
    return seen.page
