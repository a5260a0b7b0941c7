"""A pasted text as a run: where each source was had, what became of the others, and that every view holds."""

import io
import json
import sys

import pytest
from pasted_text import brought, pasted
from stub_sites import AT, http, redirect, stub_sites

from sleuth import exports
from sleuth.audit.queue import queue
from sleuth.bundle import bundled, complete, lines, open_bundle, parse_bundle
from sleuth.errors import CallerError, ModelUnavailable
from sleuth.exports import recorded
from sleuth.fold import replay
from sleuth.pasted.bringing import begin, bring, progress
from sleuth.pasted.looking import Found, Sources, connect
from sleuth.pasted.parsing import parse
from sleuth.pasted.quoting import place, window
from sleuth.search import Document
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.settings import Settings
from sleuth.store import Log
from sleuth.views.projection import project

REPORT = """# The bridge of Norholm

The bridge was opened by the king in 1912 [1]. Its arches were "made of iron from the north" [2, 3].
It is the longest of all [7], and the Board said so [4]. Nobody paid for it.

## Sources

1. The bridge. http://norholm.org/bridge?utm_source=paper
2. [Arches](http://gone.org/arches)
3. Blocked. http://wall.org/a
4. Minutes of the Harbour Board
5. Never cited. https://never.org/
"""
MINUTES = Document(
    id="m1",
    title="Minutes of the Harbour Board",
    text="The Board met. It said that the bridge is the longest of all.",
)
BRIDGE = "The bridge of Norholm was designed by Ada Holm, and it was opened by the king in the year 1912."


@pytest.fixture
def web():
    with stub_sites() as sites:
        sites.pages["norholm.org/bridge"] = http()
        sites.pages["norholm.org/bridge?utm_source=paper"] = redirect("/bridge")
        sites.pages["wall.org/a"] = http("<title>Just a moment...</title>Checking your browser", 403)
        yield sites


def endings(state):
    return {source.markers[0]: (source.ending, source.passage.unread) for source in state.sources}


def test_a_whole_report_is_brought_from_a_collection_and_the_web(log, web, tmp_path):
    local = Collections(tmp_path / "collections.db")
    local.add("harbour", [MINUTES])
    look = Sources(local=local, names=("harbour",), fetch=web.fetch(tmp_path))
    run = pasted(log, REPORT, collections=("harbour",))
    state = brought(log, run, look)
    told = endings(state)
    assert {marker: ending for marker, (ending, _) in told.items()} == {
        "1": "fetched", "2": "gone", "3": "blocked", "4": "collection", "7": "not found",
    }  # fmt: skip
    assert told["1"][1] is None
    assert told["4"][1] is None
    assert "404" in told["2"][1]
    assert "wall.org" in told["3"][1]
    assert told["7"][1] == "[7] is cited, but no list of sources has it."
    assert "never.org/" not in web.asked
    opened, arches, longest, nobody = state.claims
    assert opened.citations[0].quote == BRIDGE
    assert [(c.passage, c.quote) for c in arches.citations] == [("p2", ""), ("p3", "")]
    assert [c.quote for c in longest.citations] == ["It said that the bridge is the longest of all.", ""]
    assert nobody.citations == ()
    assert state.passage("p1").retrieved_at == AT.isoformat()
    assert (state.status, state.answer) == ("finished", "4 claims, 5 sources, 2 of which could be read")
    assert state.question == "The bridge of Norholm"


def test_each_quote_stands_where_its_citation_says(log, web, tmp_path):
    state = brought(log, pasted(log, REPORT), Sources(fetch=web.fetch(tmp_path)))
    for claim in state.claims:
        for citation in claim.citations:
            assert state.passage(citation.passage).text[citation.start : citation.end] == citation.quote


def test_pages_kept_from_before_are_used_and_nothing_is_fetched_unless_asked(log, web, tmp_path):
    kept = web.fetch(tmp_path, cached="only")
    state = brought(log, pasted(log, REPORT), Sources(kept=kept))
    assert web.asked == []
    assert endings(state)["1"] == (
        "not found",
        "It is not in the pages kept from before, and nothing was to be fetched.",
    )
    web.fetch(tmp_path)("http://norholm.org/bridge#arches")
    web.fetch(tmp_path)("http://wall.org/a")
    asked = list(web.asked)
    again = endings(brought(log, pasted(log, REPORT), Sources(kept=kept)))
    assert again["1"] == ("kept", None)
    assert again["3"][0] == "blocked"
    assert web.asked == asked


