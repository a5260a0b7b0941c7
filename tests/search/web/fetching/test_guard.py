"""What may be fetched and what may not, by the address and by what its host resolves to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.search.web.fetching.guard import addresses_refusal, refusal


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://example.org./a?b=c",
        "https://example.org:8443/",
        "http://bücher.de/",
        "http://xn--bcher-kva.de/",
        "http://my_site.example.org/",
        "http://93.184.215.14/",
        "http://[2606:4700::6810:84e5]/",
    ],
)
def test_the_public_web_is_open(url):
    assert refusal(url, ["93.184.215.14", "2606:4700::6810:84e5"]) is None


@pytest.mark.parametrize(
    "url",
    [
        *(
            "file:///etc/passwd",
            "ftp://example.org/",
            "javascript:alert(1)",
            "data:text/html,x",
            "gopher://example.org",
        ),
        *("example.org/a", "//example.org/a", "http:example.org", "http:///a", "", "http://example.org:x/"),
        "https://user:secret@example.org/",
        "http://example.org\\@127.0.0.1/",
        *("http://example.org:22/", "http://example.org:0/", "http://example.org:25/", "http://example.org:65536/"),
        "http://example.org/" + "a" * 5000,
    ],
)
def test_only_http_to_the_ports_of_the_web_and_without_credentials(url):
    assert refusal(url)


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "LOCALHOST.", "a.localhost", "localhost.localdomain", "router", "printer.local", "nas.lan"),
        *("metadata.google.internal", "x.internal.", "box.home.arpa", "x.corp", "hidden.onion", "a..b.org", "-"),
        *(
            "127.0.0.1",
            "127.0.0.1.",
            "127.1",
            "127.255.255.254",
            "2130706433",
            "0x7f000001",
            "0x7f.1",
            "017700000001",
        ),
        *("0177.0.0.1", "0", "0.0.0.0", "1.2.3", "1.2.3.4.5", "１２７.0.0.1", "①②⑦.0.0.1", "127。0。0。1"),
        *("exa%6dple.org", "exa mple.org", "example.org%00.internal"),
        *("[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:93.184.215.14]", "[fe80::1%25eth0]", "[fd00:ec2::254]"),
    ],
)
def test_no_form_of_a_name_leads_to_this_machine_or_its_network(host):
    assert refusal(f"http://{host}/")


CLOSED = (
    *("0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.169.254", "172.16.0.1"),
    *("172.31.255.255", "192.0.0.170", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"),
    *("192.88.99.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "168.63.129.16"),
    *("::", "::1", "::127.0.0.1", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1"),
    *("100::1", "2001::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1", "5f00::1", "fc00::1"),
    *("fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "4000::1", "not an address", ""),
)


@pytest.mark.parametrize("address", CLOSED)
def test_a_public_name_that_leads_to_a_closed_address_is_refused(address):
    assert "example.org" in refusal("http://example.org/", [address])


@given(st.sampled_from(CLOSED), st.lists(st.sampled_from(["93.184.215.14", "2606:4700::1", "8.8.8.8"]), max_size=4))
def test_one_closed_address_among_public_ones_is_enough(closed, public):
    assert addresses_refusal("example.org", [*public, closed])
    assert addresses_refusal("example.org", [closed, *public])


@pytest.mark.parametrize(
    "address",
    ["9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.0", "2001:200::1"],
)
def test_neighbours_of_closed_networks_are_open(address):
    assert addresses_refusal("example.org", [address]) is None


def test_the_reason_names_the_host_and_what_it_leads_to():
    said = refusal("http://intranet.example.org/", ["10.1.2.3"])
    assert said == "intranet.example.org leads to 10.1.2.3, which is private."
