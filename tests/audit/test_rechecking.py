"""What an answer cites, looked at again: in its collection, or on a small web on this machine."""

import httpcore2
import pytest
import small_run
from judged_run import cite
from small_run import LIFE, MINUTES, PASTED, STEPS, passage
from stub_sites import ARTICLE, http, stub_sites

from sleuth import events as e
from sleuth.audit.queue import queue
from sleuth.audit.rechecking import look, recheck
from sleuth.drafts import MEMORY
from sleuth.fold import replay
from sleuth.ledger import Citation, Claim
from sleuth.search import BY_HAND, Document, Passage, digest
from sleuth.search.local.corpus import Collections
from sleuth.store import Log

URL = "http://example.org/a"
DESIGNED = "The bridge of Norholm was designed by Ada Holm"


@pytest.fixture
def sites():
    with stub_sites() as sites:
        sites.pages["example.org/a"] = http()
        yield sites


@pytest.fixture
def fetch(sites, tmp_path):
    return sites.fetch(tmp_path, robots=False)


@pytest.fixture
def local(tmp_path):
    collections = Collections(tmp_path / "collections.db")
    collections.add("harbour", (Document(id="d2", title="Minutes", text=f"The Board met. {MINUTES} It parted."),))
    return collections


# A document of a collection

P2 = passage(2, "Minutes", MINUTES, "2001-02-03")


def changed(local, text):
    local.add("harbour", (Document(id="d2", title="Minutes", text=text),))


def test_a_document_that_still_says_it_is_unchanged(local, fetch, sites):
    looked = look(P2, ("designed by Birger Lund",), local, fetch)
    assert (looked.passage, looked.fate, looked.quoted, looked.message) == ("p2", "unchanged", True, None)
    assert sites.asked == [], "it has an address, but it was read in the collection"


def test_a_document_put_together_with_other_white_space_is_unchanged(local, fetch):
    changed(local, f"The Board met.\n\n{MINUTES.replace(' the ', chr(10) + 'the ')}\n\nIt parted.")
    assert look(P2, ("designed by Birger Lund",), local, fetch).fate == "unchanged"


def test_a_document_with_another_text_has_drifted_and_the_quote_may_still_stand_there(local, fetch):
    changed(local, MINUTES.replace("not by Ada Holm", "as is known"))
    looked = look(P2, ("designed by BIRGER LUND",), local, fetch)
    assert (looked.fate, looked.quoted) == ("drifted", True)
    assert look(P2, ("not by Ada Holm",), local, fetch).quoted is False


def test_every_quote_of_a_passage_is_looked_for(local, fetch):
    changed(local, MINUTES.replace("not by Ada Holm", "as is known"))
    assert look(P2, ("designed by Birger Lund", "not by Ada Holm"), local, fetch).quoted is False


def test_where_nothing_is_quoted_nothing_is_said_of_a_quote(local, fetch):
    assert look(P2, ("", " "), local, fetch).quoted is None
    changed(local, "Another text.")
    assert (look(P2, ("",), local, fetch).fate, look(P2, ("",), local, fetch).quoted) == ("drifted", None)


def test_a_document_that_was_removed_is_gone(local, fetch):
    local.remove("harbour", ("d2",))
    local.add("harbour", (Document(id="d9", title="Other", text="Something else."),))
    looked = look(P2, (MINUTES,), local, fetch)
    assert (looked.fate, looked.quoted) == ("gone", None)
    assert looked.message == "The collection 'harbour' has no document 'd2' any more."


def test_a_collection_that_is_not_here_leaves_it_unknown(tmp_path, fetch):
    looked = look(P2, (MINUTES,), Collections(tmp_path / "empty.db"), fetch)
    assert (looked.fate, looked.quoted) == ("unknown", None)
    assert looked.message == "The collection 'harbour' is not on this machine."


# A page of the web


def fetched(fetch) -> Passage:
    """The page as it was read for a run."""
    page = fetch(URL)
    return passage(7, page.title, page.text, "2026-05-04").model_copy(
        update={"url": page.url, "collection": "web", "retrieved_at": page.retrieved_at}
    )


def test_a_page_that_says_the_same_is_unchanged(local, fetch):
    looked = look(fetched(fetch), (DESIGNED,), local, fetch)
    assert (looked.passage, looked.fate, looked.quoted, looked.message) == ("p7", "unchanged", True, None)


def test_a_page_that_says_something_else_has_drifted(local, fetch, sites):
    page = fetched(fetch)
    sites.pages["example.org/a"] = http(ARTICLE.replace("1912", "1913"))
    assert look(page, (DESIGNED,), local, fetch).model_dump(include={"fate", "quoted"}) == {
        "fate": "drifted",
        "quoted": True,
    }
    looked = look(page, (DESIGNED, "opened by the king in the year 1912"), local, fetch)
    assert (looked.fate, looked.quoted) == ("drifted", False)
    assert look(page, ("",), local, fetch).quoted is None


@pytest.mark.parametrize(
    ("reply", "fate"), [(http("no", 404), "gone"), (http("no", 403), "blocked"), (http("", 500), "unknown")]
)
def test_a_page_that_cannot_be_read_any_more_says_why(local, fetch, sites, reply, fate):
    page = fetched(fetch)
    sites.pages["example.org/a"] = reply
    looked = look(page, (DESIGNED,), local, fetch)
    assert (looked.fate, looked.quoted) == (fate, None)
    assert looked.message


