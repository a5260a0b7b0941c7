"""Whether a person still wants the guide that greets them: one empty file in their data folder says no.

It is neither a setting, which would travel with a profile, nor of any run.
"""

from pathlib import Path

from sleuth.errors import CallerError
from sleuth.folders import data_folder


def _mark() -> Path:
    return data_folder() / "guide-put-away"


def guide_wanted() -> bool:
    """Whether nobody has put the guide away in this data folder."""
    return not _mark().exists()


def put_guide_away() -> None:
    """Show the guide no more; CallerError where the data folder cannot be written."""
    try:
        _mark().parent.mkdir(parents=True, exist_ok=True)
        _mark().touch()
    except OSError as error:
        raise CallerError(f"The data folder {str(data_folder())!r} cannot be written: {error.strerror}.") from error


def bring_guide_back() -> None:
    """Show the guide again; CallerError where the data folder cannot be written."""
    try:
        _mark().unlink(missing_ok=True)
    except OSError as error:
        raise CallerError(f"The data folder {str(data_folder())!r} cannot be written: {error.strerror}.") from error
