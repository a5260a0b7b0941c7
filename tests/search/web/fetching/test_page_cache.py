"""Pages that are kept: a run repeated without the web, and a cited page looked at again."""

import sqlite3
import threading
import zlib
from datetime import timedelta

import pytest
from stub_sites import ARTICLE, AT, http, redirect

from sleuth.errors import ServiceError
from sleuth.search.web.fetching.checking import check, verify
from sleuth.search.web.fetching.page_cache import PageCache
from sleuth.settings import Web

URL = "http://example.org/a"
LATER = AT + timedelta(days=30)


@pytest.fixture
def at(sites, tmp_path):
    """Fetch over the local web at a moment; the cache is the same for all."""
    return lambda moment=AT, **web: sites.fetch(tmp_path, today=lambda: moment, **{"robots": False, **web})


def test_a_page_that_was_read_is_not_fetched_again(sites, at):
    sites.pages["example.org/a"] = http()
    page = at()(URL)
    sites.pages["example.org/a"] = http("<p>Another text.</p>")
    assert at(LATER)(URL) == page
    assert sites.asked == ["example.org/a"]
    assert at(LATER, cached="never")(URL).text == "Another text."


@pytest.mark.parametrize(
    "other", ["https://www.example.org/a/", "http://example.org/a?utm_source=x#part", "http://m.example.org/a"]
)
def test_a_page_is_found_again_however_its_address_is_written(sites, at, other):
    sites.pages["example.org/a"] = http()
    page = at()(URL)
    assert at(cached="only")(other) == page


def test_a_page_is_found_by_the_address_that_was_asked_and_by_the_one_that_answered(sites, at):
    sites.pages |= {"example.org/old": redirect("/a"), "example.org/a": http()}
    page = at()("http://example.org/old")
    assert (page.url, at(cached="only")("http://example.org/old"), at(cached="only")(URL)) == (URL, page, page)


def test_without_the_web_a_run_meets_what_it_met_before(sites, at):
    sites.pages |= {"example.org/a": http(), "example.org/b": http("no", 403), "example.org/c": http("", 500)}
    urls = [f"http://example.org/{name}" for name in "abcd"]
    before = [at()(url) for url in urls]
    assert [page.outcome for page in before] == ["read", "blocked", "failed", "gone"]
    sites.asked.clear()
    offline = at(LATER, cached="only")
    assert [offline(url) for url in urls] == before
    page = offline("http://example.org/never-seen")
    assert (page.outcome, page.retrieved_at) == ("failed", None)
    assert page.message == "The page is not in the cache, and nothing may be fetched (cached = only)."
    assert offline.afresh(URL).outcome == "failed"
    assert sites.asked == sites.dialled[4:] == []


def test_what_was_not_read_is_tried_again_and_does_not_hide_what_was(sites, at):
    sites.pages["example.org/a"] = http("busy", 503)
    assert at()(URL).outcome == "blocked"
    sites.pages["example.org/a"] = http()
    assert at()(URL).outcome == "read"
    sites.pages["example.org/a"] = http("", 500)
    assert at(LATER).afresh(URL).outcome == "failed"
    assert at(cached="only")(URL).outcome == "read"


def test_every_version_is_kept_whole_with_its_hash_and_its_moment(sites, at, tmp_path):
    sites.pages["example.org/a"] = http()
    first = at()(URL)
    sites.pages["example.org/a"] = http(ARTICLE.replace("Ada Holm", "Birger Lund"))
    second = at(LATER).afresh(URL)
    fetch = at()
    assert (fetch.kept(URL, first.retrieved_at), fetch.kept(URL, second.retrieved_at)) == (first, second)
    assert fetch.kept(URL, "2020-01-01T00:00:00+00:00") is None
    assert fetch(URL) == second
    with sqlite3.connect(tmp_path / "web.db") as db:
        rows = db.execute("select status, content_type, sha256, body from pages order by id").fetchall()
    assert [row[:3] for row in rows] == [(200, "text/html; charset=utf-8", p.sha256) for p in (first, second)]
    assert zlib.decompress(rows[0][3]).decode() == ARTICLE


def test_the_oldest_versions_go_when_the_cache_is_full(sites, at):
    sites.pages |= {f"example.org/{n}": http(f"<p>{str(n) * 40_000}</p>") for n in range(5)}
    fetch = at(cached="prefer", cache_mb=0.13)
    for n in range(5):
        assert fetch(f"http://example.org/{n}").outcome == "read"
    offline = at(cached="only")
    assert [offline(f"http://example.org/{n}").outcome for n in range(5)] == [
        "failed",
        "failed",
        "read",
        "read",
        "read",
    ]


