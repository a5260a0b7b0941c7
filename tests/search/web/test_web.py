"""The web as a search: engines in their order, pages read, passages that answer, and why nothing came back."""

import threading
from concurrent.futures import Future
from datetime import UTC, datetime

import pytest
from stub_engines import NOTHING, PUZZLE, Answer, duckduckgo_page, stub_engine

from sleuth.errors import CallerError, ServiceError
from sleuth.search import Query, connect, several
from sleuth.search.abandoning import Abandoned
from sleuth.search.web import WebSearch
from sleuth.search.web.asking import Asking, Chance
from sleuth.search.web.cooling import Cooling
from sleuth.search.web.engines import Answered, Hit, duckduckgo
from sleuth.search.web.fetching import Fetched
from sleuth.search.web.kept import Kept
from sleuth.settings import Settings, Web, load

HEAT = "Heat is a film of 1995.\n\nIts director is Michael Mann, who also wrote it."
ASKED = Query(text="director of Heat")


class World:
    """Engines and pages that answer as a test says, a clock that only waiting moves, and what was asked of them."""

    def __init__(self, tmp_path, **web):
        self.now = 0.0
        self.slept = []
        self.asked = []
        self.fetched = []
        self.answers = {}
        self.pages = {}
        self.settings = {"engines": ("one", "two"), **web}
        self.cooling = Cooling()
        self.path = tmp_path / "web.db"

    def engine(self, name):
        def ask(text, k):
            self.asked.append((name, text, k))
            answer = self.answers[name]
            answer = answer.pop(0) if isinstance(answer, list) else answer
            return answer.model_copy(update={"engine": name})

        return ask

    def fetch(self, url):
        self.fetched.append(url)
        page = self.pages.get(url, HEAT)
        if isinstance(page, str):
            page = Fetched(outcome="read", url=url, title="Heat", text=page, retrieved_at="2026-06-01T10:00:00+00:00")
        return page

    def sleep(self, seconds, _cut):
        self.slept.append(seconds)
        self.now += seconds

    def search(self, **changed):
        """The search of a new run."""
        web = Web(**{**self.settings, **changed})
        chance = Chance(
            clock=lambda: self.now, today=lambda: datetime(2026, 6, 1, tzinfo=UTC), sleep=self.sleep, dice=lambda: 0.0
        )
        engines = {name: self.engine(name) for name in web.engines}
        asking = Asking(engines, web, Kept(self.path, web.language), cooling=self.cooling, chance=chance)
        return WebSearch(asking, self.fetch, web.pages)

    def names(self):
        return [name for name, _, _ in self.asked]


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def hits(*urls, **more):
    return Answered(
        engine="",
        outcome="found",
        hits=tuple(Hit(title="Heat", url=u, snippet="Al Pacino directed it.", **more) for u in urls),
    )


def refusing(wait_s=None):
    return Answered(engine="", outcome="engine refused", message="it refuses us (status 429)", wait_s=wait_s)


FAILING = Answered(engine="", outcome="failed", message="it cannot be reached")
EMPTY = Answered(engine="", outcome="no match")


def unread(outcome, url="https://login.example.org/", message="It wants a login."):
    return Fetched(outcome=outcome, url=url, message=message)


def test_passages_come_from_the_pages_and_never_from_a_snippet(world):
    world.answers = {"one": hits("https://example.org/heat", date="2020-01-01")}
    results = world.search()(ASKED)
    (passage,) = results.passages
    assert (results.engine, results.outcome, results.message) == ("one", "found", None)
    assert passage.text == HEAT
    assert "Pacino" not in passage.model_dump_json()
    assert (passage.collection, passage.document, passage.url) == (
        "web",
        "https://example.org/heat",
        "https://example.org/heat",
    )
    assert (passage.date, passage.retrieved_at) == ("2020-01-01", "2026-06-01T10:00:00+00:00")


def test_the_engine_is_asked_for_as_many_pages_as_the_settings_say_and_for_the_names_too(world):
    world.answers = {"one": hits("https://example.org/heat")}
    world.search(pages=3)(Query(text='"director" of the film', entities=("Heat", "film")))
    assert world.asked == [("one", "director of the film Heat", 3)]


def test_the_best_passages_of_all_pages_come_first_and_no_more_than_wanted(world):
    world.answers = {"one": hits(*(f"https://example.org/{n}" for n in range(4)))}
    world.pages = {f"https://example.org/{n}": f"Page {n} is about trains." for n in range(3)}
    results = world.search()(Query(text="director of Heat", k=2))
    assert len(results.passages) == 2
    assert results.passages[0].document == "https://example.org/3"


