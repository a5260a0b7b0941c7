"""Recall of evidence from the command line: what is selected, what each stage returns, and from what gains are
counted.
"""

import json
from pathlib import Path

import pytest
import talks

from sleuth.evaluate import dialogue, locomo, searched
from sleuth.evaluate.words import Words


@pytest.fixture(autouse=True)
def embed(monkeypatch):
    """The embedding by which measurements of these tests search."""
    embed = talks.ByWords()
    monkeypatch.setattr(searched, "connect", lambda name, settings: embed)
    return embed


def script(folder: Path, *lines: tuple[str, str, object]) -> str:
    path = folder / "script.jsonl"
    told = [{"purpose": purpose, "when": when, "reply": reply} for purpose, when, reply in lines]
    path.write_text("\n".join(map(json.dumps, told)), encoding="utf-8")
    return f"scripted/{path}"


def test_only_multi_hop_questions_with_two_turns_that_there_are_are_selected(tmp_path):
    (talk,) = locomo.read(talks.write(tmp_path, talks.INSTRUMENTS, *talks.LEFT_OUT, talks.BOTH)).dialogues
    assert [(case.question, case.evidence) for case in talk.cases] == [
        ("Which instruments does Mara play?", {"D1:1", "D2:2"}),
        ("What can Mara and Tomas play?", {"D1:1", "D4:1"}),
    ]


def test_an_id_that_names_no_turn_is_left_aside_and_the_others_count(tmp_path):
    odd = talks.asked("Which instruments does Mara play?", "D1:1", " D2:2 ", "D:11:26", "D2:2; D3:1")
    ((talk,), _) = locomo.read(talks.write(tmp_path, odd))
    assert talk.cases[0].evidence == {"D1:1", "D2:2"}


def test_a_turn_carries_speaker_picture_and_date_of_its_session(tmp_path, embed):
    ((talk,), _) = locomo.read(talks.write(tmp_path))
    passages = {p.document: p for p in dialogue.field(talk, embed, tmp_path).passages}
    assert (passages["D3:1"].title, passages["D3:1"].text) == (
        "30 July, 2023",
        "Mara: Look at this! [a photo of a red sailing boat]",
    )
    assert [t.id for t in talk.turns][:4] == ["D1:1", "D1:2", "D1:3", "D2:1"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[]", "No question of"),
        ('[{"sample_id": "x"}]', "is not in the form of LoCoMo"),
        ('[{"sample_id": "x", "qa": [], "conversation": {}}]', "is not in the form of LoCoMo"),
        ("[1", "is not in the form of LoCoMo"),
    ],
)
def test_a_file_in_another_form_is_named(sleuth, tmp_path, content, said):
    (path := tmp_path / "other.json").write_text(content, encoding="utf-8")
    told = sleuth("recall", path)
    assert told.status == 2
    assert said in told.err
    assert "other.json" in told.err


def field(tmp_path, embed):
    ((talk,), _) = locomo.read(talks.write(tmp_path))
    return dialogue.field(talk, embed, tmp_path)


def test_the_named_persons_turns_come_first(tmp_path, embed):
    ids = dialogue.rank(field(tmp_path, embed), "Which instruments does Tomas play?", "speaker first")
    assert ids[0] == "D4:1"
    assert set(ids[:4]) == {"D1:2", "D2:1", "D3:2", "D4:1"}
    assert len(ids) == 9, "the others follow"
    both = dialogue.rank(field(tmp_path, embed), "Do Mara and Tomas play drums?", "speaker first")
    assert set(both[:4]) != {"D1:2", "D2:1", "D3:2", "D4:1"}


def test_a_turn_is_found_by_what_stands_beside_it_in_its_session_only(tmp_path, embed):
    place = field(tmp_path, embed)
    beside = [place.dialogue.turns[i].id for i, s in enumerate(place.words["around"].scores({"sailin": 1.0})) if s]
    assert beside == ["D3:1", "D3:2"]


def test_feedback_brings_words_of_what_was_found_into_the_query():
    words = Words(["a boat with red sails", "red sails at sunset", "a dog asleep"])
    query = {"boat": 1.0}
    assert words.scores(query)[1] == 0
    widened = words.widened(query, [0])
    assert words.scores(widened)[1] > words.scores(widened)[2] == 0
    assert max(widened, key=widened.__getitem__) == "boat"


def test_vectors_are_made_once(sleuth, tmp_path, embed):
    path = talks.write(tmp_path)
    sleuth("recall", path, "-o", tmp_path / "out")
    turns = [text for text in embed.embedded if text.startswith("Mara: ")]
    sleuth("recall", path, "-o", tmp_path / "out")
    assert [text for text in embed.embedded if text.startswith("Mara: ")] == turns


def test_without_a_model_every_ranking_is_reported_with_intervals_and_gains(sleuth, tmp_path):
    told = sleuth("recall", talks.write(tmp_path), "-k", 2, "-o", tmp_path / "out", "--json").document
    assert (told["n"], told["budget"], told["mean_evidence"]) == (2, 2, 2.0)
    assert list(told["stages"]) == list(dialogue.KINDS)
    for stage in told["stages"].values():
        assert stage["full_interval"][0] <= stage["full"] <= stage["full_interval"][1]
        assert stage["full"] <= stage["fractional"]
        assert stage["calls"] == 0
    assert [(gain["over"], gain["stage"]) for gain in told["gains"]][-1] == ("speaker first", "with feedback")
    assert told["groups"]["talk-1"].keys() == told["stages"].keys()


