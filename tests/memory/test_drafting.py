"""A model's doubts decide whether anything is searched for, and what it remembers is never more than that."""

from math import log

import pytest
from bridge import ADA, BERGDAL, BRIDGE, CHAIN, EVERY, PARTS, QUESTION, READINGS
from investigating import NOTHING, Page, ask, reads, says, shelf

from sleuth import events as e
from sleuth.acts import Intervention, perform
from sleuth.drafts import MEMORY, RECALLED, Drafted, NamesFiltered, RelevanceMeasured, RetrievalDecided
from sleuth.events import number
from sleuth.fold import replay
from sleuth.investigate import Ports, investigate
from sleuth.memory import rules as allowed
from sleuth.memory import strategy
from sleuth.models import Entropy, Likely, Token
from sleuth.models.scripted import Line, scripted
from sleuth.policy import nudge_due
from sleuth.rules import Rules, Uncertainty
from sleuth.search import Results
from sleuth.views import show
from sleuth.views.timeline import extend
from sleuth.views.why import why

WHO, BORN, COUNTY = (
    "Who is the designer of the Norholm bridge?",
    "What is the birthplace of Ada Holm?",
    "In which county is Bergdal?",
)


def drafts(when: str, text: str, entropy: float | None = 0.1, *, certain: float = 0.1) -> Line:
    """A draft whose value, in brackets, has this entropy; None where the server tells nothing of it."""
    before, _, rest = text.partition("[")
    value, _, after = rest.partition("]")
    parts = [(before + "[", certain), (value, entropy), ("]" + after, certain)]
    tokens = None if entropy is None else [_token(part, h) for part, h in parts]
    return Line(purpose="draft", when=when, reply=text, tokens=tokens)


def _token(text, entropy):
    return Token(text=text, logprob=-0.1, entropy=Entropy(entropy, entropy))


SURE = (
    drafts(WHO, "The designer of the Norholm bridge is [Ada Holm]."),
    drafts(BORN, "The birthplace of Ada Holm is [Bergdal]."),
    drafts(COUNTY, "Bergdal is in [Vikland]."),
)
UNSURE = tuple(drafts(line.when, line.reply, 3.0) for line in SURE)


def rules(trigger="fixed", **more) -> Rules:
    return Rules(uncertainty=Uncertainty(trigger=trigger, **more))


def run(*script, pages=EVERY, trigger="fixed", strategy="retree", limits=None, **more):
    return ask(
        QUESTION, shelf(*pages), *script, *CHAIN, rules=rules(trigger, **more), strategy=strategy, **limits or {}
    )


def asked_engines(told) -> list[str]:
    return [s.query for s in told.state.searches if s.engine != RECALLED]


def decisions(told) -> list[tuple[str, bool]]:
    return [(d.asked, d.decision.retrieve) for d in told.events(RetrievalDecided)]


def test_by_default_nothing_is_drafted_and_nothing_decided():
    told = ask(QUESTION, shelf(*EVERY), *CHAIN)
    assert not told.asked("draft")
    assert not told.events(RetrievalDecided)


@pytest.mark.parametrize("memory", ["retree", "flat"])
def test_what_the_model_is_unsure_of_is_searched_for_as_ever(memory):
    plain, told = ask(QUESTION, shelf(*EVERY), *CHAIN), run(*UNSURE, strategy=memory)
    assert asked_engines(told) == asked_engines(plain)
    assert told.facts() == plain.facts()
    assert decisions(told) == [(WHO, True), (BORN, True), (COUNTY, True)]
    assert told.state.answer == "Vikland"


def test_what_the_model_is_sure_of_is_not_searched_for():
    told = run(UNSURE[0], *SURE[1:])
    assert asked_engines(told) == [WHO]
    assert decisions(told) == [(WHO, True), (BORN, False), (COUNTY, False)]
    assert told.state.answer == "Vikland"
    assert told.state.spent == 1, "what is remembered spends no search"


