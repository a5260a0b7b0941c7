"""BibTeX and CSL-JSON of the sources: exact text, works once each, keys that stay, nothing for LaTeX to run."""

import json
import re

import small_run
from writing import hostile, of

from sleuth.exports import form
from sleuth.exports._works import works
from sleuth.exports.bibtex import escaped
from sleuth.search import digest


def bibtex(recorded) -> str:
    return form("bibtex").content(recorded).decode()


def csl(recorded) -> list[dict]:
    return json.loads(form("csl").content(recorded))


def of_pages(**changes):
    """The small run with fields of its last passage changed."""
    text = changes.get("text", small_run.P3.text)
    page = small_run.P3.model_copy(update=changes | {"sha256": digest(text)})
    found = small_run.searched(2, "q2", "Birger Lund born", page)
    return of((*small_run.STEPS[:13], (small_run.STEPS[13][0], found), *small_run.STEPS[14:]))


def test_a_page_is_an_online_entry_with_its_date_and_address():
    assert bibtex(of()).startswith(
        "@online{harbour-board-minutes-2001-569110,\n"
        "  title = {{Harbour Board minutes}},\n"
        "  date = {2001-02-03},\n"
        "  url = {https://example.org/2},\n"
        "  note = {p2 of run small, cited in the answer},\n"
        "}\n"
    )


def test_a_page_of_the_web_says_when_it_was_retrieved():
    recorded = of_pages(retrieved_at="2026-03-01T09:00:12+00:00")
    assert "  urldate = {2026-03-01},\n" in bibtex(recorded)
    assert {"date-parts": [[2026, 3, 1]]} in [item.get("accessed") for item in csl(recorded)]


def test_a_document_without_an_address_is_told_by_its_collection():
    recorded = of_pages(url=None)
    entry = next(x for x in bibtex(recorded).split("\n\n") if "p3" in x)
    assert entry.startswith("@misc{birger-lund-2010-")
    assert "  howpublished = {Collection harbour, d3},\n" in entry
    assert "url =" not in entry
    assert [(x["type"], x.get("archive")) for x in csl(recorded) if "p3" in x["note"]] == [
        ("document", "harbour, d3")
    ]


def test_what_is_not_known_is_left_out():
    recorded = of_pages(date=None)
    assert [x for x in bibtex(recorded).split("\n\n") if "p3" in x and "date" in x] == []
    assert "issued" not in next(x for x in csl(recorded) if "p3" in x["note"])


def test_two_passages_of_one_page_are_one_work_under_a_key_that_stays():
    keys = {work.key for work in works(of().state)}
    same = of_pages(url="http://www.example.org/2?utm_source=x#top")
    assert [work.passages for work in works(same.state)] == [("p2", "p3"), ("p1",)]
    assert {work.key for work in works(same.state)} < keys


def test_an_entry_is_whole_whatever_its_texts_hold(tmp_path):
    told = bibtex(hostile(tmp_path))
    entries = [entry for entry in told.split("\n\n") if entry]
    assert entries
    for entry in entries:
        assert len(re.findall("@", entry)) == 1
        assert entry.count("{") == entry.count("}")
        assert entry.startswith("@online{")
        assert re.fullmatch(r"@online\{[a-z0-9-]+,\n(  [a-z]+ = \{[^\n]*\},\n)+\}\n?", entry)
    assert "\\input" not in told


def test_latex_prints_every_character_and_runs_none():
    assert escaped("\\input{a} 50 % & $5 #1 a_b ~ ^ me@x") == (
        r"\textbackslash{}input\textbraceleft{}a\textbraceright{} 50 \% \& \$5 \#1 a\_b \textasciitilde{} "
        r"\textasciicircum{} me\char64{}x"
    )


def test_csl_names_each_work_as_bibtex_does():
    recorded = of()
    assert [item["id"] for item in csl(recorded)] == re.findall(r"@\w+\{([^,]+),", bibtex(recorded))
    assert csl(recorded)[0] == {
        "id": "harbour-board-minutes-2001-569110",
        "type": "webpage",
        "title": "Harbour Board minutes",
        "URL": "https://example.org/2",
        "issued": {"date-parts": [[2001, 2, 3]]},
        "note": "p2 of run small, cited in the answer",
    }
