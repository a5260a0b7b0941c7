"""Each form of data file becomes questions that say what is current, what is outdated, and what must survive."""

import json
from pathlib import Path

import pytest

from sleuth.errors import CallerError
from sleuth.evaluate.forms import EARLIER, LATER, load, subject

UNIFORM = {"id": "a", "question": "Who?", "answer": "Ada", "aliases": ["A. Holm"], "gold": [1]}
CHAIN = {
    "id": "chain2_n",
    "hops": 2,
    "question": "Who heads the government of the country that borders Norland?",
    "answer": "Prime Minister Runa LIED",
    "stale_answer": "Prime Minister Paul ENG",
    "docs": ["s-2020"],
}
DOCS = [
    {"id": "s-2010", "title": "Sundia (edition of 2010)", "date": "2010-01-01", "text": "Prime Minister Paul ENG."},
    {"id": "s-2020", "title": "Sundia (edition of 2020)", "date": "2020-01-01", "text": "Prime Minister Runa LIED."},
]
EDITED = {
    "id": "m1",
    "question": "Where was the head coach of Sund Rovers born?",
    "answer": "Bergen",
    "aliases": [],
    "paragraphs": [
        {"id": "0", "title": "", "text": "The head coach of Sund Rovers is Paul Eng."},
        {"id": "1", "title": "", "text": "Paul Eng was born in the city of Oslo."},
        {"id": "2", "title": "", "text": "The head coach of Sund Rovers is Ada Holm."},
        {"id": "3", "title": "", "text": "Ada Holm was born in the city of Bergen."},
    ],
    "meta": {
        "old_answer": "Oslo",
        "old_aliases": ["Christiania"],
        "paragraph_kind": {
            "0": "superseded: edit target before the edit", "1": "old chain", "2": "new chain", "3": "new chain",
        },
    },
}  # fmt: skip
CONTRADICTING = {
    "id": "w1",
    "question": "When was the pier built?",
    "answer": "1901",
    "aliases": ["1904"],
    "paragraphs": [
        {"id": "1", "title": "Pier", "text": "The pier was built in 1901."},
        {"id": "2", "title": "Pier", "text": "Built in 1904, the pier is long."},
    ],
    "meta": {"answer_by_paragraph": {"1": "1901", "2": "1904"}},
}
PERIODS = {
    "id": "t1",
    "question": "Where did Ada Holm work from 1950 to 1952?",
    "answer": "Sund",
    "paragraphs": [{"id": "1", "title": "Ada Holm", "text": "Ada Holm worked in Sund from 1950 to 1952."}],
    "meta": {"url": "https://example.org/Ada", "index": "/wiki/Ada_Holm#P108"},
}


