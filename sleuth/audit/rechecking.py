"""Whether what an answer cites still says so: each passage looked at again, in its collection or on the web."""

from collections.abc import Iterator

from sleuth.carrying import do
from sleuth.citations.locating import locate
from sleuth.citations.pages import fetched, kept
from sleuth.errors import CallerError
from sleuth.events import Event, StepTaken
from sleuth.fold import replay
from sleuth.search import Passage
from sleuth.search.local.catalogue import read
from sleuth.search.local.corpus import Collections
from sleuth.search.web.fetching import Fetch
from sleuth.search.web.fetching.checking import check
from sleuth.sources import remembered
from sleuth.state import State
from sleuth.store import Log
from sleuth.verdicts import PageChecked


def recheck(log: Log, run: str, local: Collections, fetch: Fetch) -> Iterator[State]:
    """Look at each cited passage of a run again, one step each; the state after it.

    Raises CallerError when another process carries the run.
    """
    state = replay(log.entries(run))
    quotes: dict[str, list[str]] = {}
    for claim in state.claims:
        for citation in claim.citations:
            quotes.setdefault(citation.passage, []).append(citation.quote)
    for identity, quoted in quotes.items():
        looked = look(state.passage(identity), tuple(quoted), local, fetch)
        title = f"Look at the page of {identity} again"
        yield _recorded(log, run, (StepTaken(phase="audit", turn=state.turns, title=title), looked))


def _recorded(log: Log, run: str, events: tuple[Event, ...]) -> State:
    return do(log, run, lambda _: events, audit=True)


def look(passage: Passage, quotes: tuple[str, ...], local: Collections, fetch: Fetch) -> PageChecked:
    """What became of a passage's page: fetched again where it was fetched before, else looked up where it is kept."""
    said = tuple(quote for quote in quotes if quote.strip())
    if not kept(passage):
        return PageChecked(passage=passage.id, fate="unknown", message=_nowhere(passage))
    if fetched(passage):
        assert passage.url is not None
        assert passage.retrieved_at is not None
        checked = check(fetch, passage.url, passage.retrieved_at, *said)
        return PageChecked(
            passage=passage.id, fate=checked.state, quoted=checked.quoted, message=checked.page.message
        )
    return _kept(passage, said, local)


def _nowhere(passage: Passage) -> str:
    """Why there is nothing to look at again."""
    if passage.unread is not None:
        return passage.unread
    return "No source says it." if remembered(passage) else "It has no page: a person brought it."


def _kept(passage: Passage, quotes: tuple[str, ...], local: Collections) -> PageChecked:
    """The same for a document of a collection on this machine."""
    if passage.collection not in local.names():
        why = f"The collection {passage.collection!r} is not on this machine."
        return PageChecked(passage=passage.id, fate="unknown", message=why)
    try:
        text = read(local, passage.collection, passage.document).text
    except CallerError as error:
        return PageChecked(passage=passage.id, fate="gone", message=str(error))
    return PageChecked(
        passage=passage.id,
        # White space between its parts is put in anew when a document is read.
        fate="unchanged" if " ".join(passage.text.split()) in " ".join(text.split()) else "drifted",
        quoted=all(locate(quote, text) is not None for quote in quotes) if quotes else None,
    )
