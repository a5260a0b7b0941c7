"""An answer of a server as a page: its kind found out, its text taken out, or the reason why there is none.

Pure: bytes in, a page out. Its kind is what the bytes are where the header is silent or vague.
"""

import re
from typing import NamedTuple

import httpx2

from sleuth.search import digest
from sleuth.search.documents.pdf import pdf_text
from sleuth.search.web.fetching import Fetched, Outcome
from sleuth.search.web.fetching.asking import Answer, Wanted, host
from sleuth.search.web.fetching.blocked import blocked_by_page, blocked_by_status
from sleuth.search.web.fetching.charsets import decoded
from sleuth.search.web.fetching.extraction import Html, read_html
from sleuth.search.web.urls import cited

HTML = ("text/html", "application/xhtml+xml")
PDF = "application/pdf"
VAGUE = (
    "",
    "application/octet-stream",
    "binary/octet-stream",
    "application/x-download",
    "application/force-download",
)
"""Types that tell nothing; the bytes do."""
TEXTS = re.compile(r"text/(?!css|javascript|calendar|vcard)[\w.+-]+|application/([\w.-]+\+)?(json|xml)")
"""Further types that are read as they are."""


PDF_S = 25.0
"""Seconds that reading a PDF may take; the pages read until then are kept."""
MARKUP = re.compile(rb"<(!doctype html|html|head|body)\b", re.IGNORECASE)
"""By which HTML is known whatever it is called."""


class Typed(NamedTuple):
    """A content type."""

    kind: str
    charset: str | None


def typed(headers: httpx2.Headers) -> Typed:
    """The content type that a server names."""
    kind, _, rest = headers.get("content-type", "").partition(";")
    charset = re.search(r"""charset\s*=\s*["']?([^\s"';]+)""", rest, re.IGNORECASE)
    return Typed(kind.strip().lower(), charset[1] if charset else None)


def unwanted(limit: int) -> Wanted:
    """Which bodies need not be read at all: those of another type, and those announced as longer than the limit."""

    def why(status: int, headers: httpx2.Headers) -> str | None:
        if not 200 <= status < 300:
            return None
        if why_not := _foreign(typed(headers).kind):
            return why_not
        length = headers.get("content-length", "")
        return too_large(limit) if length.isdecimal() and int(length) > limit else None

    return why


def too_large(limit: int) -> str:
    """The sentence for a page above the limit, in bytes."""
    return f"The page is larger than {limit / 1e6:g} MB (web.page_mb)."


def read(answer: Answer, asked: str, at: str, limit: int) -> Fetched:
    """The page that a server sent, asked for as `asked` at an ISO moment, or why it is none."""
    page = Fetched(outcome="failed", url=cited(answer.url), retrieved_at=at)
    kind, name = _kind(answer), host(answer.url)
    if answer.status in (404, 410):
        return _not(page, "gone", f"{name} has no such page (status {answer.status}).")
    if 200 <= answer.status < 300 and not answer.whole:
        return _not(page, "refused", too_large(limit))
    markup = decoded(answer.body, typed(answer.headers).charset) if kind in HTML else ""
    seen = _seen(markup, at)
    if barrier := _barrier(answer, asked, markup, seen):
        return _not(page, "blocked", f"{name} showed {barrier} instead of the page.")
    if not 200 <= answer.status < 300:
        return _not(page, "failed", f"{name} failed with status {answer.status}.")
    if why_not := _foreign(kind):
        return _not(page, "refused", why_not)
    if kind in HTML:
        return _readable(page, seen.title, seen.text, seen.date) if seen else _readable(page, "", "")
    if kind != PDF:
        return _readable(page, "", _plain(decoded(answer.body, typed(answer.headers).charset)))
    try:
        pdf = pdf_text(answer.body, PDF_S)
    except ValueError as error:
        return _not(page, "failed", f"The PDF cannot be read: {error}.")
    found = _readable(page, pdf.title or "", pdf.text, pdf.date)
    notes = f"Of the PDF was not read: {'; '.join(pdf.notes)}." if pdf.notes else None
    return found.model_copy(update={"pages": pdf.pages, "message": notes})


def _kind(answer: Answer) -> str:
    """What the bytes are where they show it; what the server says, else."""
    said, start = typed(answer.headers).kind, answer.body[:1024]
    if b"%PDF-" in start:
        return PDF
    if said not in HTML and MARKUP.search(start):
        return HTML[0]
    if said in VAGUE:
        return said if b"\x00" in start else "text/plain"
    return said


def _foreign(kind: str) -> str | None:
    if kind in (*HTML, PDF, *VAGUE) or TEXTS.fullmatch(kind):
        return None
    return f"What stands there is {kind[:60]}; pages, plain text and PDF are read."


def _seen(markup: str, at: str) -> Html | None:
    try:
        return read_html(markup, at[:10]) if markup.strip() else None
    except ValueError:
        return None


def _barrier(answer: Answer, asked: str, markup: str, seen: Html | None) -> str | None:
    """What stood in the way; a server error is none, even if it comes from the same gatekeeper."""
    said = blocked_by_status(answer.status, answer.headers)
    if seen is None or not (said or 200 <= answer.status < 300):
        return said
    shown = blocked_by_page(answer.url, asked, markup, seen)
    return shown or said


def _readable(page: Fetched, title: str, text: str, date: str | None = None) -> Fetched:
    if not text.strip():
        return _not(page, "failed", "The page holds no readable text.")
    found = {"outcome": "read", "title": title, "text": text, "date": date}
    return page.model_copy(update={**found, "sha256": digest(text)})


def _not(page: Fetched, outcome: Outcome, message: str) -> Fetched:
    return page.model_copy(update={"outcome": outcome, "message": message})


def _plain(text: str) -> str:
    """Plain text as it is shown; nothing where it is no text."""
    return "" if "\x00" in text else text.replace("\r\n", "\n").strip()
