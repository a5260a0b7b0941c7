"""Addresses: redirect links open to their page, and every way of writing one page is one page."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.search.web.urls import canonical, cited, linkable, unwrapped

PAGE = "https://example.org/a?x=1&y=2"
ENCODED = "https%3A%2F%2Fexample.org%2Fa%3Fx%3D1%26y%3D2"
BING = base64.urlsafe_b64encode(PAGE.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "link",
    [
        f"https://duckduckgo.com/l/?uddg={ENCODED}&rut=abc",
        f"//duckduckgo.com/l/?uddg={ENCODED}",
        f"http://html.duckduckgo.com/l/?kh=-1&uddg={ENCODED}",
        f"https://www.google.com/url?sa=t&q={ENCODED}&ved=1",
        f"https://www.google.co.uk/url?url={ENCODED}",
        f"https://www.bing.com/ck/a?!&&p=1&u=a1{BING}&ntb=1",
        f"https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU={ENCODED}/RK=2/RS=x-",
        f"https://l.facebook.com/l.php?u={ENCODED}&h=AT0",
        "https://www.google.com/amp/s/example.org/a?x=1&y=2",
        "https://example-org.cdn.ampproject.org/c/s/example.org/a?x=1&y=2",
    ],
)
def test_a_redirect_link_opens_to_its_page(link):
    assert unwrapped(link) == PAGE


def test_redirect_links_within_one_another_are_opened():
    from urllib.parse import quote

    google = f"https://www.google.com/url?q={quote(PAGE, safe='')}"
    assert unwrapped(f"https://duckduckgo.com/l/?uddg={quote(google, safe='')}") == PAGE


@pytest.mark.parametrize(
    "link",
    [
        "https://duckduckgo.com/l/?rut=abc",
        "https://duckduckgo.com/l/?uddg=javascript%3Aalert(1)",
        "https://duckduckgo.com/l/?uddg=file%3A%2F%2F%2Fetc%2Fpasswd",
        "https://www.bing.com/ck/a?u=a1%%%",
        "https://www.bing.com/ck/a?u=a1_w",
        "https://r.search.yahoo.com/RU=/RK=2",
        "https://notgoogle.com/url?q=https%3A%2F%2Fexample.org%2F",
        "https://example.org/l/?uddg=https%3A%2F%2Fother.org",
        "https://[broken",
        "no address",
        "",
    ],
)
def test_what_is_no_redirect_link_or_a_malformed_one_is_left_alone(link):
    assert unwrapped(link) == link


@pytest.mark.parametrize(
    "written",
    [
        "http://example.org/wiki/Caf%C3%A9_(bar)?a=1&b=2",
        "https://www.example.org/wiki/Café_(bar)?b=2&a=1",
        "https://m.example.org/wiki/Caf%c3%a9_%28bar%29/?a=1&b=2#top",
        "HTTPS://EXAMPLE.ORG:443/wiki/Café_(bar)?a=1&b=2&utm_source=n&UTM_Campaign=x&gclid=1&fbclid=2&mc_cid=3",
        "http://example.org:80/wiki/x/../Café_(bar)?a=1&b=2#:~:text=word",
        "https://example.org./wiki/Café_(bar)?b=2&a=1&amp=1",
        "https://amp.example.org/wiki/Café_(bar)/amp/?b=2&a=1",
        "https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2Fwiki%2FCaf%25C3%25A9_(bar)%3Fa%3D1%26b%3D2",
    ],
)
def test_every_way_of_writing_one_page_has_one_name(written):
    assert canonical(written) == "https://example.org/wiki/Caf%C3%A9_(bar)?a=1&b=2"


def test_hosts_are_told_apart_by_what_they_are_not_by_how_they_are_written():
    assert canonical("https://en.m.wikipedia.org/wiki/A") == canonical("http://en.wikipedia.org/wiki/A")
    assert canonical("https://bücher.example/") == canonical("http://xn--bcher-kva.example")
    assert canonical("http://[::1]:80/a") == "https://[::1]/a"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://example.org/a", "https://example.org/A"),
        ("https://example.org/a?id=1", "https://example.org/a?id=2"),
        ("https://example.org/a?ref=1", "https://example.org/a?ref=2"),
        ("https://example.org/a?uid=1", "https://example.org/a?uid=2"),
        ("https://example.org:8080/a", "https://example.org/a"),
        ("https://de.wikipedia.org/wiki/A", "https://en.wikipedia.org/wiki/A"),
        ("https://m.de/a", "https://de/a"),
        ("https://example.org/a%2Fb", "https://example.org/a/b"),
        ("https://example.org/guitar-amp", "https://example.org/guitar"),
        ("https://example.org/?x=a%26b=c", "https://example.org/?x=a&b=c"),
    ],
)
def test_pages_that_differ_keep_names_that_differ(one, other):
    assert canonical(one) != canonical(other)


def test_the_address_to_show_is_the_page_s_own():
    assert (
        cited("http://www.example.org:8080/a%20b?q=a+b&fbclid=1&y#top") == "http://www.example.org:8080/a%20b?q=a+b&y"
    )


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://e.org/a",
        "https://",
        "mailto:a@b.c",
        "/a",
    ],
)
def test_only_the_web_can_be_linked(link):
    assert not linkable(link)
    assert linkable("http://example.org")


def test_a_backslash_leads_where_a_browser_would_go():
    assert cited("https://example.org\\@evil.example/a") == "https://example.org/@evil.example/a"
    assert canonical("https://example.org\\a?b=\\") == canonical("https://example.org/a?b=\\")


@given(st.text(max_size=60) | st.text(max_size=40).map(lambda rest: f"https://example.org/{rest}"))
def test_any_text_has_a_name_and_naming_twice_changes_nothing(text):
    once = canonical(text)
    assert canonical(once) == once
    assert unwrapped(unwrapped(text)) == unwrapped(text)
    cited(text)
