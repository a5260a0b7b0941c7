"""Sources: collections that can be tried, read, added to and removed; engines with their health; kept pages."""

import re
import threading

import pytest
from driving import has, press, raw, sound, texts
from stub_engines import Answer, stub_engine

from components.sources import kept_pages, sources
from sleuth import search
from sleuth.folders import settings_file, web_cache_path
from sleuth.search import CASEBOOK, Document, Query, digest
from sleuth.search import documents as reading
from sleuth.search.local import catalogue
from sleuth.search.local.additions import ADDITIONS
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.search.web.cooling import COOLING
from sleuth.search.web.fetching import Fetched
from sleuth.search.web.fetching.page_cache import PageCache
from sleuth.settings import load, save

PAGE = "pages/sources_page.py"
HOSTILE = (
    "<script>alert(1)</script> ![x](http://evil.example/x.png) :red[boo] $a$ [l](javascript:alert(1)) " + "x" * 10_000
)


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """What is chosen on the page counts; nothing is left of another test's additions and refusals."""
    monkeypatch.delenv("SLEUTH_CORPUS")
    yield
    for work in ADDITIONS.every():
        assert work.join(20)
        ADDITIONS.clear(work.key)
    for engine in ("searxng", "duckduckgo", "wikipedia"):
        COOLING.answered(engine)


@pytest.fixture
def local():
    collections = Collections(collections_path())
    collections.add(
        "harbour",
        (
            Document(id="a.pdf", title="Ada Holm", text="Ada Holm designed the bridge of Norholm.", pages=(0,)),
            Document(id="b.txt", title="The harbour", text="The bridges were repaired in 1931.", date="1931"),
            Document(id="c.txt", title="$evil$ :red[title]", text=f"A quay. {HOSTILE}"),
        ),
    )
    return collections


@pytest.fixture
def at(open_app, local):
    """The page with a collection opened."""

    def opened(name="harbour"):
        app = open_app(PAGE)
        key = next(card.key for card in catalogue.cards(sources.local()) if card.name == name)
        return press(app, f"collection_open_{key}")

    return opened


def acts(body):
    """Whether hostile text would do anything in this Markdown: a sign of it stands there without its escape."""
    bare = re.sub(r"\\.", "", body)
    return any(sign in bare for sign in ("<script", "![x", ":red[boo", ":red[x", "$a", "[l]"))


def show(app, key, tab):
    app.session_state[key] = tab
    return sound(app.run())


