"""A log of the test's own."""

import pytest

from sleuth.store import Log


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "log.db")