FOLLOW = {"missing": "other instruments", "queries": ["Mara bought piano"]}


def test_each_stage_of_the_loop_is_reported_with_its_calls(sleuth, tmp_path):
    path = talks.write(tmp_path, talks.asked("Whose teacher, and which purchase?", "D1:3", "D2:2"))
    model = script(tmp_path, ("followup", "", FOLLOW), ("rerank", "", {"ids": [2, 1]}), ("missing", "", FOLLOW))
    rules = ("followups=1", "fusion=all", "rerank=listwise", "rounds=2", "pool=9")
    chosen = [part for rule in rules for part in ("--set", rule)]
    arguments = ("recall", path, "-k", 4, "--stages", "loop", "--model", model, "-o", tmp_path / "out", *chosen)
    told = sleuth(*arguments, "--json").document
    calls = {name: stage["calls"] for name, stage in told["stages"].items()}
    assert calls == {"question": 0, "follow-ups": 1, "picked": 2, "round 2": 3}
    assert [told["stages"][name]["full"] for name in ("question", "follow-ups")] == [0, 1]
    assert [gain["stage"] for gain in told["gains"]] == ["follow-ups", "picked", "round 2"]


def test_a_loop_without_a_stage_is_refused_before_anything_is_measured(sleuth, tmp_path):
    told = sleuth("recall", talks.write(tmp_path), "--stages", "plain,loop")
    assert told.status == 2
    assert "followups=2" in told.err
    assert sleuth("recall", talks.write(tmp_path), "--stages", "lop").err.startswith("sleuth: The stage 'lop'")


def test_a_measurement_is_resumed_after_its_last_question_and_only_as_it_began(sleuth, tmp_path, embed):
    path, out = talks.write(tmp_path), tmp_path / "out"
    sleuth("recall", path, "-o", out)
    whole = (out / "results.jsonl").read_text()
    (out / "results.jsonl").write_text(whole.splitlines()[0] + '\n{"id": "cut', encoding="utf-8")
    told = sleuth("recall", path, "-o", out, "--resume")
    assert [line.split()[0] for line in told.err.splitlines() if "/2 " in line] == ["2/2"]
    assert len((out / "results.jsonl").read_text().splitlines()) == 2
    assert sleuth("recall", path, "-o", out, "--resume", "-k", 7).status == 2


def question(number: int, text: str, *paragraphs: tuple[str, str, bool]) -> dict:
    given = [
        {"id": str(i), "title": title, "text": body, "supporting": gold}
        for i, (title, body, gold) in enumerate(paragraphs)
    ]
    return {"id": f"m{number}", "question": text, "answer": "–", "paragraphs": given}


CHAIN = question(
    1,
    "Where was the designer of the Norholm bridge born?",
    ("Norholm bridge", "The Norholm bridge was designed by Ada Holm.", True),
    ("Ada Holm", "Ada Holm was born in Bergen.", True),
    ("Norholm", "Norholm is a town with a bridge.", False),
)
NOT_TOLD = question(2, "Where is the market?", ("Market", "The market is in Norholm by the bridge.", False))


@pytest.fixture
def chains(tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, (CHAIN, NOT_TOLD))), encoding="utf-8")
    return path


def test_paragraphs_are_searched_all_together_and_a_question_without_evidence_is_left_out(sleuth, tmp_path, chains):
    told = sleuth("recall", chains, "-k", 2, "-o", tmp_path / "out", "--json").document
    assert (told["n"], told["mean_evidence"]) == (1, 2.0)
    assert list(told["stages"]) == ["bm25", "bm25, names first"]
    assert told["groups"] == {}


def test_an_investigation_returns_what_its_facts_rest_on_first(sleuth, tmp_path, chains):
    model = script(
        tmp_path,
        ("parts", "", {"parts": ["the designer of [the Norholm bridge]"]}),
        ("read", "Page: Norholm bridge", {"sentence": 1, "value": "Ada Holm"}),
        ("read", "Page: Ada Holm", {"sentence": 1, "value": "Bergen"}),
        ("read", "", {"sentence": 0, "value": ""}),
    )
    arguments = ("recall", chains, "-k", 2, "--stages", "investigation", "--model", model, "-o", tmp_path / "out")
    told = sleuth(*arguments, "--json").document
    stage = told["stages"]["investigation"]
    assert (stage["full"], stage["calls"]) == (1, 3)


def test_a_failed_investigation_ends_the_measurement_and_can_be_resumed(sleuth, tmp_path, chains):
    lacking = script(tmp_path, ("parts", "", {"parts": []}))
    arguments = ("recall", chains, "--stages", "investigation", "-o", tmp_path / "out")
    assert sleuth(*arguments, "--model", lacking).status == 1
    assert (tmp_path / "out" / "results.jsonl").read_text() == ""
