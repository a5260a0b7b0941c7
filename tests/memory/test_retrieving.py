"""A turn whose search is made of several steps: one search by the limits, nothing lost, and a log that tells all."""

import pytest
from investigating import NOON, NOTHING, Page, ask, reads, says, shelf

from sleuth import events as e
from sleuth import memory
from sleuth.branching import branch
from sleuth.bundle import open_bundle, read_bundle, write_bundle
from sleuth.errors import CallerError
from sleuth.fold import replay
from sleuth.investigate import Ports, investigate, take
from sleuth.models.scripted import scripted
from sleuth.retrieval.rankings import FollowedUp, Ranked, mark
from sleuth.rules import Retrieval, Rules
from sleuth.search import Query, Results
from sleuth.settings import Limits, Settings
from sleuth.store import Log
from sleuth.views import show
from sleuth.views.timeline import extend

QUESTION = "Where was Ada Holm born?"
PAGES = (
    Page("Ada Holm", "Ada Holm was an engineer.", "Where was"),
    Page("Norholm bridge", "The Norholm bridge was designed by Ada Holm.", "Where was"),
    Page("Holm family", "Ada Holm was born in Bergen, as her brother was.", "family"),
)
RULES = Rules(retrieval=Retrieval(followups=1, fusion="all", rerank="listwise", pool=10))
SCRIPT = (
    says("parts", {"parts": []}),
    says("followup", {"missing": "her birthplace", "queries": ["Holm family"]}),
    says("rerank", {"ids": [2, 3]}),
    reads("Page: Holm family", 1, "Bergen"),
    NOTHING,
    says("react", {"action": "answer", "text": "Bergen"}, "born in Bergen"),
    says("react", {"action": "search", "text": "Where was Ada Holm born?"}),
    says("report", {"action": "answer", "text": "Bergen"}, "born in Bergen"),
    says("report", {"action": "search", "text": "Where was Ada Holm born?"}),
    says("rewrite", {"report": "She was born in Bergen."}),
)


def investigated(strategy="retree", search=None, rules=RULES, script=SCRIPT, **limits):
    return ask(QUESTION, search or shelf(*PAGES), *script, strategy=strategy, rules=rules, passages=2, **limits)


def test_what_only_a_follow_up_finds_is_read_and_the_whole_counts_as_one_search():
    told = investigated()
    assert told.state.answer == "Bergen"
    assert told.state.spent == 1
    assert [p.title for p in told.state.passages] == ["Holm family", "Norholm bridge"]
    assert told.state.searches[0].followed == ("Holm family",)
    assert [x.ranking.stage for x in told.events(Ranked)] == ["question", "follow-up", "fused", "reranked"]


@pytest.mark.parametrize("strategy", memory.names())
def test_every_strategy_searches_by_the_rules_of_its_run(strategy):
    told = investigated(strategy)
    assert told.state.answer == "Bergen"
    assert told.events(FollowedUp)[0].wanted.queries == ("Holm family",)


def test_each_step_makes_one_search_or_one_call_at_most():
    steps = [[]]
    for entry in investigated().entries:
        if isinstance(entry.event, e.StepTaken):
            steps.append([])
        steps[-1].append(entry.event)
    for events in steps:
        looked = sum(isinstance(x, Ranked) and x.ranking.engine is not None for x in events)
        assert looked + sum(isinstance(x, e.ModelCalled) for x in events) <= 1


def test_by_the_default_rules_a_search_is_one_step_as_it_was():
    told = investigated(rules=Rules(), script=(*SCRIPT, says("query", {"query": "Holm family"})))
    assert told.state.answer == "Bergen"
    assert not told.events(Ranked)
    assert [s.query for s in told.state.searches] == [QUESTION, "Holm family"]


def test_a_refused_follow_up_is_told_and_what_the_question_found_is_read():
    def search(query: Query) -> Results:
        if "family" in query.text:
            return Results(engine="shelf", outcome="engine refused", message="too many requests")
        return shelf(*PAGES)(query)

    told = investigated(search=search, searches=1)
    (searched,) = told.events(e.Searched)
    assert (searched.outcome, len(searched.passages)) == ("found", 2)
    assert "Holm family: engine refused, too many requests" in searched.message
    assert any("search, engine refused: too many requests" in line for line in show.progress(told.entries))


def test_a_reply_of_no_use_is_counted_as_a_violation_and_the_search_goes_on():
    script = [line for line in SCRIPT if line.purpose not in ("followup", "rerank")]
    told = investigated(script=(says("followup", "none"), says("rerank", "none"), *script), searches=1)
    assert [x.key for x in told.events(e.ReplyRefused)][:2] == ["follow-up 1", "rerank 1"]
    assert told.events(e.Searched)[0].outcome == "found"
    assert not told.events(e.TurnChecked)[0].valid_raw