def written(folder: Path, *rows: object, name: str = "q.jsonl") -> Path:
    path = folder / name
    path.write_text("\n\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_a_uniform_file_is_read_line_by_line_and_further_columns_are_left_alone(tmp_path):
    first, second = load(written(tmp_path, UNIFORM, {"id": "b", "question": "Why?", "answer": None})).rows
    assert first.golds == ("Ada", "A. Holm")
    assert second.golds == ()
    assert not first.own_corpus
    assert first.repair is None


def test_paragraphs_of_a_uniform_file_are_searched_together(tmp_path):
    rows = [{**UNIFORM, "id": i, "paragraphs": [{"title": i, "text": f"Text {i}."}]} for i in "ab"]
    assert [d.title for d in load(written(tmp_path, *rows)).documents] == ["a", "b"]


def test_chains_know_the_outdated_answer_and_are_searched_in_the_documents_beside_them(tmp_path):
    written(tmp_path, *DOCS, name="docs.jsonl")
    questions = load(written(tmp_path, CHAIN))
    (row,) = questions.rows
    assert (row.stale, row.surnames_in_capitals, row.own_corpus) == (("Prime Minister Paul ENG",), True, False)
    assert [(d.id, d.date) for d in questions.documents] == [("s-2010", "2010-01-01"), ("s-2020", "2020-01-01")]


def test_chains_without_their_documents_are_refused_with_the_place_they_should_be(tmp_path):
    with pytest.raises(CallerError, match=r"need their documents beside them, in .*docs\.jsonl"):
        load(written(tmp_path, CHAIN))


def test_edited_statements_are_dated_after_all_others_and_never_pooled(tmp_path):
    questions = load(written(tmp_path, EDITED))
    (row,) = questions.rows
    assert [p.date for p in row.paragraphs] == [EARLIER, EARLIER, LATER, LATER]
    assert [p.title for p in row.paragraphs[1:3]] == [f"Paul Eng ({EARLIER})", f"Sund Rovers ({LATER})"]
    assert row.stale == ("Oslo", "Christiania")
    assert row.own_corpus
    assert questions.documents == ()


@pytest.mark.parametrize(
    ("sentence", "about"),
    [
        ("The capital of Norland is Vessby.", "Norland"),
        ("The headquarters of Halden Company is located in the city of Sund.", "Halden Company"),
        ("The Heart of the Matter was created by Bo Lind.", "The Heart of the Matter"),
        ("Ada Holm is a citizen of Norland.", "Ada Holm"),
        ("Ada Holm's child is Bo Holm.", "Ada Holm"),
        ("Bo Holm plays the position of keeper.", "Bo Holm"),
        ("The university where Ada Holm was educated is Sund College.", ""),
        ("Nothing of that kind.", ""),
    ],
)
def test_a_statement_is_about_what_its_grammar_says_or_about_nothing_known(sentence, about):
    assert subject(sentence) == about


def test_contradicting_passages_keep_each_position_with_its_paragraph(tmp_path):
    (row,) = load(written(tmp_path, CONTRADICTING)).rows
    assert [tuple(p) for p in row.positions] == [("1901", ("1",)), ("1904", ("2",))]
    assert row.own_corpus


def test_two_positions_in_one_text_may_be_shown_from_either_copy(tmp_path):
    text = "Built in 1901, says one line; in 1904, says another."
    row = {**CONTRADICTING, "paragraphs": [{"id": i, "title": "Pier", "text": text} for i in "12"]}
    assert [p.paragraphs for p in load(written(tmp_path, row)).rows[0].positions] == [("1", "2"), ("1", "2")]


def test_statements_of_different_periods_must_all_survive(tmp_path):
    (row,) = load(written(tmp_path, PERIODS)).rows
    assert (row.repair, row.own_corpus) == ("none", True)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"id": "a", "question": "Who?"}',
        '{"id": "a", "answer": "x"}',
        '{"id": "a", "question": "Who?", "answer": "x", "meta": {"paragraph_kind": {}}}',
        '{"id": "a", "question": "Who?", "answer": "x", "meta": {"answer_by_paragraph": {"9": "x"}}}',
    ],
)
def test_a_bad_line_is_named_by_its_number_in_one_sentence(tmp_path, line):
    path = tmp_path / "q.jsonl"
    path.write_text('{"id": "a", "question": "Who?", "answer": "Ada"}\n' + line, encoding="utf-8")
    with pytest.raises(CallerError, match="is no question with an answer: ") as told:
        load(path)
    assert str(told.value).startswith("Line 2 of ")
    assert len(str(told.value).splitlines()) == 1


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CallerError, match=r"gone\.jsonl.* cannot be read"):
        load(tmp_path / "gone.jsonl")


def test_a_file_without_questions_is_refused(tmp_path):
    with pytest.raises(CallerError, match="holds no question"):
        load(written(tmp_path))


def test_the_casebook_and_the_controls_are_there_by_name():
    assert len(load(Path("casebook")).rows) == 24
    controls = load(Path("controls"))
    assert {row.repair for row in controls.rows} == {"none", "due"}
    assert all(row.own_corpus for row in controls.rows)


def test_other_documents_are_other_data(tmp_path):
    written(tmp_path, *DOCS, name="docs.jsonl")
    path = written(tmp_path, CHAIN)
    before = load(path).sha256
    assert load(path).sha256 == before
    written(tmp_path, DOCS[0], name="docs.jsonl")
    assert load(path).sha256 != before
