"""Pairs to measure the checks of citations with: what is made of a page, that its label is true, what is told."""

import json
from random import Random

import pytest

from sleuth.__main__ import main
from sleuth.errors import CallerError
from sleuth.evaluate import altering
from sleuth.evaluate.made_pairs import WRONG, made, read
from sleuth.evaluate.pairs import measure, rows, run
from sleuth.evaluate.rewording import reworded

GIVEN = ("Ada", "Birger", "Clara", "David", "Elsa", "Finn", "Greta", "Henrik")
FAMILY = ("Holm", "Lund", "Berg", "Dahl", "Strand", "Vik", "Moen", "Falk")


def people():
    """Pages about made-up engineers, each with enough figures and names that every kind of pair can be made of it."""
    for number in range(64):
        given, family = GIVEN[number % 8], FAMILY[number // 8]
        friend = f"{GIVEN[(number + 3) % 8]} {FAMILY[(number // 8 + 5) % 8]}"
        other = f"{GIVEN[(number + 5) % 8]} {FAMILY[(number // 8 + 2) % 8]}"
        born, length = 1800 + number, 140 + 7 * number
        yield {
            "title": f"{given} {family}",
            "text": (
                f"{given} {family} (an engineer of the old school) was born on {number % 27 + 1} March {born} "
                "in Sund. "
                f"He was the builder of a bridge that is {length} metres long "
                f"and was paid for by {friend} alone. "
                f"It was known for a tower of {number + 12} rooms, and {other} was among those who lived in it. "
                f"He was given a medal in {born + 51} by the harbour board of Norholm for his quiet patience."
            ),
        }


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "people.jsonl"
    triple = {"evidence_triples": [["Ada Holm", "date of birth", "1 March 1800"]]}
    lines = [{"paragraphs": list(people()), "meta": triple}, {"title": "Lund", "text": "A town."}]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_one_seed_makes_the_same_pairs_and_another_makes_others(file):
    material = read([file])
    assert made(material, 5, 1) == made(material, 5, 1)
    assert made(material, 5, 1) != made(material, 5, 2)


def test_there_are_as_many_true_pairs_as_wrong_ones_and_some_of_each_kind(file):
    pairs = made(read([file]), 4, 0)
    kinds = [pair.kind for pair in pairs]
    assert kinds.count("true") == len(pairs) / 2
    assert {kind: kinds.count(kind) for kind in WRONG} == dict.fromkeys(WRONG, 4)


def test_what_is_put_into_a_wrong_claim_stands_nowhere_on_its_page_and_nothing_else_is_changed(file):
    for pair in made(read([file]), 6, 3):
        if pair.kind in ("number", "date"):
            assert pair.after not in pair.passage.text
        if pair.kind == "right page wrong figure":
            assert pair.after in pair.passage.text
            assert pair.after not in pair.quote
        if pair.before:
            assert pair.claim.count(pair.after) >= 1
        if pair.kind == "true":
            assert not pair.after
            assert pair.claim != pair.passage.text[pair.start : pair.end]


def test_a_sentence_said_otherwise_says_the_same():
    said, rules = reworded("He was born (in Sund) on 3 March 1931 as one of 21 heirs.", "Ada Holm", Random(4))
    assert "pronoun" in rules
    assert "(" not in said
    assert "1931" in said
    assert ("twenty-one" in said) == ("number" in rules)


def test_a_number_that_is_changed_is_near_none_of_the_page():
    page = "It has 301 rooms, 12 towers and 3 gates."
    for seed in range(50):
        changed = altering.other_number("It has 301 rooms.", page, Random(seed))
        assert changed is not None
        value = float(changed.after.replace(",", ""))
        assert all(abs(value - there) > 0.1 * there for there in (301, 12, 3))


def test_the_figures_count_what_was_caught_and_by_which_check(file):
    found = {row.kind: row for row in rows(measure(made(read([file]), 5, 0)))}
    assert found["date"].failed == (5, 5)
    assert found["date"].by["date"] == (5, 0)
    assert found["true"].failed.hits == 0
    assert found["true"].with_model is None


def test_what_a_model_says_is_counted_beside(file):
    asked = []

    def judge(claim, passages):
        asked.append((claim, len(passages)))
        return "contradicts"

    found = {row.kind: row for row in rows(measure(made(read([file]), 2, 0), judge))}
    assert len(asked) == sum(row.n for row in found.values())
    assert found["swapped entity"].labels == {"contradicts": 2}
    assert found["swapped entity"].with_model == (2, 2)


def test_the_command_prints_the_table_and_writes_what_was_missed(file, tmp_path, capsys):
    output = tmp_path / "out"
    assert main(["eval", "pairs", str(file), "--n", "3", "--json", "-o", str(output)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [kind["kind"] for kind in told["kinds"]] == ["true", *WRONG]
    assert told == json.loads((output / "summary.json").read_text(encoding="utf-8"))
    pairs = [json.loads(line) for line in (output / "pairs.jsonl").read_text(encoding="utf-8").splitlines()]
    missed = [json.loads(line) for line in (output / "missed.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(pairs) == 48
    assert all(pair in pairs and not pair["failed"] for pair in missed)


def test_files_that_hold_no_paragraph_are_named(tmp_path, capsys):
    empty = tmp_path / "empty.jsonl"
    empty.write_text('{"question": "Who?"}\n', encoding="utf-8")
    with pytest.raises(CallerError, match=r"No paragraph stands in .*empty\.jsonl"):
        read([empty])
    with pytest.raises(CallerError, match="name the data files"):
        run([], n=1, seed=0, output=tmp_path, as_json=False)
    assert main(["eval", "casebook", str(empty)]) == 2
    assert "One data file is measured at a time" in capsys.readouterr().err