def choose(app, key, row):
    frame = next(frame for frame in app.dataframe if frame.key.startswith(key))
    app.session_state[frame.key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return sound(app.run())


def test_the_casebook_is_there_at_once_and_stays(open_app, at):
    app = open_app(PAGE)
    assert "casebook" in texts(app)
    assert "89 documents · 89 passages" in texts(app)
    assert "comes with Sleuth · not embedded" in texts(app)
    app = at(CASEBOOK)
    assert not has(app, "collection_remove_go")
    assert "Add documents" not in [tab.label for tab in app.tabs]


def test_a_tried_search_shows_what_a_run_would_get_in_its_order(at):
    app = at()
    app.text_input(key="try_words").set_value("Who designed bridges?")
    shown = texts(sound(app.run()))
    passages = search.connect(load({"collections": ("harbour",)}))(Query(text="Who designed bridges?")).passages
    assert [p.title for p in passages] == ["Ada Holm", "The harbour"]
    assert shown.index("1 · Ada Holm") < shown.index("2 · The harbour")
    assert ":yellow-background[designed] the :yellow-background[bridge]" in shown
    assert "page 1" in shown


def test_a_search_by_meaning_first_offers_to_embed_and_then_shows_both_scores(at):
    app = at()
    app.text_input(key="try_words").set_value("Who designed bridges?")
    app.selectbox(key="try_ranking").set_value("hybrid")
    app = sound(app.run())
    assert "not all embedded yet" in texts(app)
    app = press(app, "try_embed")
    assert ADDITIONS.get("harbour").join(60)
    shown = texts(sound(app.run()))
    assert "meaning 0." in shown
    assert "words " in shown
    assert "embedded by minilm" in shown


def test_hostile_text_of_a_document_is_only_text(at):
    app = at()
    app.text_input(key="try_words").set_value("quay evil")
    app = sound(app.run())
    assert "A :yellow-background[quay]" in texts(app)
    assert not any(acts(body) for body in raw(app))
    app = choose(show(at(), "collection_part", "Documents"), "documents_table", 0)
    assert any(HOSTILE[:60] in each.value for each in app.text)


def test_documents_are_found_read_and_listed_as_csv_without_formulas(at, local):
    local.add("harbour", [Document(id="=1+1", title="=HYPERLINK(1)", text="A formula.")])
    app = show(at(), "collection_part", "Documents")
    app.text_input(key="documents_words").set_value("harbour").run()
    frame = next(f for f in app.dataframe if f.key.startswith("documents_table"))
    assert list(frame.value["title"]) == ["The harbour"]
    app = choose(app, "documents_table", 0)
    assert "The bridges were repaired in 1931." in [each.value for each in app.text]
    from components.sources.documents import _csv

    listed = _csv("harbour").decode("utf-8-sig")
    assert '"\'=HYPERLINK(1)","\'=1+1"' in listed
    assert len(listed.splitlines()) == 5


def test_a_removed_document_and_a_removed_collection_come_back(at, local):
    save({"collections": (CASEBOOK, "harbour")})
    app = choose(show(at(), "collection_part", "Documents"), "documents_table", 1)
    app = press(app, "document_remove_go")
    assert catalogue.count(local, "harbour") == 2
    app = press(app, "collection_remove_go")
    assert "harbour" not in local.names()
    assert load().collections == (CASEBOOK,)
    assert "the collection harbour, 2 documents" in texts(app)
    keys = [each.key for each in app.button if each.key.startswith("removed_back_")]
    document, whole = sorted(keys, key=lambda key: -int(key.rpartition("_")[2]))
    app = press(app, document)
    assert "was removed; bring that back first" in texts(app)
    for key in (whole, document):
        app = press(app, key)
    assert "Ada Holm" in [d.title for d in catalogue.documents(local, "harbour")]
    assert catalogue.count(local, "harbour") == 3
    assert not any(b.key.startswith("removed_back_") for b in app.button)


@pytest.fixture
def adding(at):
    """The form that adds to a collection, for one way to add."""

    def opened(way="Files"):
        app = show(at(), "collection_part", "Add documents")
        app.radio(key="adding_way").set_value(way)
        return sound(app.run())

    return opened


def upload(app, *files):
    app.file_uploader(key="adding_upload").set_value([(file, data, "text/plain") for file, data in files])
    return press(app, "adding_files_send")


def test_files_are_added_and_of_each_it_is_told_what_became_of_it(adding):
    long = "x" * 9_000 + ".txt"
    files = ("bridge.txt", b"A bridge."), ("../../empty.txt", b""), ("old.doc", b"\xd0\xcf"), (long, b"A pier.")
    app = upload(adding(), *files)
    assert ADDITIONS.get("harbour").join(20)
    app = sound(app.run())
    assert "harbour · 2 documents read, 2 new or changed · 2 files not read" in texts(app)
    told = next(f.value for f in app.dataframe if "what to know" in f.value).to_dict("list")
    assert told["outcome"] == ["✕ not read", "✕ not read", "● read", "● read"]
    assert told["file"][:3] == ["empty.txt", "old.doc", "bridge.txt"]
    assert "save it as .docx" in told["what to know"][1]
    assert "5 documents · 5 passages" in texts(app)
    assert not has(press(app, "addition_dismiss_harbour"), "addition_dismiss_harbour")


def test_a_second_tab_sees_what_is_added_and_a_click_elsewhere_ends_nothing(open_app, adding, monkeypatch):
    reached, release = threading.Event(), threading.Event()
    convert = reading.convert

    def slow(ending, data):
        reached.set()
        assert release.wait(20)
        return convert(ending, data)

    monkeypatch.setattr(reading, "convert", slow)
    first = upload(adding(), ("a.txt", b"A bridge."), ("b.txt", b"A pier."))
    assert reached.wait(20)
    second = open_app(PAGE)
    assert "harbour · Reading a.txt · 0 of 2" in second.progress[0].text.replace("\\", "").replace("*", "")
    assert first.button(key="adding_files_send").disabled
    show(first, "sources", "Kept pages")
    release.set()
    assert ADDITIONS.get("harbour").join(20)
    assert "harbour · 2 documents read" in texts(sound(second.run()))


def test_sending_nothing_says_so(adding):
    assert "No file is chosen" in texts(press(adding(), "adding_files_send"))


def test_a_text_is_pasted_and_what_is_missing_of_it_is_said(adding):
    app = press(adding("Text"), "adding_text_send")
    assert "The text is empty" in texts(app)
    app.text_area(key="adding_text").set_value("桥于1931年开放。")
    app = press(app, "adding_text_send")
    assert ADDITIONS.get("harbour").join(20)
    assert "harbour · 1 document read" in texts(sound(app.run()))


@pytest.mark.parametrize(
    ("path", "said"), [("/nowhere/at/all", "does not exist on"), ("docs", "not a whole one"), (" ", "No path")]
)
def test_a_wrong_path_is_one_sentence(adding, path, said):
    app = adding("Path")
    app.text_input(key="adding_path").set_value(path)
    assert said in texts(press(app, "adding_path_send"))


def test_which_collections_new_questions_search_is_a_switch_of_the_card(open_app, local):
    app = open_app(PAGE)
    key = next(card.key for card in catalogue.cards(local) if card.name == "harbour")
    assert not app.toggle(key=f"collection_use_{key}").value
    app = sound(app.toggle(key=f"collection_use_{key}").set_value(True).run())
    assert load().collections == (CASEBOOK, "harbour")
    assert app.toggle(key=f"collection_use_{key}").value
    sound(app.toggle(key=f"collection_use_{key}").set_value(False).run())
    assert load().collections == (CASEBOOK,)


def test_where_the_environment_has_the_last_word_nothing_can_be_switched(open_app, local, monkeypatch):
    monkeypatch.setenv("SLEUTH_CORPUS", "harbour")
    app = open_app(PAGE)
    assert all(toggle.disabled for toggle in app.toggle if toggle.key.startswith("collection_use"))


def test_a_collection_elsewhere_is_asked_for_nothing_until_it_is_checked(open_app):
    with stub_engine(lambda _: Answer({"error": "no"}, 403)) as server:
        save({"collections": (f"opensearch+{server.url}/docs",)})
        app = open_app(PAGE)
        assert server.requests == []
        key = next(b.key for b in app.button if b.key.startswith("external_check"))
        app = press(app, key)
        assert len(server.requests) == 1
        assert "refused (403)" in texts(app)
    app = press(app, key.replace("check", "stop"))
    assert load().collections == ()


@pytest.mark.parametrize("address", ["", "docs", "opensearch+ftp://x/y", "opensearch+http://user:secret@host/docs"])
def test_an_address_of_no_engine_is_refused_without_a_secret(open_app, address):
    app = open_app(PAGE)
    app.text_input(key="external_address").set_value(address)
    app = press(app, "external_send")
    assert len(app.error) == 1
    assert "secret" not in app.error[0].value
    assert not settings_file().exists()


def engines(app):
    return show(app, "sources", "Web engines")


@pytest.mark.parametrize(
    ("answer", "outcome", "health"),
    [
        (Answer({"results": []}), "no match", "○ no match"),
        (Answer("slow down", 429), "engine refused", "✕ engine refused"),
        (Answer("broken", 500), "failed", "✕ failed"),
    ],
)
def test_an_engine_is_asked_once_when_it_is_tested_and_says_how_it_did(open_app, answer, outcome, health):
    with stub_engine(lambda _: answer) as server:
        save({"searxng_url": server.url})
        app = engines(open_app(PAGE))
        assert server.requests == []
        assert "Not asked yet." in texts(app)
        app = press(app, "engine_test_searxng")
        assert len(server.requests) == 1
        assert outcome in texts(app)
        app = engines(open_app(PAGE))
        assert f"{health} · last asked just now" in texts(app)
        assert ("left alone for another" in texts(app)) == (outcome == "engine refused")
        assert len(server.requests) == 1


def test_engines_are_switched_on_in_their_order_and_one_can_be_asked_first(open_app):
    app = engines(open_app(PAGE))
    for name in ("wikipedia", "duckduckgo"):
        app = sound(app.toggle(key=f"engine_on_{name}").set_value(True).run())
    assert load().web.engines == ("wikipedia", "duckduckgo")
    app = press(app, "engine_first_duckduckgo")
    assert load().web.engines == ("duckduckgo", "wikipedia")
    sound(app.toggle(key="engine_on_wikipedia").set_value(False).run())
    assert load().web.engines == ("duckduckgo",)


def test_testing_an_engine_without_its_address_says_what_it_lacks(open_app):
    app = press(engines(open_app(PAGE)), "engine_test_searxng")
    assert "searxng_url" in texts(app)


@pytest.fixture
def cache():
    kept = PageCache(web_cache_path(), 100.0)
    for n, text in enumerate(("The bridge was opened.", f"A quay. {HOSTILE}")):
        page = Fetched(
            outcome="read",
            url=f"https://example.org/{n}",
            title=f"Page {n} :red[x]",
            text=text,
            retrieved_at=f"2026-03-0{n + 1}T10:00:00+00:00",
            sha256=digest(text),
        )
        kept.keep(page.url, page)
    return kept


def pages(app):
    return show(app, "sources", "Kept pages")


def test_kept_pages_are_found_read_and_deleted(open_app, cache):
    app = pages(open_app(PAGE))
    assert "of 1,000 MB · 2 pages" in app.progress[0].text
    app.text_input(key="kept_words").set_value("example.org/0").run()
    app = choose(app, "kept_table", 0)
    assert "The bridge was opened." in [each.value for each in app.text]
    assert digest("The bridge was opened.") in texts(app)
    app = press(app, "kept_delete")
    assert [v.url for v in cache.listed()] == ["https://example.org/1"]
    app.text_input(key="kept_words").set_value("").run()
    app = choose(app, "kept_table", 0)
    assert any(HOSTILE[:60] in each.value for each in app.text)
    assert not any(acts(body) for body in raw(app))
    app = press(app, "kept_all_go")
    assert "No page is kept yet" in texts(app)


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (
            {"outcome": "read", "text": "same", "sha256": digest("The bridge was opened.")},
            "unchanged · It still says",
        ),
        ({"outcome": "read", "text": "other", "sha256": digest("other")}, "drifted · Its text is another now"),
        ({"outcome": "gone", "message": "example.org has no such page (status 404)."}, "gone · The site says"),
        ({"outcome": "failed", "message": "example.org cannot be reached."}, "unknown · It could not be had"),
    ],
)
def test_a_kept_page_is_checked_only_when_asked_to(open_app, cache, monkeypatch, now, said):
    asked = []

    class Fetch:
        def afresh(self, url):
            asked.append(url)
            return Fetched(url=url, **now)

    monkeypatch.setattr(kept_pages, "connect", lambda web: Fetch())
    app = pages(open_app(PAGE))
    app.text_input(key="kept_words").set_value("example.org/0").run()
    app = choose(app, "kept_table", 0)
    assert asked == []
    app = press(app, "kept_check")
    assert asked == ["https://example.org/0"]
    assert said in texts(app)
    assert now.get("message", "") in texts(app)
