"""The three tables: what a spreadsheet reads in them, and that it calculates none of it."""

import csv
import io
import zipfile

import hostile_run
import pytest
from writing import hostile, of

from sleuth.exports.csv import FORMAT, tables


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_claims_facts_and_searches_stand_in_tables_of_their_own():
    told = tables(of())
    assert [(r["claim"], r["fact"], r["quote"], r["source"]) for r in rows(told["claims.csv"])] == [
        ("c1", "f2", "Birger Lund", "Harbour Board minutes"),
        ("c2", "f3", "Tromsø", "Birger Lund"),
    ]
    assert [(r["fact"], r["status"], r["value"]) for r in rows(told["facts.csv"])] == [
        ("f1", "out", "Ada Holm"),
        ("f2", "in", "Birger Lund"),
        ("f3", "in", "Tromsø"),
    ]
    assert [(r["query"], r["passages"]) for r in rows(told["searches.csv"])] == [
        ("Norholm designer", "p1 p2"),
        ("Birger Lund born", "p3"),
    ]


def test_excel_is_told_that_it_is_utf_8_and_the_zip_holds_all_three():
    recorded = of()
    assert all(content.startswith(b"\xef\xbb\xbf") for content in tables(recorded).values())
    with zipfile.ZipFile(io.BytesIO(FORMAT.content(recorded))) as folder:
        assert {name: folder.read(name) for name in folder.namelist()} == tables(recorded)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_of_a_hostile_run_is_a_formula_whatever_separates_cells(tmp_path, separator):
    for content in tables(hostile(tmp_path)).values():
        text = content.decode("utf-8-sig")
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            assert not [cell for cell in row if cell.lstrip().startswith(tuple("=+-@＝＋－＠"))]


def test_a_formula_is_still_read_as_its_text(tmp_path):
    told = tables(hostile(tmp_path))
    cells = [cell for content in told.values() for row in rows(content) for cell in row.values()]
    formula = next(text for text in hostile_run.TEXTS if text.startswith("=HYPER"))
    assert [cell for cell in cells if cell.startswith(f"'{formula}")]