def test_a_private_address_is_not_fetched(log, web, tmp_path):
    web.addresses["inside.org"] = ("10.0.0.1",)
    state = brought(log, pasted(log, "It opened (http://inside.org/)."), Sources(fetch=web.fetch(tmp_path)))
    (source,) = state.sources
    assert source.ending == "refused"
    assert not any("10.0.0.1" in dialled for dialled in web.dialled)


def test_files_stand_in_for_what_is_nowhere_else(log, web, tmp_path):
    files = (
        Document(id="sources/2.txt", title="2", text="The arches were made of iron from the north."),
        MINUTES.model_copy(update={"id": "minutes.pdf"}),
    )
    state = brought(log, pasted(log, REPORT), Sources(files=files, fetch=web.fetch(tmp_path)))
    told = endings(state)
    assert (told["1"][0], told["2"][0], told["4"][0]) == ("fetched", "file", "file")
    assert state.claims[1].citations[0].quote == "made of iron from the north"


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        ("https://m.norholm.org/bridge/?utm_medium=x#top", True),
        ("“The Bridge of Norholm”, 1912", True),
        ("Lund, B. (1920): The bridge of Norholm. Tromsø, pp. 3", True),
        ("https://norholm.org/other", False),
        ("The bridge", False),
        ("Two of one name", False),
    ],
)
def test_a_document_of_a_collection_is_found_by_address_or_title(log, tmp_path, entry, found):
    local = Collections(tmp_path / "collections.db")
    local.add(
        "harbour",
        [
            Document(id="a", title="The bridge of Norholm", text=BRIDGE, url="https://norholm.org/bridge"),
            Document(id="b", title="Two of one name", text="One."),
            Document(id="c", title="Two of one name", text="Other."),
        ],
    )
    run = pasted(log, f"It opened in 1912 [1].\n\nSources\n1. {entry}\n")
    (source,) = brought(log, run, Sources(local=local, names=("harbour",))).sources
    assert (source.ending == "collection") is found
    assert (source.passage.text == BRIDGE) is found


def test_progress_says_which_source_is_next_and_of_how_many(log):
    run = pasted(log, REPORT)
    assert progress(replay(log.entries(run))) == (0, 5, "[1] The bridge")
    steps = bring(log, run, lambda _: Found("not found", "no"))
    next(steps)
    assert log.run(run).status == "running"
    state = replay(log.entries(run))
    assert progress(state)[:2] == (1, 5)
    assert state.doing == "Source 1 of 5: [1] The bridge"
    for _ in steps:
        pass
    assert progress(replay(log.entries(run))) == (5, 5, None)


def test_what_was_cut_off_is_brought_to_its_end_from_there(log):
    run = pasted(log, REPORT)
    steps = bring(log, run, lambda _: Found("not found", "no"))
    next(steps)
    steps.close()
    assert log.run(run).status == "interrupted"
    asked = []
    state = brought(log, run, lambda reference: asked.append(reference.marker) or Found("not found", "no"))
    assert asked == ["2", "3", "4"]
    assert len(state.sources) == 5


def test_a_model_that_fails_is_the_outcome_and_the_sources_stay(log):
    def model(_):
        raise ModelUnavailable("The server is gone.")

    run = pasted(log, "Ada Holm designed the bridge in 1912 and sold it to the king [1].\n\n[1]: https://one.org")
    state = brought(log, run, model=model)
    assert (state.status, state.reason, len(state.sources)) == ("failed", "The server is gone.", 1)


def test_of_a_page_of_five_megabytes_the_part_is_kept_that_claims_cite(log):
    text = "Nothing is said here of it. " * 180_000 + "The bridge was opened by the king in 1912. " + "More. " * 9
    state = brought(log, pasted(log, REPORT), lambda _: Found("fetched", text=text))
    (citation,) = state.claims[0].citations
    page = state.passage("p1")
    assert citation.quote == "The bridge was opened by the king in 1912."
    assert page.text[citation.start : citation.end] == citation.quote
    assert text[page.start : page.start + len(page.text)] == page.text
    assert len(page.text) <= 1_000_000
    assert state.sources[0].message.startswith(f"Only characters {page.start:,} to ")


