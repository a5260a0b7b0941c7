"""How quickly the page follows a person and a run, measured in a real browser: `bench dashboard`.

The page is served from the checkout over a log made for the purpose; times are those a person waits, from the click,
or from the moment an event is in the log, to the frame that shows what came of it.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from sleuth import events as e
from sleuth.errors import CallerError
from sleuth.evaluate.browsing import ROOT, chromium, served
from sleuth.evaluate.long_run import BEGUN, first, steps
from sleuth.events import number
from sleuth.models import Record
from sleuth.settings import Limits
from sleuth.store import Log

if TYPE_CHECKING:
    from playwright.sync_api import Page

TIMES = 30
"""Measurements of each kind."""
RUNS = 5_000
"""Runs in the log."""
NODES = 300
"""Nodes of the run that is rewound."""
EVENTS = 5_000
"""Events of each run that is opened."""
LONG = 8
"""Runs of that length: with the others they are the newest, which the sidebar lists."""
LIVE, REWOUND, OPENED = "live", "rewound", "opened"
PATIENCE_S = 30.0
"""After so long something that was waited for counts as never shown."""


class Waited(Record):
    """How long, or how much, each of several things took, against a budget for the 95th percentile."""

    name: str
    unit: str
    values: tuple[float, ...]
    budget: float

    def quantile(self, share: float) -> float:
        """The smallest value that this share of all does not exceed."""
        return sorted(self.values)[max(0, ceil(share * len(self.values)) - 1)]

    @property
    def within(self) -> bool:
        """Whether the budget is kept."""
        return self.quantile(0.95) <= self.budget


def waits(times: int = TIMES) -> Iterator[Waited]:
    """Every measurement, one after the other. Raises CallerError without a browser or a checkout."""
    app = ROOT / "app.py"
    if not app.exists():
        raise CallerError(f"The page is measured in a checkout of Sleuth; there is no {str(app)!r}.")
    with TemporaryDirectory() as folder, chromium() as browser:
        home = Path(folder)
        log = Log(home / "sleuth.db")
        made_log(log)
        context = browser.new_context(viewport={"width": 1400, "height": 1000}, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_S * 1000)
        serve = partial(served, app, home, SLEUTH_DATA=folder, SLEUTH_CONFIG=folder, SLEUTH_LOG=str(log.path))
        with serve() as address:
            page = context.new_page()
            yield from _rewinding(page, address, times)
            yield _clicking(page, address, times)
            yield _history(page, address, times)
            yield from _arriving(page, address, log, times)
        opened: list[float] = []
        while len(opened) < times:
            # A server of its own: what was opened before is remembered.
            with serve() as address:
                opened += _opening(context.new_page(), address, min(LONG, times - len(opened)))
        yield Waited(name=f"a run of {EVENTS:,} events opened", unit="ms", values=tuple(opened), budget=1000)


def made_log(log: Log) -> None:
    """A log with thousands of short runs, one to rewind, one that is still carried on, and some long ones."""
    moment = BEGUN
    for place in range(RUNS):
        moment += timedelta(minutes=1)
        started = e.RunStarted(
            question=f"Who kept the light of Norholm in the year {place}?",
            memory="retree",
            model="scripted",
            collections=("harbour",),
            limits=Limits(),
        )
        answered = e.Answered(text=f"Keeper {place}", claims=(), confidence="high")
        log.begin(f"made-{place}", number((started, answered), after=0, at=moment))
    _record(log, REWOUND, NODES * 18, moment)
    for place in range(LONG):
        _record(log, f"{OPENED}-{place}", EVENTS, moment + timedelta(minutes=place))
    _record(log, LIVE, 60, moment + timedelta(days=1))
    log.claim(LIVE)


def _record(log: Log, run: str, events: int, moment: datetime) -> None:
    entries = number(first(events), after=0, at=moment)
    log.begin(run, entries[:1])
    log.append(run, entries[1:])


def _rewinding(page: "Page", address: str, times: int) -> Iterator[Waited]:
    """One step back in a long run: the run of the page's script, and all of it from the click to the last frame."""
    _shown(page, f"{address}/?run={REWOUND}", "detail")
    at = page.evaluate("Number(document.querySelector('.st-key-scrubber').textContent.match(/Step ([0-9]+) of/)[1])")
    page.evaluate(TIMING)
    values, scripts = [], []
    for step in range(at - 1, at - 1 - times, -1):
        # The last thing on the page that follows: the mark in the list of steps.
        marked = f"/In view\\D*{step} /.test(document.querySelector('.st-key-below')?.textContent ?? '')"
        values.append(_wait(page, _press("step_back"), marked))
        scripts += page.evaluate("sleuthRan.splice(0)")  # a run that ended within one frame is not seen
    what = f"one step back in a run of {NODES} nodes"
    yield Waited(name=f"{what}, script run", unit="ms", values=tuple(scripts), budget=250)
    yield Waited(name=f"{what}, from the click to the last frame", unit="ms", values=tuple(values), budget=250)


