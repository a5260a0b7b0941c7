"""Reading a text with citations: which sentence cites what, what the lists name, and what does not fit."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sleuth.errors import CallerError
from sleuth.pasted.parsing import LONGEST, normal, parse

LIST = "\n\n## References\n\n1. One. https://one.org/a\n2. Two. https://two.org/b\n3. Three. https://three.org/c\n"
ONE, TWO = "https://one.org/a", "https://two.org/b"


def cites(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Each sentence of a text with its markers."""
    return [(claim.text, claim.markers) for claim in parse(text).claims]


def urls(text: str) -> list[tuple[str, str | None]]:
    """Each source of a text: its marker and its address."""
    return [(r.marker, r.url) for r in parse(text).references]


@pytest.mark.parametrize(
    ("text", "markers"),
    [
        ("It opened in 1912 [1].", ("1",)),
        ("It opened in 1912.[1]", ("1",)),
        ("It opened in 1912. [1]", ("1",)),
        ("It opened in 1912 [1, 2].", ("1", "2")),
        ("It opened in 1912 [1; 3].", ("1", "3")),
        ("It opened in 1912 [1][3].", ("1", "3")),
        ("It opened in 1912 [1] [3].", ("1", "3")),
        ("It opened in 1912 [1-3].", ("1", "2", "3")),
        ("It opened in 1912 [1–3].", ("1", "2", "3")),
        ("It opened in 1912 [1, p. 5].", ("1",)),
        ("It opened in 1912 【1】.", ("1",)),
        ("It opened in 1912 【2†source】.", ("2",)),
        ("It opened in 1912¹.", ("1",)),
        ("It opened in May.¹ ²", ("1", "2")),
        ("It opened in May.¹²", ("1", "2")),
        ("It opened in May.^[1]", ("1",)),
        ("It opened in May [^1^][^2^].", ("1", "2")),
        ("It opened in May.<sup>1</sup>", ("1",)),
        ("It opened in May.<sup>[1, 2]</sup>", ("1", "2")),
        ("It opened in 1912 \\[1\\].", ("1",)),
        ("It opened in 1912 [[1]].", ("1",)),
        ("It opened in 1912 [[1]](#ref-1).", ("1",)),
        ("It opened in 1912 **[1]**.", ("1",)),
    ],
)
def test_a_marker_cites_and_is_no_word_of_the_sentence(text, markers):
    (sentence,) = parse(text + LIST).claims
    assert sentence.markers == markers
    assert sentence.text in ("It opened in 1912.", "It opened in May.")


@pytest.mark.parametrize(
    "text",
    [
        "It is 301 m² large.",
        "The grid has 10² fields.",
        "In the code `x[1]` is the first.",
        "The first is x[0] here.",
        "He was there [sic] in May.",
        "A law of that year [2012] says so.",
        "See [the plan](plan.html) for it.",
        "Write to [Ann](mailto:ann@one.org) for it.",
    ],
)
def test_what_only_looks_like_a_marker_cites_nothing(text):
    (sentence,) = parse(text + LIST).claims
    assert sentence.markers == ()


def test_a_marker_belongs_to_its_own_sentence_and_to_no_other():
    text = "Ada designed it. Birger built it [2]. It opened in May.[1] The king came. [3] Nobody paid."
    assert [markers for _, markers in cites(text + LIST)] == [(), ("2",), ("1",), ("3",), ()]


def test_markers_on_a_line_of_their_own_belong_to_the_sentence_before():
    assert cites("It opened in May.\n\n[1][2]\n\nThe king came." + LIST) == [
        ("It opened in May.", ("1", "2")),
        ("The king came.", ()),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"By [the Board]({ONE}) it opened.", "By the Board it opened."),
        (f"It opened in May ([the Board]({ONE})).", "It opened in May."),
        (f"It opened in May (see [the Board]({ONE})).", "It opened in May."),
        (f"It opened in May ({ONE}).", "It opened in May."),
        (f"It opened in May <{ONE}>.", "It opened in May."),
        (f"It opened in May, see {ONE}, and closed.", f"It opened in May, see {ONE}, and closed."),
        (f"It opened in May [1]({ONE}).", "It opened in May."),
        (f"It opened in May [[1]]({ONE}).", "It opened in May."),
        (f"It opened in May [[1]({ONE})].", "It opened in May."),
        (f"It opened in May [one.org]({ONE}).", "It opened in May."),
        (f"It opened in May ([one.org]({ONE}) and [b]({ONE}#x)).", "It opened in May."),
    ],
)
def test_a_link_cites_for_its_sentence(text, said):
    report = parse(text)
    assert [claim.text for claim in report.claims] == [said]
    assert [r.url for r in report.cited(report.claims[0])] == [ONE]


