"""One source for each page, however often and in whatever spelling a text names it; and what does not fit."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from sleuth.pasted.records import Cited, Reference
from sleuth.search.web.urls import canonical

SHOWN = 80
"""Characters of a title that a problem repeats."""


def merged(given: Sequence[Reference], linked: Iterable[Reference]) -> tuple[tuple[Reference, ...], ...]:
    """The sources that lists give, then all, those of links included; each page once, with all its markers."""
    sources: dict[tuple[str, str], Reference] = {}
    for place, reference in enumerate((*given, *linked)):
        name = ("page", canonical(reference.url)) if reference.url else ("entry", str(place))
        known = sources.get(name)
        sources[name] = reference if known is None else _joined(known, reference)
    every = tuple(sources.values())
    own = {marker for reference in given for marker in reference.markers}
    return tuple(r for r in every if not own.isdisjoint(r.markers)), every


def _joined(known: Reference, more: Reference) -> Reference:
    also = tuple(dict.fromkeys(m for m in (*known.also, *more.markers) if m != known.marker))
    return known.model_copy(update={"also": also, "title": known.title or more.title})


def problems(claims: Sequence[Cited], listed: Sequence[Reference]) -> tuple[str, ...]:
    """What does not fit together: markers that lead nowhere, sources that are never cited or are listed twice."""
    cited = dict.fromkeys(marker for claim in claims for marker in claim.markers)
    known = {marker for reference in listed for marker in reference.markers}
    lost = [m for m in cited if m not in known and not is_address(m)]
    told: list[str] = []
    if lost and not listed:
        named = ", ".join(map(shown, lost[:20])) + (f" and {len(lost) - 20} more" if len(lost) > 20 else "")
        told.append(
            f"The text has no list of sources, so that {named} {'leads' if len(lost) == 1 else 'lead'} nowhere."
        )
    else:
        told += [f"{shown(marker)} is cited but not in the list." for marker in lost]
    for reference in listed:
        own = [m for m in reference.markers if not is_address(m)]
        if len(own) > 1:
            told.append(f"{' and '.join(map(shown, own))} are the same page, {reference.url}.")
        if not any(marker in cited for marker in reference.markers):
            told.append(f"{name(reference)} is in the list but never cited.")
    by_marker: defaultdict[str, list[Reference]] = defaultdict(list)
    for reference in listed:
        by_marker[reference.marker].append(reference)
    told += [f"{shown(m)} stands for {len(several)} sources." for m, several in by_marker.items() if len(several) > 1]
    return tuple(told)


def is_address(marker: str) -> bool:
    """Whether a marker is the address of a link."""
    return marker.startswith(("http:", "https:"))


def shown(marker: str) -> str:
    """A marker as a reader knows it: in brackets, an address by itself."""
    return marker if is_address(marker) else f"[{marker}]"


def name(reference: Reference) -> str:
    """A source in a few words: its marker, and its title or address."""
    told = reference.title or reference.url or reference.text
    told = told if len(told) <= SHOWN else f"{told[: SHOWN - 1]}…"
    return told if is_address(reference.marker) else f"{shown(reference.marker)} {told}"
