"""Untrusted text on its way into Markdown. The same texts are looked at in a real browser in tests/browser."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.text import JOINER, ago, clock, link, marked, plain, short
from sleuth.views.layout import plain as one_line


def unescaped(text: str) -> str:
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text).replace(JOINER, "")


@given(st.text())
def test_every_mark_is_escaped_and_no_word_is_lost(text):
    shown = plain(text)
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", shown)
    assert not re.search(r"[!-/:-@\[-`{-~]", bare)
    assert unescaped(shown) == one_line(text)


@pytest.mark.parametrize(
    "text",
    [
        ":red[x]",
        "![x](http://a.b/c.png)",
        "$a$ and $b$",
        "# x",
        "<img src=x onerror=y>",
        "`x`",
        ":tada:",
        "| a | b |",
    ],
)
def test_a_text_is_all_there(text):
    assert unescaped(plain(text)) == text


@pytest.mark.parametrize(
    "text", ["http://evil.example", "www.evil.example", "me@evil.example", "a -> b", ":streamlit:"]
)
def test_what_streamlit_replaces_after_the_escapes_is_split(text):
    assert JOINER in plain(text)


def test_marks_that_turn_the_direction_of_writing_are_left_out():
    assert plain("abc\u202edef\x00g") == "abcdefg"


def test_the_quote_is_marked_where_it_stands_and_paragraphs_are_kept():
    text = "First *part*.\n\nIt was [opened] in 1931, not 1932.\nLast."
    start = text.index("[opened] in 1931")
    shown = marked(text, start, start + len("[opened] in 1931"))
    assert shown == ("First \\*part\\*\\.\n\nIt was :yellow-background[\\[opened\\] in 1931]\\, not 1932\\. Last\\.")


@pytest.mark.parametrize("text", ["x] :red[y", "a ]] b", "**]**"])
def test_a_quote_cannot_close_its_own_mark(text):
    shown = marked(text, 0, len(text))
    inner = shown.removeprefix(":yellow-background[").removesuffix("]")
    assert re.findall(r"(?<!\\)[\[\]]", inner) == []


@pytest.mark.parametrize(
    "address", [None, "", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http://", "http://[", "x"]
)
def test_only_web_addresses_become_links(address):
    assert link(address) is None


def test_an_address_cannot_leave_its_link():
    assert link("https://a.example/x>)[y](javascript:z) ") == (
        "[a\\.example](<https://a.example/x%3E%29%5By%5D%28javascript:z%29%20>)"
    )


def test_short_cuts_at_a_word():
    assert short("one two three", 13) == "one two three"
    assert short("one two three four", 13) == "one two…"
    assert short("x" * 30, 10) == "x" * 9 + "…"


@pytest.mark.parametrize(("seconds", "shown"), [(0, "00:00"), (14.4, "00:14"), (3723, "1:02:03")])
def test_clock(seconds, shown):
    assert clock(seconds) == shown


@pytest.mark.parametrize(
    ("passed", "shown"),
    [(5, "just now"), (190, "3 min"), (7300, "2 h"), (3 * 86400, "3 d"), (30 * 86400, "2026-02-01")],
)
def test_ago(passed, shown):
    now = datetime(2026, 3, 3, tzinfo=UTC)
    assert ago(now - timedelta(seconds=passed), now) == shown