@pytest.mark.parametrize(
    "listed",
    [
        f"References\n\n1. One. {ONE}\n2. Two. {TWO}",
        f"## 7. Sources:\n\n1. [One]({ONE})\n2. [Two]({TWO})",
        f"**Bibliography**\n\n[1] One – {ONE}\n[2] Two – {TWO}",
        f"Quellen:\n[1] One, {ONE}\n[2] Two, {TWO}",
        f"参考文献\n\n1. One. {ONE}\n2. Two. {TWO}",
        f"Источники\n---------\n\n1. One {ONE}\n2. Two {TWO}",
        f'[1]: {ONE} "One"\n[2]: <{TWO}> "Two"',
        f'Sources\n[1]: {ONE} "One"\n[2]: {TWO} "Two"',
        f"### Sources\n\n* [One]({ONE})\n* [Two]({TWO})",
        f"### Sources\n\n- [1] [One]({ONE})\n- [2] [Two]({TWO})",
        f"[1] One. {ONE}\n\n[2] Two. {TWO}",
        f"1. [One]({ONE})\n2. [Two]({TWO})",
        f"Works cited\n\n1) One. Retrieved 3 May 2020 from\n   {ONE}\n2) Two.\n   {TWO}",
        f"Sources\n\n¹ One. {ONE}\n² Two. {TWO}",
        f"## Sources\n【1】 One {ONE}\n【2】 Two {TWO}",
    ],
)
def test_a_list_of_references_is_read_in_whatever_form(listed):
    report = parse(f"It opened in May [1]. The king came [2].\n\n{listed}\n")
    assert [(r.marker, r.title, r.url) for r in report.references] == [("1", "One", ONE), ("2", "Two", TWO)]
    assert [claim.text for claim in report.claims][:2] == ["It opened in May.", "The king came."]
    assert report.problems == ()


def test_a_link_by_a_number_that_is_defined_cites_what_is_defined():
    text = (
        f'It opened in May ([one.org][1], [two.org][2]). The king came [1][2].\n\n[1]: {ONE} "One"\n[2]: {TWO} "Two"'
    )
    report = parse(text)
    assert [claim.text for claim in report.claims] == ["It opened in May.", "The king came."]
    assert [[r.title for r in report.cited(claim)] for claim in report.claims] == [["One", "Two"]] * 2
    assert report.problems == ()


def test_lines_of_references_right_under_a_paragraph_are_no_sentences():
    report = parse(f"It opened in May [1].\nThe king came [2].\n[1] [One]({ONE})\n[2]: {TWO}")
    assert [c.text for c in report.claims] == ["It opened in May.", "The king came."]
    assert [r.url for r in report.references] == [ONE, TWO]


def test_footnotes_have_definitions_of_several_lines_and_paragraphs():
    text = (
        "It opened in May.[^board] The king came[^2].\n\n"
        f"[^board]: Minutes of the Board,\n    {ONE}\n\n    a second paragraph.\n[^2]: Said by hand.\n\n"
        "And it goes on.\n"
    )
    assert cites(text) == [("It opened in May.", ("board",)), ("The king came.", ("2",)), ("And it goes on.", ())]
    assert urls(text) == [("board", ONE), ("2", None)]


def test_an_entry_of_two_sources_is_two_sources_under_one_marker():
    report = parse(f"It opened in May [1].\n\nSources\n1. One, {ONE}; Two, {TWO}\n")
    assert [r.url for r in report.cited(report.claims[0])] == [ONE, TWO]
    assert report.problems == ("[1] stands for 2 sources.",)


def test_a_doi_is_an_address():
    assert urls("It is so [1].\n\nReferences\n1. Lund, B. Arches. doi:10.1234/arch.5.\n") == [
        ("1", "https://doi.org/10.1234/arch.5")
    ]


def test_one_page_in_several_spellings_is_one_source():
    spelt = (
        "http://one.org/a",
        "https://www.one.org/a#top",
        "https://m.one.org/a?utm_source=x",
        "https://one.org/a/",
    )
    listed = "\n".join(f"{n}. A page. {url}" for n, url in enumerate(spelt, start=1))
    report = parse(f"It opened [1]. The king came [4] with [his wife]({ONE}).\n\nSources\n{listed}\n")
    (source,) = report.references
    assert source.markers[:4] == ("1", "2", "3", "4")
    assert report.cited(report.claims[0]) == report.cited(report.claims[1]) == (source,)
    assert report.problems == (f"[1] and [2] and [3] and [4] are the same page, {source.url}.",)


def test_what_does_not_fit_is_told():
    assert parse("It opened in May [7]." + LIST).problems == (
        "[7] is cited but not in the list.",
        "[1] One is in the list but never cited.",
        "[2] Two is in the list but never cited.",
        "[3] Three is in the list but never cited.",
    )
    assert parse("It opened [1]. The king came [2].").problems == (
        "The text has no list of sources, so that [1], [2] lead nowhere.",
    )


