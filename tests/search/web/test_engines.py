"""Web engines against a local server: every way of answering and of not answering ends as its own cause."""

import time
from urllib.parse import quote

import pytest
from stub_engines import CAPTCHA, NOTHING, PUZZLE, Answer, duckduckgo_page, stub_engine

from sleuth.errors import CallerError
from sleuth.search.web.engines import connect, duckduckgo, engines, searxng, wikipedia, worded
from sleuth.settings import Web


def searxng_answer(*results, silent=()):
    return {"query": "heat", "results": list(results), "unresponsive_engines": list(silent)}


def row(url, **more):
    return {"url": url, "title": "A page", "content": "Words about it.", **more}


def article(request):
    """Wikipedia's API with two articles, of which the second has no text."""
    if "srsearch" in request.fields:
        listed = [
            {"pageid": 1, "title": "Heat", "snippet": "<span>Heat</span> is a film"},
            {"pageid": 2, "title": "Cold"},
        ]
        return {"query": {"search": listed}}
    number = request.fields["pageids"]
    page = {
        "pageid": int(number),
        "canonicalurl": f"https://en.wikipedia.org/wiki/{number}",
        "extract": "Heat is a film.\n\nPlot\nA robbery." if number == "1" else "",
        "revisions": [{"timestamp": "2026-05-04T03:02:01Z"}],
    }
    return {"query": {"pages": [page]}}


def ask(engine, answer, text="heat", k=5, **web):
    """What an engine makes of a server that answers so."""
    with stub_engine(answer) as server:
        settings = Web(**{"page_s": 5.0, "searxng_url": server.url, **web})
        match engine:
            case "duckduckgo":
                return duckduckgo.connect(settings, f"{server.url}/html/")(text, k)
            case "searxng":
                return searxng.connect(settings)(text, k)
            case "wikipedia":
                return wikipedia.connect(settings, f"{server.url}/w/api.php")(text, k)


ALL = pytest.mark.parametrize("engine", ["duckduckgo", "searxng", "wikipedia"])


@ALL
@pytest.mark.parametrize(
    ("answer", "outcome", "said"),
    [
        (Answer(PUZZLE, 202), "engine refused", "202"),
        (Answer("<h1>Forbidden</h1>", 403), "engine refused", "403"),
        (Answer("Too Many Requests", 429), "engine refused", "429"),
        (Answer(CAPTCHA), "engine refused", "person"),
        (Answer(PUZZLE), "engine refused", "person"),
        (Answer(CAPTCHA, 503), "engine refused", "503"),
        (Answer("<h1>Bad gateway</h1>", 502), "failed", "502"),
        (Answer("", 302, {"location": "http://127.0.0.1:1/admin"}), "failed", "127.0.0.1:1/admin"),
        (Answer("<p>Welcome to nginx!</p>"), "failed", "nginx"),
        (Answer(""), "failed", "nothing at all"),
        (Answer({"ok": True}), "failed", "list|ok"),
    ],
)
def test_an_engine_that_does_not_answer_has_not_said_that_there_is_nothing(engine, answer, outcome, said):
    answered = ask(engine, lambda _: answer)
    assert (answered.engine, answered.outcome, answered.hits) == (engine, outcome, ())
    assert any(word in answered.message for word in said.split("|"))


@ALL
def test_an_engine_says_when_it_may_be_asked_again(engine):
    assert ask(engine, lambda _: Answer("", 429, {"retry-after": "90"})).wait_s == 90
    dated = ask(engine, lambda _: Answer("", 429, {"retry-after": "Fri, 01 Jan 2100 00:00:00 GMT"}))
    assert dated.wait_s > 1e6
    assert ask(engine, lambda _: Answer("", 429, {"retry-after": "soon"})).wait_s is None


@ALL
def test_an_engine_that_stalls_is_given_up(engine):
    with stub_engine(lambda request: server.stall(request)) as server:
        web = Web(page_s=0.2, searxng_url=server.url)
        opened = {
            "duckduckgo": lambda: duckduckgo.connect(web.model_copy(update={"page_s": 1.0}), server.url),
            "searxng": lambda: searxng.connect(web),
            "wikipedia": lambda: wikipedia.connect(web, server.url),
        }[engine]()
        begun = time.monotonic()
        answered = opened("heat", 5)
    assert answered.outcome == "failed"
    assert "did not answer within" in answered.message
    assert time.monotonic() - begun < 10


@ALL
def test_an_endless_answer_is_given_up(engine):
    sent = []

    def flood():
        for _ in range(10_000):
            sent.append(1)
            yield b"x" * 100_000

    answered = ask(engine, lambda _: Answer(flood()), page_mb=1.0)
    assert (answered.outcome, answered.message) == ("failed", "its answer is larger than 1 MB")
    assert len(sent) < 1000


@ALL
def test_an_engine_that_is_not_there_has_failed(engine):
    with stub_engine(lambda _: "") as server:
        url = server.url
    web = Web(page_s=2.0, searxng_url=url)
    opened = {
        "duckduckgo": lambda: duckduckgo.connect(web, url),
        "searxng": lambda: searxng.connect(web),
        "wikipedia": lambda: wikipedia.connect(web, url),
    }[engine]()
    answered = opened("heat", 5)
    assert answered.outcome == "failed"
    assert "cannot be reached" in answered.message


