"""Collections that an existing engine holds: OpenSearch, Elasticsearch, and what speaks their `_search`.

A collection is named by its address, such as `opensearch+https://search.example.org:9200/docs`. A key, or a user and
password, comes from the environment only: `SLEUTH_OPENSEARCH_KEY`, or `SLEUTH_OPENSEARCH_USER` and
`SLEUTH_OPENSEARCH_PASSWORD`. The engine ranks; nothing is stored here but the passages that a run has used.
"""

import json
import os
import re
import time
from base64 import b64encode
from collections.abc import Mapping
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

import httpx2
from pydantic import JsonValue

from sleuth.errors import CallerError, ServiceError
from sleuth.models.answers import sentence
from sleuth.models.connection import CONNECT_S, is_loopback
from sleuth.search import Query, Results
from sleuth.search.abandoning import Cut, together
from sleuth.search.opensearch import answers as a
from sleuth.values import plain

if TYPE_CHECKING:
    from sleuth.settings import Settings

ANSWER_S = 30.0
"""Seconds for the whole of an answer."""
MOST_BYTES = 50_000_000
"""Longest answer that is read; documents come whole."""
REFUSALS = (401, 403, 429, 503)
"""What an engine answers that would not look for us now."""


class Unanswered(Exception):
    """There was no answer; the message is the end of a sentence about the engine."""


class Answer(NamedTuple):
    """What an engine answered."""

    status: int
    content: object
    """Parsed JSON, or text."""


class Access(NamedTuple):
    """How we show who we are; empty for an engine that does not ask."""

    header: str = ""
    secrets: tuple[str, ...] = ()
    user: str = ""

    def hidden(self, said: str) -> str:
        """A text without anything of this in it."""
        for secret in self.secrets:
            said = said.replace(secret, "…")
        return re.sub(rf"\b{re.escape(self.user)}\b", "…", said) if self.user else said


