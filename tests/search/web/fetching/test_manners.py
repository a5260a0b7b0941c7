"""How sites are treated: what their robots.txt says, and how often they are asked."""

import threading

import pytest
from stub_sites import http, redirect

from sleuth.search.web.fetching import manners
from sleuth.search.web.fetching.network import Visit

PAGE = "http://example.org/a/page"


def robots(text, status=200, **headers):
    return http(text, status, kind="text/plain", **headers)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("", "read"),
        ("User-agent: *\nDisallow: /", "refused"),
        ("User-agent: *\nDisallow: /a/", "refused"),
        ("User-agent: *\nDisallow: /b/", "read"),
        ("User-agent: *\nDisallow: /\nAllow: /a/", "read"),
        ("User-agent: *\nDisallow: /*/page$", "refused"),
        ("User-agent: sleuth\nDisallow: /", "refused"),
        ("User-agent: Sleuth\nDisallow:\n\nUser-agent: *\nDisallow: /", "read"),
        ("User-agent: otherbot\nDisallow: /", "read"),
        # Words of our own description of ourselves are nobody's name.
        ("User-agent: research\nDisallow: /", "read"),
        ("<!doctype html><html><body>Not found, but with status 200.</body></html>", "read"),
        ("\ufeffUser-agent: *\nDisallow: /", "refused"),
        # What stands behind half a megabyte is not read.
        ("#" * 600_000 + "\nUser-agent: *\nDisallow: /", "read"),
    ],
)
def test_robots_txt_is_obeyed(sites, tmp_path, text, outcome):
    sites.pages |= {"example.org/robots.txt": robots(text), "example.org/a/page": http()}
    page = sites.fetch(tmp_path)(PAGE)
    assert page.outcome == outcome
    assert ("example.org/a/page" in sites.asked) == (outcome == "read")
    if outcome == "refused":
        assert page.message == "The robots.txt of example.org forbids this page."


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (robots("gone", 404), "read"),
        (robots("no", 401), "read"),
        (robots("no", 403), "read"),
        (robots("User-agent: *\nDisallow: /", 404), "read"),
        (robots("busy", 500), "refused"),
        (robots("busy", 503), "refused"),
        (redirect("/robots.txt"), "read"),
        (redirect("http://127.0.0.1/robots.txt"), "refused"),
        (redirect("http://www.example.org/robots.txt"), "refused"),
    ],
)
def test_a_robots_txt_that_cannot_be_had(sites, tmp_path, reply, outcome):
    """RFC 9309: there is none for any 4xx and for too many redirects; a server error forbids everything."""
    sites.pages |= {"example.org/robots.txt": reply, "example.org/a/page": http()}
    sites.pages["www.example.org/robots.txt"] = robots("User-agent: *\nDisallow: /")
    assert sites.fetch(tmp_path)(PAGE).outcome == outcome


def test_a_site_that_cannot_be_reached_failed_and_did_not_forbid(sites, tmp_path):
    sites.pages["example.org/robots.txt"] = lambda connection: None
    assert sites.fetch(tmp_path)(PAGE).outcome == "failed"


def test_each_host_is_asked_for_its_rules_once_a_run_and_a_redirect_asks_the_other_host(sites, tmp_path):
    sites.pages |= {"example.org/a": redirect("http://example.net/b"), "example.net/b": http()}
    sites.pages["example.net/robots.txt"] = robots("User-agent: *\nDisallow: /secret")
    fetch = sites.fetch(tmp_path, cached="never")
    fetch("http://example.org/a")
    fetch("http://example.org/a")
    assert sites.asked.count("example.org/robots.txt") == sites.asked.count("example.net/robots.txt") == 1
    sites.pages["example.org/a"] = redirect("http://example.net/secret")
    assert fetch("http://example.org/a").outcome == "refused"


def test_rules_are_not_asked_for_where_the_settings_say_so(sites, tmp_path):
    sites.pages |= {"example.org/robots.txt": robots("User-agent: *\nDisallow: /"), "example.org/a/page": http()}
    assert sites.fetch(tmp_path, robots=False)(PAGE).outcome == "read"
    assert sites.asked == ["example.org/a/page"]


def test_we_say_who_we_are(sites, tmp_path):
    sites.fetch(tmp_path)(PAGE)
    assert all("user-agent: sleuth/" in head and "obeys robots.txt" in head for head in sites.heads)


@pytest.mark.parametrize(
    ("rules", "pause"),
    [("", 1.0), ("User-agent: *\nCrawl-delay: 3", 3.0), ("User-agent: *\nCrawl-delay: 86400", 10.0)],
)
def test_there_is_a_pause_between_pages_of_one_host_and_none_between_hosts(sites, tmp_path, rules, pause):
    sites.pages |= {f"example.{end}/{n}": http() for end in ("org", "net") for n in range(3)}
    sites.pages["example.org/robots.txt"] = robots(rules)
    fetch = sites.fetch(tmp_path, network=sites.network(now=lambda: 1000.0))
    for address in ("example.org/0", "example.net/0", "example.org/1"):
        assert fetch(f"http://{address}").outcome == "read"
    assert sites.pauses == [pause]


def test_the_hops_of_one_page_follow_without_a_pause(sites, tmp_path):
    sites.pages |= {"example.org/": redirect("/a"), "example.org/a": redirect("/b"), "example.org/b": http()}
    assert sites.fetch(tmp_path, network=sites.network(now=lambda: 1000.0))("http://example.org/").outcome == "read"
    assert sites.pauses == []


def test_a_host_gets_one_request_at_a_time(sites, tmp_path):
    inside, most, lock = [], [], threading.Lock()
    both = threading.Barrier(2)

    def slow(connection):
        with lock:
            inside.append(1)
            most.append(len(inside))
        # Long enough for the other call to come, were it let in.
        sites.over.wait(0.05)
        with lock:
            inside.pop()
        connection.sendall(http())

    sites.pages |= {f"example.org/{n}": slow for n in range(3)}
    fetch = sites.fetch(tmp_path, robots=False)
    callers = [threading.Thread(target=lambda n=n: fetch(f"http://example.org/{n}")) for n in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(10)
    assert most == [1, 1, 1]
    # Two hosts are asked at the same time: each waits for the other.
    sites.pages |= {f"example.{end}/": (lambda c: both.wait(5) >= 0 and c.sendall(http())) for end in ("net", "com")}
    found = []
    callers = [
        threading.Thread(target=lambda e=e: found.append(fetch(f"http://example.{e}/"))) for e in ("net", "com")
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(10)
    assert [page.outcome for page in found] == ["read", "read"]


def test_a_page_behind_one_that_hangs_is_given_up_in_the_end(sites, tmp_path, monkeypatch):
    monkeypatch.setattr(manners, "TURN_S", 0.05)
    inside = threading.Event()
    sites.pages |= {"example.org/0": lambda connection: inside.set() or sites.over.wait(10), "example.org/1": http()}
    fetch = sites.fetch(tmp_path, robots=False, page_s=10.0)
    caller = threading.Thread(target=lambda: fetch("http://example.org/0"))
    caller.start()
    assert inside.wait(10)
    assert fetch("http://example.org/1").outcome == "failed"
    assert sites.asked == ["example.org/0"]
    fetch.abandon()
    caller.join(10)


def test_waiting_out_of_politeness_is_not_held_against_the_site(sites):
    clock = [0.0]
    network = sites.network(now=lambda: clock[0], pause=lambda seconds, cut: clock.__setitem__(0, clock[0] + seconds))
    visit = Visit(5.0, network)
    visit.rest(100.0)
    assert visit.left() == 5.0
