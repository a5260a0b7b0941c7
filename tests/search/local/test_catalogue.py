"""Looking through the collections, and setting documents and whole collections aside so that they can come back."""

from datetime import UTC, datetime, timedelta

import pytest

from sleuth.errors import CallerError
from sleuth.search import Document, Query
from sleuth.search.local import catalogue
from sleuth.search.local.aside import aside, bring_back, let_go, set_aside
from sleuth.search.local.corpus import Collections

LONG = "\n\n".join(f"Paragraph {n} of the harbour. " + "Ships came and went. " * 30 for n in range(6))


@pytest.fixture
def local(tmp_path):
    collections = Collections(tmp_path / "collections.db")
    collections.add(
        "harbour",
        (
            Document(id="holm", title="Ada Holm", text="Ada Holm was an engineer from Tromsø."),
            Document(id="log", title="the log", text=LONG, pages=(0, LONG.index("Paragraph 3"))),
            Document(id="Brücke.pdf", title="桥梁", text="Die Brücke wurde 1931 eröffnet.", date="1931-03-03"),
        ),
    )
    return collections


def found(local, words: str) -> list[str]:
    return [p.document for p in local.search(("harbour",), Query(text=words)).passages]


def now() -> datetime:
    return datetime.now(UTC)


def test_a_card_tells_what_a_collection_holds_and_when_it_changed(local):
    before = now() - timedelta(seconds=2)
    local.add("harbour", (Document(id="new", title="New", text="A new pier."),))
    (card,) = catalogue.cards(local)
    assert (card.name, card.documents, card.passages > 4, card.vectors) == ("harbour", 4, True, ())
    assert before <= datetime.fromisoformat(card.changed_at) <= now()
    assert catalogue.size(local, card.key) > len(LONG)


def test_documents_are_listed_by_title_and_found_by_words_of_title_id_or_file(local):
    assert [d.id for d in catalogue.documents(local, "harbour")] == ["holm", "log", "Brücke.pdf"]
    assert [d.id for d in catalogue.documents(local, "harbour", limit=1, offset=1)] == ["log"]
    assert [d.id for d in catalogue.documents(local, "harbour", "PDF 桥")] == ["Brücke.pdf"]
    assert catalogue.count(local, "harbour", "holm") == 1
    assert catalogue.documents(local, "harbour", "%") == ()


def test_a_document_is_read_whole_with_its_pages(local):
    whole = catalogue.read(local, "harbour", "log")
    assert " ".join(whole.text.split()) == " ".join(LONG.split())
    assert whole.listed.passages > 1
    assert whole.numbers == (1, 2)
    assert whole.pages[0] == 0
    assert whole.pages[1] >= whole.text.index("Paragraph 3")
    with pytest.raises(CallerError, match="no document 'gone'"):
        catalogue.read(local, "harbour", "gone")


def test_a_document_set_aside_is_found_by_nothing_and_comes_back_as_it_was(local):
    before = catalogue.read(local, "harbour", "holm")
    key = set_aside(local, "harbour", ("holm",))
    assert found(local, "engineer Tromsø") == []
    assert [d.id for d in catalogue.documents(local, "harbour")] == ["log", "Brücke.pdf"]
    (gone,) = aside(local, now())
    assert (gone.key, gone.collection, gone.whole, gone.documents, gone.title) == (
        key,
        "harbour",
        False,
        1,
        "Ada Holm",
    )
    bring_back(local, key)
    assert found(local, "engineer Tromsø") == ["holm"]
    assert catalogue.read(local, "harbour", "holm") == before
    assert aside(local, now()) == ()


def test_a_collection_set_aside_is_no_collection_until_it_comes_back(local):
    key = set_aside(local, "harbour")
    assert (local.names(), local.describe(), catalogue.cards(local)) == ((), (), ())
    assert found(local, "engineer") == []
    local.add("other", (Document(id="a", title="A", text="Another engineer."),))
    bring_back(local, key)
    assert local.names() == ("harbour", "other")
    assert found(local, "engineer") == ["holm"]


def test_what_stands_in_its_place_by_now_is_not_overwritten(local):
    document, whole = set_aside(local, "harbour", ("holm",)), None
    local.add("harbour", (Document(id="holm", title="Holm", text="Another Holm."),))
    with pytest.raises(CallerError, match="another document 'holm' by now"):
        bring_back(local, document)
    assert catalogue.read(local, "harbour", "holm").text == "Another Holm."
    whole = set_aside(local, "harbour")
    local.add("harbour", (Document(id="x", title="X", text="New."),))
    with pytest.raises(CallerError, match="another collection 'harbour' by now"):
        bring_back(local, whole)
    assert len(aside(local, now())) == 2


def test_an_id_that_is_not_there_sets_nothing_aside(local):
    with pytest.raises(CallerError, match="nothing was removed"):
        set_aside(local, "harbour", ("holm", "nobody"))
    assert found(local, "engineer") == ["holm"]
    assert aside(local, now()) == ()


def test_after_seven_days_or_when_let_go_nothing_of_it_is_left(local):
    key = set_aside(local, "harbour", ("holm",))
    folder = local.path.with_suffix(".indexes")
    assert len(aside(local, now() + timedelta(days=6.9))) == 1
    assert aside(local, now() + timedelta(days=7.1)) == ()
    with pytest.raises(CallerError, match="cannot be brought back"):
        bring_back(local, key)
    let_go(local, set_aside(local, "harbour"))
    assert [each for each in folder.rglob("*") if each.is_file()] == []
    with local.opened() as db:
        assert [db.execute(f"select count(*) from {t}").fetchone()[0] for t in ("passages", "documents")] == [0, 0]


def test_each_found_passage_tells_what_it_was_found_by(local):
    (ranked, *_) = local.ranked(("harbour",), Query(text="engineer"))
    assert ranked.passage.document == "holm"
    assert ranked.words > 0
    assert ranked.meaning is None