class OpenSearch:
    """One index of an engine. Thread-safe; its searches under way can be abandoned together."""

    def __init__(self, place: a.Place, access: Access, proxy: str | None = None, answer_s: float = ANSWER_S) -> None:
        self._place, self._access, self._answer_s = place, access, answer_s
        # This machine's own engine is reached directly; its certificate may still be one that the person trusts.
        local = is_loopback(place.address)
        self._proxy, self._environment = None if local else proxy, not local
        self._tls = httpx2.create_ssl_context()
        self._shown = f"{a.ENGINES[place.engine]} at {place.address}"
        self._cut: Cut = Future()

    def __call__(self, query: Query) -> Results:
        """Search; raises Abandoned when the person stops it meanwhile."""
        engine = self._place.engine
        if not plain(" ".join((query.text, *query.entities))):
            return Results(engine=engine, outcome="no match")
        try:
            answer = self._asked("POST", "_search", a.body(query, self._place))
        except Unanswered as error:
            return Results(engine=engine, outcome="failed", message=f"{self._shown} {error}.")
        if answer.status != httpx2.codes.OK:
            outcome = "engine refused" if answer.status in REFUSALS else "failed"
            return Results(engine=engine, outcome=outcome, message=self._refusal(answer))
        found = a.found(answer.content)
        if found is None:
            return Results(engine=engine, outcome="failed", message=self._foreign(answer))
        passages = a.passages(found, query, self._place)
        partly = None if found.whole else f"{self._shown} searched only a part of the index."
        if found.hits.hits and not passages:
            partly = f"What {self._shown} found has no text in the field {self._place.text!r}."
        outcome = "found" if passages else "failed" if partly else "no match"
        return Results(engine=engine, outcome=outcome, passages=passages, message=partly)

    def check(self) -> None:
        """Raise CallerError or ServiceError when the index, or a field that is searched, is not there for us."""
        place = self._place
        wanted = quote(f"{place.title},{place.text}")
        try:
            answer = self._asked("GET", f"_field_caps?fields={wanted}", None)
        except Unanswered as error:
            raise ServiceError(f"{self._shown} {error}.") from error
        match answer.status:
            case httpx2.codes.OK:
                pass
            case 401 | 403:
                raise CallerError(
                    f"{self._refusal(answer)} Set SLEUTH_OPENSEARCH_KEY, or SLEUTH_OPENSEARCH_USER and "
                    "SLEUTH_OPENSEARCH_PASSWORD, to what may read it."
                )
            case 400 | 404:
                raise CallerError(self._refusal(answer))
            case _:
                raise ServiceError(self._refusal(answer))
        known = a.capabilities(answer.content)
        if known is None:
            raise CallerError(self._foreign(answer))
        if known.indices == ():
            raise CallerError(f"{self._shown} has no index {place.index!r}.")
        for field, part in ((place.title, "title"), (place.text, "text")):
            if field not in known.fields:
                raise CallerError(
                    f"The index {place.index!r} of {self._shown} has no field {field!r}; name the one that holds the "
                    f"{part} with ?{part}=FIELD behind the collection's name."
                )

    def abandon(self) -> None:
        """End a search under way with Abandoned, at once."""
        cut, self._cut = self._cut, Future()
        cut.set_result(None)

    def _asked(self, method: str, path: str, body: JsonValue) -> Answer:
        (answer,) = together([partial(self._ask, method, path, body)], self._cut)
        return answer

    def _ask(self, method: str, path: str, body: JsonValue) -> Answer:
        url = f"{self._place.address}/{quote(self._place.index, safe='*,-')}/{path}"
        headers = {"Accept": "application/json"} | (
            {"Authorization": self._access.header} if self._access.header else {}
        )
        ends = time.monotonic() + self._answer_s
        try:
            with (
                self._client() as client,
                client.stream(method, url, json=body, headers=headers) as response,
            ):
                content = bytearray()
                for chunk in response.iter_bytes():
                    content += chunk
                    if len(content) > MOST_BYTES:
                        raise Unanswered(f"answered with more than {MOST_BYTES / 1e6:.0f} MB")
                    if time.monotonic() > ends:
                        raise self._late()
                return Answer(response.status_code, _parsed(bytes(content)))
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
            if "CERTIFICATE_VERIFY_FAILED" in str(error):
                raise Unanswered(
                    "has a certificate that is not trusted here; set SSL_CERT_FILE to its authority's certificate"
                ) from error
            raise Unanswered("cannot be reached") from error
        except httpx2.TimeoutException as error:
            raise self._late() from error
        except httpx2.HTTPError as error:
            raise Unanswered("broke off the connection") from error

    def _client(self) -> httpx2.Client:
        # One for each request: a connection kept between two searches is closed by the engine just as it is used.
        return httpx2.Client(
            verify=self._tls,
            trust_env=self._environment,
            proxy=self._proxy,
            timeout=httpx2.Timeout(self._answer_s, connect=min(CONNECT_S, self._answer_s)),
        )

    def _late(self) -> Unanswered:
        return Unanswered(f"did not answer within {self._answer_s:g} seconds")

    def _refusal(self, answer: Answer) -> str:
        refused = "refused" if answer.status in REFUSALS else "failed"
        said = self._access.hidden(sentence(a.reason(answer.content), None)).rstrip(".")
        return f"{self._shown} {refused} ({answer.status}){': ' + said if said else ''}."

    def _foreign(self, answer: Answer) -> str:
        said = self._access.hidden(sentence(a.reason(answer.content), None)).rstrip(".")
        return f"What answers at {self._place.address} is no search engine" + (f"; it said: {said}." if said else ".")


def _parsed(content: bytes) -> object:
    try:
        parsed: object = json.loads(content)
    except ValueError:
        return content.decode(errors="replace")
    return parsed


def access(environment: Mapping[str, str]) -> Access:
    """How to show who we are, from the environment; CallerError when half of it is missing, or the key is garbled."""
    key, user, password = (environment.get(f"SLEUTH_OPENSEARCH_{n}", "").strip() for n in ("KEY", "USER", "PASSWORD"))
    if key:
        if not (key.isascii() and key.isprintable()):
            raise CallerError("SLEUTH_OPENSEARCH_KEY holds characters that no key has; copy it anew.")
        return Access(f"ApiKey {key}", (key,))
    if bool(user) != bool(password):
        raise CallerError(
            "SLEUTH_OPENSEARCH_USER and SLEUTH_OPENSEARCH_PASSWORD go together; one of them is not set."
        )
    if not user:
        return Access()
    packed = b64encode(f"{user}:{password}".encode()).decode()
    return Access(f"Basic {packed}", (packed, password), user)


def connect(name: str, settings: "Settings") -> OpenSearch:
    """The index that a collection's name leads to, checked; raises CallerError or ServiceError."""
    search = OpenSearch(a.place(name), access(os.environ), settings.web.proxy)
    search.check()
    return search
