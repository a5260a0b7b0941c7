"""Addresses: what a browser may open, and that nothing secret of one is handed over."""

import pytest

from sleuth.addresses import openable, without_credentials


@pytest.mark.parametrize(
    "address",
    [None, "", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "https://", "//example.org/a",
     "http://[::1", "https://good.example\\@evil.example/", "ftp://example.org/a", "https://exa mple.org/"],
)  # fmt: skip
def test_only_an_ordinary_web_address_can_be_opened(address):
    assert openable(address) is None


def test_an_address_cannot_leave_what_it_stands_in():
    found = openable("""https://example.org/a"b'c<d>e{f}g\\h i\nj|k?q=ä""")
    assert found.host == "example.org"
    assert not set("\"'<>{}\\ \n|ä") & set(found.href)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("https://ann:pw@example.org/a", "https://example.org/a"),
        ("opensearch+https://ann@host:9200/index", "opensearch+https://host:9200/index"),
        ("https://example.org/?page=2&api_key=1234#top", "https://example.org/?page=2&api_key=…#top"),
        ("https://example.org/?Access-Token=1234", "https://example.org/?Access-Token=…"),
        ("https://b.example/o?X-Amz-Signature=12&v=1", "https://b.example/o?X-Amz-Signature=…&v=1"),
        ("it said 'http://a:b@c/d' and https://e:f@g/", "it said 'http://c/d' and https://g/"),
        ("https://example.org/@ann/notes?monkey=1", "https://example.org/@ann/notes?monkey=1"),
        ("write to ann@example.org: a key=1 is no parameter", "write to ann@example.org: a key=1 is no parameter"),
    ],
)
def test_credentials_go_and_the_rest_stays(text, bare):
    assert without_credentials(text) == bare
