"""The web from a command line and in a run: what `--web` chooses, and that Stop ends a search that hangs."""

import threading
from urllib.parse import quote

import pytest
from investigating import says
from stub_engines import stub_engine

from sleuth.carrying import now
from sleuth.commands.options import Parser, add_settings, settings
from sleuth.events import RunStopped, Searched
from sleuth.investigate import Ports
from sleuth.models.scripted import scripted
from sleuth.runner import Runner
from sleuth.search import Query, connect
from sleuth.search.web import WebSearch
from sleuth.search.web.asking import Asking
from sleuth.search.web.cooling import Cooling
from sleuth.search.web.kept import Kept
from sleuth.settings import WEB_ENGINES, Settings, Web, load
from sleuth.store import Log


def chosen(*options):
    parser = Parser()
    add_settings(parser)
    given = settings(parser.parse_args(options))
    return given.web.engines, given.collections


@pytest.mark.parametrize(
    ("options", "engines", "collections"),
    [
        ([], (), ("casebook",)),
        (["--web"], WEB_ENGINES, ()),
        (["--web", "--corpus", "mine"], WEB_ENGINES, ("mine",)),
        (["--web", "--set", "engines=wikipedia"], ("wikipedia",), ()),
        (["--web", "--set", "web.engines=wikipedia"], ("wikipedia",), ()),
        (["--set", "engines=wikipedia"], ("wikipedia",), ("casebook",)),
    ],
)
def test_web_searches_the_web_and_only_the_collections_that_are_named(options, engines, collections):
    assert chosen(*options) == (engines, collections)


def test_web_keeps_the_engines_that_were_set_before(monkeypatch):
    monkeypatch.setenv("SLEUTH_WEB", "searxng, wikipedia")
    assert chosen("--web") == (("searxng", "wikipedia"), ())


def test_a_wrong_engine_is_told_before_a_run_begins(sleuth):
    said = sleuth("ask", "Who directed Heat?", "--web", "--set", "engines=bing")
    assert said.status == 2
    assert "duckduckgo, searxng, wikipedia" in said.err
    assert sleuth("runs", "--json").document == []


def test_an_engine_cannot_lead_us_to_this_machine_or_a_cloud_s_metadata():
    def answer(request):
        inside = [
            f"{server.url}/secret",
            f"https://duckduckgo.com/l/?uddg={quote(server.url + '/secret', safe='')}&x=1",
        ]
        addresses = [
            *inside,
            "http://169.254.169.254/latest/meta-data",
            "http://[::ffff:10.0.0.1]/",
            "file:///etc/passwd",
        ]
        return {"results": [{"title": "Heat", "url": address, "content": "director"} for address in addresses]}

    with stub_engine(answer) as server:
        chosen = load({"engines": "searxng", "collections": "", "searxng_url": server.url})
        results = connect(chosen)(Query(text="director of Heat"))
    assert (results.outcome, results.passages) == ("failed", ())
    assert "3 of 3 pages could not be read" in results.message
    assert [request.path for request in server.requests] == ["/search"]


def test_stop_ends_a_run_whose_search_hangs_within_a_second(tmp_path):
    reached, release = threading.Event(), threading.Event()

    def stall(*_):
        reached.set()
        release.wait(30)
        raise AssertionError("nobody waits for this any more")

    asking = Asking({"one": stall}, Web(), Kept(tmp_path / "web.db", "en"), cooling=Cooling())
    search = WebSearch(asking, stall, 5)
    model = scripted([says("react", {"action": "search", "text": "director of Heat"})])
    log = Log(tmp_path / "log.db")
    runner = Runner(log, lambda _: Ports(model=model, search=search, clock=now))
    run = runner.start("Who directed Heat?", Settings(memory="react", web=Web(engines=("one",))))
    assert reached.wait(20)
    runner.stop(run)
    assert runner.join(run, 1.0)
    events = [entry.event for entry in log.entries(run)]
    assert isinstance(events[-1], RunStopped)
    assert not any(isinstance(event, Searched) for event in events)
    release.set()
