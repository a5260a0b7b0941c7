"""What is read out of an answer: its kind, its letters, its main text, its title and its date."""

import codecs

import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stub_sites import ARTICLE, AT, http

from sleuth.search.web.fetching.asking import Answer
from sleuth.search.web.fetching.charsets import decoded
from sleuth.search.web.fetching.extraction import read_html
from sleuth.search.web.fetching.reading import read

JAPANESE = "橋はノルホルムの町にあり、一九一二年に開通した。設計はホルムである。"
RUSSIAN = "Мост в Норхольме был построен в 1912 году по проекту Ады Хольм."
GERMAN = "Die Brücke über den Fluß wurde „1912“ eröffnet – für 5 €."


def read_as(body, kind, status=200, url="http://example.org/doc", asked=None):
    raw = body.encode() if isinstance(body, str) else body
    headers = httpx2.Headers({"content-type": kind} if kind else {})
    return read(Answer(url, status, headers, raw, True), asked or url, AT.isoformat(), 1_000_000)


@pytest.mark.parametrize(
    ("kind", "body", "said"),
    [
        ("text/html", ARTICLE, "The bridge of Norholm was designed"),
        ("TEXT/HTML ;charset=UTF-8", ARTICLE, "The bridge of Norholm was designed"),
        ("application/xhtml+xml", '<?xml version="1.0" encoding="utf-8"?>' + ARTICLE, "designed by Ada Holm"),
        (None, ARTICLE, "designed by Ada Holm"),
        ("application/octet-stream", ARTICLE, "designed by Ada Holm"),
        ("text/plain", "One line.\r\nAnother <b>line</b>.", "One line.\nAnother <b>line</b>."),
        ("text/markdown", "# Title", "# Title"),
        ("application/json", '{"a": 1}', '{"a": 1}'),
        ("application/ld+json; charset=utf-8", '{"a": 1}', '{"a": 1}'),
        ("application/rss+xml", "<rss><title>News</title></rss>", "<rss><title>News</title></rss>"),
        ("text/csv", "a,b\n1,2", "a,b\n1,2"),
    ],
)
def test_pages_and_texts_are_read_by_what_they_are(kind, body, said):
    page = read_as(body, kind)
    assert page.outcome == "read"
    assert said in page.text


@pytest.mark.parametrize(
    "kind", ["image/png", "video/mp4", "application/zip", "text/css", "text/javascript", "application/javascript"]
)
def test_other_types_are_refused_by_name_and_not_even_loaded(sites, fetch, kind):
    sites.pages["example.org/doc"] = http(b"x" * 100, kind=kind)
    page = fetch("http://example.org/doc")
    assert (page.outcome, page.message) == (
        "refused",
        f"What stands there is {kind}; pages, plain text and PDF are read.",
    )
    assert read_as(b"\x89PNG\x00\x00", "application/octet-stream").outcome != "read"
    assert read_as(b"\x00\x01\x02binary", "text/plain").outcome == "failed"


@pytest.mark.parametrize(
    "body", ["", "   \n", "<html></html>", "<!-- only a comment -->", "<p hidden>never shown</p>"]
)
def test_a_page_without_text_is_no_page(body):
    page = read_as(body, "text/html")
    assert (page.outcome, page.sha256, page.text) == ("failed", None, "")


@pytest.mark.parametrize(("status", "outcome"), [(404, "gone"), (410, "gone"), (500, "failed"), (502, "failed")])
def test_an_error_of_the_server_is_no_page_whatever_it_shows(status, outcome):
    page = read_as(ARTICLE, "text/html", status)
    assert (page.outcome, page.text) == (outcome, "")
    assert f"status {status}" in page.message


