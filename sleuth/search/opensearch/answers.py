"""What OpenSearch and Elasticsearch are asked, and what their answers say: pure functions over names and JSON.

The two agree in all that is used here, and so do their versions since 5.4. Sending belongs to `opensearch`.

Sources: the references of `_search`, `multi_match`, `match_phrase` and `_field_caps` at docs.opensearch.org (2) and
elastic.co/guide (8).
"""

import re
from datetime import UTC, datetime
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit, urlunsplit

from pydantic import BaseModel, Field, JsonValue, ValidationError

from sleuth.errors import CallerError
from sleuth.models import Record
from sleuth.search import Passage, Query, digest
from sleuth.search.embeddings import encodable
from sleuth.search.local.passages import Cut, cut
from sleuth.search.web.urls import linkable
from sleuth.values import plain

ENGINES = {"opensearch": "OpenSearch", "elasticsearch": "Elasticsearch"}
"""What a collection's name begins with, before the `+`, and how the engine is called in a sentence."""
FIELDS = ("title", "text", "url", "date")
FORM = "opensearch+https://HOST:9200/INDEX"
TITLE_WEIGHT = 4
NAMED_TITLE = 30
"""How much a title that has an entity's name in it raises a document; as in the local collections."""
NAMED_TEXT = 4
EARLIEST_MS, LATEST_MS = 10**11, 10**14
"""Numbers between, the years 1973 to 5138, are milliseconds; a smaller one may as well be seconds, or no time."""


class Place(Record):
    """An index of an engine, and which of its fields hold what."""

    name: str
    """The collection's name, from which all the rest is read."""
    engine: str
    address: str
    """Where the engine answers, without a slash at the end."""
    index: str
    """An index, an alias, or a pattern such as `docs-*`."""
    title: str = "title"
    text: str = "text"
    url: str = "url"
    date: str = "date"


def place(name: str) -> Place:
    """Read a name such as `opensearch+https://search.example.org:9200/docs?text=body`.

    Raises CallerError; one that names no user and password, so that none can reach a log.
    """
    engine, _, address = name.partition("+")
    parts = _split(address)
    if "@" in (address.partition("?")[0] if parts else address):
        raise CallerError(
            "The address of a collection carries no user and no password; leave them out, and set "
            "SLEUTH_OPENSEARCH_USER and SLEUTH_OPENSEARCH_PASSWORD, or SLEUTH_OPENSEARCH_KEY."
        )
    if parts is None or parts.fragment:
        raise CallerError(f"The collection {name!r} has no usable address; name it like {FORM}.")
    before, _, index = parts.path.rstrip("/").rpartition("/")
    if not index or index.startswith("_"):
        raise CallerError(f"The collection {name!r} names no index; name it like {FORM}.")
    fields = dict(parse_qsl(parts.query, keep_blank_values=True))
    for field, where in fields.items():
        if field not in FIELDS or not where:
            accepted = ", ".join(f"{f}=FIELD" for f in FIELDS)
            raise CallerError(f"The collection at {parts.netloc} is named with {field!r}; accepted are: {accepted}.")
    bare = urlunsplit((parts.scheme, parts.netloc, before, "", ""))
    return Place(name=name, engine=engine, address=bare, index=unquote(index), **fields)


def _split(address: str) -> SplitResult | None:
    """The parts of an address; None when it is none that can be asked."""
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and parts.port != 0
    except ValueError:
        return None
    return parts if usable and re.fullmatch(r"[\w.:-]+", parts.hostname or "") else None


def body(query: Query, place: Place) -> dict[str, JsonValue]:
    """The request for a query: its words in title or text, raised where an entity's name stands as it is written."""
    words = encodable(" ".join((query.text, *query.entities)))
    named: list[JsonValue] = [
        {"match_phrase": {field: {"query": encodable(entity), "boost": boost}}}
        for entity in query.entities
        for field, boost in ((place.title, NAMED_TITLE), (place.text, NAMED_TEXT))
    ]
    fields: list[JsonValue] = [f"{place.title}^{TITLE_WEIGHT}", place.text]
    # Both fields count, as with BM25 over the columns of a local collection; by default only the better one does.
    match: JsonValue = {"multi_match": {"query": words, "type": "most_fields", "fields": fields}}
    return {
        "size": query.k,
        "track_total_hits": False,
        "_source": [place.title, place.text, place.url, place.date],
        "query": {"bool": {"must": [match], "should": named}},
    }


