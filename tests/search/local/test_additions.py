"""Adding through the page: in the background, whatever names and contents come, each file told of with its reason."""

import io
import threading
import zipfile

import pytest

from sleuth.errors import CallerError
from sleuth.folders import data_folder
from sleuth.search import CASEBOOK, Query
from sleuth.search import documents as reading
from sleuth.search.local import additions, catalogue
from sleuth.search.local.additions import add_paths, add_text, add_uploads, written
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.search.local.uploads import LONGEST, Upload, lay_down, safe

PATIENCE = 20.0


@pytest.fixture
def local(monkeypatch):
    monkeypatch.setattr(additions, "ADDITIONS", type(additions.ADDITIONS)())
    return Collections(collections_path())


def ended(work):
    assert work.join(PATIENCE)
    assert work.error is None
    return work.result


def titles(local, name="harbour"):
    return [d.title for d in catalogue.documents(local, name)]


def bomb() -> bytes:
    """A Word file of a few kB that unpacks to 300 MB."""
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file,
        file.open("word/document.xml", "w", force_zip64=True) as part,
    ):
        for _ in range(300):
            part.write(b"a" * 1_000_000)
    return packed.getvalue()


@pytest.mark.parametrize(
    "name",
    [
        "../../../etc/passwd.txt",
        "..\\..\\windows\\system.ini",
        "/etc/passwd",
        "C:\\con.txt",
        "a\x00b\nc.txt",
        "\u202etxt.exe",
        "\ud83d.txt",
        "x" * 10_000 + ".txt",
        "桥" * 5_000 + ".md",
        ".",
        "..",
        "",
        "   ",
        "....txt",
        "a/" * 500 + "b.txt",
    ],
)
def test_no_name_leads_out_of_its_folder_or_is_too_long(tmp_path, name):
    folder = tmp_path / "in"
    (path,) = lay_down(folder, [Upload(name, b"text")])
    assert path.resolve().is_relative_to(folder.resolve())
    assert path.read_bytes() == b"text"
    assert all(len(part.encode()) <= LONGEST and part.isprintable() for part in path.relative_to(folder).parts)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("report 2.pdf", "report 2.pdf"),
        ("Brücke/plan.docx", "Brücke/plan.docx"),
        ("桥梁.md", "桥梁.md"),
        ("nul", "_nul"),
    ],
)
def test_an_ordinary_name_stays_as_it_is(name, known):
    assert safe(name) == known


def test_two_files_of_one_name_are_both_kept(tmp_path):
    paths = lay_down(tmp_path, [Upload("a.txt", b"one"), Upload("A.txt", b"two"), Upload("a.txt", b"three")])
    assert [p.read_bytes() for p in paths] == [b"one", b"two", b"three"]


def test_of_every_file_it_is_told_what_became_of_it(local):
    work = add_uploads(
        local,
        "harbour",
        (
            Upload("bridge.txt", b"The bridge was opened in 1931."),
            Upload("Гавань.txt", "Гавань открыли в 1912 году, а закрыли в 1987 году.".encode("cp1251")),
            Upload("empty.txt", b""),
            Upload("old.doc", b"\xd0\xcf\x11\xe0"),
            Upload("noise.bin", b"\x00\x01"),
            Upload("torn.pdf", b"%PDF-1.7 torn"),
            Upload("bomb.docx", bomb()),
        ),
    )
    addition = ended(work)
    assert titles(local) == ["bridge", "Гавань"]
    refused = {r.path.removeprefix(addition.below + "/"): r.why for r in addition.added.refused}
    assert set(refused) == {"empty.txt", "old.doc", "noise.bin", "torn.pdf", "bomb.docx"}
    assert refused["empty.txt"] == "the file is empty"
    assert "save it as .docx" in refused["old.doc"]
    assert [n.what for n in addition.added.notes] == ["read as windows-1251 (guessed)"]
    assert not any(p.is_file() for p in (data_folder() / "uploads").rglob("*"))


