"""The Markdown report: complete, and no text of a run is markup in it, as an actual reader of Markdown sees it."""

import hostile_run
import pytest
import small_run
from markdown_it import MarkdownIt
from writing import hostile, of

from sleuth.exports.md import report
from sleuth.views.layout import plain
from sleuth.views.markdown import JOINER, literal

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def drawn(source: str):
    """Every token of a text, inner ones included."""
    for token in READER.parse(source):
        yield token
        yield from token.children or ()


def shown(source: str) -> str:
    return "".join(token.content for token in drawn(source) if token.type in ("text", "text_special")).replace(
        JOINER, ""
    )


@pytest.mark.parametrize(
    "text", [*hostile_run.TEXTS, "1) one", "1990-05-01", "a_b_c *d*", "> x", "+", "~~gone~~", "a==b=="]
)
@pytest.mark.parametrize("before", ["", "- ", "> ", "## ", "1. ", "- **", "- ("])
def test_any_text_is_shown_as_it_is_and_does_nothing(text, before):
    after = "**" if before.endswith("**") else ""
    kinds = {token.type for token in drawn(f"{before}{literal(text)}{after}")}
    alone = {token.type for token in drawn(f"{before}word{after}")}
    assert kinds - {"text_special"} <= alone
    assert plain(text).replace(" ", "") in shown(f"{before}{literal(text)}{after}").replace(" ", "")


@pytest.mark.parametrize("text", ["see http://evil.example", "www.evil.example", "me@evil.example", "@ann", ":tada:"])
def test_what_other_readers_turn_into_links_or_signs_is_parted(text):
    assert JOINER in literal(text)


def test_a_hostile_run_makes_no_picture_no_html_and_only_the_links_of_its_sources(tmp_path):
    tokens = list(drawn(report(hostile(tmp_path))))
    assert not {token.type for token in tokens} & {
        "image",
        "html_block",
        "html_inline",
        "fence",
        "code_block",
        "table_open",
    }
    assert {token.attrGet("href") for token in tokens if token.type == "link_open"} == {
        "https://example.org/a%22%3E%3Cscript%3Ealert%281%29%3C/script%3E?api_key=%E2%80%A6"
    }
    assert [t.tag for t in tokens if t.type == "heading_open"] == ["h1", *["h2"] * 8]


def test_it_tells_what_the_run_came_to_and_how():
    told = shown(report(of())).replace("\n", " ")
    for words in (
        "Tromsø (confidence: high)",
        "Birger Lund was born in Tromsø. [2]",
        "[2] Birger Lund · dated 2010-07-09",
        "f2 (Birger Lund) replaced it, “the minutes correct the brochure”",
        "Birger Lund (f2, Harbour Board minutes, 2001-02-03) preferred to "
        "Ada Holm (f1, Norholm bridge (brochure), 1990-05-01): “the minutes correct the brochure”",
        "Decide which of f1 and f2 holds",
        "Cost: unknown",
        "repair = hard (default selective)",
    ):
        assert words in told, words
    assert small_run.P2.sha256 in report(of())


def test_open_questions_and_undecided_contradictions_are_told():
    told = report(of(small_run.disputed()))
    assert "## Still open" in told
    assert (
        "**Ada Holm** (f1, Norholm bridge (brochure), 1990-05-01) undecided, since equally supported, against "
        "**Birger Lund** (f2, Harbour Board minutes, 2001-02-03): “the minutes do not say that it was not Ada Holm”"
    ) in told
    assert "**No answer: Sources of equal weight contradict each other.**" in told