def test_a_decision_is_recorded_with_the_numbers_that_made_it():
    told = run(UNSURE[0], *SURE[1:], threshold=0.5)
    (first, second, _) = told.events(RetrievalDecided)
    assert (first.decision.threshold, first.decision.highest, first.decision.at) == (0.5, (3.0, 3.0), 1)
    assert second.decision.highest == (0.1, 0.1)
    assert [s.decision.retrieve for s in extend((), told.entries) if s.decision] == [True, False, False]
    assert all(s.draft for s in extend((), told.entries) if s.decision)


def test_a_draft_comes_before_the_search_and_is_asked_once_with_likely_tokens():
    told = run(UNSURE[0], *UNSURE[1:])
    kinds = [type(x.event) for x in told.entries]
    assert kinds.index(Drafted) < kinds.index(e.TurnStarted)
    requests = [r for r in told.requests if r.purpose == "draft"]
    assert [(r.messages[-1].content, r.top, r.reply_schema, r.temperature) for r in requests] == [
        (text, 20, None, 0.0) for text in (WHO, BORN, COUNTY)
    ]


def test_a_draft_that_a_page_seen_before_bears_out_is_bound_to_that_page():
    life = Page("Ada Holm", "Ada Holm designed the Norholm bridge. Ada Holm was born in Bergdal.", "Norholm")
    script = (reads("designer of the Norholm bridge?\nPage: Ada Holm", 1, "Ada Holm"), UNSURE[0], *SURE[1:])
    told = run(*script, pages=(BRIDGE, life, BERGDAL))
    fact = next(f for f in told.state.facts if f.value == "Bergdal")
    assert told.state.passage(fact.passage).title == "Ada Holm"
    assert fact.quote == "Ada Holm was born in Bergdal."
    assert fact.firm
    assert asked_engines(told) == [WHO]


def remembered(**more):
    """A run whose every value is remembered."""
    return run(*SURE, **more)


def test_a_draft_that_no_page_bears_out_is_remembered_and_says_so_wherever_it_is_cited():
    told = remembered()
    assert not asked_engines(told)
    assert told.state.answer == "Vikland"
    for fact in told.state.facts:
        page = told.state.passage(fact.passage)
        assert (page.collection, page.title) == (MEMORY, "Remembered by scripted, no source")
        assert page.text[fact.start : fact.end] == fact.quote
        assert fact.value in fact.quote
        assert not fact.firm
    assert all("no source says so" in claim.text for claim in told.state.claims)
    assert "Remembered by scripted, no source" in show.conclusion(told.state)
    assert "no source says so" in why(told.state, "f1").because


def test_an_answer_from_memory_is_of_low_confidence():
    told = remembered()
    assert told.state.confidence == "low"
    assert {h.confidence for h in told.state.hypotheses} == {"low"}


def test_the_sentence_that_was_drafted_is_the_passage():
    assert [p.text for p in remembered().state.passages] == [
        "The designer of the Norholm bridge is Ada Holm.",
        "The birthplace of Ada Holm is Bergdal.",
        "Bergdal is in Vikland.",
    ]


def contradicted():
    """The first value is remembered wrongly; a later search brings a page that says otherwise."""
    wrong = drafts(WHO, "The designer of the Norholm bridge is [Carl Ost].")
    life = Page("Carl Ost", "Carl Ost was an engineer. Carl Ost was born in Bergdal.", "Carl Ost")
    bridge = BRIDGE._replace(found_by="Carl Ost")
    script = (wrong, drafts("Carl Ost?", "The birthplace of Carl Ost is [Bergdal].", 3.0), *UNSURE)
    script = (*script, reads("birthplace of Carl Ost?\nPage: Carl Ost", 2, "Bergdal"))
    return run(*script, pages=(life, bridge, ADA, BERGDAL))


def test_a_source_that_disagrees_wins_over_what_was_remembered_without_asking_the_model():
    told = contradicted()
    assert dict(told.facts())["Carl Ost"] == "out"
    assert not told.asked("conflict")
    assert not told.asked("confirm")
    (repaired,) = told.events(e.Repaired)
    assert (told.state.fact(repaired.old).value, told.state.fact(repaired.new).value) == ("Carl Ost", "Ada Holm")
    assert "only remembered" in repaired.reason
    assert told.state.answer == "Vikland"
    cited = {told.state.passage(c.passage).collection for claim in told.state.claims for c in claim.citations}
    assert cited == {"shelf"}


