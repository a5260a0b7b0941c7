"""Whether a cited page still says what it said: fetched once more and compared with the version that was read."""

from typing import Literal

from sleuth.models import Record
from sleuth.search.web.fetching import Fetch, Fetched
from sleuth.values import stands

State = Literal["unchanged", "drifted", "gone", "blocked", "unknown"]
"""What became of a page. *drifted*: its text is another now. *unknown*: it could not be had or compared."""


class Checked(Record):
    """A page as it is now, beside what it was."""

    state: State
    quoted: bool | None = None
    """Whether all quotes still stand there, however spelt; None where it was not read, or nothing is quoted."""
    page: Fetched
    """The page as it is now, or why it could not be read."""


def verify(fetch: Fetch, url: str, sha256: str) -> State:
    """What became of a page whose text had this hash (`Fetched.sha256`)."""
    return compared(sha256, fetch.afresh(url))


def check(fetch: Fetch, url: str, retrieved_at: str, *quotes: str) -> Checked:
    """What became of a page that was read at an ISO moment, and whether quotes from it still stand there.

    A version that is no longer kept makes the state unknown, but not whether the quotes stand.
    """
    before, now = fetch.kept(url, retrieved_at), fetch.afresh(url)
    quoted = all(stands(quote, now.text) for quote in quotes) if quotes and now.outcome == "read" else None
    return Checked(state=compared(before.sha256 if before else None, now), quoted=quoted, page=now)


def compared(sha256: str | None, now: Fetched) -> State:
    """What became of a page, by the hash of its text before (None when it is not known) and the page now."""
    match now.outcome:
        case "gone" | "blocked":
            return now.outcome
        case "read" if sha256 is not None:
            return "unchanged" if now.sha256 == sha256 else "drifted"
    return "unknown"
