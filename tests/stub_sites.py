"""A small web on this machine: hosts with public addresses, served by one local server that answers as it is told.

A reply is the bytes of an HTTP answer, or a function that gets the connection and may do with it what no good server
would.
"""

import gzip
import socket
import threading
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

import httpcore2

from sleuth.search.web.fetching.fetcher import WebFetch
from sleuth.search.web.fetching.network import Network
from sleuth.search.web.fetching.page_cache import PageCache
from sleuth.settings import Web

PUBLIC = "93.184.215.14"
AT = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
ARTICLE = (
    "<html><head><title>The bridge</title></head><body><article><h1>The bridge</h1>"
    "<p>The bridge of Norholm was designed by Ada Holm, and it was opened by the king in the year 1912.</p>"
    "<p>Its arches were made of iron from the north, which had been shipped along the coast for two years.</p>"
    "</article></body></html>"
)


def http(body=ARTICLE, status=200, kind="text/html; charset=utf-8", **headers):
    """A well-formed answer; a header's name is written with underscores, and None leaves one out."""
    raw = body.encode() if isinstance(body, str) else body
    lines = {"content-type": kind, "content-length": len(raw), "connection": "close"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
    return f"HTTP/1.1 {status} Said\r\n{head}\r\n".encode() + raw


def redirect(target, status=302):
    return http("", status, location=target)


def packed(body, **headers):
    return http(gzip.compress(body), content_encoding="gzip", **headers)


class Sites:
    """What is served, and what was asked for."""

    def __init__(self):
        self.pages = {}
        """Replies by `host/path`; whatever is not there has status 404."""
        self.addresses = {}
        """Addresses by host, where one has others than the public one."""
        self.asked = []
        self.heads = []
        """The whole requests, in lower case."""
        self.dialled = []
        self.pauses = []
        self.over = threading.Event()
        self.tls = None

    def reply(self, host, path):
        self.asked.append(f"{host}{path}")
        return self.pages.get(f"{host}{path}", http("There is nothing.", 404))

    def resolve(self, host, port):
        found = self.addresses.get(host, (PUBLIC,))
        return found() if callable(found) else found

    def dial(self, address, port, seconds):
        self.dialled.append(f"{address}:{port}")
        return httpcore2.SyncBackend().connect_tcp("127.0.0.1", self.port, timeout=seconds)

    def pause(self, seconds, cut):
        self.pauses.append(round(seconds, 3))

    def network(self, **more):
        return Network(**{"resolve": self.resolve, "dial": self.dial, "pause": self.pause, **more})

    def fetch(self, folder, *, today=lambda: AT, network=None, cache_mb=10.0, **web):
        """A fetch over this web, with its cache in a folder."""
        settings = Web(**{"page_s": 5.0, "page_mb": 1.0, **web})
        return WebFetch(settings, PageCache(folder / "web.db", cache_mb), network or self.network(), today)

    def serve(self, connection):
        with connection, suppress(OSError):
            if self.tls:
                connection = self.tls.wrap_socket(connection, server_side=True)
            while head := received(connection):
                self.heads.append(head.lower())
                lines = head.split("\r\n")
                path = lines[0].split(" ")[1]
                host = next(line.split(": ", 1)[1] for line in lines if line.lower().startswith("host:"))
                reply = self.reply(host, path)
                if callable(reply):
                    return reply(connection)
                connection.sendall(reply)
                if b"connection: close" in reply:
                    return None
        return None


def received(connection):
    head = b""
    while b"\r\n\r\n" not in head:
        piece = connection.recv(65536)
        if not piece:
            return ""
        head += piece
    return head.decode("latin-1")


@contextmanager
def stub_sites():
    sites = Sites()
    listener = socket.create_server(("127.0.0.1", 0))
    sites.port = listener.getsockname()[1]

    def accept():
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=sites.serve, args=(connection,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield sites
    finally:
        sites.over.set()
        listener.close()
