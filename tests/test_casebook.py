"""The built-in casebook: its shape, and that every question can be answered from its documents alone."""

import json
import re
from collections import Counter
from datetime import date
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import sleuth

FOLDER = Path(sleuth.__file__).parent / "casebook"


def rows(name: str) -> list[dict]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


DOCUMENTS = {row["id"]: row for row in rows("documents.jsonl")}
QUESTIONS = {row["id"]: row for row in rows("questions.jsonl")}
CHAINS = [question for question in QUESTIONS.values() if question["kind"] == "chain"]
CONTRADICTED = [question for question in QUESTIONS.values() if question["contradiction"]]


def named(questions: list[dict]) -> list:
    return [pytest.param(question, id=question["id"]) for question in questions]


def says(text: str, *values: str) -> bool:
    """Whether one of the values stands in the text as whole words."""
    return any(re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE) for value in values)


def name(title: str) -> str:
    """The name a title begins with: `Georgia (country)` is Georgia, `Denali: survey of 2015` is Denali."""
    return re.split(r" \(|:", title)[0]


def test_the_files_hold_unique_documents_and_questions():
    assert 60 <= len(rows("documents.jsonl")) == len(DOCUMENTS) <= 100
    assert len(rows("questions.jsonl")) == len(QUESTIONS) == 24
    titles, addresses = ([row[key] for row in DOCUMENTS.values()] for key in ("title", "url"))
    assert len(set(titles)) == len(titles)
    assert len(set(addresses)) == len(addresses), "two documents would count as copies of one source"


@pytest.mark.parametrize("document", [pytest.param(row, id=key) for key, row in DOCUMENTS.items()])
def test_a_document_is_short_prose_with_a_source_and_a_date(document):
    assert document.keys() == {"id", "title", "text", "url", "date"}
    assert re.fullmatch(r"[a-z0-9-]+", document["id"])
    assert 45 <= len(document["text"].split()) <= 110
    assert document["text"] == " ".join(document["text"].split())
    assert not re.search(r"[<>*_\[\]{}]|https?:", document["text"]), "markup"
    address = urlsplit(document["url"])
    assert (address.scheme, bool(address.hostname)) == ("https", True)
    assert date.fromisoformat(document["date"]).isoformat() == document["date"]
    assert document["date"] <= "2026-11-30"


@pytest.mark.parametrize("question", named(list(QUESTIONS.values())))
def test_a_question_has_the_agreed_form(question):
    assert question.keys() == {
        "id", "question", "answer", "aliases", "hops", "kind", "gold", "contradiction",
    }  # fmt: skip
    assert question["question"].endswith("?")
    assert question["gold"]
    assert set(question["gold"]) <= DOCUMENTS.keys()
    assert (question["answer"] is None) == (question["kind"] == "none")
    assert question["answer"] not in question["aliases"]
    assert len({alias.casefold() for alias in question["aliases"]}) == len(question["aliases"])
    if question["kind"] == "none":
        assert question["aliases"] == []
        assert len(question["gold"]) < question["hops"]
    else:
        assert len(question["gold"]) == question["hops"]
    if question["kind"] == "yesno":
        assert question["answer"] in ("yes", "no")


def test_the_mix_of_questions():
    mix = Counter((question["kind"], question["hops"]) for question in QUESTIONS.values())
    assert mix == {
        ("chain", 2): 9,
        ("chain", 3): 5,
        ("chain", 4): 2,
        ("comparison", 2): 3,
        ("comparison", 4): 1,
        ("yesno", 2): 2,
        ("none", 2): 2,
    }
    assert len(CONTRADICTED) == 8
    last = [q for q in CONTRADICTED if q["contradiction"]["documents"][1] == q["gold"][-1]]
    assert 3 <= len(last) <= 5, "contradictions lie on the last hop and before it"


@pytest.mark.parametrize("question", named(CHAINS))
def test_a_chain_leads_from_document_to_document_to_its_answer(question):
    documents = [DOCUMENTS[key] for key in question["gold"]]
    assert says(documents[-1]["text"], question["answer"], *question["aliases"])
    assert not any(says(document["text"], question["answer"]) for document in documents[:-1]), "a shortcut"
    for here, there in pairwise(documents):
        words = re.findall(r"\b[A-Z0-9][\w.]+", name(there["title"]))
        assert says(here["text"], *words), f"nothing in {here['id']} leads to {there['id']}"


@pytest.mark.parametrize("question", named([q for q in QUESTIONS.values() if q["kind"] == "comparison"]))
def test_a_comparison_names_its_answer_and_rests_on_two_dates(question):
    assert says(question["question"], question["answer"])
    dated = [key for key in question["gold"] if re.search(r"\d{4}", DOCUMENTS[key]["text"])]
    assert len(dated) >= 2


@pytest.mark.parametrize("question", named(CONTRADICTED))
def test_a_contradiction_is_two_documents_of_which_the_later_corrects_the_earlier(question):
    claim = question["contradiction"]
    assert claim.keys() == {"old", "new", "documents"}
    old, new = (DOCUMENTS[key] for key in claim["documents"])
    assert old["date"] < new["date"]
    assert says(old["text"], claim["old"])
    assert not says(old["text"], claim["new"]), "the old document would give the correction away"
    assert says(new["text"], claim["new"])
    assert says(new["text"], claim["old"]), "the new document says what it corrects"
    assert re.search(r"replaces|no longer|out of date|corrects|overturns", new["text"])
    entity = re.findall(r"\b[A-Z]\w+|\w+", old["title"])[0]
    assert says(new["title"], entity)
    assert says(old["text"], entity)
    assert says(new["text"], entity)
    assert claim["documents"][1] in question["gold"]
    assert claim["documents"][0] not in question["gold"]


@pytest.mark.parametrize("question", named(CONTRADICTED))
def test_a_stale_value_leads_to_a_wrong_answer(question):
    claim = question["contradiction"]
    if claim["documents"][1] == question["gold"][-1]:
        assert claim["new"] == question["answer"]
        assert claim["old"] not in (question["answer"], *question["aliases"])
        return
    branch = [row for row in DOCUMENTS.values() if name(row["title"]) == claim["old"]]
    assert branch, f"following {claim['old']} would end in nothing"
    for document in branch:
        assert not says(document["text"], question["answer"], *question["aliases"])


@pytest.mark.parametrize(
    ("question", "person", "words"),
    [
        ("q23", "Michael Mann", ("wife", "spouse", "married", "husband")),
        ("q24", "Jørn Utzon", ("mother", "parents", "son of", "daughter")),
    ],
)
def test_the_casebook_is_silent_where_no_answer_is_expected(question, person, words):
    assert QUESTIONS[question]["answer"] is None
    about = [row for row in DOCUMENTS.values() if says(row["text"], person)]
    assert len(about) >= 2, "the first hop can be made"
    assert not any(says(row["text"], *words) for row in about)


@pytest.mark.parametrize(
    "shared", ["Heat", "Georgia", "Cambridge", "Eris", "Queen Mary", "Michael", "Virginia", "Vostok", "1968"]
)
def test_names_that_resemble_each_other_belong_to_two_documents(shared):
    assert sum(says(row["title"], shared) for row in DOCUMENTS.values()) >= 2


def test_some_documents_serve_no_question():
    needed = {key for question in QUESTIONS.values() for key in question["gold"]}
    needed |= {key for question in CONTRADICTED for key in question["contradiction"]["documents"]}
    assert len(DOCUMENTS.keys() - needed) >= 10