def test_a_window_holds_all_places_if_it_can_and_else_the_first():
    text = (
        "word " * 1_000 + "The king came in 1912. " + "word " * 1_000 + "It cost 5 million crowns. " + "word " * 5_000
    )
    both = window(text, ("The king came in 1912.", "It cost 5 million crowns."), 12_000)
    assert "The king came in 1912. " in text[both.start : both.end]
    assert "It cost 5 million crowns." in text[both.start : both.end]
    one = window(text, ("The king came in 1912.", "It cost 5 million crowns."), 3_000)
    assert "The king came in 1912. " in text[one.start : one.end]
    assert one.end - one.start <= 3_000


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("He called it “a bridge like no other”.", "a bridge like no\nother"),
        ("It was opened by the queen.", "The queen opened it in May."),
        ("In May 1912 a “king” came.", "The king came in 1912."),
        ("Quite unlike anything.", None),
        ("…", None),
    ],
)
def test_the_place_is_the_words_quoted_or_the_sentence_nearest_to_the_claim(claim, quote):
    text = "They spoke of it. The queen opened it in May. The king came in 1912. It is a bridge like no\nother."
    found = place(claim, text)
    assert (None if found is None else text[found.start : found.end]) == quote


def test_of_a_text_without_full_stops_the_part_around_the_words_is_quoted():
    text = "word " * 2_000 + "the bridge was opened by the king " + "word " * 2_000
    found = place("The king opened the bridge.", text)
    assert "bridge was opened by the king" in text[found.start : found.end]
    assert found.end - found.start < 700


def test_a_bundle_of_a_pasted_run_is_opened_elsewhere_and_only_read(log, tmp_path):
    run = pasted(log, REPORT)
    brought(log, run, lambda _: Found("fetched", text=BRIDGE, title="A page"))
    bundle = parse_bundle(lines(bundled(run, complete(log, run))).encode(), "x")
    other = Log(tmp_path / "other.db")
    open_bundle(other, bundle)
    assert complete(other, run) == complete(log, run)
    assert other.run(run).pasted
    with pytest.raises(CallerError, match="pasted text"):
        other.claim(run)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"text": "Something else."}, "altered"),
        ({"id": "p1"}, "second time"),
    ],
)
def test_a_bundle_whose_sources_were_tampered_with_is_refused(log, change, why):
    run = pasted(log, REPORT)
    brought(log, run, lambda _: Found("fetched", text=BRIDGE, title="A page"))
    entries = list(complete(log, run))
    at = next(i for i, x in enumerate(entries) if x.event.type == "source_brought" and x.event.passage.id == "p2")
    forged = entries[at].event.model_copy(update={"passage": entries[at].event.passage.model_copy(update=change)})
    entries[at] = entries[at].model_copy(update={"event": forged})
    with pytest.raises(CallerError, match=why):
        parse_bundle(lines(bundled(run, tuple(entries))).encode(), "x")


HOSTILE = (
    "<script>alert(1)</script> costs $5 and \u202eevil [1]. =SUM(A1) ![x](https://track.org/p.png) **b** [2].\n\n"
    "Sources\n1. <img src=x onerror=alert(1)> https://norholm.org/\n2. \u202e=cmd|x `a`\n"
)


@pytest.mark.parametrize("name", exports.names())
def test_every_export_holds_a_hostile_pasted_text_and_its_lost_sources(log, name):
    run = pasted(log, HOSTILE)
    found = iter([Found("fetched", text="<script>alert(2)</script> costs $5.", title="<b>A</b>")])
    brought(log, run, lambda _: next(found, Found("blocked", "It shows <i>a wall</i>.")))
    form = exports.form(name)
    told = recorded(log, run)
    files = form.parts(told).values() if form.parts else (form.content(told),)
    text = b"\n".join(files).decode("utf-8", "replace")
    if name in ("html", "svg"):
        assert "<script>alert" not in text
        assert "<i>a wall" not in text
    if name in ("html", "md"):
        assert "could not be read" in text
    if name == "csv":
        assert '"=SUM' not in text
        assert "a wall" in text


def test_who_reads_the_json_sees_which_citation_is_broken(log):
    run = pasted(log, "It opened [1].")
    told = project(run, brought(log, run))
    (citation,) = told["claims"][0]["citations"]
    assert citation["quote"] == ""
    assert citation["source"]["unread"] == "[1] is cited, but no list of sources has it."


def test_collections_that_cannot_be_looked_through_are_refused():
    with pytest.raises(CallerError, match="no collection 'nowhere'"):
        connect(Settings(), ("nowhere",))
    with pytest.raises(CallerError, match="cannot be listed"):
        connect(Settings(), ("opensearch+https://host/index",))