@pytest.mark.parametrize(
    ("text", "encoding", "declared"),
    [
        (GERMAN, "utf-8", None),
        (GERMAN, "utf-8", "iso-8859-1"),  # servers' old default for everything
        (GERMAN, "utf-8", "utf8"),
        (GERMAN, "utf-8", "none-such"),
        (GERMAN, "cp1252", "iso-8859-1"),
        (GERMAN, "cp1252", "windows-1252"),
        (GERMAN, "cp1252", "us-ascii"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8-r", '"KOI8-R"'),
        (RUSSIAN * 4, "cp1251", None),
        (JAPANESE, "cp932", "shift_jis"),
        (JAPANESE, "cp932", "x-sjis"),
        (JAPANESE, "euc_jp", "euc-jp"),
        (JAPANESE, "iso2022_jp", "iso-2022-jp"),
        (JAPANESE, "utf-8-sig", "shift_jis"),
        (JAPANESE, "utf-16", "utf-8"),
        (JAPANESE, "utf-32", None),
        ("简体中文网页的文字。", "gb18030", "gb2312"),
        ("한국어 문서의 글자.", "cp949", "euc-kr"),
    ],
)
def test_letters_are_read_right_whatever_the_label_says(text, encoding, declared):
    assert decoded(text.encode(encoding), declared) == text


@pytest.mark.parametrize(
    ("label", "encoding", "text"),
    [
        ('<meta charset="windows-1251">', "cp1251", RUSSIAN),
        ("<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=Shift_JIS'>", "cp932", JAPANESE),
        ("<?xml version='1.0' encoding='EUC-JP'?>", "euc_jp", JAPANESE),
        ('<meta charset="utf-8">', "utf-8", GERMAN),
    ],
)
def test_a_page_may_name_its_encoding_itself(label, encoding, text):
    body = f"{label}<html><body><p>{text}</p></body></html>".encode(encoding)
    assert text in decoded(body)
    assert text in read_as(body, "text/html").text


@pytest.mark.parametrize(
    "label", ["unicode_escape", "punycode", "idna", "hex", "rot13", "utf-7", "undefined", "\x00", "a" * 999]
)
def test_a_label_that_is_no_encoding_of_pages_is_not_obeyed(label):
    assert decoded(b"a \\u0062 +ADw- \xe9", label) == "a \\u0062 +ADw- é"


def test_bytes_that_fit_nothing_still_give_a_text():
    assert "plain words" in decoded(b"plain words \x81\x8d\x8f\xff\xfe\xfd" + codecs.BOM_UTF8, "utf-8")


HIDDEN = """
<html><head><title>A page</title><style>.a {content: "STYLED"}</style><script>var a = "SCRIPTED";</script></head>
<body><article><h1>A page</h1>
<p>The first paragraph of the page tells how the bridge was built and by whom it was paid.</p>
<p style="display: none">HIDDEN one</p><p style="color:red;VISIBILITY : hidden !important">HIDDEN two</p>
<p style="font-size:0px">HIDDEN three</p><p style="opacity:0">HIDDEN four</p><p hidden>HIDDEN five</p>
<p style="position:absolute;left:-9999px">HIDDEN six</p><!-- HIDDEN seven --><template><p>HIDDEN eight</p></template>
<noscript>HIDDEN nine</noscript><p style="opacity:0.5">A pale paragraph is shown, so it is a part of the text.</p>
<p style="font-size:0.9em">A small paragraph is shown as well, however small its letters may be.</p></article>
</body></html>
"""


@pytest.mark.parametrize(
    "page", [HIDDEN, HIDDEN.replace("article", "div"), "<p>short</p>" + HIDDEN[HIDDEN.find("<p style") :]]
)
def test_what_a_reader_does_not_see_is_not_in_the_text(page):
    text = read_html(page, "2026-05-04").text
    assert not {"HIDDEN", "SCRIPTED", "STYLED"} & set(text.replace('"', " ").split())
    assert "A pale paragraph" in text
    assert "A small paragraph" in text


def test_tables_and_lists_stay_and_menus_and_comments_go():
    page = f"""<html><body><nav><a href="/">Start</a> <a href="/shop">Shop of the site</a></nav>{ARTICLE}
    <table><tr><th>Year</th><th>Length in metres</th></tr><tr><td>1912</td><td>1204</td></tr></table>
    <div id="comments"><div class="comment"><p>Somebody's opinion on the bridge is not the page's own.</p></div></div>
    </body></html>"""
    text = read_html(page, "2026-05-04").text
    assert "1204" in text
    assert "Shop of the site" not in text
    assert "opinion" not in text


@pytest.mark.parametrize(
    ("head", "date"),
    [
        ('<meta property="article:published_time" content="2019-03-04T10:00:00Z">', "2019-03-04"),
        (
            '<meta property="article:published_time" content="2019-03-04"><meta property="article:modified_time" '
            'content="2023-01-02T00:00:00+01:00">',
            "2023-01-02",
        ),
        (
            '<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": "2020-02-03"}</script>',
            "2020-02-03",
        ),
        ("", None),
        ('<meta name="date" content="2091-01-01">', None),
    ],
)
def test_a_page_speaks_from_the_date_it_names_and_from_no_other(head, date):
    page = ARTICLE.replace("</head>", f"{head}</head>").replace("</body>", "<footer>© 2024 A site</footer></body>")
    assert read_html(page, "2026-05-04").date == date


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 1_500 + "deep words" + "</div>" * 1_500,
        "<table><tr><td>" * 300 + "deep words",
        "<p>deep words" + "<b>" * 3_000,
        "<html><body>" + "<a" * 10_000 + ">deep words",
        '<p>deep words</p><script type="application/ld+json">' + "[" * 50_000 + "</script>",
        "<p>deep words \ud800 \x00 </p>".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
    ],
    ids=["nested", "tables", "unclosed", "tags", "json", "faulty"],
)
def test_a_page_that_is_made_to_break_a_parser_does_not(page):
    assert "words" in read_html(page, "2026-05-04").text


