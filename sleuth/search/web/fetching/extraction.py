"""A page's main text, title and date out of its HTML, by `trafilatura`; nothing is fetched here.

Script, style and hidden text are taken out first: what a reader of the page cannot see is no evidence, and is where
words meant for a machine are put.
"""

import re
from typing import NamedTuple

from lxml import html  # type: ignore[import-untyped]

UNSEEN = "//script|//style|//template|//noscript|//iframe|//object|//svg|//head|//title"
"""Elements whose text is not shown."""
HIDING = re.compile(
    r"display:none|visibility:(hidden|collapse)|opacity:0*\.?0+(;|$)|font-size:0*\.?0+(px|pt|em|rem|%)?(;|$)"
    r"|(left|top|text-indent):-\d{3,}"
)
"""Inline styles, without spaces, by which text is hidden."""
BLOCKS = (
    *("address", "article", "aside", "blockquote", "br", "caption", "dd", "div", "dl", "dt", "figcaption", "figure"),
    *("footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre"),
    *("section", "table", "tr", "ul"),
)
"""Elements that begin a new line."""


BUTTONS = "//button|//*[@role='button']|//input[@type='submit' or @type='button']"
NO_PROSE = ("a", "button", "label", "select", "nav", "footer")
SMALL_FORM = 60
"""Words up to which what stands in a form belongs to the form."""


class Html(NamedTuple):
    """What an HTML page says and shows."""

    title: str
    text: str
    """Main text, with tables and without readers' comments; all that is shown where no main text stands out."""
    date: str | None
    """ISO date on which the text was last given, by the page's metadata; None when they name none."""
    shown: str
    """All text that is shown, menus and footers too."""
    without_script: str
    """What is shown to a browser that runs no script."""
    prose: int
    """Words that are shown outside links, buttons, menus and small forms."""
    buttons: str
    """What the page's buttons say."""
    asks_password: bool


def read_html(markup: str, today: str) -> Html:
    """Read a page; `today` is the ISO date after which none can be dated. ValueError when nothing can be parsed."""
    tree = _tree(markup)
    title, date = _about(tree, today)
    asks_password = bool(tree.xpath("//input[@type='password']"))
    without_script = " ".join(" ".join(n.text_content().split()) for n in tree.xpath("//noscript"))
    for element in tree.xpath("//*[@hidden or @style]"):
        if element.tag not in ("html", "body") and _hidden(element) and element.getparent() is not None:
            element.drop_tree()
    for element in tree.xpath(UNSEEN):
        if element.getparent() is not None:
            element.drop_tree()
    shown = _shown(tree)
    buttons = " ".join(b.get("value") or " ".join(b.text_content().split()) for b in tree.xpath(BUTTONS))
    return Html(title, _main(tree) or shown, date, shown, without_script, _prose(tree), buttons, asks_password)


def _parser() -> html.HTMLParser:
    # Without `huge_tree` all text behind 256 unclosed tags would be lost; a page's size is limited anyway.
    return html.HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True)


def _tree(markup: str) -> html.HtmlElement:
    # lxml refuses a text that names its encoding, and takes a text without markup for a lone word.
    bare = re.sub(r"^\s*<\?xml[^>]*>", "", markup.replace("\x00", ""))
    try:
        return html.document_fromstring(bare, parser=_parser())
    except (ValueError, AssertionError, html.etree.LxmlError) as error:
        raise ValueError("no readable text") from error


def _hidden(element: html.HtmlElement) -> bool:
    style = re.sub(r"\s|!important", "", element.get("style", "").lower())
    # `hidden="until-found"` is text that a browser's search finds and opens.
    return element.get("hidden", "until-found") != "until-found" or HIDING.search(style) is not None


def _about(tree: html.HtmlElement, today: str) -> tuple[str, str | None]:
    """Title and date by the page's metadata: the date of its last edition, else that of its first."""
    from trafilatura import extract_metadata

    title, date = "", None
    # The extensive search would take the year of a copyright line for the date.
    params = {"extensive_search": False, "max_date": today}
    for first in (False, True):
        try:
            found = extract_metadata(tree, date_config={**params, "original_date": first})
        except Exception:
            # A hostile page can make a parser raise anything.
            break
        title, date = " ".join((found.title or "").split()), found.date
        if date is not None:
            break
    return title or _plain_title(tree), date


def _plain_title(tree: html.HtmlElement) -> str:
    return " ".join((tree.findtext(".//title") or "").split())


def _main(tree: html.HtmlElement) -> str:
    """The main text; empty where none stands out."""
    from trafilatura import bare_extraction

    try:
        found = bare_extraction(tree, include_comments=False, include_tables=True)
    except Exception:
        # As above: all that is shown remains.
        return ""
    text = getattr(found, "text", None) or ""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def _shown(tree: html.HtmlElement) -> str:
    pieces: list[str] = []
    for event, element in html.etree.iterwalk(tree, events=("start", "end")):
        if element.tag in BLOCKS:
            pieces.append("\n")
        elif element.tag in ("td", "th") and event == "end":
            pieces.append(" ")
        text = (element.text if event == "start" else element.tail) or ""
        # Within its element, a line's end is a space like any other.
        pieces.append(text if element.tag == "pre" else re.sub(r"\s+", " ", text))
    lines = (" ".join(line.split()) for line in "".join(pieces).splitlines())
    return "\n".join(line for line in lines if line)


def _prose(tree: html.HtmlElement) -> int:
    words, before = 0, list[int]()
    for event, element in html.etree.iterwalk(tree, events=("start", "end")):
        if event == "start":
            if element.tag in (*NO_PROSE, "form"):
                before.append(words)
            words += len((element.text or "").split())
            continue
        if element.tag in NO_PROSE:
            words = before.pop()
        elif element.tag == "form":
            # Some sites put a whole page into one form.
            start = before.pop()
            words = start if words - start <= SMALL_FORM else words
        words += len((element.tail or "").split())
    return words
