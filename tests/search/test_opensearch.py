"""Collections that an engine holds, against recorded answers: what is asked, what is found, and what is told."""

import base64
import socket
import threading

import pytest
from models.calling import Calling
from models.serving import serving
from search.recorded_engines import (
    BREAKER,
    NO_CREDENTIALS,
    NO_INDEX,
    NO_PERMISSION,
    NO_SHARDS,
    capabilities,
    elasticsearch,
    opensearch,
)

from sleuth.errors import CallerError, ServiceError
from sleuth.search import Document, Query, Results, connect
from sleuth.search import opensearch as engine
from sleuth.search.abandoning import Abandoned
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.search.opensearch import OpenSearch, access
from sleuth.search.opensearch.answers import body, dated, fitting, place
from sleuth.search.several import Several
from sleuth.settings import load

BRIDGE = {
    "title": "Norholm bridge",
    "text": "The bridge was designed by Ada Holm.",
    "url": "https://example.org/1",
    "date": "1990-05-01T00:00:00Z",
}
QUERY = Query(text="Who designed it?", entities=("Norholm bridge",), k=5)


def searching(url, fields="", kind="opensearch", answer_s=5.0, environment=None):
    return OpenSearch(place(f"{kind}+{url}/docs{fields}"), access(environment or {}), answer_s=answer_s)


def asked(answer, query=QUERY, **more):
    """What a search comes to when the engine answers so, and what it was asked."""
    with serving(lambda request: answer) as server:
        return searching(server.url, **more)(query), server.asked


@pytest.mark.parametrize("recorded", [elasticsearch, opensearch])
def test_a_hit_is_a_passage_with_its_place(recorded):
    results, _ = asked(recorded(BRIDGE))
    assert (results.engine, results.outcome, results.message) == ("opensearch", "found", None)
    (passage,) = results.passages
    assert (passage.title, passage.text) == (BRIDGE["title"], BRIDGE["text"])
    assert (passage.url, passage.date, passage.document, passage.start) == (BRIDGE["url"], "1990-05-01", "0", 0)
    assert passage.collection.startswith("opensearch+http://127.0.0.1:")


def test_an_engine_is_asked_for_words_in_title_and_text_with_names_first():
    _, (request,) = asked(elasticsearch())
    assert (request.method, request.path) == ("POST", "/docs/_search")
    assert request.body["size"] == 5
    assert request.body["track_total_hits"] is False
    assert request.body["_source"] == ["title", "text", "url", "date"]
    clauses = request.body["query"]["bool"]
    assert clauses["must"][0]["multi_match"]["query"] == "Who designed it? Norholm bridge"
    assert clauses["must"][0]["multi_match"]["fields"] == ["title^4", "text"]
    boosts = {field: c["match_phrase"][field]["boost"] for c in clauses["should"] for field in c["match_phrase"]}
    assert boosts["title"] > boosts["text"] > 1


def test_fields_of_other_names_are_named_with_the_collection():
    documents = {"head": {"line": "Ada\nHolm"}, "body.raw": ["An architect.", "Born in Bergen."], "@timestamp": 1e3}
    results, (request,) = asked(
        elasticsearch(documents), fields="?title=head.line&text=body.raw&date=@timestamp", kind="elasticsearch"
    )
    assert request.body["query"]["bool"]["must"][0]["multi_match"]["fields"] == ["head.line^4", "body.raw"]
    (passage,) = results.passages
    assert (passage.title, passage.text) == ("Ada Holm", "An architect.\nBorn in Bergen.")
    assert (results.engine, passage.url, passage.date) == ("elasticsearch", None, None)


def test_of_a_long_document_the_piece_that_fits_is_shown_with_its_offset():
    text = "\n\n".join(
        ["Weather. " * 120, "The Norholm bridge was designed by Ada Holm. " * 3, "More weather. " * 100]
    )
    piece = fitting(text, QUERY)
    assert "Ada Holm" in piece.text
    assert text[piece.start :].startswith(piece.text)
    results, _ = asked(elasticsearch({"title": "Norholm", "text": text}))
    assert results.passages[0].start == piece.start