def test_duckduckgo_gives_pages_not_redirect_links_each_once_and_no_advertisements():
    target = quote("https://example.org/a?x=1&y=2%2F3", safe="")
    page = duckduckgo_page(
        ("https://duckduckgo.com/y.js?ad_domain=shop.example", "Buy", "now"),
        (f"//duckduckgo.com/l/?uddg={target}&amp;rut=1", "A &amp; B", "  <b>Heat</b> is a film "),
        ("http://www.example.org/a?x=1&amp;y=2%2F3&amp;utm_source=d#top", "the same", ""),
        ("javascript:alert(1)", "no", ""),
        ("https://example.org/b", "B", ""),
        ("https://example.org/c", "C", ""),
    )
    answered = ask("duckduckgo", lambda _: page, k=2)
    assert answered.outcome == "found"
    assert [(h.title, h.url, h.snippet) for h in answered.hits] == [
        ("A & B", "https://example.org/a?x=1&y=2%2F3", "Heat is a film"),
        ("B", "https://example.org/b", ""),
    ]


def test_duckduckgo_is_asked_once_in_the_language_of_the_settings():
    with stub_engine(lambda _: NOTHING) as server:
        duckduckgo.connect(Web(language="de"), server.url)("wärme film", 5)
    ((method, _, fields, _),) = server.requests
    assert (method, fields["q"], fields["l"]) == ("POST", "wärme film", "de-de")


def test_that_nothing_was_found_is_told_even_about_a_query_on_captchas():
    assert ask("duckduckgo", lambda _: NOTHING).outcome == "no match"
    assert ask("searxng", lambda _: searxng_answer()).outcome == "no match"
    assert ask("wikipedia", lambda _: {"batchcomplete": True, "query": {"search": []}}).outcome == "no match"


def test_searxng_gives_its_results_with_their_dates():
    results = [
        row("https://example.org/a", publishedDate="2026-02-03T00:00:00"),
        row("http://m.example.org/a/"),
        row("https://example.org/b", publishedDate=None, content=None),
        {"title": "no address"},
        "garbage",
    ]
    answered = ask("searxng", lambda _: searxng_answer(*results, silent=[["brave", "timeout"]]))
    assert [(h.url, h.date, h.snippet) for h in answered.hits] == [
        ("https://example.org/a", "2026-02-03", "Words about it."),
        ("https://example.org/b", None, ""),
    ]


def test_searxng_whose_own_engines_are_suspended_has_refused():
    silent = [["brave", "Suspended: too many requests"], ["duckduckgo", "CAPTCHA"], "odd"]
    answered = ask("searxng", lambda _: searxng_answer(silent=silent))
    assert answered.outcome == "engine refused"
    assert "brave Suspended: too many requests; duckduckgo CAPTCHA" in answered.message


def test_searxng_without_json_says_how_to_enable_it():
    answered = ask("searxng", lambda _: Answer("<title>403 Forbidden</title>", 403))
    assert answered.outcome == "engine refused"
    assert "search.formats" in answered.message


def test_searxng_needs_an_address():
    with pytest.raises(CallerError, match="searxng_url"):
        connect("searxng", Web())
    with pytest.raises(CallerError, match="searxng_url"):
        connect("searxng", Web(searxng_url="localhost:8888"))


def test_wikipedia_brings_the_text_of_its_articles_so_that_no_page_is_fetched():
    with stub_engine(article) as server:
        answered = wikipedia.connect(Web(), server.url)("heat", 2)
    film, bare = answered.hits
    assert (film.title, film.url, film.snippet) == ("Heat", "https://en.wikipedia.org/wiki/1", "Heat is a film")
    assert film.text == "Heat is a film.\n\nPlot\nA robbery."
    assert film.date == "2026-05-04"
    assert film.retrieved_at
    assert (bare.text, bare.retrieved_at) == (None, None)
    assert all("Sleuth/" in request.headers["user-agent"] for request in server.requests)


def test_wikipedia_s_own_errors_are_told_apart():
    busy = ask("wikipedia", lambda _: {"error": {"code": "ratelimited", "info": "Slow down."}})
    assert (busy.outcome, busy.message) == ("engine refused", "Slow down. (ratelimited)")
    broken = ask("wikipedia", lambda _: {"error": {"code": "badvalue", "info": "No."}})
    assert broken.outcome == "failed"


def test_wikipedia_that_refuses_half_way_keeps_what_it_gave():
    def answer(request):
        return Answer("", 429) if request.fields.get("pageids") == "2" else article(request)

    assert [hit.title for hit in ask("wikipedia", answer).hits] == ["Heat"]


def test_an_unknown_engine_is_told_with_those_there_are():
    assert engines() == ("duckduckgo", "searxng", "wikipedia")
    with pytest.raises(CallerError, match=r"'bing'.*duckduckgo, searxng, wikipedia"):
        connect("bing", Web())


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ('"Heat" director site:imdb.com -remake', "Heat director"),
        ("!w heat AND \\cold OR (warm)", "w heat cold warm"),
        ("intitle:heat filetype:pdf :de ~film +1995 film*", "heat de film 1995 film"),
        ("Spider-Man -5 °C C++ C# AT&T 3:10 to Yuma?", "Spider-Man -5 °C C++ C# AT&T 3:10 to Yuma?"),
        ('" "', ""),
    ],
)
def test_an_engine_is_sent_words_and_no_operators(query, sent):
    assert worded(query) == sent
