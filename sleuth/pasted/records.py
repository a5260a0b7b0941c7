"""What a pasted text consists of, and what is recorded of it: the text itself, and how each of its sources ended."""

from typing import Literal

from sleuth.errors import CallerError
from sleuth.models import Record
from sleuth.search import Passage

PASTED = "pasted"
"""The memory of a run that was pasted rather than investigated, and the collection of its sources that are not one's
own."""

Ending = Literal["collection", "file", "kept", "fetched", "not found", "blocked", "refused", "gone", "failed"]
"""Where the text of a source was had, or why it was not. *kept*: fetched before, and still there. *not found*:
nowhere that was looked. The others are how a page ends that is fetched."""
HAD: tuple[Ending, ...] = ("collection", "file", "kept", "fetched")


class Reference(Record):
    """A source that a text names."""

    marker: str
    """By what the text cites it: `1`, `a` for a footnote, the address for a link."""
    title: str | None
    url: str | None
    """None where it names no address that a browser may open."""
    text: str
    """Its entry as it stands in the list, on one line; for a link the words that are linked."""
    also: tuple[str, ...] = ()
    """Further markers that lead to the same source."""

    @property
    def markers(self) -> tuple[str, ...]:
        """All markers that lead here."""
        return (self.marker, *self.also)


class Cited(Record):
    """A sentence of the text, or a row of a table, with what it cites."""

    text: str
    """As a reader sees it, without its markers."""
    start: int
    """Where it stands in the text as it was pasted, markup and markers included, as character offsets."""
    end: int
    markers: tuple[str, ...] = ()


class Report(Record):
    """A text with citations, read."""

    title: str | None
    claims: tuple[Cited, ...]
    references: tuple[Reference, ...]
    problems: tuple[str, ...]
    """What does not fit together, one sentence each. Carries words of the text."""
    text: str
    """The text that the offsets count in: as it was pasted, its lines ending in line feeds."""

    def cited(self, claim: Cited) -> tuple[Reference, ...]:
        """The sources that a claim names; fewer than its markers where the list lacks one."""
        return tuple(r for r in self.references if not set(r.markers).isdisjoint(claim.markers))

    def missing(self, claim: Cited) -> tuple[str, ...]:
        """The markers of a claim that lead nowhere."""
        known = {marker for reference in self.references for marker in reference.markers}
        return tuple(marker for marker in claim.markers if marker not in known)


def only_audited(run: str) -> CallerError:
    """What to raise where something else is wanted of a pasted text."""
    return CallerError(
        f"The run {run!r} is a pasted text: it can be audited (`audit {run}`), but not carried on, branched from or "
        "played."
    )


class TextPasted(Record):
    """A text with citations was brought in to be audited."""

    type: Literal["text_pasted"] = "text_pasted"
    report: Report


class SourceBrought(Record):
    """It was settled where a source is, or why its text could not be had."""

    type: Literal["source_brought"] = "source_brought"
    markers: tuple[str, ...]
    ending: Ending
    message: str | None = None
    """Why it could not be had, or what of it was not read, as a sentence."""
    passage: Passage
    """With an empty text where it could not be had, so that what cites it stays visibly broken."""


class SentenceSplit(Record):
    """A sentence that says several things was split into claims that say one each."""

    type: Literal["sentence_split"] = "sentence_split"
    sentence: int
    """Its place among the report's claims, from 0."""
    claims: tuple[str, ...]


Pasted = TextPasted | SourceBrought | SentenceSplit
"""What happens only in a run that was pasted."""