def test_copies_of_one_text_count_once_and_hits_without_text_not_at_all():
    results, _ = asked(
        elasticsearch(BRIDGE, {"title": "No text"}, {**BRIDGE, "url": "javascript:alert(1)"}, {**BRIDGE, "text": "x"})
    )
    assert [p.text for p in results.passages] == [BRIDGE["text"], "x"]


def test_a_document_behind_a_pattern_is_named_with_its_index():
    results, _ = asked(elasticsearch({**BRIDGE, "url": "javascript:alert(1)"}, index="docs-2026"))
    assert (results.passages[0].document, results.passages[0].url) == ("docs-2026/0", None)


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ("2020-01-02", "2020-01-02"),
        ("2020-01-02T03:04:05.000+02:00", "2020-01-02"),
        ("2020-01", "2020-01"),
        ("1912", "1912"),
        (1912, "1912"),
        (1_577_934_245_000, "2020-01-02"),
        (1_577_934_245, None),
        ("20200102", None),
        ("yesterday", None),
        (True, None),
        (None, None),
        (["2020-01-02"], None),
    ],
)
def test_a_date_is_read_only_where_it_is_clear(value, date):
    assert dated(value) == date


@pytest.mark.parametrize("text", ["", "?!", " "])
def test_a_query_without_words_is_not_put(text):
    results, requests = asked(elasticsearch(BRIDGE), Query(text=text, entities=("",)))
    assert (results.outcome, requests) == ("no match", [])


def test_half_a_character_does_not_stop_a_query():
    results, (request,) = asked(elasticsearch(BRIDGE), Query(text="bridge \ud83d", entities=("\ud83d",)))
    assert results.outcome == "found"
    assert "bridge ?" in str(request.body)


def part(answer, **changes):
    return {**answer, **changes}


@pytest.mark.parametrize(
    ("answer", "outcome", "told"),
    [
        (elasticsearch(), "no match", None),
        (part(elasticsearch(), timed_out=True), "failed", "searched only a part of the index"),
        (part(elasticsearch(), _shards={"total": 2, "failed": 1}), "failed", "searched only a part of the index"),
        (part(elasticsearch(BRIDGE), timed_out=True), "found", "searched only a part of the index"),
        (elasticsearch({"title": "x", "body": "y"}), "failed", "has no text in the field 'text'"),
        (NO_CREDENTIALS, "engine refused", "refused (401): missing authentication credentials"),
        (NO_PERMISSION, "engine refused", "refused (403): no permissions for [indices:data/read/search]"),
        (BREAKER, "engine refused", "refused (429): [parent] Data too large"),
        (NO_SHARDS, "engine refused", "refused (503): all shards failed"),
        ((401, "Unauthorized"), "engine refused", "refused (401): Unauthorized."),
        ((403, {"Message": "User: anonymous is not authorized"}), "engine refused", "User: anonymous is not"),
        ((403, {"message": "Forbidden"}), "engine refused", "refused (403): Forbidden."),
        (
            (503, "<html><h1>503 Service Unavailable</h1>No server</html>"),
            "engine refused",
            "503 Service Unavailable",
        ),
        (NO_INDEX, "failed", "failed (404): no such index [docs]"),
        (
            (405, {"error": "Incorrect HTTP method for uri [/docs/_search]", "status": 405}),
            "failed",
            "Incorrect HTTP",
        ),
        ((500, b""), "failed", "failed (500)."),
        ((302, "", {"location": "https://login.example.org/"}), "failed", "failed (302)"),
        ("<html><title>Kibana</title></html>", "failed", "is no search engine; it said: Kibana."),
        ({"hits": 3}, "failed", "is no search engine."),
        ([], "failed", "is no search engine."),
        (b'{"took": 3', "failed", "is no search engine"),
    ],
)
def test_every_answer_ends_as_its_cause(answer, outcome, told):
    results, requests = asked(answer)
    assert results.outcome == outcome
    assert (told or "") in (results.message or "")
    assert (results.message is None) == (told is None)
    assert "<h1>" not in str(results.message)
    assert len(requests) == 1, "a redirect is not followed"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_an_engine_that_is_not_there_or_does_not_answer_is_told_from_one_that_finds_nothing():
    results = searching(f"http://127.0.0.1:{free_port()}")(QUERY)
    assert (results.outcome, results.message.split(" ", 3)[3]) == ("failed", "cannot be reached.")
    release = threading.Event()
    with serving(lambda request: release.wait(10) and elasticsearch()) as server:
        results = searching(server.url, answer_s=0.2)(QUERY)
        release.set()
    assert results.outcome == "failed"
    assert "did not answer within 0.2 seconds" in results.message