def test_many_threads_may_keep_their_first_page_at_once(sites, at):
    sites.pages |= {f"example.org/{n}": http() for n in range(6)}
    fetches, found = [at() for _ in range(6)], []
    callers = [
        threading.Thread(target=lambda n=n: found.append(fetches[n](f"http://example.org/{n}"))) for n in range(6)
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(20)
    assert [page.outcome for page in found] == ["read"] * 6
    assert [at(cached="only")(f"http://example.org/{n}").outcome for n in range(6)] == ["read"] * 6


def test_a_cache_that_is_no_cache_is_named(sites, tmp_path):
    (tmp_path / "web.db").write_bytes(b"this is no database" * 100)
    with pytest.raises(ServiceError, match=r"web\.db"):
        sites.fetch(tmp_path, robots=False)(URL)


def test_a_page_that_still_says_the_same_is_unchanged(sites, at):
    sites.pages["example.org/a"] = http()
    page = at()(URL)
    # What is not the text may change as it likes.
    sites.pages["example.org/a"] = http(ARTICLE.replace("<head>", "<head><script>var visits = 7;</script>"))
    assert verify(at(LATER), URL, page.sha256) == "unchanged"
    assert check(at(LATER), URL, page.retrieved_at, "designed by Ada Holm").state == "unchanged"


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("The bridge of Norholm was designed by", True),
        ("the BRIDGE — of\nNorholm", True),
        ("designed by Ada Holm", False),
    ],
)
def test_a_page_that_says_something_else_has_drifted_and_the_quote_may_still_stand(sites, at, quote, stands):
    sites.pages["example.org/a"] = http()
    page = at()(URL)
    sites.pages["example.org/a"] = http(ARTICLE.replace("Ada Holm", "Birger Lund"))
    now = check(at(LATER), URL, page.retrieved_at, quote)
    assert (now.state, now.quoted) == ("drifted", stands)
    assert "Birger Lund" in now.page.text


@pytest.mark.parametrize(
    ("reply", "state"),
    [
        (http("gone", 410), "gone"),
        (http("no", 404), "gone"),
        (http("no", 403), "blocked"),
        (http("", 500), "unknown"),
        (redirect("http://127.0.0.1/"), "unknown"),
    ],
)
def test_a_page_that_cannot_be_read_now_says_why_and_nothing_of_the_quote(sites, at, reply, state):
    sites.pages["example.org/a"] = http()
    page = at()(URL)
    sites.pages["example.org/a"] = reply
    now = check(at(LATER), URL, page.retrieved_at, "designed by Ada Holm")
    assert (now.state, now.quoted) == (state, None)
    assert now.page.message


def test_without_the_version_that_was_cited_it_is_unknown_whether_it_changed_but_not_whether_it_is_quoted(sites, at):
    sites.pages["example.org/a"] = http()
    now = check(at(), URL, "2020-01-01T00:00:00+00:00", "designed by Ada Holm")
    assert (now.state, now.quoted) == ("unknown", True)


def test_the_cache_of_the_settings_lies_in_the_data_folder(tmp_path, monkeypatch):
    from sleuth.search.web.fetching import connect

    page = connect(Web(robots=False))("http://127.0.0.1:8080/")
    assert (page.outcome, page.message) == ("refused", "127.0.0.1 is loopback.")
    assert (tmp_path / "data" / "web.db").exists()


@pytest.fixture
def kept(tmp_path, at, sites):
    """Two versions of one page, and a page that was blocked; the cache that holds them."""
    sites.pages |= {"example.org/a": http(), "example.org/b": http("no", 403)}
    at()(URL)
    at()("http://example.org/b")
    sites.pages["example.org/a"] = http("<title>桥梁 50%</title><p>The bridge was closed in the year 1987.</p>")
    at(LATER).afresh(URL)
    return PageCache(tmp_path / "web.db", 10.0)


def test_what_is_kept_is_listed_newest_first_with_how_often_it_was_used(kept, at):
    assert [(v.url[-1], v.outcome, v.used) for v in kept.listed()] == [
        ("a", "read", 0), ("b", "blocked", 0), ("a", "read", 0)
    ]  # fmt: skip
    at(LATER)(URL)
    at(LATER)(URL)
    assert [v.used for v in kept.listed()] == [2, 0, 0]
    assert kept.text(kept.listed()[0].id) == "The bridge was closed in the year 1987."


@pytest.mark.parametrize(("words", "found"), [("桥梁", 1), ("EXAMPLE /a", 2), ("50%", 1), ("%", 1), ("nothing", 0)])
def test_kept_pages_are_found_by_title_address_or_hash(kept, words, found):
    assert len(kept.listed(words)) == kept.held(words).versions == found


def test_a_version_is_found_by_its_hash(kept):
    newest, *_ = kept.listed()
    assert kept.listed(newest.sha256) == (newest,)


def test_a_version_or_every_one_can_be_deleted_and_what_is_held_shrinks(kept):
    newest, _, oldest = kept.listed()
    before = kept.held()
    assert before.size == sum(v.size for v in kept.listed())
    kept.delete(newest.id)
    assert kept.text(newest.id) is None
    assert kept.held().size == before.size - newest.size
    assert kept.newest(URL).sha256 == oldest.sha256
    kept.delete()
    assert kept.held() == (0, 0)
    assert kept.newest(URL) is None


def test_a_cache_that_was_never_written_holds_nothing(tmp_path):
    cache = PageCache(tmp_path / "nowhere" / "web.db", 10.0)
    assert (cache.listed(), cache.held(), cache.text(1)) == ((), (0, 0), None)
    cache.delete()
    assert not (tmp_path / "nowhere").exists()
