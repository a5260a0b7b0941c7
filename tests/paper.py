"""Files of many forms, written byte by byte: what a person's folder holds, and what a hostile sender would put there.

Files that only a real program writes as it does lie in `search/documents/`: of groff, Chromium, LibreOffice, and one
locked with a password.
"""

import io
import zipfile
import zlib
from pathlib import Path

REAL = Path(__file__).parent / "search" / "documents"

FONTS = {
    "F1": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    # A font of which nothing says what its glyphs mean.
    "F2": b"<< /Type /Font /Subtype /Type0 /BaseFont /Mystery /Encoding /Identity-H /DescendantFonts [ << "
    b"/Type /Font /Subtype /CIDFontType2 /BaseFont /Mystery /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) "
    b"/Supplement 0 >> /DW 600 /FontDescriptor << /Type /FontDescriptor /FontName /Mystery /Flags 4 "
    b"/FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >> >> ] >>",
}
IMAGE = b"q 400 0 0 500 50 100 cm /I1 Do Q"
"""A page that is only a picture, as a scanner makes it."""


def pdf(*pages: bytes, **about: str) -> bytes:
    """A PDF with these contents of pages; `Title` and `CreationDate` are what it says about itself."""
    bitmap = b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 "
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>"
        % (b" ".join(b"%d 0 R" % (5 + 2 * n) for n in range(len(pages))), len(pages)),
        b"<< %s >>" % b" ".join(b"/%s (%s)" % (k.encode(), v.encode()) for k, v in about.items()),
        bitmap + b"/Length 1 >>\nstream\n\x80\nendstream",
    ]
    fonts = b" ".join(b"/%s %s" % (name.encode(), font) for name, font in FONTS.items())
    for number, content in enumerate(pages):
        packed = zlib.compress(content)
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 700] /Contents %d 0 R "
            b"/Resources << /Font << %s >> /XObject << /I1 4 0 R >> >> >>" % (6 + 2 * number, fonts),
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
        ]
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    end = b"trailer << /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, len(out))
    return out + head + table + end


def drawn(text: str, x: float = 50, y: float = 650, size: float = 12, font: str = "F1") -> bytes:
    """One line of text drawn on a page."""
    escaped = text.encode("cp1252").replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
    return b"BT /%s %g Tf %g %g Td (%s) Tj ET\n" % (font.encode(), size, x, y, escaped)


def paragraph(*lines: str, x: float = 50, y: float = 650) -> bytes:
    """Lines under each other."""
    return b"".join(drawn(line, x, y - 14 * n) for n, line in enumerate(lines))


def archive(parts: dict[str, str | bytes]) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main"


def relations(**targets: str) -> str:
    """What an office file's part refers to: id and `kind target`."""
    each = "".join(
        f'<Relationship Id="{key}" Type="{OFFICE}/{value.split()[0]}" Target="{value.split()[1]}"/>'
        for key, value in targets.items()
    )
    return f'<Relationships xmlns="{PACKAGE}">{each}</Relationships>'


def docx(body: str, prolog: str = "", **parts: str) -> bytes:
    """A document of Word with this body."""
    text = f'{prolog}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>'
    main = {"_rels/.rels": relations(r1="officeDocument word/document.xml"), "word/document.xml": text}
    return archive(main | {name.replace("__", "/"): part for name, part in parts.items()})


def words(text: str) -> str:
    """A paragraph of Word."""
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def pptx(*slides: tuple[str, str, str], hidden: int = 0) -> bytes:
    """A presentation; each slide has a title, a text and what the speaker noted."""
    parts: dict[str, str | bytes] = {"_rels/.rels": relations(r1="officeDocument ppt/presentation.xml")}
    ids = "".join(f'<p:sldId r:id="s{n}"/>' for n in range(1, len(slides) + 1))
    parts["ppt/presentation.xml"] = (
        f'<p:presentation xmlns:p="{SLIDES}" xmlns:r="{OFFICE}"><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>'
    )
    targets = {f"s{n}": f"slide slides/slide{n}.xml" for n in range(1, len(slides) + 1)}
    parts["ppt/_rels/presentation.xml.rels"] = relations(**targets)
    for number, (title, text, noted) in enumerate(slides, start=1):
        show = ' show="0"' if number == hidden else ""
        parts[f"ppt/slides/slide{number}.xml"] = _shapes(f"p:sld{show}", body=text, title=title, sldNum=str(number))
        parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(
            n=f"notesSlide ../notesSlides/notes{number}.xml"
        )
        parts[f"ppt/notesSlides/notes{number}.xml"] = _shapes("p:notes", body=noted, sldNum=str(number))
    return archive(parts)


def _shapes(element: str, **placeholders: str) -> str:
    shapes = "".join(
        f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:txBody>'
        + "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in text.split("\n"))
        + "</p:txBody></p:sp>"
        for kind, text in placeholders.items()
    )
    name = element.split()[0]
    return (
        f'<{element} xmlns:p="{SLIDES}" xmlns:a="{DRAWING}"><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></{name}>'
    )


def xlsx(cell: str, far: bool = False) -> bytes:
    """A spreadsheet of three columns and a row, the last cell as given; another one may stand in the last corner."""
    sheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    names = "".join(
        f'<c r="{c}1" t="inlineStr"><is><t>{name}</t></is></c>' for c, name in zip("ABC", TITLES, strict=True)
    )
    row = f'<row r="1">{names}</row><row r="2"><c r="A2"><v>7</v></c><c r="B2"><v>1</v></c><c r="C2">{cell}</c></row>'
    last = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' if far else ""
    return archive(
        {
            "_rels/.rels": relations(r1="officeDocument xl/workbook.xml"),
            "xl/workbook.xml": f'<workbook xmlns="{sheet}" xmlns:r="{OFFICE}"><sheets><sheet name="Sums" sheetId="1" '
            'r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations(r1="worksheet worksheets/sheet1.xml"),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{sheet}"><sheetData>{row}{last}</sheetData></worksheet>',
        }
    )


TITLES = ("Number", "Total", "Twice")


def epub(*chapters: str, locked: bool = False) -> bytes:
    """An e-book of these chapters' HTML, with a table of contents before them."""
    xml = '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/xhtml11.dtd">'
    items = "".join(f'<item id="c{n}" href="c%20{n}.xhtml"/>' for n in range(len(chapters)))
    refs = "".join(f'<itemref idref="c{n}"/>' for n in reversed(range(len(chapters))))
    parts: dict[str, str | bytes] = {
        "META-INF/container.xml": '<container><rootfiles><rootfile full-path="b/o.opf"/></rootfiles></container>',
        "b/o.opf": '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        f"<dc:title>The Norholm Book</dc:title><dc:date>2001-05-06</dc:date></metadata>"
        f'<manifest><item id="n" href="n.xhtml" properties="nav"/>{items}'
        f'</manifest><spine><itemref idref="n"/>{refs}</spine></package>',
        "b/n.xhtml": f"{xml}<html><body><p>Contents</p></body></html>",
    }
    for number, chapter in enumerate(chapters):
        parts[f"b/c {number}.xhtml"] = f"{xml}<html><body>{chapter}</body></html>"
    if locked:
        parts["META-INF/encryption.xml"] = '<encryption><EncryptionMethod Algorithm="aes128-cbc"/></encryption>'
    return archive(parts)