def test_a_page_that_two_hits_lead_to_is_one(world):
    world.answers = {"one": hits("https://example.org/a", "https://example.org/b")}
    there = Fetched(outcome="read", url="http://www.example.org/heat", title="Heat", text=HEAT)
    world.pages = {"https://example.org/a": there, "https://example.org/b": there}
    (passage,) = world.search()(ASKED).passages
    assert (passage.document, passage.url) == ("https://example.org/heat", "http://www.example.org/heat")


def test_an_engine_that_brings_the_text_saves_the_fetch(world):
    world.answers = {"one": hits("https://example.org/heat", text=HEAT, retrieved_at="2026-06-01T09:00:00+00:00")}
    (passage,) = world.search()(ASKED).passages
    assert world.fetched == []
    assert passage.retrieved_at == "2026-06-01T09:00:00+00:00"


@pytest.mark.parametrize("first", [refusing(), FAILING, EMPTY])
def test_the_next_engine_is_asked_when_one_has_nothing_and_the_cause_is_named(world, first):
    world.answers = {"one": first, "two": hits("https://example.org/heat")}
    results = world.search()(ASKED)
    assert (results.engine, results.outcome) == ("two", "found")
    assert results.message.startswith("one: ")


def test_the_next_engine_is_not_asked_when_the_first_is_enough(world):
    world.answers = {"one": hits("https://example.org/heat")}
    world.search()(ASKED)
    assert world.names() == ["one"]


@pytest.mark.parametrize(
    ("one", "two", "outcome"),
    [
        (EMPTY, EMPTY, "no match"),
        (EMPTY, refusing(), "engine refused"),
        (refusing(), EMPTY, "engine refused"),
        (refusing(), FAILING, "engine refused"),
        (EMPTY, FAILING, "failed"),
    ],
)
def test_nothing_is_said_to_be_there_only_when_every_engine_has_looked(world, one, two, outcome):
    world.answers = {"one": one, "two": two}
    results = world.search(wait_s=0)(ASKED)
    assert (results.outcome, results.passages, results.engine) == (outcome, (), "one, two")
    assert "one: " in results.message
    assert "two: " in results.message


def test_pages_that_are_all_blocked_are_a_cause_of_their_own(world):
    world.answers = {"one": hits("https://login.example.org/"), "two": EMPTY}
    world.pages = {"https://login.example.org/": unread("blocked")}
    results = world.search()(ASKED)
    assert results.outcome == "page blocked"
    assert "1 of 1 pages could not be read: login.example.org blocked (It wants a login)" in results.message


def test_blocked_pages_send_us_to_the_next_engine(world):
    world.answers = {"one": hits("https://login.example.org/"), "two": hits("https://example.org/heat")}
    world.pages = {"https://login.example.org/": unread("blocked")}
    results = world.search()(ASKED)
    assert (results.engine, results.outcome) == ("two", "found")
    assert "login.example.org blocked" in results.message


def test_a_blocked_page_beside_a_readable_one_is_named(world):
    world.answers = {"one": hits("https://login.example.org/", "https://example.org/heat")}
    world.pages = {"https://login.example.org/": unread("blocked")}
    results = world.search()(ASKED)
    assert results.outcome == "found"
    assert results.message == "1 of 2 pages could not be read: login.example.org blocked (It wants a login)."


@pytest.mark.parametrize(
    ("pages", "outcome"),
    [
        (["failed", "gone"], "failed"),
        (["failed", "blocked"], "page blocked"),
        (["refused"], "failed"),
    ],
)
def test_pages_of_which_none_was_read_come_to_one_cause(world, pages, outcome):
    urls = [f"https://example.org/{n}" for n in range(len(pages))]
    world.answers = {"one": hits(*urls), "two": EMPTY}
    world.pages = {url: unread(how, url) for url, how in zip(urls, pages, strict=True)}
    assert world.search()(ASKED).outcome == outcome


def test_pages_that_were_read_and_hold_nothing_are_no_match(world):
    world.answers = {"one": hits("https://example.org/x"), "two": EMPTY}
    world.pages = {
        "https://example.org/x": Fetched(outcome="read", url="https://example.org/x", text="Cheese", title="Wine")
    }
    assert world.search()(ASKED).outcome == "no match"


def test_an_engine_that_refused_is_left_alone_also_by_the_next_run_and_then_asked_again(world):
    world.answers = {"one": [refusing(), hits("https://example.org/heat")], "two": EMPTY}
    world.search()(ASKED)
    results = world.search()(ASKED)
    assert world.names() == ["one", "two", "two"]
    assert (results.outcome, "one: it is left alone" in results.message) == ("engine refused", True)
    assert "it may work again in 30 seconds" in results.message
    world.now = 31
    assert world.search()(ASKED).outcome == "found"


def test_a_run_waits_only_while_every_engine_is_left_alone(world):
    world.answers = {"one": [refusing(20), hits("https://example.org/heat")], "two": [refusing(50)]}
    results = world.search(wait_s=60)(ASKED)
    assert (results.outcome, results.engine) == ("found", "one")
    assert world.slept == [20]