def test_an_answer_without_end_is_not_kept(monkeypatch):
    monkeypatch.setattr(engine, "MOST_BYTES", 1_000_000)
    results, _ = asked(elasticsearch({**BRIDGE, "text": "x" * 1_000_001}))
    assert (results.outcome, results.passages) == ("failed", ())
    assert "more than 1 MB" in results.message


def test_a_search_that_hangs_is_left_at_once():
    arrived, release = threading.Event(), threading.Event()

    def answer(request):
        arrived.set()
        release.wait(10)
        return elasticsearch()

    with serving(answer) as server:
        search = searching(server.url, answer_s=60)
        call = Calling(search, QUERY, failing=Abandoned)
        assert arrived.wait(5)
        search.abandon()
        assert call.ended_within(1) == "The search was abandoned."
        release.set()


# who we are


@pytest.mark.parametrize(
    ("environment", "header"),
    [
        ({}, None),
        ({"KEY": " a2V5OnNlY3JldA== "}, "ApiKey a2V5OnNlY3JldA=="),
        ({"USER": "ada", "PASSWORD": "hünter2"}, "Basic " + base64.b64encode("ada:hünter2".encode()).decode()),
        ({"KEY": "k", "USER": "ada", "PASSWORD": "p"}, "ApiKey k"),
    ],
)
def test_the_environment_says_who_we_are(environment, header):
    given = {f"SLEUTH_OPENSEARCH_{name}": value for name, value in environment.items()}
    _, (request,) = asked(elasticsearch(), environment=given)
    assert request.headers.get("authorization") == header


@pytest.mark.parametrize("environment", [{"USER": "ada"}, {"PASSWORD": "p"}, {"KEY": "a\nb"}, {"KEY": "ключ"}])
def test_what_cannot_be_a_key_or_is_half_a_pair_is_told_without_showing_it(environment):
    with pytest.raises(CallerError, match="SLEUTH_OPENSEARCH_") as caught:
        access({f"SLEUTH_OPENSEARCH_{name}": value for name, value in environment.items()})
    assert not any(f"'{value}'" in str(caught.value) or "ключ" in str(caught.value) for value in environment.values())


@pytest.mark.parametrize(
    "environment",
    [{"KEY": "a2V5OnNlY3JldA=="}, {"USER": "ada", "PASSWORD": "hunter2"}],
)
def test_no_engine_can_make_us_show_who_we_are(environment):
    def answer(request):
        sent = request.headers["authorization"]
        return 401, {"error": f"unable to authenticate user [ada] with hunter2, that is {sent}"}

    given = {f"SLEUTH_OPENSEARCH_{name}": value for name, value in environment.items()}
    with serving(answer) as server:
        search = searching(server.url, environment=given)
        told = [search(QUERY).message]
        with pytest.raises(CallerError) as caught:
            search.check()
    for said in (*told, str(caught.value)):
        assert "unable to authenticate" in said
        assert not any(value in said for value in (*environment.values(), "YWRhOmh1bnRlcjI="))


# names


@pytest.mark.parametrize(
    "name",
    [
        "opensearch+https://ada:hunter2@search.example.org:9200/docs",
        "opensearch+https://hunter2@search.example.org/docs",
        "opensearch+ada:hunter2@search.example.org/docs",
        "opensearch+https://ada:hunter2/1@search.example.org/docs",
        "opensearch+https://ada:hunter2#@search.example.org/docs",
        "opensearch+https://ada:hunter2?@search.example.org/docs",
        "elasticsearch+https://ada:12/hunter2@search.example.org/docs",
    ],
)
def test_a_name_with_a_password_is_refused_without_showing_it(name):
    with pytest.raises(CallerError, match="SLEUTH_OPENSEARCH_PASSWORD") as caught:
        place(name)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("opensearch+", "no usable address"),
        ("opensearch+search.example.org:9200/docs", "no usable address"),
        ("opensearch+ftp://search.example.org/docs", "no usable address"),
        ("opensearch+https:///docs", "no usable address"),
        ("opensearch+https://search.example.org:99999/docs", "no usable address"),
        ("opensearch+https://search example.org/docs", "no usable address"),
        ("opensearch+https://search.example.org/docs#top", "no usable address"),
        ("opensearch+https://search.example.org:9200", "names no index"),
        ("opensearch+https://search.example.org:9200/", "names no index"),
        ("opensearch+https://search.example.org/docs/_search", "names no index"),
        ("opensearch+https://search.example.org/docs?body=x", "title=FIELD, text=FIELD, url=FIELD, date=FIELD"),
        ("opensearch+https://search.example.org/docs?text=", "title=FIELD, text=FIELD, url=FIELD, date=FIELD"),
    ],
)
def test_a_name_that_leads_nowhere_says_how_it_should_be(name, told):
    with pytest.raises(CallerError, match=told):
        place(name)