def test_what_a_person_pinned_waits_for_a_person_even_where_it_was_only_remembered():
    state = remembered().state
    pinned = replay(number(perform(state, Intervention(act="pin fact", target="f1", author="AK", reason="sure"))
                           , after=state.seq, at=state.updated_at), state)  # fmt: skip
    again = Intervention(act="ask again", target="q1", author="AK", reason="a source, please")
    state = replay(number(perform(pinned, again), after=pinned.seq, at=pinned.updated_at), pinned)
    other = reads("Page: Norholm bridge", 1, "Birger Lund")
    page = Page("Norholm bridge", "The Norholm bridge was designed by Birger Lund.", "Norholm")
    ports = Ports(scripted((other, NOTHING, *CHAIN)), shelf(page), lambda: state.updated_at)
    for step in investigate(state, strategy("retree"), ports):
        state = replay(step, state)
    assert {f.value: f.status for f in state.facts}["Ada Holm"] == "in"
    assert [(p.old, state.fact(p.new).value) for p in state.unsettled] == [("f1", "Birger Lund")]


def test_a_page_that_says_the_same_is_cited_instead_of_the_memory():
    told = run(SURE[0], *UNSURE[1:], pages=(BRIDGE._replace(found_by="Ada Holm"), ADA, BERGDAL))
    assert [f.value for f in told.state.facts if f.slot == 1] == ["Ada Holm", "Ada Holm"]
    titles = [[told.state.passage(c.passage).title for c in claim.citations] for claim in told.state.claims]
    assert titles[0] == ["Norholm bridge"]
    assert "Remembered" not in told.state.claims[0].text


def test_a_memory_that_was_refuted_does_not_come_back_but_a_page_that_says_so_may():
    state = remembered().state
    rejected = Intervention(act="reject fact", target="f1", author="AK", reason="no")
    acts = number(perform(state, rejected), after=state.seq, at=state.updated_at)
    state = replay(acts, state)
    ports = Ports(scripted((*SURE, *CHAIN)), shelf(*EVERY), lambda: state.updated_at)
    for step in investigate(state, strategy("retree"), ports):
        state = replay(step, state)
    (of_bridge,) = [f for f in state.facts if f.slot == 1 and f.status == "in"]
    assert state.passage(of_bridge.passage).title == "Norholm bridge"


def test_never_searches_for_nothing_whatever_the_doubts():
    told = run(*UNSURE, trigger="never")
    assert not asked_engines(told)
    assert told.state.answer == "Vikland"


@pytest.mark.parametrize("reply", ["", "I cannot say who that was, since nobody has ever told me.", "[unknown]"])
def test_never_gives_up_where_nothing_is_remembered(reply):
    told = run(says("draft", reply), trigger="never")
    assert not told.state.searches
    assert (told.state.status, told.state.cause) == ("finished", "no retrieval")


@pytest.mark.parametrize("reply", ["", "I cannot say who that was, since nobody has ever told me.", "[unknown]"])
def test_where_no_answer_is_drafted_it_is_searched_for(reply):
    told = run(says("draft", reply))
    assert told.state.answer == "Vikland"
    assert decisions(told) == [(WHO, True), (BORN, True), (COUNTY, True)]


@pytest.mark.parametrize(
    ("draft", "problem"),
    [
        ("The Norholm bridge has been a favourite since [1890].", "1890"),
        ("The designer of the Norholm bridge is [the Norholm bridge].", "repeats the name"),
        ("The designer is [Ada Holm].", "does not speak of"),
    ],
)
def test_a_sure_draft_that_is_no_answer_is_searched_for(draft, problem):
    told = run(drafts(WHO, draft), *UNSURE[1:])
    first = told.events(RetrievalDecided)[0].decision
    assert first.retrieve
    assert problem in first.reason
    assert asked_engines(told)[0] == WHO


