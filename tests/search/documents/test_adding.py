"""`corpus add` over folders that change: what is converted again, what is said, what is removed."""

import paper
import pytest

from sleuth.search.documents import conversion
from sleuth.search.local.adding import add_files
from sleuth.search.local.corpus import Collections


@pytest.fixture
def papers(tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "bridge.pdf").write_bytes(paper.pdf(paper.drawn("The bridge was opened in 1931."), paper.IMAGE))
    (folder / "harbour.txt").write_bytes("Гавань открыли в 1912 году, а закрыли в 1987 году.".encode("cp1251"))
    (folder / "locked.pdf").write_bytes((paper.REAL / "locked.pdf").read_bytes())
    return folder


def test_what_was_not_or_not_wholly_read_is_said(sleuth, papers):
    said = sleuth("corpus", "add", "norholm", papers, "--json")
    assert said.status == 0
    assert said.document["documents"] == 2
    assert [(r["path"], r["why"]) for r in said.document["refused"]] == [
        (str(papers / "locked.pdf"), "it is encrypted")
    ]
    assert [(n["path"], n["what"]) for n in said.document["notes"]] == [
        (str(papers / "bridge.pdf"), "no text on page 2 of 2 (scanned?)"),
        (str(papers / "harbour.txt"), "read as windows-1251 (guessed)"),
    ]
    assert f"Not read: {papers / 'locked.pdf'}: it is encrypted." in said.err
    assert f"Note: {papers / 'harbour.txt'}: read as windows-1251 (guessed)." in said.err


def test_a_second_time_only_what_changed_is_converted(sleuth, papers, monkeypatch):
    sleuth("corpus", "add", "norholm", papers)
    (papers / "harbour.txt").write_text("The harbour was opened in 1913.")
    converted = []
    convert = conversion.convert
    monkeypatch.setattr("sleuth.search.documents.convert", lambda *a: converted.append(a[0]) or convert(*a))
    said = sleuth("corpus", "add", "norholm", papers, "--json").document
    assert (said["changed"], said["unchanged"]) == (1, 1)
    # The locked one may have been unlocked by a newer version; it is tried, and named, each time.
    assert converted == [".txt", ".pdf"]
    found = sleuth("corpus", "search", "norholm", "harbour opened", "--json").document["passages"]
    assert [p["text"] for p in found][:1] == ["The harbour was opened in 1913."]


def test_a_collection_that_was_removed_is_read_anew(sleuth, papers):
    sleuth("corpus", "add", "norholm", papers)
    sleuth("corpus", "remove", "norholm")
    assert sleuth("corpus", "add", "norholm", papers, "--json").document["changed"] == 2


def test_a_file_that_is_gone_is_named_and_removed_only_when_asked(sleuth, papers):
    sleuth("corpus", "add", "norholm", papers)
    (papers / "bridge.pdf").unlink()
    said = sleuth("corpus", "add", "norholm", papers)
    assert f"Gone: {papers / 'bridge.pdf'}: its document stays; --prune removes it." in said.err
    assert sleuth("corpus", "search", "norholm", "bridge", "--json").document["outcome"] == "found"
    said = sleuth("corpus", "add", "norholm", papers, "--prune", "--json")
    assert said.document["gone"] == [{"path": str(papers / "bridge.pdf"), "removed": True}]
    assert sleuth("corpus", "search", "norholm", "bridge", "--json").document["outcome"] == "no match"


def test_a_passage_found_says_on_which_page_it_stands(sleuth, papers):
    pages = [
        paper.drawn(f"{word.capitalize()} stands here. " + "Nothing else is said of it. " * 20, size=4)
        for word in ("ash", "elm")
    ]
    (papers / "trees.pdf").write_bytes(paper.pdf(*pages))
    sleuth("corpus", "add", "norholm", papers)
    (first, *_) = sleuth("corpus", "search", "norholm", "elm", "--json").document["passages"]
    assert first["page"] == 2


def test_adding_tells_which_file_is_read_and_of_how_many(sleuth, tmp_path, monkeypatch):
    monkeypatch.setattr("sleuth.commands.progress.SAID_EVERY_S", -1)
    folder = tmp_path / "files"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(f"The bridge of {name}.", encoding="utf-8")
    said = sleuth("corpus", "add", "bridges", str(folder), "--json")
    assert "reading 1 of 2: a.txt" in said.err
    assert "reading 2 of 2: b.txt" in said.err
    assert said.document["documents"] == 2


def test_a_reading_that_is_ended_early_keeps_what_was_read_before(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    for name in ("a.txt", "b.txt", "c.txt"):
        (folder / name).write_text(f"The bridge of {name}.", encoding="utf-8")
    local = Collections(tmp_path / "collections.db")
    added = add_files(local, "bridges", [folder], turn=lambda file, done, total: done < 2)
    assert (added.documents, local.describe()[0].documents) == (2, 2)
    added = add_files(local, "bridges", [folder], turn=lambda file, done, total: False)
    assert (added.documents, local.describe()[0].documents) == (0, 2)