def test_without_a_network_it_is_unknown_and_says_so(local, fetch, sites, monkeypatch):
    page = fetched(fetch)

    def unreachable(*_):
        raise httpcore2.ConnectError("Network is unreachable")

    monkeypatch.setattr(sites, "dial", unreachable)
    offline = sites.fetch(local.path.parent, robots=False)
    looked = look(page, (DESIGNED,), local, offline)
    assert (looked.fate, looked.quoted) == ("unknown", None)
    assert looked.message


# What has no page


@pytest.mark.parametrize(
    ("collection", "why"),
    [
        (BY_HAND, "It has no page: a person brought it."),
        ("pasted", "It has no page: a person brought it."),
        (MEMORY, "No source says it."),
    ],
)
def test_what_nobody_keeps_cannot_be_looked_at(local, fetch, sites, collection, why):
    brought = P2.model_copy(update={"collection": collection})
    looked = look(brought, (MINUTES,), local, fetch)
    assert (looked.fate, looked.quoted, looked.message) == ("unknown", None, why)
    assert sites.asked == []


def test_a_source_that_could_not_be_had_is_not_asked_for_by_the_back_door(local, fetch, sites):
    lost = P2.model_copy(update={"text": "", "sha256": digest(""), "url": URL, "unread": "The page shows a wall."})
    looked = look(lost, (), local, fetch)
    assert (looked.fate, looked.message) == ("unknown", "The page shows a wall.")
    assert sites.asked == []


# A whole run


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "log.db")


def test_each_cited_passage_is_looked_at_once_with_all_that_is_quoted_of_it(log, local, fetch):
    text = f"{LIFE} He never came back."
    local.add("harbour", (Document(id="d3", title="Birger Lund", text=text.replace("never ", "")),))
    claims = (
        Claim(id="c1", text="He was an engineer.", citations=(cite("p3", LIFE, "was an engineer"),)),
        Claim(
            id="c2", text="It was he.", citations=(cite("p2", MINUTES, "Birger Lund"), cite("p3", LIFE, "in Tromsø"))
        ),
        Claim(id="c3", text="So it is.", citations=()),
    )
    told = STEPS[-1][1].model_copy(update={"claims": claims})
    small_run.record(log, steps=(*STEPS[:-1], (STEPS[-1][0], told)))
    before = log.last_seq("small")
    states = tuple(recheck(log, "small", local, fetch))
    assert [state.doing for state in states] == ["Look at the page of p3 again", "Look at the page of p2 again"]
    added = [x.event for x in log.entries("small")[before:]]
    assert [x.type for x in added] == ["step_taken", "page_checked"] * 2
    assert {x.phase for x in added if x.type == "step_taken"} == {"audit"}
    assert [(x.passage, x.fate, x.quoted) for x in states[-1].pages_checked] == [
        ("p3", "unchanged", True),
        ("p2", "unchanged", True),
    ]
    page = next(check for check in queue(states[-1])[0].checks if check.name == "page")
    assert (page.outcome, page.told) == ("passed", "The document still says what it said when it was read.")
    local.add("harbour", (Document(id="d3", title="Birger Lund", text=LIFE.replace("Tromsø", "Bergen")),))
    *_, moved = recheck(log, "small", local, fetch)
    assert [(x.fate, x.quoted) for x in moved.pages_checked] == [("drifted", False), ("unchanged", True)]
    local.remove("harbour", ("d3",))
    *_, last = recheck(log, "small", local, fetch)
    assert [(x.passage, x.fate) for x in last.pages_checked] == [("p3", "gone"), ("p2", "unchanged")]
    assert (last.answer, last.facts, last.usage) == (states[0].answer, states[0].facts, states[0].usage)


def test_what_was_found_of_a_page_reaches_its_check(log, local, fetch, sites):
    page = fetched(fetch).model_copy(update={"id": "p3"})
    quote = page.text[page.text.index(DESIGNED) :][: len(DESIGNED)]
    start = page.text.index(quote)
    claim = Claim(
        id="c1",
        text="Ada Holm designed the bridge.",
        citations=(Citation(passage="p3", quote=quote, start=start, end=start + len(quote)),),
    )
    steps = [
        tuple(
            x.model_copy(update={"passages": (page,)})
            if isinstance(x, e.Searched) and x.passages[0].id == "p3"
            else x.model_copy(update={"claims": (claim,)})
            if isinstance(x, e.Answered)
            else x
            for x in group
        )
        for group in STEPS
    ]
    small_run.record(log, steps=tuple(steps))

    def told(state):
        (item,) = queue(state)
        return next((check.outcome, check.told) for check in item.checks if check.name == "page")

    assert told(replay(log.entries("small"))) == ("unknown", "The page was not looked at again since 2026-05-04.")
    sites.pages["example.org/a"] = http("no", 404)
    *_, state = recheck(log, "small", local, fetch)
    assert told(state) == ("doubtful", "The page is gone.")


def test_a_pasted_text_whose_source_was_lost_is_looked_at_without_a_fetch(log, local, fetch, sites):
    small_run.record(log, steps=PASTED)
    *_, state = recheck(log, "small", local, fetch)
    fates = {x.passage: (x.fate, x.message) for x in state.pages_checked}
    assert fates["p1"][0] == "unchanged"
    assert fates["p2"] == ("unknown", "[2] is cited but not in the list.")
    assert sites.asked == []


def test_an_answer_that_cites_nothing_has_no_page(log, local, fetch):
    small_run.record(log, steps=STEPS[:6])
    assert tuple(recheck(log, "small", local, fetch)) == ()