def test_a_server_that_tells_nothing_of_its_tokens_leaves_every_question_to_a_search():
    told = run(*(drafts(line.when, line.reply, None) for line in SURE))
    assert decisions(told) == [(WHO, True), (BORN, True), (COUNTY, True)]
    assert {d.decision.straddles for d in told.events(RetrievalDecided)} == {None}


def test_a_short_answer_without_brackets_is_taken_as_a_whole():
    told = run(Line(purpose="draft", when=WHO, reply="Ada Holm.", tokens=[_token("Ada Holm", 0.1)]), *UNSURE[1:])
    assert told.state.passages[0].text == "The designer of the Norholm bridge is Ada Holm."


def test_a_value_that_fell_is_drafted_anew_for_what_is_asked_then():
    told = contradicted()
    assert told.asked("draft").count(BORN) == 1
    assert told.asked("draft").count("What is the birthplace of Carl Ost?") == 1


def test_turns_answered_from_memory_still_use_the_turn_budget():
    told = remembered(limits={"turns": 2})
    assert (told.state.turns, told.state.answer) == (2, None)
    assert not nudge_due(told.state, 0)


def test_an_engine_that_refused_is_told_of_though_something_was_remembered():
    def refusing(query):
        return Results(engine="web", outcome="engine refused", message="Too many requests.")

    script = (SURE[0], *UNSURE[1:], *CHAIN)
    told = ask(QUESTION, refusing, *script, rules=rules())
    assert told.state.cause == "search unavailable"


def test_words_are_left_out_one_by_one_where_that_stands_in_for_attention():
    def sure(p):
        return [Token(text="yes", logprob=log(p), likely=(Likely(text="yes", logprob=log(p)),
                                                         Likely(text=" No", logprob=log(1 - p))))]  # fmt: skip

    ada, holm = "is Holm.", "is Ada."
    script = (
        Line(purpose="relevance", when=ada, reply="yes", tokens=sure(0.2)),
        Line(purpose="relevance", when=holm, reply="yes", tokens=sure(0.8)),
        Line(purpose="relevance", reply="yes", tokens=sure(0.9)),
    )
    told = run(*script, SURE[0], *UNSURE[1:], trigger="product", attention="removal", threshold=50.0)
    measured = [m for m in told.events(RelevanceMeasured) if m.asked == WHO]
    assert [m.sure for m in measured] == pytest.approx([0.9, 0.2, 0.8])
    first = told.events(RetrievalDecided)[0].decision
    assert first.influence == "removal"
    (step,) = [s for s in extend((), told.entries) if s.decision == first]
    assert step.draft.value == "Ada Holm"


def test_removal_asks_nothing_where_it_cannot_count():
    for trigger in ("fixed", "deviation", "never"):
        assert not run(*UNSURE, trigger=trigger, attention="removal").events(RelevanceMeasured)


NAMES = says("entities", {"entities": ["the Norholm bridge", "Ostwerk"], "relations": ["designer"]})


def queries(told) -> list[tuple[str, tuple[str, ...]]]:
    return [(t.query, t.entities) for t in told.events(e.TurnStarted)]


def test_all_remembered_names_enter_a_query_without_a_filter():
    told = run(NAMES, trigger="always", filter="none")
    assert queries(told)[1] == (f"{BORN} the Norholm bridge", ("Ada Holm", "the Norholm bridge"))
    assert queries(told)[2] == (
        f"{COUNTY} the Norholm bridge Ada Holm", ("Bergdal", "the Norholm bridge", "Ada Holm")
    )  # fmt: skip
    assert told.events(e.TurnStarted)[2].mechanical == ("f2", "f1"), "the search rests on what its query mentions"
    assert not told.asked("draft")


def test_names_that_the_question_does_not_hold_are_dropped():
    (named,) = [
        x.event for x in run(NAMES, trigger="always", filter="none").entries if x.event.type == "entities_extracted"
    ]
    assert named.entities == ("the Norholm bridge",)


