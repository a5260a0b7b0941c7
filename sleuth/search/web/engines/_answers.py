"""What the answer of an engine's server means, whatever the engine: an answer, a refusal, or nothing to be read."""

import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import ceil
from time import monotonic

import httpx2
from pydantic import JsonValue

from sleuth.models.connection import is_loopback
from sleuth.search.web.agent import USER_AGENT
from sleuth.search.web.engines import Answered
from sleuth.settings import Web

REFUSING = (202, 401, 403, 418, 429, 451)
"""Statuses by which engines say no; DuckDuckGo sends 202 with its puzzle."""
CHALLENGE = re.compile(
    r"anomaly[-.](modal|js)|captcha|challenge-(form|platform)|cf-chl|just a moment\.\.\.|unusual traffic"
    r"|are you a (robot|human)|bots use duckduckgo|verify (that )?you are (a )?human|before you continue"
    r"|too many requests|access denied",
    re.IGNORECASE,
)
"""What stands on a page that wants a person instead of answering."""
SHOWN = 200
"""Characters of a server's own words that are passed on."""


class Sent(Exception):
    """The server sent something else than an answer; carries what that means, and the status if it sent one."""

    def __init__(self, answered: Answered, status: int | None = None) -> None:
        super().__init__(answered.message)
        self.answered = answered
        self.status = status


def ask(engine: str, url: str, parameters: Mapping[str, str], web: Web) -> dict[str, JsonValue]:
    """The JSON document that a server answers with; Sent when it sends none. One request, no redirect followed."""
    client = httpx2.Client(
        timeout=web.page_s,
        # An engine on this machine is reached directly, like its models.
        proxy=None if is_loopback(url) else web.proxy,
        trust_env=not is_loopback(url) and web.proxy is None,
        headers={"user-agent": USER_AGENT, "accept": "application/json"},
    )
    try:
        with client, client.stream("GET", url, params=dict(parameters)) as response:
            body = whole(engine, response.iter_bytes(), web)
    except httpx2.TimeoutException as error:
        raise Sent(late(engine, web)) from error
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise Sent(failed(engine, f"it cannot be reached ({str(error)[:SHOWN] or type(error).__name__})")) from error
    text = body.decode(errors="replace")
    check(engine, response.status_code, response.headers, text)
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if isinstance(document, dict):
        return document
    if CHALLENGE.search(text):
        raise Sent(refused(engine, "it wants proof of a person (a challenge page)"))
    raise Sent(failed(engine, f"its answer is not the JSON that was asked for: {excerpt(text)}"))


def whole(engine: str, chunks: Iterable[bytes], web: Web) -> bytes:
    """A body as it comes in; Sent when it grows or lasts beyond what a page may."""
    until, body = monotonic() + web.page_s, bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > web.page_mb * 1e6:
            raise Sent(failed(engine, f"its answer is larger than {web.page_mb:g} MB"))
        if monotonic() > until:
            raise Sent(late(engine, web))
    return bytes(body)


def check(engine: str, status: int, headers: Mapping[str, str], text: str) -> None:
    """Sent when a status says that this is no answer."""
    wait = waiting(headers.get("retry-after"))
    if status in REFUSING or (status == 503 and (wait is not None or CHALLENGE.search(text))):
        why = "it wants proof of a person" if CHALLENGE.search(text) and status != 429 else "it refuses us"
        raise Sent(refused(engine, f"{why} (status {status})", wait), status)
    if 300 <= status < 400:
        raise Sent(failed(engine, f"it sends us elsewhere: {headers.get('location', 'nowhere')[:SHOWN]}"), status)
    if status != 200:
        raise Sent(failed(engine, f"its server reports an error (status {status})"), status)


def refused(engine: str, why: str, wait_s: float | None = None) -> Answered:
    """That an engine would not look for us now."""
    return Answered(engine=engine, outcome="engine refused", message=why, wait_s=wait_s)


def failed(engine: str, why: str) -> Answered:
    """That no answer came, or none that can be read."""
    return Answered(engine=engine, outcome="failed", message=why)


def late(engine: str, web: Web) -> Answered:
    """That an engine took too long."""
    return failed(engine, f"it did not answer within {web.page_s:g} seconds")


def waiting(said: str | None) -> float | None:
    """The seconds of a `Retry-After`, which is a number of them or a date; None for neither."""
    if not said:
        return None
    if said.strip().isdecimal():
        return float(said)
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return None
    return float(max(0, ceil((until.astimezone(UTC) - datetime.now(UTC)).total_seconds())))


def excerpt(text: str) -> str:
    """The beginning of what a server sent, on one line."""
    return repr(" ".join(text.split())[:SHOWN]) if text.strip() else "nothing at all"


def words(value: JsonValue) -> str:
    """A field as text on one line, without markup; empty for what is no text."""
    return " ".join(re.sub(r"<[^>]*>", "", value).split()) if isinstance(value, str) else ""


def rows(value: JsonValue) -> tuple[dict[str, JsonValue], ...]:
    """The objects of a list; none of what is no list."""
    return tuple(row for row in value if isinstance(row, dict)) if isinstance(value, list) else ()


def iso_date(value: JsonValue) -> str | None:
    """The day of an ISO moment; None for anything else."""
    return value[:10] if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\d(?!\d)", value) else None
