"""What SQLite says when the log cannot be used, as a sentence for the person who chose the file."""

import sqlite3
from pathlib import Path

from sleuth.errors import CallerError, ServiceError


def in_words(error: sqlite3.Error, path: Path) -> CallerError | ServiceError:
    """The error to raise instead: CallerError where another file would do, else ServiceError."""
    text = str(error)
    if "locked" in text or "busy" in text:
        return ServiceError(f"The log {str(path)!r} stayed locked by another program; close it there and try again.")
    if "readonly" in text:
        return CallerError(f"The log {str(path)!r} cannot be written; choose another with --log or SLEUTH_LOG.")
    if "not a database" in text:
        return CallerError(f"The file {str(path)!r} is not an SQLite database; choose another log.")
    if "unable to open" in text:
        return CallerError(f"The log {str(path)!r} cannot be opened; is it a folder, or forbidden?")
    if "disk is full" in text or "disk I/O" in text:
        return ServiceError(f"The disk of the log {str(path)!r} is full or failing; nothing was half-written.")
    if "UNIQUE constraint failed: events" in text:
        return ServiceError("Another process is writing this run; it was left to that one.")
    return ServiceError(f"The log {str(path)!r} failed: {text}")
