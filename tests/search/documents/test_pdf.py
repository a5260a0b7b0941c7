"""PDFs that break their reader, and readers that never end."""

import sys

import paper
import pytest

from sleuth.search.documents import apart, pdf
from sleuth.search.documents.pdf import pdf_text

LONG = paper.pdf(*(paper.drawn(f"Fact {n}.") for n in range(1, 4)))


def test_pages_read_before_one_broke_the_reader_are_kept_and_the_rest_is_named(monkeypatch):
    def broken(*of):
        return apart.Output(apart.read_apart(*of).lines[:3], "the reader broke (exit -6)")

    monkeypatch.setattr(pdf, "read_apart", broken)
    read = pdf_text(LONG)
    assert read.text == "Fact 1.\n\nFact 2."
    assert read.pages == (0, 9)
    assert read.notes == ("only pages 1–2 of 3 taken: the reader broke (exit -6)",)


@pytest.mark.parametrize("lines", [0, 1])
def test_a_pdf_of_which_nothing_could_be_read_is_refused_with_the_cause(monkeypatch, lines):
    def broken(*of):
        return apart.Output(apart.read_apart(*of).lines[:lines], "60 seconds were over")

    monkeypatch.setattr(pdf, "read_apart", broken)
    with pytest.raises(ValueError, match="60 seconds were over"):
        pdf_text(LONG)


def test_a_reader_that_never_ends_is_ended_and_what_it_said_is_kept(tmp_path):
    script = tmp_path / "endless.py"
    script.write_text("print('first', flush=True)\nprint('half', end='', flush=True)\nwhile True: pass\n")
    assert apart.read_apart(script, b"", 3) == ((b"first",), "3 seconds were over")


def test_a_reader_that_dies_before_it_read_the_file_is_told_by_its_exit(tmp_path):
    script = tmp_path / "dies.py"
    script.write_text("import os\nprint('first', flush=True)\nos._exit(3)\n")
    assert apart.read_apart(script, bytes(1 << 20), 60) == ((b"first",), "the reader broke (exit 3)")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a parent limit its child")
def test_a_reader_cannot_take_all_memory(tmp_path):
    script = tmp_path / "swells.py"
    script.write_text("print('first', flush=True)\nx = bytes(3 << 30)\nprint('second')\n")
    lines, broken = apart.read_apart(script, b"", 60)
    assert (lines, broken) == ((b"first",), "the reader broke (exit 1)")
