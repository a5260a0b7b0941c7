"""Local collections: what is found first, what counts once, and what is said when there is nothing."""

import sqlite3
from contextlib import closing

import pytest
from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from sleuth.errors import CallerError
from sleuth.search import CASEBOOK, Document, Query, connect
from sleuth.search.corpus import Collections, names
from sleuth.search.passages import PASSAGE_WORDS, cut
from sleuth.settings import load


@pytest.fixture
def local(tmp_path):
    return Collections(tmp_path / "deep" / "collections.db")


def document(title: str, text: str, **more: object) -> Document:
    return Document(**{"id": title, "title": title, "text": text, **more})


HARBOUR = (
    document(
        "Norholm bridge", "The bridge was designed by Ada Holm.", url="https://example.org/1", date="1990-05-01"
    ),
    document("Ada Holm", "She was an architect, born in Bergen."),
    document(
        "Bridges of the north", "The Norholm bridge, by Ada Holm, is a bridge among bridges: a bridge of bridges."
    ),
    document("Tromsø", "A town in the north, with a harbour."),
)


def titles(local, text: str, *entities: str, k: int = 5, names=("harbour",)) -> list[str]:
    return [p.title for p in local.search(names, Query(text=text, entities=entities, k=k)).passages]


def test_the_page_about_a_name_comes_before_pages_that_mention_it(local):
    local.add("harbour", HARBOUR)
    assert titles(local, "Who designed the Norholm bridge?", "the Norholm bridge")[0] == "Norholm bridge"
    assert titles(local, "Where was Ada Holm born?", "Ada Holm")[0] == "Ada Holm"


def test_a_page_is_found_by_its_title_even_when_no_other_word_fits(local):
    crowd = [document(f"Painter {n}", "born born born painter painter") for n in range(80)]
    local.add("harbour", [*crowd, document("Heat", "Nothing of the kind.")])
    assert titles(local, "born painter", "Heat")[0] == "Heat"


def test_accents_and_case_do_not_hide_a_page(local):
    local.add("harbour", [document("Bogotá", "A capital."), document("Zürich", "A town on a lake.")])
    assert titles(local, "BOGOTA") == ["Bogotá"]
    assert titles(local, "town of zurich") == ["Zürich"]


def test_a_passage_tells_where_it_comes_from(local):
    local.add("harbour", HARBOUR)
    (passage, *_) = local.search(("harbour",), Query(text="designed", k=1)).passages
    assert (passage.collection, passage.document) == ("harbour", "Norholm bridge")
    assert (passage.url, passage.date) == ("https://example.org/1", "1990-05-01")


@pytest.mark.parametrize("text", ["zeppelin", "", "the of in", "?!", '"', "NEAR( OR", "title:", "*", "a AND b NOT"])
def test_a_query_without_a_match_says_so_and_never_breaks(local, text):
    local.add("harbour", HARBOUR)
    results = local.search(("harbour",), Query(text=text, entities=('"Nobody" (x', "")))
    assert (results.outcome, results.passages) == ("no match", ())


def test_no_more_than_k_come_back(local):
    local.add("harbour", [document(f"Bridge {n}", f"A bridge, number {n}.") for n in range(9)])
    assert len(titles(local, "bridge", k=3)) == 3


def test_only_the_named_collections_are_searched(local):
    local.add("harbour", HARBOUR)
    local.add("hills", [document("Bridge of the hills", "A bridge.")])
    assert titles(local, "bridge", names=("hills",)) == ["Bridge of the hills"]
    assert len(titles(local, "bridge", names=("hills", "harbour"))) == 3


def test_copies_of_one_text_count_once(local):
    local.add("harbour", [document(f"Copy {n}", "The very same text about a bridge.") for n in range(4)])
    assert len(titles(local, "bridge")) == 1


def test_adding_again_changes_nothing_and_a_changed_document_replaces_the_old(local):
    assert local.add("harbour", HARBOUR) == 4
    assert local.add("harbour", HARBOUR) == 0
    assert local.add("harbour", [document("Tromsø", "A town with a zeppelin.")]) == 1
    assert titles(local, "zeppelin") == ["Tromsø"]
    assert "Tromsø" not in titles(local, "harbour")
    assert [(row.name, row.documents, row.passages) for row in local.describe()] == [("harbour", 4, 4)]


def test_one_id_in_two_collections_is_two_documents(local):
    local.add("one", [document("Bridge", "A bridge of wood.")])
    local.add("two", [document("Bridge", "A bridge of stone.")])
    local.remove("one")
    assert local.names() == ("two",)
    assert titles(local, "bridge", names=("two",)) == ["Bridge"]