def test_where_nothing_was_readable_no_collection_is_made(local):
    addition = ended(add_uploads(local, "harbour", (Upload("a.bin", b"\x00"), Upload("b.txt", b" "))))
    assert addition.added.documents == 0
    assert len(addition.added.refused) == 2
    assert local.names() == ()


def test_a_file_sent_again_is_known_and_a_changed_one_replaces_its_document(local):
    ended(add_uploads(local, "harbour", (Upload("a.txt", b"Opened in 1931."), Upload("b.txt", b"A pier."))))
    again = ended(add_uploads(local, "harbour", (Upload("a.txt", b"Opened in 1931."),)))
    assert (again.added.documents, len(again.added.as_before), again.added.gone) == (0, 1, ())
    changed = ended(add_uploads(local, "harbour", (Upload("a.txt", b"Opened in 1932."),)))
    assert changed.added.changed == 1
    assert [p.text for p in local.search(("harbour",), Query(text="opened")).passages] == ["Opened in 1932."]
    assert titles(local) == ["a", "b"]


def test_an_addition_can_be_watched_and_stopped_and_keeps_what_was_read(local, monkeypatch):
    reached, release = threading.Event(), threading.Event()
    convert = reading.convert

    def slow(ending, data):
        if data == b"second":
            reached.set()
            assert release.wait(PATIENCE)
        return convert(ending, data)

    monkeypatch.setattr(reading, "convert", slow)
    uploads = (Upload("a.txt", b"first"), Upload("b.txt", b"second"), Upload("c.txt", b"third"))
    work = add_uploads(local, "harbour", uploads)
    assert reached.wait(PATIENCE)
    seen = additions.ADDITIONS.get("harbour")
    assert (seen.doing, seen.done, seen.total, seen.running) == ("Reading b.txt", 1, 3, True)
    with pytest.raises(CallerError, match="still going on"):
        add_text(local, "harbour", "Another", "Another text.")
    work.stopping = True
    release.set()
    addition = ended(work)
    assert addition.stopped
    assert titles(local) == ["a", "b"]


def test_a_folder_of_this_machine_is_read_and_a_wrong_path_is_told_at_once(local, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Harbour\nIt was closed.", encoding="utf-8")
    ended(add_paths(local, "harbour", (tmp_path / "docs",)))
    assert titles(local) == ["Harbour"]
    (tmp_path / "docs" / "a.md").unlink()
    assert [o.document for o in ended(add_paths(local, "harbour", (tmp_path / "docs",))).added.gone] == ["a.md"]
    with pytest.raises(CallerError, match="does not exist"):
        add_paths(local, "harbour", (tmp_path / "nowhere",))


def test_a_pasted_text_is_a_document_of_its_own(local):
    ended(add_text(local, "harbour", "Minutes", "The bridge was opened.", "https://example.org/m", "2024-03"))
    ended(add_text(local, "harbour", "Minutes", "The bridge was closed."))
    ended(add_text(local, "harbour", "Minutes", "The bridge was closed."))
    assert titles(local) == ["Minutes", "Minutes"]
    (found,) = local.search(("harbour",), Query(text="opened")).passages
    assert (found.url, found.date) == ("https://example.org/m", "2024-03")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("T", " \n "), "The text is empty"),
        (("T" * 301, "text"), "301 characters"),
        (("T", "text", "javascript:alert(1)"), "none of the web"),
        (("T", "text", "", "yesterday"), "write it as 2024-03-31"),
    ],
)
def test_what_will_not_do_of_a_pasted_text_is_said(given, said):
    with pytest.raises(CallerError, match=said):
        written(*given)


@pytest.mark.parametrize("name", [CASEBOOK, "", "a/b", "../x", "x" * 10_000, "a\nb"])
def test_a_name_that_will_not_do_is_refused_in_a_short_sentence(local, name):
    with pytest.raises(CallerError) as refused:
        add_uploads(local, name, (Upload("a.txt", b"text"),))
    assert len(str(refused.value)) < 250