def apart_from_calls(entries):
    """The entries without calls, whose exact texts the log keeps in a table of their own."""
    return [x for x in entries if not isinstance(x.event, e.ModelCalled)]


@pytest.fixture
def recorded(tmp_path):
    """A log that holds the whole investigation, one transaction a step, and the entries as they were made."""
    log, told = Log(tmp_path / "log.db"), investigated()
    log.begin("r", told.entries[:1])
    for entry in told.entries[1:]:
        log.append("r", (entry,))
    return log, told


def test_what_is_read_back_is_what_was_recorded_and_each_text_is_kept_once(recorded):
    log, told = recorded
    assert apart_from_calls(log.entries("r")) == apart_from_calls(told.entries)
    with log._open() as db:
        assert db["considered"].count == len(PAGES)
        assert "engineer" not in "".join(row["payload"] for row in db["events"].rows_where("type = 'ranked'"))


def test_a_text_that_two_turns_had_to_choose_from_is_kept_once_too(recorded):
    log, told = recorded
    again = next(x for x in told.entries if isinstance(x.event, Ranked))
    log.append("r", (again.model_copy(update={"seq": log.last_seq("r") + 1}),))
    assert log.entries("r")[-1].event == again.event
    with log._open() as db:
        assert db["considered"].count == len(PAGES)


def test_a_run_cut_after_any_event_makes_the_same_requests_as_one_that_was_not(recorded):
    log, told = recorded
    seen, model = [], scripted(SCRIPT)

    def heard(request):
        seen.append(request)
        return model(request)

    def bare(entries):
        return [x.event for x in apart_from_calls(entries) if not isinstance(x.event, e.StepTaken)]

    for at in (x.seq for x in told.entries[:-1] if isinstance(told.entries[x.seq].event, e.StepTaken)):
        state = replay(log.entries("r", upto=at))
        if state.turn is None or state.turn.searched:
            continue
        step = take(state, memory.strategy("retree")(state), Ports(heard, shelf(*PAGES), lambda: NOON))
        assert bare(step) == bare(told.entries[at : at + len(step)])
    assert [r.purpose for r in seen] == ["followup", "rerank"]
    assert seen == [r for r in told.requests if r.purpose in ("followup", "rerank")]


def test_a_branch_goes_on_with_the_retrieval_it_was_in_the_middle_of(recorded):
    log, told = recorded
    at = next(x.seq for x in told.entries if isinstance(x.event, FollowedUp))
    branch(log, "r", at, Settings(collections=("shelf",), limits=Limits(passages=2), rules=RULES), run="b")
    state = replay(log.entries("b"))
    assert state.turn.retrieving == replay(told.entries[:at]).turn.retrieving
    asked = []
    ports = Ports(lambda request: asked.append(request) or scripted(SCRIPT)(request), shelf(*PAGES), lambda: NOON)
    for step in investigate(state.model_copy(update={"status": "running"}), memory.strategy("retree"), ports):
        log.append("b", step)
    assert replay(log.entries("b")).answer == "Bergen"
    assert [r.purpose for r in asked] == ["rerank", "read"]


def test_a_bundle_carries_what_a_retrieval_had_to_choose_from(recorded, tmp_path):
    log, told = recorded
    write_bundle(log, "r", tmp_path / "r.jsonl")
    other = Log(tmp_path / "other.db")
    opened = open_bundle(other, read_bundle(tmp_path / "r.jsonl")).run
    assert apart_from_calls(other.entries(opened)) == apart_from_calls(told.entries)


def test_a_bundle_that_ranks_what_was_never_found_is_refused(recorded, tmp_path):
    log, told = recorded
    write_bundle(log, "r", path := tmp_path / "r.jsonl")
    mine = mark(told.state.passages[0])
    path.write_text(path.read_text(encoding="utf-8").replace(f'"{mine}"', '"0123456789ab"'), encoding="utf-8")
    with pytest.raises(CallerError, match="0123456789ab"):
        read_bundle(path)


def test_the_places_of_each_ranking_are_a_plain_table(recorded):
    log, _ = recorded
    with log._open() as db:
        rows = list(
            db.query("select stage, place, title, document from rankings where stage = 'fused' order by place")
        )
    assert [(r["place"], r["title"], r["document"]) for r in rows] == [
        (1, "Ada Holm", "Ada Holm"),
        (2, "Holm family", "Holm family"),
        (3, "Norholm bridge", "Norholm bridge"),
    ]


def test_the_timeline_tells_every_stage_in_words():
    notes = [note for step in extend((), investigated().entries) if step.phase == "search" for note in step.notes]
    assert notes[0] == "2 passages from shelf to choose from: Ada Holm; Norholm bridge"
    assert notes[1] == "Missing: her birthplace; to search for: Holm family"
    assert notes[3] == "Together, 3 passages: Ada Holm; Holm family; Norholm bridge"
    assert notes[4] == "The model put 2 of places 1 to 3 in front: Holm family; Norholm bridge; Ada Holm"
