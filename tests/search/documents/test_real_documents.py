"""What is read of real documents and what is refused, with the reason: each form once as a person has it, and as it
goes wrong."""

import codecs
import re
from typing import NamedTuple

import paper
import pytest

from sleuth.search.documents import Reading, read_documents

HEBREW = "הגשר הישן נבנה בשנת 1912 על ידי יוסף כהן."
ARABIC = "بني الجسر القديم عام 1912 في نورهولم."
RUSSIAN = "Мост через реку был построен в 1912 году. После пожара порт перенесли в северную часть города."
SWEDISH = "Bron öppnades 1912 av borgmästaren, född i Malmö. Efter branden flyttades hamnen norrut till Öland."
LEFT = (
    "the harbour of Norholm was",
    "moved in 1912 after a fire in",
    "the old wharf, and the mayor,",
    "Ada Berg, had a new stone",
)
LEFT += ("bridge over the river at once.", "Its stones came from the old", "wall of the town, which was")
RIGHT = (
    "Ships from the south could",
    "no longer enter, so the town",
    "lost the fish trade, and with",
    "it the salt works that had",
)
RIGHT += ("been its wealth for years.", "The last salt was sold in the", "spring of the year after.")
ACROSS = b"".join(
    paper.drawn(left, 50, 640 - 14 * n, 10) + paper.drawn(right, 270, 640 - 14 * n, 10)
    for n, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True))
)
WITHOUT_MEANING = b"".join(
    b"BT /F2 12 Tf 50 %d Td <%s> Tj ET\n"
    % (600 - 14 * n, b"".join(b"%04x" % (ord(c) - 29) for c in "The old bridge "))
    for n in range(9)
)
SENTENCE = "<p>The bridge was opened in 1912 by the mayor, and it has stood in its place since then.</p>"
PAGE = f"""<html><head><meta charset="utf-8"><title>The old bridge - Norholm Gazette</title>
<meta property="article:published_time" content="2019-04-03"></head>
<body><nav><a href="/">Home</a> <a>Sports</a></nav><article><h1>The old bridge</h1>{SENTENCE * 4}</article>
<footer>Subscribe to our newsletter</footer><script>fetch("https://tracker.example")</script></body></html>"""
BOOK = (
    "<h1>The fire</h1><p>The wharf burnt in 1912.<sup>7</sup></p>",
    "<h1>The bridge</h1><p>Stone&nbsp;by stone.</p>",
)
XXE = '<!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'
LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
TALK = (
    ("The harbour", "Opened in 1912\nClosed in 1987", "Name the mayor."),
    ("The bridge", "118 metres", "Questions?"),
)


class Case(NamedTuple):
    name: str
    content: bytes
    read: tuple[str, ...] = ()
    """What must stand in the text, in this order."""
    unread: tuple[str, ...] = ()
    """What must not."""
    title: str | None = None
    date: str | None = None
    pages: int = 0
    note: str = ""
    refused: str = ""


def real(name: str) -> bytes:
    return (paper.REAL / name).read_bytes()


