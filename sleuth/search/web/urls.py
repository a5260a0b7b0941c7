"""Addresses: which page one leads to, and when two name the same page.

Pure functions over text; nothing is looked up or fetched. Percent-encoding, order of parameters and international
names are left to `w3lib`; what of an address only tracks, or only says how the page is drawn, is listed here.
"""

import base64
import binascii
import re
from urllib.parse import SplitResult, parse_qs, parse_qsl, unquote, urlencode, urlsplit

from w3lib.url import canonicalize_url

TRACKING = re.compile(
    r"(utm|mtm|pk|hsa|oly|guce)_\w+|_(ga|gl|hsenc|hsmi)|(gc|fbc|dc|yc|ysc|twc|ttc)lid|(msclk|gbra|wbra|srslt)id|gclsrc"
    r"|igsh(id)?|mc_[ce]id|mkt_tok|vero_(id|conv)|wickedid|cmpid|s_cid|ncid|ref_(src|url)|guccounter",
    re.IGNORECASE,
)
"""Parameters that follow a reader about and choose nothing of the page."""
DRAWN = {("amp", "1"), ("amp", ""), ("amp", "true"), ("outputtype", "amp")}
"""Parameters that ask for the light drawing of a page."""
VARIANTS = ("www", "m", "mobile", "amp")
"""First parts of a host's name that lead to another drawing of the same page."""
NO_HOST = re.compile(r'[\x00-\x20\x7f"#/<>?@\[\\\]^`{|}%]')
"""What cannot stand in a host's name (WHATWG, URL Standard, 3.5)."""
NESTED = 5
"""Most redirect links within one another that are opened."""


def linkable(url: str) -> bool:
    """Whether an address may stand as a link: http or https, with a host.

    >>> linkable("javascript:alert(1)"), linkable("https://example.org/a")
    (False, True)
    """
    parts = _split(url)
    return parts is not None and parts.scheme in ("http", "https")


def unwrapped(url: str) -> str:
    """The address that a search engine's redirect link leads to; any other address, or a malformed one, as it is.

    >>> unwrapped("//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2Fa&rut=1")
    'https://example.org/a'
    """
    for _ in range(NESTED):
        whole = f"https:{url}" if url.startswith("//") else url
        parts = _split(whole)
        target = _target(parts) if parts else None
        if target is None or not linkable(target):
            return whole if linkable(whole) else url
        url = target
    return url


def cited(url: str) -> str:
    """The address to fetch and to show: unwrapped, without a fragment and without what only tracks.

    >>> cited("http://www.example.org/a?utm_source=x&page=2#:~:text=word")
    'http://www.example.org/a?page=2'
    """
    url = unwrapped(url.strip())
    parts = _split(url)
    if parts is None:
        return url
    kept = "&".join(part for part in parts.query.split("&") if not TRACKING.fullmatch(part.partition("=")[0]))
    return parts._replace(query=kept, fragment="").geturl()


def canonical(url: str) -> str:
    """What names the page behind an address: the same for every way of writing it, and not itself to be fetched.

    A site may answer under `www.` alone, or not over https; so a page is fetched and linked by its own address.

    >>> canonical("http://en.m.wikipedia.org:80/wiki/Heat_%281995_film%29?utm_source=x#Plot")
    'https://en.wikipedia.org/wiki/Heat_(1995_film)'
    """
    name = _named(url)
    for _ in range(NESTED):  # what one rule leaves may be another's: a dot that hid a slash, an empty parameter
        if (again := _named(name)) == name:
            break
        name = again
    return name


def _named(url: str) -> str:
    parts = _split(cited(url))
    if parts is None or parts.scheme not in ("http", "https"):
        return url
    asked = parse_qsl(parts.query, keep_blank_values=True)
    query = urlencode([(k, v) for k, v in asked if (k.lower(), v.lower()) not in DRAWN])
    # A light drawing is often the page's own path with `/amp` behind it.
    path = re.sub(r"(?<=[^/])(/amp)+/?$", "", parts.path).rstrip("/") or "/"
    port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
    plain = parts._replace(scheme="https", netloc=_host(parts) + port, path=path, query=query)
    return canonicalize_url(plain.geturl())


def _split(url: str) -> SplitResult | None:
    """An address in its parts; None for what is none."""
    # Browsers take a backslash for a slash: what looks like a host behind one is not where they would go.
    before, mark, after = re.fullmatch(r"([^?#]*)([?#]?)(.*)", url.strip(), re.DOTALL).groups()  # type: ignore[union-attr]
    try:
        parts = urlsplit(before.replace("\\", "/") + mark + after)
        sound = parts.hostname and not NO_HOST.search(parts.hostname) and (parts.port is None or parts.port)
        return parts if sound else None
    except ValueError:
        return None


def _host(parts: SplitResult) -> str:
    """The host without what chooses a drawing: `www.example.org` and `m.example.org` are one site."""
    host = (parts.hostname or "").rstrip(".")
    if ":" in host:
        return f"[{host}]"
    names = host.split(".")
    while len(names) > 2 and names[0] in VARIANTS:
        names = names[1:]
    if len(names) > 3 and names[1] == "m":  # en.m.wikipedia.org
        names = [names[0], *names[2:]]
    return ".".join(names)


def _target(parts: SplitResult) -> str | None:
    """Where a redirect link leads; None for an address that is none."""
    host, path = (parts.hostname or "").removeprefix("www."), parts.path
    if host.endswith("duckduckgo.com") and path.startswith("/l/"):
        return _parameter(parts, "uddg")
    if re.fullmatch(r"(\w+\.)?google(\.[a-z]{2,3}){1,2}", host):
        if path == "/url":
            return _parameter(parts, "q") or _parameter(parts, "url")
        return _light(path, r"/amp/(s/)?(.+)", parts.query)
    if host == "bing.com" and path.startswith("/ck/a"):
        return _encoded(_parameter(parts, "u") or "")
    if host == "r.search.yahoo.com":
        found = re.search(r"/RU=([^/]+)", path)
        return unquote(found[1]) if found else None
    if host.endswith("facebook.com") and path == "/l.php":
        return _parameter(parts, "u")
    if host.endswith(".cdn.ampproject.org"):
        return _light(path, r"/[cv]/(s/)?(.+)", parts.query)
    return None


def _parameter(parts: SplitResult, name: str) -> str | None:
    return next(iter(parse_qs(parts.query).get(name, ())), None)


def _light(path: str, form: str, query: str) -> str | None:
    """The page whose light copy an address shows; `s/` before the host stands for https."""
    found = re.fullmatch(form, path)
    if found is None:
        return None
    return f"{'https' if found[1] else 'http'}://{found[2]}{'?' + query if query else ''}"


def _encoded(text: str) -> str | None:
    """Bing's form of a target: `a1`, then base64 for addresses, without its padding."""
    if not text.startswith("a1"):
        return None
    try:
        return base64.urlsafe_b64decode(text[2:] + "=" * (-len(text[2:]) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