def test_a_collection_that_does_not_exist_is_told_with_those_that_do(local):
    with pytest.raises(CallerError, match="none yet; add one with"):
        local.check(("harbour",))
    local.add("harbour", HARBOUR)
    with pytest.raises(CallerError, match="no collection 'hills'; there are: harbour"):
        local.remove("hills")


def test_what_was_added_is_there_when_the_file_is_opened_again(local):
    local.add("harbour", HARBOUR)
    assert Collections(local.path).names() == ("harbour",)


def test_the_casebook_and_a_path_are_searched_without_adding_them_first(tmp_path):
    (tmp_path / "zeppelin.md").write_text("# The Norland zeppelin\nIt was built by Ada Holm.\n", encoding="utf-8")
    search = connect(load({"collections": (CASEBOOK, str(tmp_path / "zeppelin.md"))}))
    assert search(Query(text="Who built the Norland zeppelin?")).passages[0].title == "The Norland zeppelin"


@pytest.mark.parametrize(
    ("title", "entity", "least", "most"),
    [
        ("Heat", "Heat", 1, 1),
        ("heat", "HEAT", 1, 1),
        ("Heat (1995 film)", "Heat", 0.9, 0.9),
        ("Heat (1995 film)", "Heat (novel)", 0.9, 0.9),
        ("Norholm bridge", "the Norholm bridge", 0.5, 0.89),
        ("The Heat Is On", "Heat", 0.3, 0.3),
        ("Ada", "Ada Holm", 0, 0),
        ("Cold", "Heat", 0, 0),
        ("", "Heat", 0, 0),
        ("Heat", "", 0, 0),
    ],
)
def test_how_far_a_title_names_an_entity(title, entity, least, most):
    assert least <= names(title, entity) <= most


def test_a_short_text_stays_whole_and_a_long_one_is_cut_between_sentences():
    assert cut("One. Two.\n\nThree.") == ("One. Two.\n\nThree.",)
    text = " ".join(f"This is sentence number {n} of a long page." for n in range(100))
    pieces = cut(text)
    assert len(pieces) > 1
    assert all(p.endswith(".") and len(p.split()) <= PASSAGE_WORDS for p in pieces)
    assert " ".join(pieces) == text


@given(st.text(alphabet="ab .!\n") | st.lists(st.sampled_from(["word", "end.", "\n\n"]), max_size=900).map(" ".join))
def test_cutting_loses_no_word(text):
    assert " ".join(cut(text)).split() == text.split()


@given(st.lists(st.sampled_from(["word", "end.", "\n", "\n\n"]), max_size=900).map(" ".join))
def test_no_passage_is_longer_than_the_limit(text):
    assert all(0 < len(p.split()) <= PASSAGE_WORDS for p in cut(text))


def test_a_list_is_cut_between_its_lines():
    lines = [f"Minister {n}: Person {n} of the party" for n in range(80)]
    pieces = cut("\n".join(lines))
    assert len(pieces) > 1
    assert [line for piece in pieces for line in piece.splitlines()] == lines


def test_another_form_of_a_word_finds_the_page(local):
    local.add("harbour", [document("Norholm", "The head of government is Ada Holm."), document("Skagen", "A town.")])
    assert titles(local, "Who heads the governments?") == ["Norholm"]


def test_a_file_of_an_older_version_is_indexed_anew_on_opening(tmp_path):
    path = tmp_path / "collections.db"
    long = " ".join(["word"] * 400) + " heads"
    with closing(sqlite3.connect(path)) as old, old:
        old.execute(
            "create table documents (collection text, id text, title text, url text, date text, "
            "sha256 text, primary key (collection, id))"
        )
        old.execute(
            "create virtual table passages using fts5 (title, text, collection unindexed, "
            'document unindexed, tokenize = "unicode61 remove_diacritics 2")'
        )
        old.execute("insert into documents values ('harbour', 'a', 'Norholm', null, '1990', 'x')")
        old.execute("insert into passages values ('Norholm', ?, 'harbour', 'a')", [long])
    local = Collections(path)
    found = local.search(("harbour",), Query(text="Who is the head?", k=5)).passages
    assert [(p.title, p.date) for p in found] == [("Norholm", "1990")]
    assert local.describe()[0].passages == 3
    assert Collections(path).describe() == local.describe()


def test_new_collections_may_be_opened_by_many_at_once(tmp_path):
    assert at_once(8, lambda: Collections(tmp_path / "new" / "collections.db")) == []