def test_only_a_pasted_run_has_sources_to_bring(log):
    import small_run

    small_run.record(log)
    with pytest.raises(CallerError, match="no pasted text"):
        next(bring(log, "small", lambda _: Found("not found")))


def test_what_a_run_is_called(log):
    named = begin(log, parse(REPORT), Settings(), title="  My\nreview ")
    long = begin(log, parse("Word " * 80 + "end."), Settings(), run="long")
    assert log.run(named).question == "My review"
    assert len(log.run(long).question) <= 100
    assert (log.run(named).origin, log.run(named).memory, log.run(named).model) == ("pasted", "pasted", "unknown")


@pytest.fixture
def minutes():
    Collections(collections_path()).add("harbour", [MINUTES])


def test_the_command_tells_what_was_found_and_what_not(sleuth, tmp_path, minutes):
    (tmp_path / "report.md").write_text(REPORT, encoding="utf-8")
    said = sleuth("paste", tmp_path / "report.md", "--corpus", "harbour")
    assert said.status == 0
    assert "4 claims, 5 sources, 1 of which could be read" in said.out
    assert "found in the collection harbour" in said.out
    assert "[5] Never cited is in the list but never cited." in said.out
    assert "sleuth audit" in said.err
    document = json.loads(sleuth("paste", tmp_path / "report.md", "--json", "--title", "Mine").out)
    assert (document["title"], document["status"], document["uncited"]) == ("Mine", "finished", 1)
    assert [source["ending"] for source in document["sources"]] == ["not found"] * 5
    run = document["run"]
    assert "could not be read" in sleuth("show", run).out
    assert run in sleuth("runs", "--origin", "pasted").out
    for command in (("resume", run), ("branch", run, "--at", "2"), ("act", run, "pin-fact", "f1", "--reason", "x")):
        refused = sleuth(*command)
        assert (refused.status, "pasted text" in refused.err) == (2, True), command


def test_the_command_reads_standard_input_in_any_encoding(sleuth, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("Überall Brücken [1].".encode("utf-16"))))
    assert "1 claim, 1 source, none of which could be read" in sleuth("paste", "-").out


def test_the_command_splits_by_the_model_that_is_named(sleuth, tmp_path):
    script = tmp_path / "script.jsonl"
    reply = {"claims": ["Ada Holm designed the bridge in 1912.", "Ada Holm sold the bridge to the king."]}
    script.write_text(json.dumps({"purpose": "split", "reply": reply}), encoding="utf-8")
    (tmp_path / "r.txt").write_text("Ada Holm designed the bridge in 1912 and sold it to the king [1].")
    said = sleuth("paste", tmp_path / "r.txt", "--split", "--model", f"scripted/{script}")
    assert "2 claims, 1 source" in said.out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("missing.md",), "cannot be read"),
        (("empty.md",), "empty"),
        (("r.md", "--model", "embedded"), "add --split"),
        (("r.md", "--corpus", "nowhere"), "no collection"),
        (("r.md", "--file", "nowhere.txt"), "does not exist"),
    ],
)
def test_what_the_caller_can_fix_is_told_before_anything_is_recorded(sleuth, tmp_path, monkeypatch, arguments, why):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.md").write_text("")
    (tmp_path / "r.md").write_text("It opened [1].")
    said = sleuth("paste", *arguments)
    assert (said.status, why in said.err) == (2, True), said.err
    assert json.loads(sleuth("runs", "--json").out) == []


def test_the_audit_says_of_a_source_that_could_not_be_read_that_it_cannot_tell(log):
    run = pasted(log, "It opened in 1912 [1].\n\nSources\n1. The bridge. http://wall.org/a\n")
    (item,) = queue(brought(log, run, lambda _: Found("blocked", "The page shows a wall.")))
    told = {check.name: check for check in item.checks}
    assert told["passage"].told == "The source under the citation could not be read: The page shows a wall."
    assert {check.outcome for check in item.checks} <= {"unknown", "nothing to check"}
    assert item.machine is None


def test_the_audit_notices_that_a_page_is_not_what_the_list_calls_it(log):
    run = pasted(log, "It opened in 1912 [1].\n\nSources\n1. Minutes of the Harbour Board. http://norholm.org/a\n")
    page = Found("fetched", text="It opened in 1912.", title="Ten recipes for soup", url="http://norholm.org/a")
    (item,) = queue(brought(log, run, lambda _: page))
    assert next(check for check in item.checks if check.name == "title").outcome == "failed"