def test_a_run_waits_no_longer_than_its_settings_allow_all_its_searches_together(world):
    world.answers = {"one": refusing()}
    search = world.search(engines=("one",), wait_s=100)
    results = search(ASKED)
    assert world.slept == [30, 60]  # the third wait would be 120
    assert results.outcome == "engine refused"
    assert "may work again in 2 minutes" in results.message
    world.now += 500
    assert search(Query(text="another")).outcome == "engine refused"
    assert world.slept == [30, 60]
    world.now += 1000
    assert world.search(engines=("one",), wait_s=0)(ASKED).outcome == "engine refused"


def test_waits_grow_to_a_quarter_of_an_hour_and_are_forgotten_after_an_answer():
    cooling = Cooling()
    lengths = []
    for _ in range(8):
        cooling.refused("one", 0.0, None, 0.0)
        lengths.append(cooling.left("one", 0.0))
    assert lengths == [30, 60, 120, 240, 480, 900, 900, 900]
    cooling.answered("one")
    cooling.refused("one", 0.0, None, 1.0)
    assert cooling.left("one", 0.0) == 37.5
    assert cooling.left("two", 0.0) == 0


def test_a_server_that_says_now_and_refuses_again_is_not_asked_over_and_over():
    cooling = Cooling()
    cooling.refused("one", 0.0, 0.0, 0.0)
    assert cooling.left("one", 0.0) == 1
    cooling.refused("one", 1.0, 0.0, 0.0)
    assert cooling.left("one", 1.0) == 60
    cooling.refused("two", 0.0, 1e9, 0.0)
    assert cooling.left("two", 0.0) == 900


def test_an_exact_repeat_is_answered_from_the_same_run_and_a_refusal_is_not(world):
    world.answers = {"one": hits("https://example.org/heat")}
    search = world.search(cached="never")
    assert search(ASKED) == search(ASKED)
    assert world.names() == ["one"]
    world.answers = {"one": FAILING, "two": FAILING}
    assert search(Query(text="other")).outcome == search(Query(text="other")).outcome == "failed"
    assert world.names() == ["one", "one", "two", "one", "two"]


def test_what_an_engine_found_is_kept_for_the_next_run_and_for_a_run_without_the_web(world):
    world.answers = {"one": hits("https://example.org/heat")}
    first = world.search()(ASKED)
    world.asked.clear()
    assert world.search()(ASKED) == first
    assert world.search(cached="only")(ASKED) == first
    assert world.names() == []
    world.search(cached="never")(ASKED)
    assert world.names() == ["one"]


def test_that_there_was_nothing_is_asked_anew_unless_nothing_may_be_asked(world):
    world.answers = {"one": EMPTY, "two": EMPTY}
    world.search()(ASKED)
    assert world.search(cached="only")(ASKED).outcome == "no match"
    assert world.names() == ["one", "two"]
    world.search()(ASKED)
    assert world.names() == ["one", "two", "one", "two"]


def test_without_the_web_a_query_that_is_not_kept_has_failed_and_nothing_goes_out(world):
    results = world.search(cached="only")(ASKED)
    assert (results.outcome, world.asked) == ("failed", [])
    assert "is not in the cache" in results.message


def test_what_came_of_the_last_request_to_an_engine_is_known_to_every_program(world):
    kept = Kept(world.path, "en")
    assert kept.last("one") is None
    world.answers = {"one": refusing(), "two": hits("https://example.org/heat")}
    world.search()(ASKED)
    assert kept.last("one") == ("2026-06-01T00:00:00+00:00", "engine refused", "it refuses us (status 429)")
    assert kept.last("two").outcome == "found"
    kept.forget()
    assert world.search(cached="only")(ASKED).outcome == "failed"
    assert kept.last("two").outcome == "found"


def test_answers_are_kept_apart_by_language(world):
    world.answers = {"one": hits("https://example.org/heat")}
    world.search()(ASKED)
    assert world.search(cached="only", language="de")(ASKED).outcome == "failed"


def test_a_cache_that_is_none_is_told(world):
    world.path.write_text("no database, and long enough to be taken for one" * 100)
    world.answers = {"one": hits("https://example.org/heat")}
    with pytest.raises(ServiceError, match=r"web\.db"):
        world.search()(ASKED)


def test_a_query_without_words_is_put_to_nobody(world):
    assert world.search()(Query(text='"…" -x')).outcome == "no match"
    assert world.asked == []