def test_headings_code_pictures_and_rules_claim_nothing():
    text = (
        "# A *bridge* [1]\n\nIt opened.\n\n```\ncode [1] here.\n```\n\n![a picture [1]](https://two.org/p.png)\n\n---\n\n"
        "[![badge](https://two.org/b.png)](https://two.org)\n\n## More\n\n> It was quoted [2].\n"
    )
    report = parse(text + LIST)
    assert [(c.text, c.markers) for c in report.claims] == [("It opened.", ()), ("It was quoted.", ("2",))]
    assert not [r for r in report.references if r.url and "two.org/b.png" in r.url]
    assert report.title == "A bridge [1]"


def test_items_and_rows_are_sentences():
    text = "| what | when |\n|---|---|\n| opened [1] | 1912 |\n| closed | 1980 [2] |\n\n- An item [3]\n- Another"
    assert cites(text + LIST) == [
        ("opened · 1912", ("1",)),
        ("closed · 1980", ("2",)),
        ("An item", ("3",)),
        ("Another", ()),
    ]


def test_a_sentence_over_a_line_of_dashes_is_no_heading():
    assert cites("It opened in May [1].\n---\nThe king came." + LIST) == [
        ("It opened in May.", ("1",)),
        ("The king came.", ()),
    ]


def test_any_script_is_read():
    text = "桥于1912年开通[1]。国王来了【2】。\n\nالجسر طويل [1]. הגשר ארוך [2].\n\nМост открыт¹."
    assert [markers for _, markers in cites(text + LIST)] == [("1",), ("2",), ("1",), ("2",), ("1",)]


def test_offsets_lead_back_to_the_text_as_it_was_pasted():
    text = (
        "\ufeff# T\r\n\r\n> The **bridge** &amp; the\r\n> road [1]. It opened.\r\n\r\n- A [link](https://a.org).\r\n"
    )
    report = parse(text)
    assert [report.text[c.start : c.end] for c in report.claims] == [
        "The **bridge** &amp; the\n> road [1].",
        "It opened.",
        "A [link](https://a.org).",
    ]


WORDS = ("bridge", "Holm", "opened", "1912", "京", "جسر", "**bold**", "`x[1]`", "&amp;", "<b>", "$x$", "a_b", "")
MARKERS = ("", " [1]", "[2]", " [1, 2]", "¹", " (https://one.org/a)", " [x](https://two.org/b)", "[^9]", " 【3】")
sentence = st.builds(
    lambda words, marker, end: " ".join(words) + marker + end,
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6),
    st.sampled_from(MARKERS),
    st.sampled_from((".", "?", "。", "")),
)
block = st.builds(
    lambda head, parts: head + " ".join(parts),
    st.sampled_from(("", "# ", "> ", "- ", "3. ", "| ", "    ", "\t")),
    st.lists(sentence, max_size=4),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(block, max_size=8).map("\n\n".join) | st.text(max_size=200))
def test_whatever_is_pasted_has_its_sentences_in_order_where_they_say(text):
    try:
        report = parse(text)
    except CallerError:
        return
    assert report.text == normal(text)
    assert all(0 <= c.start < c.end <= len(report.text) for c in report.claims)
    assert [c.start for c in report.claims] == sorted(c.start for c in report.claims)
    known = {m for r in report.references for m in r.markers}
    assert all(m in known or report.problems for c in report.claims for m in c.markers)


HOSTILE = {
    "brackets": "[",
    "pictures": "![",
    "markers": "a [1]. ",
    "links": "[a](https://b.org/x) ",
    "open groups": "([a](https://b.org/x)x",
    "raised": "¹",
    "numbers": "9",
    "tags": "<a ",
    "words": "w" * 10_000 + " ",
    "definitions": "\n[1]: https://b.org",
    "dollars": "$x$ costs $5 ",
    "turned": "\u202e\u2066",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_read_or_refused_soon(piece):
    text = f"It opened in May [1]. {piece * ((LONGEST - 100) // len(piece))}"
    begun = time.process_time()
    report = parse(text)
    assert report.claims[0].text == "It opened in May."
    assert time.process_time() - begun < 20


def test_markup_of_a_page_stays_text():
    text = "<script>alert(1)</script> It costs $5 and $6 [1]. ![x](https://track.org/p.png) He said <b>so</b>."
    report = parse(text + LIST)
    assert [c.text for c in report.claims] == ["alert(1) It costs $5 and $6.", "He said so."]
    assert not [r for r in report.references if "track.org" in (r.url or "")]


@pytest.mark.parametrize("link", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//x", "http://"])
def test_only_web_addresses_are_sources(link):
    report = parse(f"It opened [here]({link}).\n\nSources\n1. Bad. {link}\n")
    assert all(r.url is None for r in report.references)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("…", "empty"),
        ("# Only a heading", "no sentence"),
        ("```\nx = 1\n```", "no sentence"),
        ("Sources\n1. One. https://one.org", "no sentence"),
        ("a" * (LONGEST + 1), "200,001 characters"),
        ("It is \ud800 so.", "UTF-8"),
    ],
)
def test_what_cannot_be_audited_is_refused_in_words(text, why):
    with pytest.raises(CallerError, match=why):
        parse(text)