def test_an_engine_behind_a_path_and_a_pattern_of_indices_are_names():
    read = place("opensearch+https://example.org/search/docs-%2A/?date=@timestamp")
    assert (read.address, read.index, read.date) == ("https://example.org/search", "docs-*", "@timestamp")
    assert body(QUERY, read)["_source"][-1] == "@timestamp"


# before a run


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (NO_INDEX, r"OpenSearch at http://127.*failed \(404\): no such index \[docs\]"),
        (NO_CREDENTIALS, "missing authentication credentials.*Set SLEUTH_OPENSEARCH_KEY"),
        (NO_PERMISSION, "no permissions.*to what may read it"),
        (capabilities("title"), "'docs' of OpenSearch at http.*has no field 'text'.*holds the text with .text=FIELD"),
        (capabilities("text"), "has no field 'title'.*holds the title with .title=FIELD"),
        (capabilities(indices=()), "has no index 'docs'"),
        ("<html><title>Welcome to nginx!</title></html>", "is no search engine; it said: Welcome to nginx!"),
    ],
)
def test_what_the_person_can_put_right_is_told_before_a_run_begins(sleuth, answer, told):
    with serving(lambda request: answer) as server:
        said = sleuth("ask", "Who designed the bridge?", "--corpus", f"opensearch+{server.url}/docs")
        with pytest.raises(CallerError, match=told):
            searching(server.url).check()
    assert said.status == 2
    assert sleuth("runs", "--json").document == []
    assert server.asked[0].path == "/docs/_field_caps?fields=title%2Ctext"


@pytest.mark.parametrize("answer", [BREAKER, NO_SHARDS, (500, "")])
def test_an_engine_that_cannot_now_is_a_service_that_failed(answer):
    with serving(lambda request: answer) as server, pytest.raises(ServiceError, match="OpenSearch at"):
        searching(server.url).check()


def test_an_engine_is_searched_like_any_collection(sleuth):
    def answer(request):
        return capabilities("title", "text") if "_field_caps" in request.path else opensearch(BRIDGE)

    with serving(answer) as server:
        name = f"opensearch+{server.url}/docs"
        found = sleuth("corpus", "search", name, "Who designed the bridge?", "--json").document
    assert (found["outcome"], found["passages"][0]["text"]) == ("found", BRIDGE["text"])
    assert found["passages"][0]["collection"] == name


def test_engines_and_local_collections_are_asked_together():
    Collections(collections_path()).add(
        "mine", [Document(id="1", title="Ada Holm", text="She designed the Norholm bridge.")]
    )

    def answer(request):
        return capabilities("title", "text") if "_field_caps" in request.path else elasticsearch(BRIDGE)

    with serving(answer) as server:
        search = connect(load({"collections": ("mine", f"elasticsearch+{server.url}/docs")}))
        results = search(QUERY)
    assert [p.title for p in results.passages] == ["Ada Holm", "Norholm bridge"]
    assert results.engine == "corpus, elasticsearch"


def test_an_engine_that_refused_has_not_said_that_there_is_nothing():
    refused = Results(engine="a", outcome="engine refused", message="A refused.")
    failed = Results(engine="b", outcome="failed", message="B failed.")
    nothing = Results(engine="c", outcome="no match")
    together = Several(lambda q: failed, lambda q: refused, lambda q: nothing)(QUERY)
    assert (together.outcome, together.message) == ("engine refused", "B failed. A refused.")
    assert Several(lambda q: nothing, lambda q: nothing)(QUERY).outcome == "no match"
