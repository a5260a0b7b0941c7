"""Documents read from files; what cannot be read is named with the reason."""

import json

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
        ("a.pdf", "x", ".pdf is not a form this version reads"),
        ("README", "x", "a file without an ending is not"),
        ("a.txt", " \n", "no readable text"),
        ("a.txt", b"\xe9t\xe9", "neither UTF-8 nor UTF-16"),
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


def test_nothing_readable_says_what_is(folder):
    with pytest.raises(CallerError, match="the folder holds no file"):
        read_documents([folder])
    write(folder / "a.pdf", "x")
    with pytest.raises(CallerError, match=r"a\.pdf: \.pdf is not a form.*readable are \.jsonl, \.markdown"):
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
