"""Every test starts from a clean environment, writes only below its own folder, and reaches only this machine."""

import ipaddress
import os
import socket

import pytest
from terminal import Said

from sleuth.__main__ import main


def pytest_addoption(parser):
    parser.addoption("--kills", type=int, default=6, help="how many runs are killed and resumed (6)")


@pytest.fixture
def kills(request):
    return request.config.getoption("--kills")


KEPT_BY_EMBEDDED = ("SLEUTH_MODELS",)
"""Tests of the embedded model need the weights where they lie; every other test has none."""


@pytest.fixture(autouse=True)
def clean_environment(request, tmp_path, monkeypatch):
    embedded = request.node.get_closest_marker("embedded") is not None
    for name in list(os.environ):
        if name.startswith(("SLEUTH_", "OPENAI_")) and not (embedded and name in KEPT_BY_EMBEDDED):
            monkeypatch.delenv(name)
    for name in ("SLEUTH_DATA", "SLEUTH_CONFIG", "SLEUTH_MODELS"):
        if not (embedded and name in KEPT_BY_EMBEDDED):
            monkeypatch.setenv(name, str(tmp_path / name.removeprefix("SLEUTH_").lower()))


def is_local(address: object) -> bool:
    """Whether a socket address stays on this machine; a file of the machine's own (AF_UNIX) does."""
    if not isinstance(address, tuple):
        return True
    host = address[0].decode() if isinstance(address[0], bytes) else str(address[0])
    host = host.partition("%")[0]
    if host in ("", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def guarded(connect):
        def only_local(self, address):
            if not is_local(address):
                raise OSError(f"a test tried to reach {address!r}; tests stay on this machine")
            return connect(self, address)

        return only_local

    def only_local_names(host, *rest, **options):
        if host is not None and not is_local((host,)):
            raise socket.gaierror(f"a test asked for the address of {host!r}; tests stay on this machine")
        return resolve(host, *rest, **options)

    resolve = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", only_local_names)
    monkeypatch.setattr(socket.socket, "connect", guarded(socket.socket.connect))
    monkeypatch.setattr(socket.socket, "connect_ex", guarded(socket.socket.connect_ex))


@pytest.fixture
def sleuth(capsys, tmp_path, monkeypatch):
    """Run one command in a log of the test's own; what it said."""
    monkeypatch.setenv("SLEUTH_LOG", str(tmp_path / "log.db"))

    def run(*arguments: object) -> Said:
        status = main([str(a) for a in arguments])
        return Said(status, *capsys.readouterr())

    return run