def test_the_reasoning_step_alone_names_what_enters_by_default():
    told = run(*UNSURE)
    assert queries(told) == [(WHO, ("the Norholm bridge",)), (BORN, ("Ada Holm",)), (COUNTY, ("Bergdal",))]
    assert not told.events(NamesFiltered)
    assert not told.asked("entities")


def test_names_that_the_model_is_unsure_of_are_left_out():
    script = (
        NAMES,
        drafts(WHO, "The designer of the Norholm bridge is [Ada Holm].", 3.0),
        drafts(BORN, "The birthplace of Ada Holm is [Bergdal].", 3.0),
        drafts(COUNTY, "Bergdal is in [Vikland].", 3.0, certain=9.0),
    )
    told = run(*script, trigger="always", filter="confidence")
    assert queries(told)[1] == (f"{BORN} the Norholm bridge", ("Ada Holm", "the Norholm bridge"))
    # In the newest drafts that hold them the model is sure of Ada Holm and the bridge, and not of Bergdal.
    assert queries(told)[2] == (f"{COUNTY} the Norholm bridge Ada Holm", ("the Norholm bridge", "Ada Holm"))
    filtered = told.events(NamesFiltered)[2]
    assert [(n.text, n.named, n.kept, round(n.confidence, 2)) for n in filtered.names] == [
        ("Bergdal", True, False, 0.1), ("the Norholm bridge", False, True, 0.91), ("Ada Holm", False, True, 0.91)
    ]  # fmt: skip


def test_both_conditions_together_only_leave_out():
    script = (NAMES, *UNSURE[:2], drafts(COUNTY, "Bergdal is in [Vikland].", 3.0, certain=9.0))
    told = run(*script, trigger="always", filter="cot+confidence")
    assert queries(told) == [(WHO, ("the Norholm bridge",)), (BORN, ("Ada Holm",)), (COUNTY, ())]


def test_a_name_of_whose_confidence_nothing_is_known_enters_where_the_reasoning_step_names_it():
    untold = tuple(drafts(line.when, line.reply, None) for line in SURE)
    told = run(NAMES, *untold, trigger="always", filter="confidence")
    assert queries(told) == [(WHO, ("the Norholm bridge",)), (BORN, ("Ada Holm",)), (COUNTY, ("Bergdal",))]
    assert {n.confidence for x in told.events(NamesFiltered) for n in x.names} == {None}


def test_a_model_that_cannot_name_them_leaves_the_question_without():
    told = run(says("entities", "no idea"), trigger="always", filter="none")
    assert told.state.named.entities == ()
    assert told.state.answer == "Vikland"


@pytest.mark.parametrize("uncertainty", [
    Uncertainty(trigger="fixed"), Uncertainty(trigger="never"), Uncertainty(trigger="product", attention="removal"),
    Uncertainty(filter="cot+confidence"),
])  # fmt: skip
def test_a_run_cut_after_any_step_goes_on_to_the_same_end(uncertainty):
    script = (NAMES, says("relevance", "yes"), UNSURE[0], *SURE[1:], *CHAIN)
    told = ask(QUESTION, shelf(*EVERY), *script, rules=Rules(uncertainty=uncertainty))
    for cut in [x.seq - 1 for x in told.entries if isinstance(x.event, e.StepTaken)]:
        state = replay(told.entries[:cut])
        for step in investigate(
            state, strategy("retree"), Ports(scripted(script), shelf(*EVERY), lambda: told.entries[0].at)
        ):
            state = replay(step, state)
        assert state.model_dump(exclude={"usage"}) == told.state.model_dump(exclude={"usage"})


def test_the_chain_of_the_tests_is_that_of_the_bridge():
    assert [line.when for line in SURE] == [
        s.query for s in ask(QUESTION, shelf(*EVERY), PARTS, *READINGS).state.searches
    ]


@pytest.mark.parametrize(("memory", "kept"), [("retree", True), ("flat", True), ("react", False), ("report", False)])
def test_a_memory_under_which_the_model_itself_chooses_to_search_says_so_in_its_rules(memory, kept):
    assert (allowed(memory, rules("fixed")).uncertainty.trigger == "fixed") is kept