def _clicking(page: "Page", address: str, times: int) -> Waited:
    """A click on a node, to its details."""
    _shown(page, f"{address}/?run={REWOUND}", "detail")
    box = page.locator("[class*=st-key-tree_] .stage").bounding_box()
    if box is None:
        raise CallerError("The evidence tree is not on the page.")
    values: list[float] = []
    spots = [(box["x"] + box["width"] / 2, box["y"] + box["height"] * share) for share in (0.5, 0.3, 0.7)]
    for turn in range(times * 3):
        if len(values) == times:
            break
        before = page.evaluate("document.querySelector('.st-key-detail').textContent")
        page.mouse.move(*spots[turn % len(spots)])
        begun = perf_counter()
        page.mouse.down()
        page.mouse.up()
        if _came(page, f"{_text('detail')} !== {json.dumps(before)} && {STILL}", patience=2.0):
            values.append((perf_counter() - begun) * 1000)
    return Waited(name="a click on a node, to its details", unit="ms", values=tuple(values), budget=300)


def _history(page: "Page", address: str, times: int) -> Waited:
    """From a click on History to the table of thousands of runs."""
    _shown(page, address)
    values = []
    table = "document.querySelector('[class*=st-key-history_table]') !== null"
    for _ in range(times):
        values.append(_wait(page, _link("History"), table))
        _wait(page, _link("Investigate"), "document.querySelector('[class*=st-key-history_table]') === null")
    return Waited(name=f"History of {RUNS:,} runs", unit="ms", values=tuple(values), budget=500)


def _arriving(page: "Page", address: str, log: Log, times: int) -> Iterator[Waited]:
    """From the moment that a step is in the log to the frame that shows it; and what is sent for it."""
    received: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))))
    _shown(page, f"{address}/?run={LIVE}", "detail")
    last = log.last_seq(LIVE)
    values, sizes = [], []
    whole = list(steps(900))[61:]
    for place in range(times):
        before = len(received)
        title = f"Step {last} in the light of Norholm"
        taken = e.StepTaken(phase="read", turn=60, title=title, question="q1", seconds=0.1)
        entries = number((taken, *whole[place][1:]), after=last, at=datetime.now(UTC))
        log.append(LIVE, entries)
        begun = perf_counter()
        last = entries[-1].seq
        if _came(page, f"document.body.textContent.includes({json.dumps(title)}) && {STILL}", patience=PATIENCE_S):
            values.append((perf_counter() - begun) * 1000)
            sizes.append(sum(received[before:]) / 1000)
    log.release(LIVE)
    yield Waited(name="a new step, from the log to the screen", unit="ms", values=tuple(values), budget=1200)
    yield Waited(name="everything sent for it", unit="kB", values=tuple(sizes), budget=50)


def _opening(page: "Page", address: str, times: int) -> list[float]:
    """From a click on a run in the sidebar to that run."""
    _shown(page, address)
    values = []
    for place in range(times):
        run = f"{OPENED}-{place}"
        values.append(_wait(page, _press(f"pick_{run}"), f"location.search.includes('{run}') && {_text('detail')}"))
    page.close()
    return values


STILL = "document.querySelector('[data-testid=stApp]').dataset.testScriptState === 'notRunning'"
"""Whether the page's script has come to its end."""


TIMING = """() => {
  const app = document.querySelector("[data-testid=stApp]");
  let begun = null;
  globalThis.sleuthRan = [];
  new MutationObserver(() => {
    const running = app.dataset.testScriptState !== "notRunning";
    if (running) begun ??= performance.now();
    else if (begun !== null) sleuthRan.push(performance.now() - begun), (begun = null);
  }).observe(app, { attributeFilter: ["data-test-script-state"] });
}"""
"""Note from now on how long each run of the script takes, as the page sees it."""


def _shown(page: "Page", address: str, key: str = "new_question") -> None:
    page.goto(address)
    page.locator(f"[data-testid=stApp][data-test-script-state=notRunning] .st-key-{key}").wait_for()
    page.wait_for_load_state("networkidle")


def _press(key: str) -> str:
    return f"document.querySelector('.st-key-{key} button').click()"


def _link(label: str) -> str:
    links = "[...document.querySelectorAll('[data-testid=stSidebarNavLink]')]"
    return f"{links}.find((link) => link.textContent.includes('{label}')).click()"


def _text(key: str) -> str:
    return f"(document.querySelector('.st-key-{key}')?.textContent ?? '')"


def _wait(page: "Page", act: str, shown: str) -> float:
    """Milliseconds from an act to the frame that shows something and whose script has ended.

    What is waited for must not be shown before. What never comes counts as `PATIENCE_S`.
    """
    waited: float = page.evaluate(
        f"""() => new Promise((resolve) => {{
          const begun = performance.now();
          {act};
          const look = () => {{
            const waited = performance.now() - begun;
            if (({shown}) && {STILL} || waited > {PATIENCE_S * 1000}) return resolve(waited);
            requestAnimationFrame(look);
          }};
          requestAnimationFrame(look);
        }})"""
    )
    return waited


def _came(page: "Page", shown: str, *, patience: float) -> bool:
    """Whether something holds within so many seconds."""
    return bool(
        page.evaluate(
            f"""() => new Promise((resolve) => {{
              const end = performance.now() + {patience * 1000};
              const look = () => ({shown}) ? resolve(true) : performance.now() > end ? resolve(false)
                : requestAnimationFrame(look);
              requestAnimationFrame(look);
            }})"""
        )
    )
