"""The audit as tables, hostile texts in any of its formats, and what the reports of a run say of an audit."""

import csv
import io
import re
import zipfile

import hostile_run
import lxml.html
import pytest
import small_run
from judged_run import ANSWERED, INVENTED, JUDGED, MACHINE, WRONG
from markdown_it import MarkdownIt
from writing import of

from sleuth import exports
from sleuth.exports import audit, audit_csv, audit_md
from sleuth.store import Log

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
REFUTED = (*JUDGED, small_run.AFTERMATH[0])


def text(element) -> str:
    return " ".join(element.text_content().split())


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


@pytest.fixture
def hostile(tmp_path):
    """The judged run with hostile texts, and reviewers and a model of hostile names."""

    def named(event):
        worse = {name: hostile_run.TEXTS[i] for i, name in enumerate(("reviewer", "model")) if hasattr(event, name)}
        return event.model_copy(update=worse) if hasattr(event, "claim") or event.type == "audit_sealed" else event

    log = Log(tmp_path / "hostile.db")
    steps = tuple(tuple(named(event) for event in group) for group in hostile_run.steps(JUDGED))
    small_run.record(log, "hostile", steps)
    return exports.recorded(log, "hostile")


# Tables


def test_a_row_a_citation_with_each_check_in_a_column():
    table = rows(audit_csv.tables(of(JUDGED))["audit_claims.csv"])
    assert [
        (r["claim"], r["citation"], r["passage"], r["score"], r["date check"], r["quote check"]) for r in table
    ] == [
        ("c1", "1", "p2", "1.0", "nothing to check", "passed"),
        ("c2", "2", "p3", "1.0", "nothing to check", "passed"),
        ("c3", "none", "", "", "nothing to check", "nothing to check"),
        ("c4", "2", "p3", "1.0", "failed", "passed"),
        ("c5", "3", "p1", "1.0", "nothing to check", "failed"),
        ("c5", "1", "p2", "", "nothing to check", "failed"),
    ]
    assert table[3]["label"] == "contradicts"
    assert table[3]["deciding words"] == WRONG.citations[0].quote
    assert table[4]["text"] == INVENTED.text


def test_a_row_a_verdict_with_who_when_and_how_long():
    table = rows(audit_csv.tables(of(JUDGED))["audit_verdicts.csv"])
    assert len(table) == 8
    assert {
        r["claim"]: (r["verdict"], r["note"], r["seconds"], r["alike"]) for r in table if r["reviewer"] == "BN"
    } == {
        "c1": ("supported", "", "4.0", "yes"),
        "c2": ("supported", "", "4.0", "yes"),
        "c4": ("partly", "one of two years", "9.5", "no"),
    }
    assert {r["at"] for r in table} == {"2026-03-01T09:00:00+00:00"}
    assert [r["seconds"] for r in table if r["reviewer"] == "AK" and r["claim"] == "c2"] == [""]


def test_the_zip_holds_the_tables_and_none_is_taken_for_one_of_the_run():
    recorded = of(JUDGED)
    with zipfile.ZipFile(io.BytesIO(audit_csv.FORMAT.content(recorded))) as folder:
        assert {name: folder.read(name) for name in folder.namelist()} == audit_csv.tables(recorded)
    assert not set(audit_csv.tables(recorded)) & set(exports.form("csv").parts(recorded))


@pytest.mark.parametrize(
    ("name", "ending"), [("audit", ".audit.html"), ("audit_md", ".audit.md"), ("audit_csv", ".audit.zip")]
)
def test_its_file_is_not_called_as_the_report_of_the_run(name, ending):
    assert exports.file_name("Who?", "r1", name) == f"who-r1{ending}"


# Hostile texts


def test_a_hostile_audit_leaves_only_the_reports_own_elements(hostile):
    seen = lxml.html.fromstring(audit.report(hostile))
    kinds = {x.tag for x in seen.iter() if isinstance(x.tag, str)}
    assert not kinds & {"script", "img", "iframe", "link", "object", "embed", "form", "base", "input", "video", "svg"}
    attributes = {name for x in seen.iter() if isinstance(x.tag, str) for name in x.attrib}
    assert not {name for name in attributes if name.startswith("on") or name in ("style", "src", "srcset", "srcdoc")}
    outside = {x.get("href") for x in seen.xpath("//a[@href]") if not x.get("href").startswith("#")}
    assert outside == {"https://example.org/a%22%3E%3Cscript%3Ealert%281%29%3C/script%3E?api_key=%E2%80%A6"}
    (style,) = seen.xpath("//style")
    assert not re.search(r"url\(|@import", style.text)
    assert hostile_run.TEXTS[0] in text(seen), "the reviewer's name is shown as it is"


def test_a_hostile_audit_makes_no_markup_in_markdown(hostile):
    tokens = [token for block in READER.parse(audit_md.report(hostile)) for token in (block, *(block.children or ()))]
    assert not {t.type for t in tokens} & {"image", "html_block", "html_inline", "fence", "code_block", "table_open"}
    assert {t.attrGet("href") for t in tokens if t.type == "link_open"} == {
        "https://example.org/a%22%3E%3Cscript%3Ealert%281%29%3C/script%3E?api_key=%E2%80%A6"
    }


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_of_a_hostile_audit_is_a_formula(hostile, separator):
    for content in audit_csv.tables(hostile).values():
        for row in csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=separator):
            assert not [cell for cell in row if cell.lstrip().startswith(tuple("=+-@＝＋－＠"))]


# The other reports


def test_the_other_reports_say_how_the_audit_stands_and_what_reviewers_say_of_each_claim():
    recorded = of(JUDGED)
    md = exports.form("md").content(recorded).decode()
    assert "\nAudit: sealed by AK, 2026-03-01\n" in md
    assert "4. Birger Lund lived from 1870 to 1943. \\[2\\] (partly, says BN; contradicted, says AK)" in md
    html = lxml.html.fromstring(exports.form("html").content(recorded))
    assert "Audit: sealed by AK, 2026-03-01" in text(html.xpath("//header")[0])
    assert (
        text(html.get_element_by_id("claim-c4"))
        == "Birger Lund lived from 1870 to 1943. [2]◐ partly, says BN · ✕ contradicted, says AK"
    )
    assert "Audit: the seal of AK is broken; 3 of 5 claims judged by BN, 5 of 5 claims judged by AK" in (
        exports.form("md").content(of(REFUTED)).decode()
    )


@pytest.mark.parametrize("name", ["md", "html"])
def test_nothing_is_said_of_an_audit_that_there_was_not(name):
    told_of = exports.form(name).content(of((*ANSWERED, *MACHINE))).decode()
    assert "Audit:" not in told_of
    assert "says" not in told_of.split("Where sources disagree")[0]
