"""The document that `ask --json` and `show --json` share, and the same run as text for a terminal."""

import json

import pytest
import small_run
from small_run import ABSTAINED, STEPS, entries

from sleuth import events as e
from sleuth.fold import replay
from sleuth.ledger import Citation, Claim
from sleuth.state import State
from sleuth.views.projection import project
from sleuth.views.show import progress, render, visible

WHOLE = project("small", replay(entries()))


def keys(value: object) -> object:
    """The shape of a document: its keys, and those of the first of each list."""
    match value:
        case dict():
            return {k: keys(v) for k, v in value.items()}
        case [first, *_] if isinstance(first, dict):
            return [keys(first)]
        case _:
            return None


def test_the_document_has_exactly_the_promised_keys():
    source = {"title": None, "url": None, "unread": None}
    citation = {"fact": None, "passage": None, "source": source, "quote": None, "start": None, "end": None}
    fact = ("id", "statement", "entity", "attribute", "value", "status", "supersedes", "passage", "pinned")
    usage = ("calls", "prompt_tokens", "cached_tokens", "completion_tokens", "cost", "currency")
    shape = keys(WHOLE)
    revised = next(node for node in WHOLE["nodes"] if node["revisions"])
    assert shape == {
        "run": None,
        "question": None,
        "parent": None,
        "status": None,
        "stop_reason": None,
        "answer": None,
        "confidence": None,
        "claims": [{"id": None, "text": None, "citations": [citation]}],
        "facts": [dict.fromkeys(fact)],
        "hypotheses": [dict.fromkeys(("id", "statement", "confidence", "supports", "contradicts", "rank"))],
        "questions": [dict.fromkeys(("id", "text", "action", "priority", "status"))],
        "nodes": [dict.fromkeys(("id", "parent", "summary", "evidence", "status", "revisions"))],
        "searches": None,
        "turns": None,
        "usage": dict.fromkeys(usage),
        "max_policy_context_chars": None,
        "nudge_fired": None,
        "repairs": None,
        "violations": None,
        "audit": None,
        "seq": None,
    }
    assert set(revised["revisions"][0]) == {"old", "new", "reason", "at_seq"}
    assert list(WHOLE) == list(shape), "in the promised order"


def test_the_document_tells_a_finished_run():
    assert (WHOLE["run"], WHOLE["question"]) == ("small", small_run.QUESTION)
    assert (WHOLE["status"], WHOLE["stop_reason"]) == ("finished", "answered")
    assert (WHOLE["answer"], WHOLE["confidence"]) == ("Tromsø", "high")
    citation = WHOLE["claims"][1]["citations"][0]
    assert citation["source"] == {"title": "Birger Lund", "url": "https://example.org/3", "unread": None}
    assert small_run.LIFE[citation["start"] : citation["end"]] == citation["quote"] == "Tromsø"
    assert [(f["id"], f["status"], f["supersedes"]) for f in WHOLE["facts"]] == [
        ("f1", "out", None),
        ("f2", "in", "f1"),
        ("f3", "in", None),
    ]
    assert [q["text"] for q in WHOLE["questions"]][1] == "Where was Birger Lund born?"
    assert (WHOLE["searches"], WHOLE["turns"], WHOLE["repairs"], WHOLE["violations"]) == (2, 2, 1, 1)
    assert WHOLE["nudge_fired"] is True
    assert WHOLE["max_policy_context_chars"] == 900
    assert WHOLE["usage"]["prompt_tokens"] == 360
    assert WHOLE["seq"] == len(entries())


def test_what_is_not_known_is_null_and_never_zero():
    begun = project("small", replay(entries()[:1]))
    for key in ("stop_reason", "answer", "confidence", "max_policy_context_chars"):
        assert begun[key] is None
    assert begun["usage"]["cost"] is begun["usage"]["currency"] is None
    silent = small_run.called("read", "{}").model_copy(update={"prompt_tokens": None, "cached_tokens": None})
    usage = project("small", replay(entries((STEPS[0], (silent,)))))["usage"]
    assert (usage["calls"], usage["prompt_tokens"], usage["cached_tokens"], usage["completion_tokens"]) == (
        1,
        None,
        None,
        9,
    )


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        (STEPS[:5], None),
        (ABSTAINED, "no retrieval: No search found anything."),
        (STEPS[:15], "failed: The model's server cannot be reached."),
        (STEPS[:19], "stopped: A person stopped the run."),
    ],
)
def test_the_stop_reason_says_why_in_words(steps, reason):
    assert project("small", replay(entries(steps)))["stop_reason"] == reason


def test_a_run_that_was_cut_off_is_told_as_interrupted():
    state = replay(entries(STEPS[:5]))
    assert project("small", state)["status"] == "running"
    assert project("small", state, "interrupted")["status"] == "interrupted"


