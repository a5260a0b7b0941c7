"""A page over a hostile web: nothing on or near this machine is reached, and nothing costs more than its limits."""

import gzip
import socket
import ssl
import threading
import time
import zlib
from contextlib import suppress
from pathlib import Path

import httpcore2
import pytest
from stub_sites import ARTICLE, AT, PUBLIC, http, packed, redirect

from sleuth.errors import CallerError
from sleuth.search import digest
from sleuth.search.web.fetching import connect
from sleuth.search.web.fetching.network import environments
from sleuth.settings import Web

CERTIFICATE = Path(__file__).parent / "example.org.pem"


def test_a_page_is_read_with_its_title_its_hash_and_its_moment(sites, fetch):
    sites.pages["example.org/a?page=2"] = http()
    page = fetch("http://example.org/a?utm_source=x&page=2#part")
    assert (page.outcome, page.url, page.title) == ("read", "http://example.org/a?page=2", "The bridge")
    assert "designed by Ada Holm" in page.text
    assert (page.sha256, page.retrieved_at) == (digest(page.text), AT.isoformat())
    assert sites.dialled == [f"{PUBLIC}:80"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed_and_the_last_address_is_the_page(sites, fetch, status):
    sites.pages |= {
        "example.org/old": redirect("/new", status),
        "example.org/new": redirect("//www.example.org/page"),
    }
    sites.pages["www.example.org/page"] = http()
    assert fetch("http://example.org/old").url == "http://www.example.org/page"


def test_five_redirects_are_followed_and_a_circle_ends(sites, fetch):
    sites.pages |= {f"example.org/{n}": redirect(f"/{n + 1}") for n in range(6)}
    sites.pages["example.org/6"] = http()
    assert fetch("http://example.org/1").outcome == "read"
    assert fetch("http://example.org/0").message == "example.org redirects more than 5 times."
    sites.pages |= {"example.org/a": redirect("/b"), "example.org/b": redirect("/a")}
    sites.asked.clear()
    assert fetch("http://example.org/a").outcome == "failed"
    assert len(sites.asked) == 6


@pytest.mark.parametrize(
    "target",
    [
        *("http://127.0.0.1/", "http://localhost:8080/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/"),
        *(
            "http://2130706433/",
            "http://0x7f.1/",
            "//10.0.0.1/admin",
            "http://[fd00:ec2::254]/",
            "file:///etc/passwd",
        ),
        *(
            "http://inside.example.net/",
            "http://example.org:22/",
            "http://root:toor@example.org/",
            "ftp://example.org/",
        ),
        "http://metadata.google.internal/computeMetadata/v1/",
    ],
)
def test_a_redirect_to_what_is_closed_is_refused_before_it_is_asked(sites, fetch, target):
    sites.addresses["inside.example.net"] = ("192.168.0.10",)
    sites.pages["example.org/"] = redirect(target)
    page = fetch("http://example.org/")
    assert (page.outcome, page.text) == ("refused", "")
    assert (sites.asked, sites.dialled) == (["example.org/"], [f"{PUBLIC}:80"])


def test_a_redirect_to_no_address_at_all_fails_with_a_sentence(sites, fetch):
    sites.pages["example.org/"] = redirect("http://[::1")
    assert fetch("http://example.org/").outcome in ("failed", "refused")


@pytest.mark.parametrize("addresses", [("127.0.0.1",), (PUBLIC, "10.0.0.1"), ("::1", PUBLIC), ("::ffff:10.0.0.1",)])
def test_a_public_name_with_a_closed_address_is_never_dialled(sites, fetch, addresses):
    sites.addresses["example.org"] = addresses
    page = fetch("http://example.org/")
    assert (page.outcome, sites.dialled) == ("refused", [])
    assert "example.org leads to" in page.message


def test_a_name_that_changes_its_address_is_connected_to_the_one_that_was_checked(sites, fetch):
    answers = iter([(PUBLIC,), ("127.0.0.1",), ("127.0.0.1",)])
    sites.addresses["example.org"] = lambda: next(answers)
    sites.pages["example.org/"] = http()
    assert fetch("http://example.org/").outcome == "read"
    assert sites.dialled == [f"{PUBLIC}:80"]
    assert fetch("http://example.org/again").outcome == "refused"
    assert sites.dialled == [f"{PUBLIC}:80"]


def test_when_one_address_does_not_answer_the_next_is_tried(sites, tmp_path):
    sites.addresses["example.org"] = ("2606:4700::1", PUBLIC)
    sites.pages["example.org/"] = http()

    def dial(address, port, seconds):
        if ":" in address:
            raise httpcore2.ConnectError("Network is unreachable")
        return sites.dial(address, port, seconds)

    network = sites.network(dial=dial)
    assert sites.fetch(tmp_path, robots=False, network=network)("http://example.org/").outcome == "read"


def test_a_name_without_an_address_fails_and_says_so(sites, fetch):
    def unknown():
        raise socket.gaierror("Name or service not known")

    sites.addresses["nowhere.example.org"] = unknown
    page = fetch("http://nowhere.example.org/")
    assert (page.outcome, page.url) == ("failed", "http://nowhere.example.org/")
    assert "nowhere.example.org cannot be reached: there is no such name" in page.message


def test_tls_verifies_the_name_though_the_connection_goes_to_an_address(sites, tmp_path):
    sites.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    sites.tls.load_cert_chain(CERTIFICATE)
    names = []
    sites.tls.sni_callback = lambda connection, name, context: names.append(name)
    network = sites.network(tls=lambda: ssl.create_default_context(cafile=CERTIFICATE))
    fetch = sites.fetch(tmp_path, robots=False, network=network)
    sites.pages |= {"example.org/": http(), "other.example.org/": http()}
    assert fetch("https://example.org/").outcome == "read"
    page = fetch("https://other.example.org/")
    assert (page.outcome, sites.asked) == ("failed", ["example.org/"])
    assert "certificate" in page.message
    assert (names, sites.dialled) == (["example.org", "other.example.org"], [f"{PUBLIC}:443"] * 2)


def streaming(*pieces, head=b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n"):
    """Send a head and pieces, the last one for ever, until the other side has left."""

    def reply(connection):
        with suppress(OSError):
            connection.sendall(head)
            for piece in pieces:
                connection.sendall(piece)
            while pieces:
                connection.sendall(pieces[-1])

    return reply


def test_an_endless_body_is_left_at_the_limit(sites, fetch):
    sites.pages["example.org/"] = streaming(b"<p>word</p>" * 1000)
    page = fetch("http://example.org/", page_mb=0.2)
    assert (page.outcome, page.message) == ("refused", "The page is larger than 0.2 MB (web.page_mb).")


def test_an_announced_two_gigabytes_are_not_begun(sites, fetch):
    head = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2147483648\r\n\r\n"
    sites.pages["example.org/"] = streaming(head=head)
    assert "larger than 1 MB" in fetch("http://example.org/").message


@pytest.mark.parametrize("layers", [1, 2])
def test_a_bomb_is_left_when_it_has_unpacked_to_the_limit(sites, fetch, layers):
    bomb, encoding = b"\0" * 300_000_000, ", ".join(["gzip"] * layers)
    bomb = zlib.compress(bomb, 1, 31)
    for _ in range(layers - 1):
        bomb = gzip.compress(bomb)
    sites.pages["example.org/"] = http(bomb, content_encoding=encoding)
    begun = time.process_time()
    page = fetch("http://example.org/", page_mb=2.0)
    assert (page.outcome, page.message) == ("refused", "The page is larger than 2 MB (web.page_mb).")
    # All of it would take far longer to unpack.
    assert time.process_time() - begun < 2.0


def test_a_packed_page_is_read_and_a_damaged_one_fails(sites, fetch):
    sites.pages["example.org/"] = packed(ARTICLE.encode())
    assert fetch("http://example.org/").title == "The bridge"
    sites.pages["example.org/b"] = http(b"this is no gzip", content_encoding="gzip")
    assert "cannot be unpacked" in fetch("http://example.org/b").message
    sites.pages["example.org/c"] = http(b"??", content_encoding="br")
    assert "'br'" in fetch("http://example.org/c").message


def test_a_body_shorter_than_announced_fails(sites, fetch):
    sites.pages["example.org/"] = http(ARTICLE, content_length=100_000)
    page = fetch("http://example.org/")
    assert (page.outcome, page.message) == ("failed", "example.org broke off before the page was complete.")


def test_a_body_without_a_length_is_read_to_its_end(sites, fetch):
    sites.pages["example.org/"] = http(ARTICLE, content_length=None)
    assert fetch("http://example.org/").outcome == "read"


@pytest.mark.parametrize(
    "junk", [b"", b"\x00\x01\x02 not http\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 50_000]
)
def test_what_is_no_http_fails(sites, fetch, junk):
    def reply(connection):
        connection.sendall(junk)

    sites.pages["example.org/"] = reply
    assert fetch("http://example.org/").outcome == "failed"


def dripping(sites, head):
    """A head, then a byte now and then, so that no single wait is long."""

    def reply(connection):
        with suppress(OSError):
            connection.sendall(head)
            while not sites.over.wait(0.01):
                connection.sendall(b"x")

    return reply


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<p>",
        b"HTTP/1.1 200 OK\r\nslow: ",
        b"",
    ],
)
def test_a_server_that_drips_is_left_when_the_time_of_the_page_is_over(sites, fetch, head):
    sites.pages["example.org/"] = dripping(sites, head)
    begun = time.monotonic()
    page = fetch("http://example.org/", page_s=0.3)
    assert (page.outcome, page.message) == ("failed", "example.org did not answer within 0.3 seconds (web.page_s).")
    assert time.monotonic() - begun < 3


def test_a_server_that_stalls_is_left_too(sites, fetch):
    sites.pages["example.org/"] = lambda connection: sites.over.wait(10)
    assert "within 0.2 seconds" in fetch("http://example.org/", page_s=0.2).message


def test_a_lookup_that_hangs_is_left_too(sites, fetch):
    sites.addresses["example.org"] = lambda: sites.over.wait(10) and (PUBLIC,)
    assert "within 0.2 seconds" in fetch("http://example.org/", page_s=0.2).message


def test_a_call_is_abandoned_at_once_and_later_ones_are_made(sites, tmp_path):
    begun = threading.Event()

    def hanging(connection):
        begun.set()
        sites.over.wait(30)

    sites.pages |= {"example.org/": hanging, "example.net/": http()}
    fetch, found = sites.fetch(tmp_path, robots=False, page_s=30.0), []
    caller = threading.Thread(target=lambda: found.append(fetch("http://example.org/")))
    caller.start()
    assert begun.wait(10)
    fetch.abandon()
    caller.join(5)
    assert [page.message for page in found] == ["The call was abandoned."]
    assert fetch("http://example.net/").outcome == "read"
    # Nothing is kept of a call that the person stopped.
    assert fetch.kept("http://example.org/", AT.isoformat()) is None


def test_cookies_live_as_long_as_one_page(sites, fetch):
    sites.pages |= {
        "example.org/": http("", 302, location="/in", set_cookie="seen=1; Path=/"),
        "example.org/in": http(),
    }
    fetch("http://example.org/")
    fetch("http://example.org/in", cached="never")
    assert ["cookie: seen=1" in head for head in sites.heads] == [False, True, False]


def test_a_cookie_that_cannot_be_sent_back_is_left(sites, fetch):
    head = (
        b"HTTP/1.1 302 x\r\nlocation: /in\r\nset-cookie: a=\xff\xfe\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    )
    sites.pages |= {"example.org/": head, "example.org/in": http()}
    assert fetch("http://example.org/").outcome == "read"


@pytest.mark.parametrize(
    "header",
    [
        b"set-cookie: a=\xff\xfe; path=/",
        b"set-cookie: \xc3\xa4=1; expires=never; max-age=x; domain=org",
        b"set-cookie: a=1; domain=.example.net",
        b"location: http://[",
        b"location: \xff\xfe",
        b"content-encoding: \xff",
        b"content-length: 7\r\ncontent-length: 8",
        b"content-length: -1",
        b"transfer-encoding: chunked",
        b"content-type: \xff; charset=\xff",
    ],
)
@pytest.mark.parametrize("status", [200, 302])
def test_headers_that_are_made_to_break_a_client_do_not(sites, fetch, header, status):
    moved = b"location: /next\r\n" if status == 302 else b""
    sites.pages["example.org/"] = b"HTTP/1.1 %d x\r\n%s%s\r\n\r\nwords" % (status, moved, header)
    sites.pages["example.org/next"] = http()
    sites.pages["example.org/"] += b" connection: close"
    assert fetch("http://example.org/").outcome in ("read", "failed", "gone", "refused")


@pytest.mark.parametrize(
    "url", ["", "http://[", "http://example.org/\ud800", "http://\ud800.org/", "http://example.org/\x00", "a" * 9000]
)
def test_an_address_that_is_none_is_refused_or_gone_every_time_it_is_asked(fetch, url):
    page = fetch(url)
    assert page.outcome in ("refused", "gone")
    assert fetch(url, cached="only") == page


def test_what_the_proxy_reaches_is_checked_by_name_and_asked_of_the_proxy(sites, tmp_path):
    # A proxy is asked for the whole address.
    sites.pages["example.orghttp://example.org/a"] = http()
    fetch = sites.fetch(tmp_path, robots=False, proxy="http://proxy.example.net:3128")
    assert fetch("http://example.org/a").outcome == "read"
    assert sites.dialled == ["proxy.example.net:3128"]
    for closed in ("http://127.0.0.1/", "http://2130706433/", "http://intranet.internal/"):
        assert fetch(closed).outcome == "refused"
    assert len(sites.dialled) == 1


def test_the_proxy_of_the_environment_serves_where_the_settings_name_none(monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example.net:3128")
    assert environments() == "http://proxy.example.net:3128"
    monkeypatch.setenv("HTTPS_PROXY", "socks5://127.0.0.1:1080")
    assert environments() is None


@pytest.mark.parametrize("proxy", ["proxy.example.net", "socks5://user:secret@127.0.0.1:1080", "http://"])
def test_a_proxy_that_is_none_is_named_before_anything_is_fetched(proxy):
    with pytest.raises(CallerError, match=r"web\.proxy") as caught:
        connect(Web(proxy=proxy))
    assert "secret" not in str(caught.value)
