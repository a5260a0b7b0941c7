"""DuckDuckGo's page for browsers without scripts, by the client and the reading of `ddgs`.

Of `ddgs` only its DuckDuckGo engine is used, not its `DDGS().text`: that tells a refusal (202, 403, 429, a puzzle), a
timeout and an empty list all as "No results found", asks other engines when DuckDuckGo is not to be had, and decodes
addresses twice, which breaks redirect links. Here the answer is looked at before it is read.
"""

import re
from collections.abc import Callable, Mapping
from math import ceil
from typing import ClassVar
from urllib.parse import urljoin

import primp
from ddgs.engines.duckduckgo import Duckduckgo
from ddgs.results import TextResult
from lxml.etree import LxmlError  # type: ignore[import-untyped]

from sleuth.search.web.engines import Answered, Engine, Hit, found
from sleuth.search.web.engines._answers import CHALLENGE, SHOWN, Sent, check, excerpt, failed, late, refused, whole
from sleuth.settings import Web

NAME = "duckduckgo"
REGIONS = {"en": "us-en", "de": "de-de", "fr": "fr-fr", "es": "es-es", "it": "it-it", "nl": "nl-nl", "pl": "pl-pl"}
REGIONS |= {"pt": "pt-pt", "sv": "se-sv", "da": "dk-da", "fi": "fi-fi", "ru": "ru-ru", "ja": "jp-jp", "zh": "cn-zh"}
"""Its region for a language."""
EVERYWHERE = "wt-wt"
NOTHING = re.compile(r"""class=["'][^"'>]*\bno-results?\b""")
"""Its sentence that there are no results, by the class that it bears; the words of the query stand on every page."""
ADVERTISEMENT = "/y.js?"


class Row(TextResult):
    """A result whose address stays as it was sent."""

    _normalizers: ClassVar[Mapping[str, Callable[[str], str]]] = {
        name: form for name, form in TextResult._normalizers.items() if name != "href"
    }


class Source(Duckduckgo):
    """The engine of `ddgs`, giving such rows."""

    @property
    def result_type(self) -> type[TextResult]:
        """What a row is read into."""
        return Row


def connect(web: Web, address: str = Duckduckgo.search_url) -> Engine:
    """DuckDuckGo, or a server that answers like it at another address."""

    def engine(text: str, k: int) -> Answered:
        # One client a search: it keeps no cookies, and may be asked from several threads.
        source = Source(proxy=web.proxy, timeout=ceil(web.page_s))
        region = REGIONS.get(web.language.partition("-")[0], EVERYWHERE)
        try:
            page = _page(source, address, source.build_payload(text, region, "moderate", None), web)
        except Sent as sent:
            return sent.answered
        hits = _hits(source, page, address)
        if hits:
            return found(NAME, hits, k)
        if NOTHING.search(page):
            return Answered(engine=NAME, outcome="no match")
        if CHALLENGE.search(page):
            return refused(NAME, "it wants proof of a person (a challenge page)")
        return failed(NAME, f"its page holds neither results nor the word that there are none: {excerpt(page)}")

    return engine


def _page(source: Source, address: str, asked: Mapping[str, str], web: Web) -> str:
    """The page it answers with; Sent when it sends none."""
    try:
        # A redirect is not followed: it leads away from DuckDuckGo.
        response = source.http_client.client.request(
            "POST", address, data=dict(asked), follow_redirects=False, stream=True
        )
        body = whole(NAME, response.iter_bytes(), web)
    except primp.TimeoutError as error:
        raise Sent(late(NAME, web)) from error
    except primp.PrimpError as error:
        raise Sent(failed(NAME, f"it cannot be reached ({str(error)[:SHOWN]})")) from error
    text = body.decode(errors="replace")
    check(NAME, response.status_code, response.headers, text)
    return text


def _hits(source: Source, page: str, address: str) -> tuple[Hit, ...]:
    try:
        rows = source.extract_results(page)
    except (LxmlError, ValueError):
        return ()
    return tuple(
        Hit(title=row.title, url=urljoin(address, row.href), snippet=row.body)
        for row in rows
        # A link in some other block, on a puzzle for one, has no heading.
        if row.href and row.title and ADVERTISEMENT not in row.href
    )