CASES = (
    Case(
        "two columns, hyphens and ligatures.pdf",
        real("two_columns.pdf"),
        (
            "efficient office",
            "1912, after the fire of the old wharf",
            "afflicted years.",
            "Paragraph 3.",
            "Paragraph 7.",
        ),
        ("mas-", "con-", "ﬁ", "ef ficient"),
        title="The Norholm Harbour",
        date="2026-11-30",
        pages=1,
    ),
    Case(
        "columns drawn across.pdf",
        paper.pdf(paper.drawn("Two columns", 50, 680, 16) + ACROSS),
        (" ".join(LEFT), " ".join(RIGHT)),
        title="Two columns",
        pages=1,
    ),
    Case(
        "hyphens.pdf",
        paper.pdf(paper.paragraph("the harbour mas-", "ter of the years 1910-", "1914, by Anglo-", "Saxon law")),
        ("the harbour master of the years 1910-1914, by Anglo-Saxon law",),
        pages=1,
    ),
    Case(
        "table.pdf",
        real("table.pdf"),
        ("Bridge | Opened | Length (m)\n", "Old Lighthouse Bridge | 1912 | 118\n", "New bridge | 1987 | 402"),
        title="Bridges of Norholm",
        date="2026-11-30",
        pages=1,
    ),
    Case(
        "from right to left.pdf",
        real("from_right.pdf"),
        (HEBREW, ARABIC),
        title="Hebrew and Arabic",
        date="2026-11-30",
        pages=1,
    ),
    Case(
        "about itself.pdf",
        paper.pdf(paper.drawn("Text."), Title="Harbour rules", CreationDate="D:19990102030405Z"),
        ("Text.",),
        title="Harbour rules",
        date="1999-01-02",
        pages=1,
    ),
    Case(
        "partly scanned.pdf",
        paper.pdf(paper.drawn("Read me."), paper.IMAGE, paper.IMAGE, paper.drawn("And me."), paper.IMAGE),
        ("Read me.", "And me."),
        note="no text on pages 2–3, 5 of 5 (scanned?)",
        pages=5,
    ),
    Case(
        "owner's password.pdf",
        real("owner_locked.pdf"),
        ("The harbour master moved",),
        title="Harbour rules",
        date="1999-01-02",
        pages=1,
    ),
    Case("password.pdf", real("locked.pdf"), refused="it is encrypted"),
    Case(
        "scanned.pdf",
        paper.pdf(paper.IMAGE, paper.IMAGE),
        refused="no readable text on any of 2 pages (scanned pages?)",
    ),
    Case("without meaning.pdf", paper.pdf(WITHOUT_MEANING), refused="its text layer has no meaning"),
    Case(
        "cid.pdf",
        paper.pdf(paper.drawn("(cid:12)(cid:13)(cid:44) (cid:18)(cid:7) of")),
        refused="its text layer has no",
    ),
    Case("damaged.pdf", real("table.pdf")[:9000], refused="it is damaged"),
    Case("a web page.pdf", PAGE.encode(), refused="it is no PDF"),
    Case(
        "footnotes, tables, right to left.docx",
        real("harbour.docx"),
        (
            "opened in 1912[1] by the mayor[e1].",
            "\n[1] The minutes of the council say 1911.\n[e1] Her name was Ada Berg.",
            "Bridge: Old bridge; Opened: 1912; Length (m): 118",
            HEBREW,
            ARABIC,
        ),
        title="Harbour report",
        date="2019-04-03",
    ),
    Case(
        "under review.docx",
        paper.docx(
            "<w:sdt><w:sdtContent>" + paper.words("In a field.") + "</w:sdtContent></w:sdt><w:p><w:ins><w:r><w:t>"
            "Added.</w:t></w:r></w:ins><w:del><w:r><w:delText>Gone.</w:delText></w:r></w:del><w:r><w:t> ex</w:t>"
            "<w:softHyphen/><w:t>act</w:t><w:noBreakHyphen/><w:t>ly</w:t></w:r></w:p>"
        ),
        ("In a field.\n\nAdded. exact-ly",),
        ("Gone",),
    ),
    Case(
        "zip bomb.docx", paper.docx(paper.words(" " * (70 << 20))), refused="unpacks to 70 MB; at most 64 MB are read"
    ),
    Case("reads your files.docx", paper.docx(paper.words("&secret;"), XXE), refused="declares a document type"),
    Case("swells.docx", paper.docx(paper.words("&b;"), LAUGHS), refused="declares a document type"),
    Case("an old one.docx", real("harbour.doc"), refused="it is a file of Office before 2007; save it anew"),
    Case("damaged.docx", real("harbour.docx")[:4000], refused="it is damaged"),
    Case("old.doc", real("harbour.doc"), refused=".doc is not read; save it as .docx"),
    Case(
        "talk.pptx",
        paper.pptx(*TALK, hidden=2),
        (
            "The harbour\nOpened in 1912\nClosed in 1987\nNotes: Name the mayor.",
            "The bridge\n118 metres\nNotes: Questions?",
        ),
        title="The harbour",
        pages=2,
        note="read although hidden: slide 2",
    ),
    Case(
        "dates, formulas, merged cells.xlsx",
        real("bridges.xlsx"),
        (
            "Bridges of Norholm\nDistrict: Harbour; Bridge: Old bridge; Opened: 1912-05-04; Length: 118; Double: 236",
            "District: Harbour; Bridge: New bridge; Opened: 1987-10-01; Length: 402.5; Double: 805",
            "Hidden value",
        ),
        pages=2,
        note="sheet 'Secret' is hidden, and was read",
    ),
    Case(
        "old but read.xls",
        real("bridges.xls"),
        ("Opened: 1912-05-04; Length: 118; Double: 236",),
        pages=2,
        note="hidden",
    ),
    Case(
        "never saved.xlsx",
        paper.xlsx("<f>1+1</f><v/>"),
        ("Total: 1",),
        pages=1,
        note="formulas without a saved value stand blank (1)",
    ),
    Case("far apart.xlsx", paper.xlsx("<v>2</v>", far=True), refused="its cells stand too far apart"),
    Case("password.xlsx", real("locked.xlsx"), refused="it is encrypted with a password"),
    Case(
        "book.epub",
        paper.epub(*BOOK),
        ("The bridge\n\nStone by stone.", "The fire\n\nThe wharf burnt in 1912.[7]"),
        ("Contents",),
        title="The Norholm Book",
        date="2001-05-06",
        pages=2,
    ),
    Case("copy protected.epub", paper.epub(*BOOK, locked=True), refused="it is encrypted (copy protection)"),
    Case(
        "semicolons.csv",
        'Bridge;Opened;Note\nOld bridge;1912;"stone;\nthen steel"\nNew bridge;1987;\n'.encode("cp1252"),
        ("Bridge: Old bridge; Opened: 1912; Note: stone; then steel\nBridge: New bridge; Opened: 1987",),
    ),
    Case(
        "of Excel.csv",
        b"sep=;\r\nLoans of 2019\r\nLand;Wert\r\nNorwegen;1,5\r\nSchweden;2,5\r\n",
        ("Loans of 2019\nLand: Norwegen; Wert: 1,5\nLand: Schweden; Wert: 2,5",),
        ("sep=",),
    ),
    Case("names alone.csv", b"Bridge,Opened\n", ("Bridge | Opened",)),
    Case("without names.tsv", b"1912\tOld bridge\n1987\tNew bridge\n", ("1912 | Old bridge\n1987 | New bridge",)),
    Case(
        "saved.html",
        PAGE.encode(),
        ("opened in 1912",),
        ("Sports", "newsletter", "tracker"),
        title="The old bridge",
        date="2019-04-03",
    ),
    Case(
        "of another alphabet.html",
        f"<meta charset=windows-1251><title>Мост</title><p>{RUSSIAN}".encode("cp1251"),
        (RUSSIAN,),
        title="Мост",
    ),
    Case("marked.txt", "Tromsø".encode("utf-16"), ("Tromsø",), ("\ufeff",)),
    Case(
        "unmarked.txt",
        "The bridge in Tromsø\r\nwas opened".encode("utf-16-be"),
        ("Tromsø\nwas",),
        note="utf-16-be (guessed)",
    ),
    Case("wide.txt", codecs.BOM_UTF32_LE + "Tromsø".encode("utf-32-le"), ("Tromsø",)),
    Case("russian.txt", RUSSIAN.encode("cp1251"), (RUSSIAN,), note="read as windows-1251 (guessed)"),
    Case("swedish.txt", SWEDISH.encode("cp1252"), (SWEDISH,), note="read as windows-1252 (guessed)"),
    Case(
        "japanese.txt",
        ("橋は1912年に市長によって開通した。" * 3).encode("shift_jis"),
        ("橋は1912年に",),
        note="shift_jis",
    ),
    Case("picture.txt", bytes(range(256)) * 20, refused="it is not text"),
    Case("empty.md", b"", refused="the file is empty"),
)


