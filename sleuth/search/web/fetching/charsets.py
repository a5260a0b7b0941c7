"""The bytes of a page as text. Servers and authors name the wrong encoding often enough that no label is trusted
before the bytes have been tried."""

import codecs
import re

from sleuth.search.byte_order import marked

MEANT = {
    **dict.fromkeys(("ascii", "us-ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1"), "cp1252"),
    **dict.fromkeys(("iso-8859-9", "latin5"), "cp1254"),
    **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms_kanji"), "cp932"),
    **dict.fromkeys(("gb2312", "gbk", "gb_2312-80", "x-gbk"), "gb18030"),
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "ksc5601"), "cp949"),
    **dict.fromkeys(("big5", "x-x-big5"), "big5hkscs"),
    **dict.fromkeys(("tis-620", "iso-8859-11"), "cp874"),
    "x-mac-cyrillic": "mac_cyrillic",
}
"""Labels that mean a larger encoding on the web (WHATWG, Encoding Standard, 4.2)."""
NO_CHARSETS = ("idna", "punycode", "unicode_escape", "raw_unicode_escape", "utf-7", "undefined", "mbcs", "oem")
"""Codecs of Python that are no encoding of pages; some would run escapes of the text."""
SAMPLE = 100_000
"""Bytes by which an unnamed encoding is guessed."""
ENOUGH = 16
"""Bytes beyond ASCII that a guess needs; a stray accent could be of any encoding."""
_LABEL = re.compile(
    rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)|^\s*<\?xml[^>]{0,200}encoding=["']([\w.:-]+)"""
)
_LABEL_WITHIN = 4096


def decoded(body: bytes, declared: str | None = None) -> str:
    """A page's bytes as text; `declared` is the charset of its HTTP header.

    A byte-order mark decides; then whatever is UTF-8 is UTF-8; then the declared charset, the page's own label and a
    guess, the first that fits without a fault. What fits nothing has its faulty bytes replaced.
    """
    if (told := marked(body)) is not None:
        return told
    found = _LABEL.search(body[:_LABEL_WITHIN].lower())
    label = (found[1] or found[2]).decode("ascii", "replace") if found else None
    named = [e for e in map(_encoding, (declared, label)) if e is not None]
    # ISO-2022-JP and its like are made of ASCII bytes, so they would pass for UTF-8.
    shifting = any(e.startswith(("iso2022", "hz")) for e in named)
    for encoding in (*(() if shifting else ("utf-8",)), *named):
        try:
            return body.decode(encoding)
        except UnicodeDecodeError:
            continue
    return body.decode(_guessed(body) or next(iter(named), "cp1252"), "replace")


def _encoding(label: str | None) -> str | None:
    """Python's name of a charset; None for what is none."""
    if not label:
        return None
    label = label.strip("\"' ").lower()
    try:
        name = codecs.lookup(MEANT.get(label, label)).name
        b"ab".decode(name, "replace")  # a codec that makes no text of bytes refuses
    except (LookupError, ValueError):
        return None
    return None if name.replace("_", "-") in [n.replace("_", "-") for n in NO_CHARSETS] else name


def _guessed(body: bytes) -> str | None:
    from chardetng_py.shortcuts import detect  # type: ignore[import-untyped]

    if sum(byte > 127 for byte in body[:SAMPLE]) < ENOUGH:
        return None
    found: str = detect(body[:SAMPLE])
    return _encoding(found)