def pdf(*pages):
    """A PDF with a line of text on each page."""
    streams = [f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET" for text in pages]
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for n, stream in enumerate(streams):
        rest = f"/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents {5 + 2 * n} 0 R"
        objects += [f"<</Type/Page/Parent 2 0 R{rest}>>", f"<</Length {len(stream)}>>stream\n{stream}\nendstream"]
    body, places = "%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(body))
        body += f"{number} 0 obj{each}\nendobj\n"
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}"
    return f"{body}{table}trailer<</Root 1 0 R/Size {len(objects) + 1}>>\nstartxref\n{len(body)}\n%%EOF".encode()


@pytest.mark.parametrize("kind", ["application/pdf", "application/octet-stream", None, "text/html"])
def test_a_pdf_is_read_with_the_places_of_its_pages_whatever_it_is_called(kind):
    page = read_as(pdf("The bridge was opened in 1912.", "It was closed in 1931."), kind)
    assert page.outcome == "read"
    first, second = page.pages
    assert page.text[first:second].strip() == "The bridge was opened in 1912."
    assert page.text[second:].strip() == "It was closed in 1931."


def test_a_pdf_that_cannot_be_read_says_why():
    page = read_as(b"%PDF-1.4 and then nothing of the kind", "application/pdf")
    assert (page.outcome, page.text) == ("failed", "")
    assert page.message.startswith("The PDF cannot be read: ")
    # A challenge does not become a PDF by being asked for as one.
    assert read_as("<html><body><p>Checking your browser</p></body></html>", "application/pdf").outcome == "blocked"


PIECES = st.sampled_from(
    [
        *(
            "<p>",
            "</p>",
            "<table>",
            "<tr>",
            "<td>",
            "</table>",
            "<form>",
            "</form>",
            "<a",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
        ),
        *(
            "<script>",
            "</script>",
            "<html>",
            "<body>",
            "</body>",
            "<head>",
            "<frameset>",
            "<svg>",
            "<math>",
            "&#0;",
            "&#xD800;",
        ),
        *(
            " hidden",
            " style='display:none'",
            " lang=x>",
            "<meta charset=utf-16>",
            "<?xml version='1.0'?>",
            "\x00",
            "\ufffe",
        ),
        *(
            "words in a row ",
            "2023-02-30",
            "<time datetime='9999-99-99'>",
            "<noscript>",
            "<title>",
            "<input type=password>",
        ),
        *(
            '{"@type":"Article","datePublished":["x"]}',
            "<script type='application/ld+json'>",
            "<li>",
            "<ul>",
            "<br/>",
        ),
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_any_markup_comes_to_some_outcome(markup):
    page = read_as(markup, "text/html")
    assert (page.outcome == "read") == bool(page.text) == (page.sha256 is not None)
