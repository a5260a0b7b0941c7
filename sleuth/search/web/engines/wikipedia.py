"""Wikipedia in one language, by MediaWiki's Action API: a search, then the text of each article found.

An article comes as plain text from the API, so no page is fetched and no markup read. Full texts are served one a
request. Source: mediawiki.org, API:Search and Extension:TextExtracts.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from pydantic import JsonValue

from sleuth.search.web.engines import Answered, Engine, Hit, found
from sleuth.search.web.engines._answers import SHOWN, Sent, ask, failed, iso_date, refused, rows, words
from sleuth.settings import Web

NAME = "wikipedia"
BUSY = ("ratelimited", "maxlag", "readonly")
"""Errors by which the API asks for patience."""
LONGEST = 300
"""Longest query that its search accepts, in characters."""
COMMON = {"action": "query", "format": "json", "formatversion": "2"}
SEARCH = {**COMMON, "list": "search", "srprop": "snippet|timestamp", "srinfo": ""}
ARTICLE = {
    **COMMON,
    "prop": "extracts|info|revisions",
    "explaintext": "1",
    "exsectionformat": "plain",
    "inprop": "url",
    "rvprop": "timestamp",
}


def connect(web: Web, address: str | None = None) -> Engine:
    """The edition in the language of the settings, or the wiki whose `api.php` is given."""
    api = address or f"https://{web.language}.wikipedia.org/w/api.php"

    def engine(text: str, k: int) -> Answered:
        try:
            listed = _query(api, {**SEARCH, "srsearch": text[:LONGEST], "srlimit": str(k)}, web).get("search")
            if not isinstance(listed, list):
                return failed(NAME, "its answer has no list of articles")
            return found(NAME, _articles(api, rows(listed), web), k)
        except Sent as sent:
            return sent.answered

    return engine


def _articles(api: str, listed: Iterable[Mapping[str, JsonValue]], web: Web) -> tuple[Hit, ...]:
    """The articles of a list up to the first that is refused; Sent when that is the very first."""
    articles: list[Hit] = []
    for row in listed:
        try:
            articles.append(_article(api, row, web))
        except Sent:
            if not articles:
                raise
            break
    return tuple(articles)


def _article(api: str, row: Mapping[str, JsonValue], web: Web) -> Hit:
    """The article of one row of the search, with its text."""
    page = next(iter(rows(_query(api, {**ARTICLE, "pageids": str(row.get("pageid"))}, web).get("pages"))), {})
    revision = next(iter(rows(page.get("revisions"))), {})
    extract = page.get("extract")
    text = extract.strip() if isinstance(extract, str) else ""
    return Hit(
        title=words(row.get("title")),
        url=words(page.get("canonicalurl")) or words(page.get("fullurl")),
        snippet=words(row.get("snippet")),
        # An article speaks from its latest revision.
        date=iso_date(revision.get("timestamp")),
        text=text or None,
        retrieved_at=datetime.now(UTC).isoformat(timespec="seconds") if text else None,
    )


def _query(api: str, parameters: Mapping[str, str], web: Web) -> Mapping[str, JsonValue]:
    """What the API answers; Sent when it reports an error."""
    answer = ask(NAME, api, parameters, web)
    error, query = answer.get("error"), answer.get("query")
    if isinstance(error, dict):
        code, said = words(error.get("code")), words(error.get("info"))[:SHOWN]
        raise Sent((refused if code in BUSY else failed)(NAME, f"{said or 'it reports an error'} ({code})"))
    return query if isinstance(query, dict) else {}
