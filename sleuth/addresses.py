"""Addresses on their way to a reader: which may be opened, and what of one must never be handed over."""

import re
from typing import NamedTuple
from urllib.parse import quote, urlsplit

USER = re.compile(r"(?<=://)[^\s/?#\\\"'<>]*@")
"""A name, and perhaps a password, in front of a host."""

SECRET = re.compile(
    r"((?:[?&]|&amp;)(?:x-amz-(?:signature|credential|security-token)|(?:access|auth|api|session|sas|id|refresh)?"
    r"[-_]?(?:token|key)|pass(?:word|wd)?|pwd|secret|client[-_]?secret|sig(?:nature)?|auth(?:orization)?)=)"
    r"[^\s&#\"'<>]+",
    re.IGNORECASE,
)
"""A parameter whose value lets its holder in."""


class Openable(NamedTuple):
    """An address that a browser may open."""

    host: str
    href: str
    """Percent-encoded, so that it can stand in HTML, Markdown or BibTeX."""


def openable(address: str | None) -> Openable | None:
    """An ordinary web address, without anything secret in it; None for any other.

    >>> openable("https://ann:pw@example.org/a b?page=2")
    Openable(host='example.org', href='https://example.org/a%20b?page=2')
    >>> openable("javascript:alert(1)")
    """
    bare = without_credentials(address or "")
    try:
        parts = urlsplit(bare)
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or "@" in parts.netloc or not re.fullmatch(r"[\w.-]+", host or ""):
        return None
    return Openable(host or "", quote(bare, safe=":/?#@!$&*+,;=%~-._"))


def without_credentials(text: str) -> str:
    """A text whose addresses name no user, password, key or token; all else as it is.

    >>> without_credentials("GET https://ann:pw@host/a?api_key=1234&page=2 failed")
    'GET https://host/a?api_key=…&page=2 failed'
    """
    return SECRET.sub(r"\1…", USER.sub("", text))
