"""One address asked for, hop by hop: each hop guarded, its body read up to a limit, redirects followed by hand."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

import httpx2

from sleuth.search.web.fetching.guard import refusal
from sleuth.search.web.fetching.network import Failed, Refused

REDIRECTS = 5
"""Most redirects followed for one page."""
ENCODINGS = ("", "identity", "gzip", "x-gzip", "deflate")


class TooManyRedirects(Failed):
    """More redirects than are followed."""


class Answer(NamedTuple):
    """What a server sent in the end."""

    url: str
    """The address that answered, after redirects."""
    status: int
    headers: httpx2.Headers
    body: bytes
    """Unpacked."""
    whole: bool
    """False where the body is longer than the limit, and was not read on."""


Wanted = Callable[[int, httpx2.Headers], str | None]
"""Why a body need not be read, by status and headers; None when it is wanted."""


def ask(
    client: httpx2.Client,
    url: str,
    *,
    limit: int,
    permitted: Callable[[str], AbstractContextManager[object]],
    unwanted: Wanted | None = None,
) -> Answer:
    """Ask for an address and follow it; `permitted` is entered for each hop, and raises Refused to forbid it.

    `limit` is in bytes, after unpacking. Raises Refused, Failed, or what httpx2 and httpcore2 raise.
    """
    for _ in range(REDIRECTS + 1):
        if reason := refusal(url):
            raise Refused(reason)
        with permitted(url):
            answer = _hop(client, url, limit, unwanted)
        target = answer.headers.get("location") if 300 <= answer.status < 400 else None
        if target is None:
            return answer
        try:
            url = str(httpx2.URL(url).join(target).copy_with(fragment=None))
        except (httpx2.InvalidURL, ValueError) as error:
            raise Failed(f"{host(url)} redirects to {target[:200]!r}, which is no address.") from error
    raise TooManyRedirects(f"{host(url)} redirects more than {REDIRECTS} times.")


def _hop(client: httpx2.Client, url: str, limit: int, unwanted: Wanted | None) -> Answer:
    with client.stream("GET", url) as response:
        if 300 <= response.status_code < 400 and "location" in response.headers:
            return Answer(url, response.status_code, response.headers, b"", True)
        if unwanted and (reason := unwanted(response.status_code, response.headers)):
            raise Refused(reason)
        encoding = response.headers.get("content-encoding", "").lower().split(",")
        if foreign := [e for e in (e.strip() for e in encoding) if e not in ENCODINGS]:
            raise Failed(f"{host(url)} packs its pages as {foreign[0][:40]!r}, which was not asked for.")
        body = bytearray()
        # What a kilobyte of gzip unpacks to comes in pieces of at most a megabyte, so a bomb ends at the limit too.
        for piece in response.iter_bytes():
            body += piece
            if len(body) > limit:
                return Answer(url, response.status_code, response.headers, bytes(body[:limit]), False)
        return Answer(url, response.status_code, response.headers, bytes(body), True)


def host(url: str) -> str:
    """The host of an address that has passed the guard, as sentences name it."""
    return httpx2.URL(url).host
