"""Local collections: what is found first, what counts once, and what is said when there is nothing."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from at_once import at_once

from sleuth.errors import CallerError, ServiceError
from sleuth.search import CASEBOOK, Document, Query, connect
from sleuth.search.local.corpus import Collections, names
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


def test_pages_are_found_in_any_script(local):
    local.add(
        "harbour",
        [
            document("北京大学", "北京大学位于海淀区。校长是陈某。"),
            document("清华大学", "清华大学也在北京。"),
            document("جسر البوسفور", "افتتح الجسر في عام ١٩٧٣."),
            document("Brückenbau", "Die Königsbrücke wurde von Müllers gebaut."),
        ],
    )
    assert titles(local, "谁是北京大学的校长？")[0] == "北京大学"
    assert titles(local, "متى افتتح الجسر؟") == ["جسر البوسفور"]
    assert titles(local, "Wer baute die Königsbrücke?")[0] == "Brückenbau"


def test_a_passage_tells_where_it_comes_from(local):
    local.add("harbour", HARBOUR)
    (passage, *_) = local.search(("harbour",), Query(text="designed", k=1)).passages
    assert (passage.collection, passage.document) == ("harbour", "Norholm bridge")
    assert (passage.url, passage.date) == ("https://example.org/1", "1990-05-01")


def test_a_passage_stands_in_its_document_where_it_says(local):
    pages = [
        "A town in the north.",
        " ".join(f"The harbour froze in {n}." for n in range(100)),
        "Its mayor is Ada Holm.",
    ]
    text = "\n\n".join(pages)
    begins = tuple(text.index(page) for page in pages)
    local.add("harbour", [document("Tromsø", text, pages=begins)])
    found = local.search(("harbour",), Query(text="town harbour mayor", k=9)).passages
    assert len(found) > 2
    assert all(text[p.start :].startswith(p.text) for p in found)
    assert [p.page for p in sorted(found, key=lambda p: p.start or 0)] == [1, 2, 2]
    local.add("harbour", HARBOUR)
    assert [(p.start, p.page) for p in local.search(("harbour",), Query(text="Bergen")).passages] == [(0, None)]


@pytest.mark.parametrize("text", ["zeppelin", "", "the of in", "?!", '"', "NEAR( OR", "title:", "*", "a AND b NOT"])
def test_a_query_without_a_match_says_so_and_never_breaks(local, text):
    local.add("harbour", HARBOUR)
    results = local.search(("harbour",), Query(text=text, entities=('"Nobody" (x', "")))
    assert (results.outcome, results.passages) == ("no match", ())


def test_no_more_than_k_come_back(local):
    local.add("harbour", [document(f"Bridge {n}", f"A bridge, number {n}.") for n in range(9)])
    assert len(titles(local, "bridge", k=3)) == 3


def test_a_wide_pool_comes_back_whole_and_begins_as_the_narrow_one(local):
    local.add("harbour", [document(f"Bridge {n}", f"A bridge, {'long ' * n} number {n}.") for n in range(200)])
    wide = titles(local, "bridge", k=150)
    assert len(wide) == 150
    assert wide[:3] == titles(local, "bridge", k=3) == ["Bridge 0", "Bridge 1", "Bridge 2"]


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


def test_a_document_is_removed_by_its_id_and_an_id_that_is_not_there_removes_nothing(local):
    local.add("harbour", HARBOUR)
    with pytest.raises(CallerError, match=r"'harbour' has no document 'Skagen'; nothing was removed"):
        local.remove("harbour", ("Tromsø", "Skagen"))
    assert titles(local, "harbour town") == ["Tromsø"]
    local.remove("harbour", ("Tromsø", "Ada Holm"))
    assert titles(local, "harbour town") == []
    assert [(row.documents, row.passages) for row in local.describe()] == [(2, 2)]
    local.add("harbour", HARBOUR[:4])
    assert titles(local, "harbour town") == ["Tromsø"]


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


def test_another_form_of_a_word_finds_the_page(local):
    local.add("harbour", [document("Norholm", "The head of government is Ada Holm."), document("Skagen", "A town.")])
    assert titles(local, "Who heads the governments?") == ["Norholm"]


OLD_DOCUMENTS = (
    "create table documents (collection text, id text, title text, url text, date text, "
    "sha256 text, primary key (collection, id))"
)


def old_passages(tokenize: str) -> str:
    return (
        "create virtual table passages using fts5 (title, text, collection unindexed, document unindexed, "
        f'tokenize = "{tokenize}")'
    )


def test_a_file_of_the_first_version_is_indexed_anew_on_opening(tmp_path):
    path = tmp_path / "collections.db"
    long = " ".join(["word"] * 400) + " heads"
    with closing(sqlite3.connect(path)) as old, old:
        old.execute(OLD_DOCUMENTS)
        old.execute(old_passages("unicode61 remove_diacritics 2"))
        old.execute("insert into documents values ('harbour', 'a', 'Norholm', null, '1990', 'x')")
        old.execute("insert into passages values ('Norholm', ?, 'harbour', 'a')", [long])
    local = Collections(path)
    found = local.search(("harbour",), Query(text="Who is the head?", k=5)).passages
    assert [(p.title, p.date) for p in found] == [("Norholm", "1990")]
    assert local.describe()[0].passages == 3
    assert Collections(path).describe() == local.describe()


def test_a_file_of_the_version_before_loses_nothing_and_its_documents_can_be_replaced(tmp_path):
    path = tmp_path / "collections.db"
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("create table _sqlite_migrations (migration_set text, name text, applied_at text)")
        applied = [("collections", "tables", "2026-01-01"), ("collections", "stems", "2026-01-01")]
        old.executemany("insert into _sqlite_migrations values (?, ?, ?)", applied)
        old.execute(OLD_DOCUMENTS)
        old.execute(old_passages("porter unicode61 remove_diacritics 2"))
        for collection, identity, text in (("one", "a", "A wooden bridge."), ("two", "a", "A stone bridge.")):
            row = (collection, identity, f"Bridge {collection}", "https://example.org", None, "x")
            old.execute("insert into documents values (?, ?, ?, ?, ?, ?)", row)
            old.execute("insert into passages values (?, ?, ?, ?)", (row[2], text, collection, identity))
    local = Collections(path)
    assert [(row.name, row.documents, row.passages) for row in local.describe()] == [("one", 1, 1), ("two", 1, 1)]
    (found,) = local.search(("two",), Query(text="bridges")).passages
    assert (found.title, found.text, found.url) == ("Bridge two", "A stone bridge.", "https://example.org")
    assert (found.start, found.page) == (None, None)
    assert local.add("two", [Document(id="a", title="Bridge two", text=" A new bridge.")]) == 1
    (found,) = local.search(("two",), Query(text="bridges")).passages
    assert (found.text, found.start) == ("A new bridge.", 1)


def test_new_collections_may_be_opened_by_many_at_once(tmp_path):
    assert at_once(8, lambda: Collections(tmp_path / "new" / "collections.db")) == []


def test_many_may_add_and_search_at_once(tmp_path):
    path = tmp_path / "collections.db"
    waiting = iter(range(6))

    def add_and_search() -> None:
        number, own = next(waiting), Collections(path)
        own.add("harbour", [*HARBOUR, document(f"Pier {number}", f"A pier, number{number}.")])
        assert titles(own, f"number{number}") == [f"Pier {number}"]

    assert at_once(6, add_and_search) == []
    assert len(titles(Collections(path), "pier", k=9)) == 6
    assert Collections(path).describe()[0].documents == 10


def test_what_one_process_changes_another_finds_at_once(local):
    other = Collections(local.path)
    local.add("harbour", HARBOUR)
    assert titles(other, "town") == ["Tromsø"]
    local.add("harbour", [document("Skagen", "A town at the cape.")])
    local.remove("harbour", ("Tromsø",))
    assert titles(other, "town") == ["Skagen"]
    local.remove("harbour")
    assert titles(other, "town") == []


def test_while_another_adds_a_search_answers_from_what_there_was_before(local, monkeypatch):
    local.add("harbour", HARBOUR)

    def documents():
        yield from (document(f"Pier {n}", f"Pier {n}.") for n in range(600))
        other = Collections(local.path)
        assert titles(other, "town") == ["Tromsø"]
        assert titles(other, "pier") == []
        with pytest.raises(ServiceError, match="being indexed by another process"):
            other.add("harbour", [document("Skagen", "A town.")])
        yield document("Mole", "A pier.")

    monkeypatch.setattr("sleuth.search.local.shelf.WAIT_S", 0.1)
    assert local.add("harbour", documents()) == 601
    assert len(titles(Collections(local.path), "pier", k=9)) == 9


def test_a_search_never_takes_an_index_in_the_making_for_an_empty_collection(local, monkeypatch):
    def documents():
        yield from (document(f"Pier {n}", f"Pier {n}.") for n in range(600))
        with pytest.raises(ServiceError, match="being indexed by another process"):
            titles(Collections(local.path), "pier")

    monkeypatch.setattr("sleuth.search.local.shelf.WAIT_S", 0.1)
    local.add("harbour", documents())


def test_what_was_cut_off_while_adding_is_indexed_by_the_next_search(local):
    local.add("harbour", HARBOUR)

    def documents():
        yield from (document(f"Pier {n}", f"Pier {n}.") for n in range(500))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        local.add("harbour", documents())
    assert len(titles(Collections(local.path), "pier", k=9)) == 9


@pytest.mark.parametrize("harm", ["lost", "damaged"])
def test_an_index_that_is_lost_or_damaged_is_made_anew(local, harm):
    local.add("harbour", HARBOUR)
    folder = local.path.with_suffix(".indexes")
    if harm == "lost":
        shutil.rmtree(folder)
    else:
        for meta in folder.rglob("meta.json"):
            meta.write_text("{}", encoding="utf-8")
    assert titles(Collections(local.path), "town") == ["Tromsø"]


def test_adding_tells_how_far_it_has_come(local):
    told = []
    local.add("harbour", [document(f"Pier {n}", "A pier.") for n in range(700)], told=lambda *what: told.append(what))
    assert told == [("documents", 500, None), ("documents", 700, None), ("passages", 700, 700)]
    told.clear()
    local.add("harbour", [document("Pier 1", "A pier.")], told=lambda *what: told.append(what))
    assert told == [("documents", 1, None)]


def test_a_word_is_as_rare_as_it_is_in_all_collections_that_are_searched(local):
    """A small collection's pages are not drowned because every word is common where there are two pages."""
    local.add("large", [document(f"Pier {n}", f"A pier of stone, number {n}.") for n in range(50)])
    local.add("small", [document("Airship", "An airship of cloth.")])
    assert titles(local, "airship stone", names=("large", "small"))[0] == "Airship"