def read(folder, case: Case) -> Reading:
    (folder / case.name).write_bytes(case.content)
    (folder / "zz beside it.txt").write_text("Another.")
    return read_documents([folder])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_read_and_what_is_refused(tmp_path, case):
    reading = read(tmp_path, case)
    *documents, beside = reading.documents
    assert beside.text == "Another.", "a file that is refused keeps no other out"
    if case.refused:
        assert documents == []
        (refused,) = reading.refused
        assert refused.path == str(tmp_path / case.name)
        assert case.refused in refused.why
        return
    (document,) = documents
    assert reading.refused == ()
    places = [document.text.index(each) for each in case.read]
    assert places == sorted(places)
    assert [each for each in case.unread if each in document.text] == []
    assert document.title == (case.title or case.name.rpartition(".")[0])
    assert document.date == case.date
    assert len(document.pages) == case.pages
    assert case.note in "; ".join(note.what for note in reading.notes)
    assert bool(case.note) == bool(reading.notes)
    assert not re.search("[\xad\x00\x02\ufffe]", document.text)


def test_a_passage_of_a_file_knows_its_page(tmp_path):
    (tmp_path / "long.pdf").write_bytes(paper.pdf(*(paper.drawn(f"Here stands fact {n}.") for n in "abc")))
    (document,) = read_documents([tmp_path]).documents
    assert [document.text[start:].split("\n")[0] for start in document.pages] == [
        f"Here stands fact {n}." for n in "abc"
    ]


def test_running_headers_and_page_numbers_stand_once(tmp_path):
    pages = (
        paper.drawn("Annual report of the council", y=690) + paper.drawn(f"Fact {n}.") + paper.drawn(str(n), y=20)
        for n in range(7, 12)
    )
    (tmp_path / "report.pdf").write_bytes(paper.pdf(*pages))
    (document,) = read_documents([tmp_path]).documents
    assert document.text == "Annual report of the council\n\nFact 7.\n\nFact 8.\n\nFact 9.\n\nFact 10.\n\nFact 11."
