"""SearXNG: a metasearch engine that a person runs, or a public instance that lets itself be asked for JSON.

Source: docs.searxng.org, Search API. An instance whose own engines are all suspended answers with status 200 and an
empty list; that is a refusal, named by its engines.
"""

from collections.abc import Mapping
from urllib.parse import urlsplit

from pydantic import JsonValue

from sleuth.errors import CallerError
from sleuth.search.web.engines import Answered, Engine, Hit, found
from sleuth.search.web.engines._answers import SHOWN, Sent, ask, failed, iso_date, refused, rows, words
from sleuth.settings import Web

NAME = "searxng"
ADVICE = "it refuses JSON (status 403); add `json` to `search.formats` in its settings.yml and restart it"


def connect(web: Web) -> Engine:
    """The instance that the settings name; CallerError when they name none."""
    address = web.searxng_url or ""
    if urlsplit(address).scheme not in ("http", "https"):
        raise CallerError(
            f"The engine searxng needs the address of an instance, not {web.searxng_url!r}: "
            "set searxng_url, for example http://127.0.0.1:8888."
        )
    search = f"{address.rstrip('/').removesuffix('/search')}/search"

    def engine(text: str, k: int) -> Answered:
        try:
            answer = ask(NAME, search, {"q": text, "format": "json", "language": web.language}, web)
        except Sent as sent:
            return refused(NAME, ADVICE, sent.answered.wait_s) if sent.status == 403 else sent.answered
        if not isinstance(answer.get("results"), list):
            return failed(NAME, "its answer has no list of results")
        answered = found(NAME, map(_hit, rows(answer["results"])), k)
        silent = _silent(answer.get("unresponsive_engines"))
        if silent and not answered.hits:
            return refused(NAME, f"the engines it asks are silent: {silent}")
        return answered

    return engine


def _hit(row: Mapping[str, JsonValue]) -> Hit:
    return Hit(
        title=words(row.get("title")),
        url=words(row.get("url")),
        snippet=words(row.get("content")),
        date=iso_date(row.get("publishedDate")),
    )


def _silent(listed: JsonValue) -> str:
    """Which engines did not answer it, and why, as it lists them: pairs of a name and a reason."""
    pairs = [pair for pair in listed if isinstance(pair, list) and pair] if isinstance(listed, list) else []
    return "; ".join(" ".join(filter(None, map(words, pair))) for pair in pairs)[:SHOWN]
