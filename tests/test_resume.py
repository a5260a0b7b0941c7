"""A run killed at any moment goes on where it was: no event lost or doubled, at most the cut call repeated."""

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import harbour
import pytest

from sleuth import carrying
from sleuth.__main__ import main
from sleuth.carrying import begin, carry
from sleuth.events import ModelCalled, StepTaken
from sleuth.fold import replay
from sleuth.investigate import Ports
from sleuth.models import scripted
from sleuth.settings import Settings
from sleuth.store import Log
from sleuth.views.projection import project

ROOT = Path(__file__).parent.parent
SOON = 60.0

COMMAND_LINE = """
import sys
sys.path.insert(0, "tests")
import harbour
from sleuth.__main__ import main
from sleuth.models import scripted
scripted.scripted = harbour.counted(sys.argv[1])
sys.exit(main(sys.argv[2:]))
"""
"""`python -m sleuth` as it is, but for the count of requests to the scripted model."""


class Desk:
    """One log, its case, and the count of requests that reached the model."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.pages, self.script = harbour.pages(folder), harbour.script(folder, seconds=seconds)
        self.path, self.calls = folder / "log.db", folder / "calls"

    def arguments(self, *command: str) -> list[str]:
        return ["--log", str(self.path), *command]

    def question(self) -> list[str]:
        model = f"scripted/{self.script}"
        return self.arguments("ask", harbour.QUESTION, "--model", model, "--corpus", str(self.pages))

    def start(self) -> subprocess.Popen:
        """Ask in a process of its own."""
        return subprocess.Popen(
            [sys.executable, "-c", COMMAND_LINE, str(self.calls), *self.question()],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def requests(self) -> Counter[str]:
        """How often each purpose was asked of the model, answered or not."""
        return Counter(self.calls.read_text().split())

    def told(self, run: str) -> tuple:
        """All that happened in a run, apart from when and how long."""
        entries = Log(self.path).entries(run)
        bare = [x.event.model_copy(update={"seconds": None}) if timed(x.event) else x.event for x in entries]
        return tuple((x.seq, event) for x, event in zip(entries, bare, strict=True))

    def document(self, run: str) -> dict:
        """The run's document, apart from its name."""
        log = Log(self.path)
        return project("", replay(log.entries(run)), log.run(run).status)


def timed(event: object) -> bool:
    return isinstance(event, StepTaken | ModelCalled)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    desk = Desk(tmp_path, seconds=0.01)
    monkeypatch.setattr(scripted, "scripted", harbour.counted(desk.calls))
    return desk


def test_killed_at_random_moments_every_run_resumes_to_the_same_end(desk, kills):
    assert main(desk.question()) == 0
    (whole,) = Log(desk.path).runs()
    undisturbed, document, requests = desk.told(whole.id), desk.document(whole.id), desk.requests()
    steps = sum(isinstance(event, StepTaken) for _, event in undisturbed)
    assert document["answer"] == "Tromsø"
    assert document["repairs"] == 1

    moments, cut = random.Random(0), set()
    for _ in range(kills):
        desk.calls.write_text("")
        process = desk.start()
        # Each step is told once it is committed; the kill falls somewhere in what follows one of them.
        for _ in range(moments.randint(1, steps)):
            process.stderr.readline()
        try:
            process.wait(moments.uniform(0, 0.03))
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate(timeout=SOON)

        log = Log(desk.path)
        run = log.runs()[0]
        cut.add(run.seq)
        if run.status != "finished":
            assert run.status == "interrupted"
            assert desk.told(run.id) == undisturbed[: run.seq]
            assert main(desk.arguments("resume", run.id)) == 0
        assert desk.told(run.id) == undisturbed
        assert desk.document(run.id) == document
        assert sum((desk.requests() - requests).values()) <= 1, "only the call that was cut is repeated"
    assert len(cut) > kills // 3, "the kills fell at different moments"


def test_a_run_dropped_after_every_single_step_comes_to_the_same_end(desk, tmp_path):
    settings = Settings(model=f"scripted/{harbour.script(tmp_path)}", collections=(str(desk.pages),))
    log = Log(desk.path)
    whole, dropped = (begin(log, harbour.QUESTION, settings, run=run) for run in ("whole", "dropped"))
    asked = []

    def connect(own: Settings) -> Ports:
        ports = carrying.connect(own)
        return ports._replace(model=lambda request: asked.append(request) or ports.model(request))

    list(carry(log, whole, settings, connect))
    requests, asked[:] = list(asked), []
    while log.run(dropped).status != "finished":
        steps = carry(log, dropped, settings, connect)
        next(steps)
        steps.close()
    assert desk.told(dropped) == desk.told(whole)
    assert desk.document(dropped) == desk.document(whole)
    assert asked == requests, "each request is made from the log alone, the same as undisturbed"
