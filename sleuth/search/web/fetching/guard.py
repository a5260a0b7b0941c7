"""What may be fetched: addresses of the public web, and nothing on or near this machine.

Pure functions over an address and the IP addresses its host has. Asked before each hop and again, with every IP
address, as the connection is made. Sources: the IANA registries of special-purpose addresses and names.
"""

import ipaddress
import re
from collections.abc import Iterable

import httpx2

PORTS = (80, 443, 8080, 8443)
"""Ports where the web is served; any other may be a mail server or a database."""
LONGEST = 4000
"""Longest address, in characters."""

CLOSED_NETWORKS = {
    "0.0.0.0/8": "unspecified",
    "10.0.0.0/8": "private",
    "100.64.0.0/10": "a provider's own (CGNAT)",
    "127.0.0.0/8": "loopback",
    "168.63.129.16/32": "a cloud's own service",
    "169.254.0.0/16": "link-local, where clouds keep their metadata",
    "172.16.0.0/12": "private",
    "192.0.0.0/24": "reserved for protocols",
    "192.0.2.0/24": "for documentation",
    "192.88.99.0/24": "a 6to4 relay",
    "192.168.0.0/16": "private",
    "198.18.0.0/15": "for benchmarks",
    "198.51.100.0/24": "for documentation",
    "203.0.113.0/24": "for documentation",
    "224.0.0.0/4": "multicast",
    "240.0.0.0/4": "reserved",
    "::/128": "unspecified",
    "::1/128": "loopback",
    "64:ff9b::/96": "an IPv4 address in disguise (NAT64)",
    "64:ff9b:1::/48": "an IPv4 address in disguise (NAT64)",
    "fc00::/7": "private (unique local)",
    "fe80::/10": "link-local",
    "ff00::/8": "multicast",
    "2001::/32": "an IPv4 address in disguise (Teredo)",
    "2001::/23": "reserved for protocols",
    "2001:db8::/32": "for documentation",
    "2002::/16": "an IPv4 address in disguise (6to4)",
    "3fff::/20": "for documentation",
}
"""Networks that are not the public web, and what they are."""
PUBLIC_V6 = ipaddress.IPv6Network("2000::/3")
"""The only IPv6 addresses given out for public use; whatever else there is, is closed without being listed."""
CLOSED_ENDINGS = (
    *("localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa"),
    *("test", "invalid", "example", "onion", "arpa"),
)
"""Endings of names that no public server bears: those reserved, and those that private networks use."""

_NAME = re.compile(r"(?=.{1,253}\Z)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
_NETWORKS = tuple((ipaddress.ip_network(network), kind) for network, kind in CLOSED_NETWORKS.items())


def refusal(url: str, addresses: Iterable[str] = ()) -> str | None:
    """Why an address may not be fetched, given what its host resolved to; None when it may.

    >>> refusal("http://intranet.example.org/", ["10.1.2.3"])
    'intranet.example.org leads to 10.1.2.3, which is private.'
    """
    if len(url) > LONGEST:
        return f"The address is longer than {LONGEST} characters."
    try:
        parsed = httpx2.URL(url)
    except (httpx2.InvalidURL, UnicodeError) as error:
        return f"{url[:200]!r} is not an address: {error}."
    if parsed.scheme not in ("http", "https"):
        return f"Only http and https are fetched, not {parsed.scheme or 'an address without a scheme'}."
    if parsed.userinfo:
        return f"The address of {parsed.host} carries a user name or password."
    if parsed.port is not None and parsed.port not in PORTS:
        return f"Port {parsed.port} of {parsed.host} is not one where the web is served."
    return host_refusal(parsed.raw_host.decode("ascii")) or addresses_refusal(parsed.host, addresses)


def host_refusal(host: str) -> str | None:
    """Why a host may not be reached, by its name alone; it is an IP address, or a name as DNS knows it."""
    bare = host.rstrip(".").lower()
    try:
        ipaddress.ip_address(bare)
    except ValueError:
        pass
    else:
        kind = _kind(bare)
        return f"{bare} is {kind}." if kind else None
    # Forms that only the system's resolver understands (2130706433, 0x7f.1, 0177.0.0.1) end in a number.
    if not _NAME.fullmatch(bare):
        return f"{bare[:100]!r} is no name of a public server."
    ending = next((e for e in CLOSED_ENDINGS if bare.endswith("." + e)), None)
    return f"{bare} is no public server: names in .{ending} stay within a network." if ending else None


def addresses_refusal(host: str, addresses: Iterable[str]) -> str | None:
    """Why a host may not be reached, by every IP address it has: one that is closed is enough."""
    for address in addresses:
        if kind := _kind(address):
            return f"{host} leads to {address}, which is {kind}."
    return None


def _kind(address: str) -> str | None:
    """What a closed IP address is; None for one of the public web."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return "no IP address"
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        return f"an IPv4 address in disguise ({ip.ipv4_mapped})"
    for network, kind in _NETWORKS:
        if ip.version == network.version and ip in network:
            return kind
    if isinstance(ip, ipaddress.IPv6Address) and ip not in PUBLIC_V6:
        return "reserved"
    return None