@pytest.mark.parametrize("stage", ["engine", "page", "wait"])
def test_a_search_under_way_can_be_left_at_once_and_a_later_one_works(world, stage):
    reached, release = threading.Event(), threading.Event()
    world.answers = {"one": hits("https://example.org/heat")}

    def stall(*_):
        reached.set()
        release.wait(30)
        raise AssertionError("nobody waits for this any more")

    search = world.search()
    if stage == "engine":
        search = WebSearch(Asking({"one": stall}, Web(), Kept(world.path, "en"), cooling=Cooling()), world.fetch, 5)
    elif stage == "page":
        search = WebSearch(search._asking, stall, 5)
    else:
        world.answers = {"one": refusing()}
        engines = {"one": lambda text, k: (reached.set(), world.engine("one")(text, k))[1]}
        search = WebSearch(Asking(engines, Web(), Kept(world.path, "en"), cooling=Cooling()), world.fetch, 5)
    raised: Future[BaseException] = Future()

    def run():
        try:
            search(ASKED)
        except BaseException as error:
            raised.set_result(error)

    threading.Thread(target=run, daemon=True).start()
    assert reached.wait(10)
    search.abandon()
    assert isinstance(raised.result(timeout=10), Abandoned)
    release.set()
    if stage != "wait":  # where the engine is still left alone
        with pytest.raises(AssertionError, match="nobody waits"):
            search(Query(text="later"))


def test_leaving_a_search_ends_its_fetches_too(world):
    class Fetch:
        left = False

        def __call__(self, url):
            raise AssertionError

        def abandon(self):
            self.left = True

    fetch = Fetch()
    WebSearch(None, fetch, 5).abandon()
    assert fetch.left


def test_an_error_of_our_own_in_a_thread_is_not_swallowed(world):
    def broken(*_):
        raise ZeroDivisionError

    search = WebSearch(Asking({"one": broken}, Web(), Kept(world.path, "en"), cooling=Cooling()), world.fetch, 5)
    with pytest.raises(ZeroDivisionError):
        search(ASKED)


def test_a_run_of_searches_against_a_real_server_ends_each_as_its_cause(world):
    """DuckDuckGo's forms over the wire: a puzzle, then results behind redirect links, then nothing."""
    link = "//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2Fheat%3Futm_source%3Dx&rut=1"
    sent = [Answer(PUZZLE, 202, {"retry-after": "7"}), duckduckgo_page((link, "Heat", "words")), NOTHING]
    with stub_engine(lambda _: sent.pop(0)) as server:
        web = Web(engines=("duckduckgo",))
        engines = {"duckduckgo": duckduckgo.connect(web, server.url)}
        chance = Chance(clock=lambda: world.now, sleep=world.sleep, dice=lambda: 0.0)
        asking = Asking(engines, web, Kept(world.path, "en"), cooling=world.cooling, chance=chance)
        search = WebSearch(asking, world.fetch, 5)
        found, nothing = search(ASKED), search(Query(text="captcha"))
    assert world.slept == [7]
    assert (found.outcome, world.fetched) == ("found", ["https://example.org/heat"])
    assert (nothing.outcome, nothing.message) == ("no match", "duckduckgo: found nothing.")


class Given:
    """A search that gives what a test says."""

    def __init__(self, results):
        self.results = results
        self.left = False

    def __call__(self, query):
        return self.results

    def abandon(self):
        self.left = True


def test_collections_and_web_are_asked_together_and_their_best_stand_in_turn(world):
    world.answers = {"one": hits(*(f"https://example.org/{n}" for n in range(3)))}
    world.pages = {f"https://example.org/{n}": f"The director of Heat, page {n}." for n in range(3)}
    web = world.search()(ASKED)
    local = web.model_copy(
        update={
            "engine": "corpus",
            "passages": tuple(
                p.model_copy(update={"sha256": f"s{n}", "collection": "c"}) for n, p in enumerate(web.passages)
            ),
        }
    )
    results = several.Several(Given(local), Given(web))(Query(text="director of Heat", k=5))
    assert [p.collection for p in results.passages] == ["c", "web", "c", "web", "c"]
    assert (results.engine, results.outcome) == ("corpus, one", "found")


def test_an_empty_collection_does_not_hide_that_the_web_refused(world):
    world.answers = {"one": refusing(), "two": refusing()}
    web = world.search(wait_s=0)(ASKED)
    local = web.model_copy(update={"engine": "corpus", "outcome": "no match", "message": None})
    refused = Given(web)
    search = several.Several(lambda _: local, refused)
    assert search(ASKED).outcome == "engine refused"
    search.abandon()
    assert refused.left


def test_a_search_needs_something_to_search():
    with pytest.raises(CallerError, match="nothing to search"):
        connect(Settings(collections=()))


def test_an_unknown_engine_is_told_before_anything_is_asked():
    with pytest.raises(CallerError, match=r"'bing'.*duckduckgo"):
        connect(load({"engines": "bing", "collections": ""}))
