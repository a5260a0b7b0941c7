"""Documents read from files; what cannot be read is named with the reason."""

import json
import os
import sys
from pathlib import Path

import pytest

from sleuth.errors import CallerError
from sleuth.search.documents import read_documents


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


def write(path, text: str | bytes):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def rows(path, *objects):
    return write(path, "\n".join(json.dumps(o) for o in objects))


def test_a_heading_is_the_title_else_the_file_name(folder):
    write(folder / "bridge.md", "# The Norholm bridge\n\nBuilt in 1912.")
    write(folder / "notes.txt", "Some notes.")
    read = read_documents([folder]).documents
    assert [(d.id, d.title) for d in read] == [("bridge.md", "The Norholm bridge"), ("notes.txt", "notes")]
    assert "Built in 1912." in read[0].text


def test_rows_keep_their_id_title_text_address_and_date(folder):
    whole = {"id": "d1", "title": "Bridge", "text": "A bridge.", "url": "https://example.org/1", "date": "1990-05-01"}
    path = rows(folder / "pages.jsonl", whole, {"id": 7, "title": "Harbour", "text": "A harbour.", "more": [1]})
    first, second = read_documents([path]).documents
    assert first.model_dump(exclude_defaults=True) == whole
    assert (second.id, second.url, second.date) == ("7", None, None)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.mp3", "x", ".mp3 is not a form that is read"),
        ("README", "x", "a file without an ending is not"),
        ("a.txt", " \n", "no readable text"),
        ("a.txt", b"a\x00b", "not text"),
        ("a.jsonl", '{"id": 1, "title": "a", "text": "b"}\n{"id"', "line 2 is not JSON"),
        ("a.jsonl", "[1]", "line 1 is not a JSON object"),
        ("a.jsonl", '{"id": 1, "title": "a"}', "line 1 lacks one of id, title, text"),
        ("a.jsonl", '{"id": 1, "title": ["a"], "text": "b"}', "line 1 lacks one of id, title, text"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason(folder, name, content, why):
    write(folder / name, content)
    write(folder / "good.md", "# Good\nText.")
    read = read_documents([folder])
    assert [d.title for d in read.documents] == ["Good"]
    (refused,) = read.refused
    assert refused.path == str(folder / name)
    assert why in refused.why


def test_a_row_may_hold_any_line_separator_within_its_text(folder):
    row = {"id": "1", "title": "a", "text": "one\u2028two\u0085three"}
    write(folder / "a.jsonl", json.dumps(row, ensure_ascii=False))
    assert read_documents([folder]).documents[0].text == row["text"]


def test_utf_16_and_byte_order_marks_are_read(folder):
    write(folder / "a.txt", "Tromsø".encode("utf-16"))
    write(folder / "b.md", b"\xef\xbb\xbf# Troms\xc3\xb8\nText")
    assert [(d.title, d.text[:8].strip("# \n")) for d in read_documents([folder]).documents] == [
        ("a", "Tromsø"),
        ("Tromsø", "Tromsø"),
    ]


def test_hidden_files_and_folders_are_left_alone(folder):
    write(folder / ".secret" / "a.md", "# Secret")
    write(folder / ".b.md", "# Hidden")
    write(folder / "c.md", "# Seen")
    read = read_documents([folder])
    assert [d.title for d in read.documents] == ["Seen"]
    assert read.refused == ()


def test_files_of_one_name_in_two_folders_are_two_documents(folder):
    write(folder / "one" / "index.md", "# One")
    write(folder / "two" / "index.md", "# Two")
    assert sorted(d.title for d in read_documents([folder]).documents) == ["One", "Two"]


def test_files_of_one_name_in_two_folders_asked_for_are_two_documents(folder):
    write(folder / "one" / "index.md", "# One")
    write(folder / "two" / "index.md", "# Two")
    read = read_documents([folder / "one", folder / "two"])
    assert [(d.id, d.title) for d in read.documents] == [("index.md", "One"), ("two/index.md", "Two")]


def test_a_file_that_is_asked_for_twice_is_read_once(folder):
    write(folder / "a.md", "# One")
    read = read_documents([folder, folder / "a.md"])
    assert [d.id for d in read.documents] == ["a.md"]
    assert read.notes == ()


def test_the_same_content_under_two_names_is_taken_once_and_said(folder):
    write(folder / "a.txt", "Same.")
    write(folder / "b.txt", "Same.")
    read = read_documents([folder])
    assert [d.id for d in read.documents] == ["a.txt"]
    (note,) = read.notes
    assert (note.path, note.what) == (str(folder / "b.txt"), f"the same as {folder / 'a.txt'}, and not taken twice")


def test_links_are_followed_to_files_but_not_round_in_circles(folder):
    write(folder / "a.md", "# One")
    (folder / "again.md").symlink_to(folder / "a.md")
    (folder / "nowhere.md").symlink_to(folder / "missing.md")
    (folder / "circle").symlink_to(folder)
    read = read_documents([folder])
    assert [d.id for d in read.documents] == ["a.md"]
    assert {Path(r.path).name: r.why for r in read.refused} == {
        "circle": "a link to a folder is not followed; name that folder as well",
        "nowhere.md": "the link leads nowhere",
    }


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_named_instead_of_waited_for(folder):
    os.mkfifo(folder / "pipe.txt")
    write(folder / "a.md", "# One")
    assert [r.why for r in read_documents([folder]).refused] == ["it is no regular file"]


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may open everything, and Windows has no modes")
def test_what_may_not_be_opened_is_named(folder):
    write(folder / "closed" / "a.md", "# One").parent.chmod(0)
    write(folder / "b.md", "# Two").chmod(0)
    write(folder / "c.md", "# Three")
    read = read_documents([folder])
    assert [d.title for d in read.documents] == ["Three"]
    assert {Path(r.path).name: r.why for r in read.refused} == {
        "closed": "it cannot be opened: Permission denied",
        "b.md": "it cannot be opened: Permission denied",
    }


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow only names that are text")
def test_a_name_that_is_no_text_is_shown_as_far_as_it_is(folder):
    write(Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.md")), "Text.")
    write(folder / "line\nbreak '\"$(x)`.md", "More.")
    read = read_documents([folder])
    assert [d.id for d in read.documents] == ["caf\ufffd.md", "line\nbreak '\"$(x)`.md"]
    assert read.documents[0].model_dump_json()


def test_only_changed_files_are_converted_again_under_the_ids_they_had(folder):
    for name in ("same.md", "edited.md", "gone.md"):
        write(folder / name, f"# {name}")
    first = read_documents([folder])
    write(folder / "edited.md", "# Edited since")
    write(folder / "new.md", "# New")
    (folder / "gone.md").unlink()
    second = read_documents([folder], known=first.origins)
    assert [(d.id, d.title) for d in second.documents] == [("edited.md", "Edited since"), ("new.md", "New")]
    assert [o.document for o in second.unchanged] == ["same.md"]
    assert [o.document for o in second.gone] == ["gone.md"]


def test_files_elsewhere_are_not_gone_because_another_folder_is_read(folder):
    write(folder / "one" / "a.md", "# One")
    write(folder / "two" / "b.md", "# Two")
    first = read_documents([folder / "one"])
    (folder / "one" / "a.md").unlink()
    assert read_documents([folder / "two"], known=first.origins).gone == ()


def test_a_folder_of_another_name_does_not_take_the_place_of_documents(folder):
    write(folder / "one" / "index.md", "# One")
    write(folder / "two" / "index.md", "# Two")
    first = read_documents([folder / "one"])
    (second,) = read_documents([folder / "two"], known=first.origins).documents
    assert second.id == "two/index.md"


def test_a_thousand_files_of_which_some_are_broken_are_read_to_the_end(folder):
    for number in range(1000):
        write(folder / f"{number:04}.txt", b"\x00\x01" if number % 10 == 0 else f"Fact {number}.")
    read = read_documents([folder])
    assert (len(read.documents), len(read.refused)) == (900, 100)


def test_nothing_readable_says_what_is(folder):
    with pytest.raises(CallerError, match="the folder holds no file"):
        read_documents([folder])
    write(folder / "a.mp3", "x")
    with pytest.raises(CallerError, match=r"a\.mp3: \.mp3 is not a form.*readable are \.csv, \.docm, \.docx, \.epub"):
        read_documents([folder])
    with pytest.raises(CallerError, match="does not exist"):
        read_documents([folder / "gone"])


def test_the_paragraphs_of_a_data_set_are_documents_each_text_once(folder):
    bridge = {"title": "Bridge", "text": "A bridge."}
    first = {"paragraphs": [{"idx": 0, **bridge}]}
    second = {"paragraphs": [{"idx": 4, **bridge}, {"title": "Bridge", "text": "Another."}]}
    path = rows(folder / "q.jsonl", first, second)
    assert [d.text for d in read_documents([path], from_json=True).documents] == ["A bridge.", "Another."]


@pytest.mark.parametrize("paragraphs", [None, "text", [{"title": "no text"}], ["text"]])
def test_a_data_set_without_paragraphs_is_refused_with_the_reason(folder, paragraphs):
    path = rows(folder / "q.jsonl", {"paragraphs": paragraphs})
    with pytest.raises(CallerError, match="Nothing readable"):
        read_documents([path], from_json=True)