class Lenient(BaseModel):
    """Part of an answer; fields nobody asked for are ignored."""


class Hit(Lenient):
    id: str = Field("", alias="_id")
    index: str = Field("", alias="_index")
    source: dict[str, JsonValue] = Field({}, alias="_source")


class Hits(Lenient):
    hits: tuple[Hit, ...]


class Shards(Lenient):
    failed: int = 0


class Found(Lenient):
    """The answer to a search."""

    hits: Hits
    timed_out: bool = False
    shards: Shards = Field(Shards(), alias="_shards")

    @property
    def whole(self) -> bool:
        """Whether every part of the index was searched."""
        return not self.timed_out and not self.shards.failed


class Capabilities(Lenient):
    """The answer to `_field_caps`."""

    indices: tuple[str, ...] | None = None
    fields: dict[str, dict[str, JsonValue]]


def found(answer: object) -> Found | None:
    """The hits in an answer; None when it is no answer to a search."""
    try:
        return Found.model_validate(answer)
    except ValidationError:
        return None


def capabilities(answer: object) -> Capabilities | None:
    """Which fields an index has; None when the answer does not say."""
    try:
        return Capabilities.model_validate(answer)
    except ValidationError:
        return None


def passages(found: Found, query: Query, place: Place) -> tuple[Passage, ...]:
    """The hits as passages, in their order, copies of one text once; of a long document the piece that fits best."""
    unique: dict[str, Passage] = {}
    for hit in found.hits.hits:
        text = written(hit.source, place.text)
        if not text.strip():
            continue
        # A pattern or an alias may lead to documents of one id in several indices.
        document = hit.id if hit.index in ("", place.index) else f"{hit.index}/{hit.id}"
        url = written(hit.source, place.url)
        piece = fitting(text, query)
        passage = Passage(
            title=" ".join(written(hit.source, place.title).split()) or document,
            text=piece.text,
            url=url if linkable(url) else None,
            date=dated(at(hit.source, place.date)),
            collection=place.name,
            document=document,
            sha256=digest(piece.text),
            start=piece.start,
        )
        unique.setdefault(passage.sha256, passage)
    return tuple(unique.values())


def fitting(text: str, query: Query) -> Cut:
    """The passage of a text with most of the query's words and names; the first of several."""
    words = set(plain(" ".join((query.text, *query.entities))).split())
    names = [plain(entity) for entity in query.entities]

    def fit(piece: Cut) -> int:
        said = plain(piece.text)
        return len(words & set(said.split())) + sum(name in said for name in names)

    return max(cut(text), key=fit)


def at(source: JsonValue, field: str) -> JsonValue:
    """What stands in a field of a document: `meta.title` as such, or `title` inside `meta`; None without it."""
    if not isinstance(source, dict):
        return None
    if field in source:
        return source[field]
    outer, _, inner = field.partition(".")
    return at(source.get(outer), inner) if inner else None


def written(source: dict[str, JsonValue], field: str) -> str:
    """A field as text; several values one below the other, and empty without it."""
    value = at(source, field)
    values = value if isinstance(value, list) else [value]
    return "\n".join(str(v) for v in values if isinstance(v, str | int | float))


def dated(value: JsonValue) -> str | None:
    """A date as ISO text, from text that begins with one, a year, or milliseconds since 1970; None for the rest."""
    if isinstance(value, str):
        iso = re.match(r"\d{4}(-\d{2}(-\d{2})?)?(?!\d)", value)
        return iso[0] if iso else None
    if isinstance(value, int) and EARLIEST_MS <= value <= LATEST_MS:
        return datetime.fromtimestamp(value / 1000, UTC).date().isoformat()
    return str(value) if isinstance(value, int) and 1000 <= value <= 9999 else None


def reason(answer: object) -> object:
    """The engine's own words in an error, of whatever version; a proxy's answer as it is."""
    match answer:
        case {"error": {"root_cause": [{"reason": str(said)}, *_]}} | {"error": {"reason": str(said)}}:
            return said
        case {"Message": str(said)}:  # Amazon's gateway
            return said
        case _:
            return answer