@pytest.mark.parametrize("n", range(1, len(entries()) + 1))
def test_every_moment_of_a_run_can_be_told_as_json_and_as_text(n):
    state = replay(entries()[:n])
    assert json.loads(json.dumps(project("small", state)))["seq"] == n
    assert render("small", state).startswith(small_run.QUESTION)


# As text


def test_the_text_shows_answer_sources_ledger_and_tree():
    shown = render("small", replay(entries()))
    lines = [line.strip() for line in shown.splitlines()]
    assert "Tromsø  (confidence: high)" in lines
    assert "1. Birger Lund designed the Norholm bridge. [1]" in lines
    assert "2. Birger Lund was born in Tromsø. [2]" in lines
    assert "[1] Harbour Board minutes, 2001-02-03, https://example.org/2" in lines
    assert any(line.startswith("f2 in") and line.endswith("(replaces f1)") for line in lines)
    assert shown[shown.index("TREE") : shown.index("COST")].split("\n")[1:-2] == [
        "  ◉ n1 Nothing is confirmed yet.",
        "     ◆ n2 Birger Lund designed it.",
        "       revised: f1 → f2, the minutes correct the brochure",
        "        ✕ n3 Ada Holm was born in Norholm.",
        "        ◉ n4 Birger Lund was born in Tromsø.",
    ]


def test_two_claims_of_one_passage_share_its_number():
    both = tuple(
        Claim(
            id=f"c{n}",
            text=f"Claim {n}.",
            citations=(Citation(fact="f3", passage="p3", quote="Tromsø", start=56, end=62),),
        )
        for n in (1, 2)
    )
    uncited = Claim(id="c3", text="Claim 3.")
    ended = (e.Answered(text="x", claims=(*both, uncited), confidence=None),)
    shown = render("small", replay(entries((*STEPS[:-1], ended))))
    assert "x  (confidence: unknown)" in shown
    assert "1. Claim 1. [1]" in shown
    assert "2. Claim 2. [1]" in shown
    assert "3. Claim 3. (no citation)" in shown
    assert shown.count("“Tromsø”") == 1


@pytest.mark.parametrize(
    ("steps", "status", "said"),
    [
        (ABSTAINED, None, "none – no retrieval: No search found anything."),
        (STEPS[:5], None, "still open"),
        (STEPS[:5], "interrupted", "still open; the run is interrupted"),
        (STEPS[:15], None, "none – failed: The model's server cannot be reached."),
    ],
)
def test_without_an_answer_the_text_says_why(steps, status, said):
    lines = [line.strip() for line in render("small", replay(entries(steps)), status).splitlines()]
    assert lines[lines.index("ANSWER") + 1] == said


def test_a_token_count_that_was_not_reported_is_shown_as_unknown():
    silent = small_run.called("read", "{}").model_copy(update={"cached_tokens": None})
    shown = render("small", replay(entries((STEPS[0], (silent,)))))
    assert "prompt tokens 120 (cached unknown)" in shown


def test_a_tree_of_a_thousand_nodes_is_still_drawn():
    added = [
        e.NodeAdded(node=small_run.Node(id=f"n{i}", parent=f"n{i - 1}", turn=i, summary="x")) for i in range(5, 1005)
    ]
    state = replay(entries((*STEPS[:-1], tuple(added))))
    assert "n1004 x" in render("small", state)


def test_text_of_a_document_cannot_steer_the_terminal():
    assert visible("red \x1b[31m\x07 text\r\nnext\u202e line") == "red [31m text next line"
    assert visible("a family 👩\u200d👧 and می\u200cخواهم") == "a family 👩\u200d👧 and می\u200cخواهم"
    hostile = small_run.F3.model_copy(update={"statement": "born \x1b]0;owned\x07 in Tromsø"})
    state = replay([entries()[-1].model_copy(update={"event": e.FactRecorded(fact=hostile)})], State())
    assert "\x1b" not in render("small", state)


# While it runs


def test_progress_tells_each_step_and_what_came_of_it():
    told = [line for group in STEPS for line in progress(entries((group,)))]
    assert told[0].split() == ["0.2", "s", "plan", "Plan", "the", "chain", "of", "questions"]
    below = [line.strip() for line in told if line.startswith(" " * 12)]
    assert below == [
        "- the reply was not of the asked form: It holds no JSON object.",
        f"+ f1 {small_run.BROCHURE} [p1]",
        "- refused: the value '1899' does not occur in it",
        f"+ f2 {small_run.MINUTES} [p2], disputes f1",
        "◆ repaired n2: f1 → f2, pruned n3; the minutes correct the brochure",
        f"+ f3 {small_run.LIFE} [p3]",
        "! the budget is nearly used",
    ]


def test_a_search_that_was_refused_is_not_told_as_nothing_found():
    refused = e.Searched(turn=1, question="q1", query="x", engine="web", outcome="engine refused", message="429")
    assert progress(entries(((refused,),)))[0].strip() == "- search, engine refused: 429"
