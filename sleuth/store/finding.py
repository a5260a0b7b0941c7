"""Which runs a list shows, and in what order: a choice as a value, and as SQL over the list of runs."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from sqlite_utils import Database

from sleuth.models import Record
from sleuth.pasted.records import PASTED
from sleuth.state import Status
from sleuth.store.owners import alive
from sleuth.values import plain

Origin = Literal["asked", "sample", "imported", "evaluation", "pasted"]

TO_READ: tuple[Origin, ...] = ("sample", "imported", "pasted")
"""Opened from a file, or a text that was pasted: such a run is read and audited, but never carried on."""

Standing = Literal["answered", "no answer", "running", "paused", "waiting", "interrupted", "stopped", "failed"]
"""How a run stands, as people choose by it; `waiting` is one that had ended or was branched and waits for Resume."""

Order = Literal["newest", "oldest", "changed", "name", "tokens"]
"""By when it was asked, by its last event (newest first), by title or question, or by its tokens (most first)."""

ORDERS: dict[Order, str] = {
    "newest": "created_at desc, id desc",
    "oldest": "created_at, id",
    "changed": "updated_at desc, id desc",
    "name": "coalesce(title, question) collate nocase, id",
    "tokens": "prompt_tokens + completion_tokens desc, created_at desc, id desc",
}


STANDINGS: dict[Standing, str] = {
    "answered": "status = 'finished' and cause = 'answered'",
    "no answer": "status = 'finished' and cause <> 'answered'",
    "running": "status = 'running' and carried",
    "paused": "status = 'paused' and cause is null and carried",
    "waiting": "status = 'paused' and cause is not null",
    "interrupted": "(status = 'running' or status = 'paused' and cause is null) and not carried",
    "stopped": "status = 'stopped'",
    "failed": "status = 'failed'",
}


class RunRow(Record):
    """One run as lists show it."""

    id: str
    question: str
    title: str | None
    """What a person called it; None when it goes by its question."""
    tags: tuple[str, ...]
    model: str
    memory: str
    origin: Origin
    created_at: str
    updated_at: str
    status: Status
    cause: str | None
    answer: str | None
    seq: int
    calls: int
    """Model calls made."""
    prompt_tokens: int | None
    cached_tokens: int | None
    completion_tokens: int | None
    """Tokens of these calls; None once one of them did not report its part."""
    cost: float | None
    """In `currency`; None where no price is recorded or a count that it needs is not known."""
    currency: str | None
    audited: bool = False
    """Whether a person or a model judged a claim of it."""
    sealed_by: str | None = None
    """Who vouches for its audit; None while nobody does."""
    seal_broken: bool | None = None
    """Whether something that the seal vouched for was changed since; None without a seal."""

    @property
    def to_read(self) -> bool:
        """Whether it was opened from a file or pasted, to be read and audited but not carried on."""
        return self.origin in TO_READ

    @property
    def pasted(self) -> bool:
        """Whether it is a pasted text, perhaps opened from a file: there is nothing to branch from or to play."""
        return self.memory == PASTED

    @property
    def name(self) -> str:
        """What to call it: its title, else its question."""
        return self.title or self.question

    @property
    def tokens(self) -> int | None:
        """Prompt and reply tokens together."""
        if self.prompt_tokens is None or self.completion_tokens is None:
            return None
        return self.prompt_tokens + self.completion_tokens


class Wanted(Record):
    """Which runs are wanted. What is empty or None asks for nothing; of several values of one kind any will do."""

    words: str = ""
    """Each must begin a word of the question, the title, a tag, the answer, a fact, the model, memory or id."""
    standings: tuple[Standing, ...] = ()
    models: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()
    origins: tuple[Origin, ...] = ()
    tags: tuple[str, ...] = ()
    """All of these it must bear."""
    question: str | None = None
    """This very question."""
    since: datetime | None = None
    """Asked at this moment or later."""
    before: datetime | None = None
    """Asked before this moment."""
    audited: bool = False
    """Only what a person or a model has judged a claim of."""
    order: Order = "newest"


EVERY = Wanted()


class Choices(NamedTuple):
    """What runs of a log can be chosen by, each in order."""

    models: tuple[str, ...]
    memories: tuple[str, ...]
    tags: tuple[str, ...]


class Clause(NamedTuple):
    """A condition with the values of its question marks."""

    where: str
    values: tuple[str, ...]


ROWS = """
select *, (select json_group_array(tag) from (select tag from tags where run_id = runs.id order by tag)) as tags
from runs"""


def condition(db: Database, wanted: Wanted) -> Clause:
    """What is wanted as a condition on `runs`; deleted runs never are."""
    parts = [Clause("deleted_at is null", ())]
    if match := matching(wanted.words):
        indexed = "select rowid from run_words_index where run_words_index match ?"
        parts.append(Clause(f"id in (select run_id from run_words where key in ({indexed}))", (match,)))
    if wanted.standings:
        parts.append(_standing(db, wanted.standings))
    for column, values in (("model", wanted.models), ("memory", wanted.memories), ("origin", wanted.origins)):
        if values:
            parts.append(Clause(f"{column} in ({_marks(values)})", values))
    parts += [Clause("exists (select 1 from tags where run_id = runs.id and tag = ?)", (t,)) for t in wanted.tags]
    if wanted.question is not None:
        parts.append(Clause("question = ?", (wanted.question,)))
    if wanted.audited:
        parts.append(Clause("audited", ()))
    for sign, moment in ((">=", wanted.since), ("<", wanted.before)):
        if moment:
            parts.append(Clause(f"created_at {sign} ?", (moment.astimezone(UTC).isoformat(),)))
    return Clause(" and ".join(f"({p.where})" for p in parts), tuple(v for p in parts for v in p.values))


def matching(words: str) -> str | None:
    """The words as a query of the index: each begins a word of the run, in any order; None when there is none.

    >>> matching("Tromsø bridg")
    '"tromsø"* AND "bridg"*'
    """
    phrases = [plain(word) for word in words.split()]
    return " AND ".join(f'"{phrase}"*' for phrase in phrases if phrase) or None


def _standing(db: Database, standings: tuple[Standing, ...]) -> Clause:
    """Whether a run that is under way is cut off depends on which processes live."""
    owners = db.execute("select distinct owner from runs where owner is not null").fetchall()
    living = tuple(owner for (owner,) in owners if alive(owner))
    seen = f"select id, status, cause, coalesce(owner in ({_marks(living)}), 0) as carried from runs"
    either = " or ".join(f"({STANDINGS[s]})" for s in standings)
    return Clause(f"id in (select id from ({seen}) where {either})", living)


def _marks(values: tuple[str, ...]) -> str:
    return ", ".join("?" for _ in values)


def choices(db: Database) -> Choices:
    """What there is to choose by, in the runs that are listed."""

    def distinct(column: str, table: str = "runs") -> tuple[str, ...]:
        rows = db.execute(f"select distinct {column} from {table} where deleted_at is null order by 1")
        return tuple(value for (value,) in rows)

    return Choices(distinct("model"), distinct("memory"), distinct("tag", "tags join runs on id = run_id"))


def run_row(told: Mapping[str, object]) -> RunRow:
    """A run's row from what `ROWS` tells; one whose process is gone is interrupted."""
    shown = {name: told[name] for name in RunRow.model_fields}
    shown["tags"] = json.loads(str(told["tags"]))
    carried = told["owner"] and alive(str(told["owner"]))
    # Paused with a cause: reopened, branched or added to, and waiting to be carried on by whoever wants.
    waits = told["status"] == "paused" and told["cause"] is not None
    if told["status"] in ("running", "paused") and not carried and not waits:
        shown["status"] = "interrupted"
    return RunRow.model_validate(shown)
