"""What a reader is told of a claim beside what it cites."""

from pathlib import Path

import pytest

from components.samples import samples
from sleuth.bundle import read_bundle
from sleuth.citations.checks import Cited, Known, check, unverified
from sleuth.drafts import MEMORY
from sleuth.fold import replay
from sleuth.search import BY_HAND, Passage, digest
from sleuth.verdicts import PageChecked

TEXT = (
    "The Norholm Bridge crosses the Sund. It is 301 metres long and was opened on 3 March 1931 by Ada Holm. "
    "Its towers are 45 metres high. It was never closed, though a storm of 1953 did not spare its lamps."
)
LONG = "It is 301 metres long and was opened on 3 March 1931 by Ada Holm."


def page(text=TEXT, title="Norholm Bridge", url=None, **more):
    made = {"id": "p1", "collection": "harbour", "document": "d1", "sha256": digest(text)} | more
    return Passage(title=title, text=text, url=url, **made)


def cited(quote=LONG, passage=None):
    passage = passage or page()
    start = max(passage.text.find(quote), 0)
    return Cited(passage, quote, start, start + len(quote))


def by_name(claim, *citations, **known):
    return {c.name: c for c in check(claim, citations or (cited(),), Known(**known))}


def told(claim, name, *citations, **known):
    found = by_name(claim, *citations, **known)[name]
    return found.outcome, found.told


def test_a_claim_that_its_quote_bears_out_passes_every_check_there_is_to_make():
    found = by_name("The Norholm Bridge is 988 feet long and was opened in March 1931.")
    assert {c.outcome for c in found.values()} <= {"passed", "nothing to check"}
    assert found["number"].told == "988 feet stands in the passage, given as 301 metres."
    (part,) = found["number"].parts
    (place,) = part.found
    assert TEXT[place.start : place.end] == "301 metres"


def test_a_real_page_that_lacks_the_claimed_figure_is_told_with_what_it_says_instead():
    assert told("The Norholm Bridge was opened in 1932.", "date") == (
        "failed",
        "1932 does not occur in the passage; it says 3 March 1931.",
    )
    assert told("The Norholm Bridge is 310 metres long.", "number") == (
        "failed",
        "310 metres does not occur in the passage; it says 301 metres.",
    )
    assert told("The Norholm Bridge is 301 feet long.", "number")[0] == "failed"
    assert unverified(check("The Norholm Bridge is 301 feet long.", [cited()]))


def test_a_figure_of_the_same_page_about_something_else_is_doubted():
    outcome, words = told("The Norholm Bridge is 45 metres long.", "number")
    assert outcome == "doubtful"
    assert words == "45 metres stands in the passage, but not in the words that carry the claim."
    (part,) = by_name("The Norholm Bridge is 45 metres long.")["number"].parts
    assert part.where == "elsewhere"
    assert not unverified(check("The Norholm Bridge is 45 metres long.", [cited()]))


def test_a_day_that_a_page_tells_apart_from_its_year_is_doubted():
    apart = page("In 1931 much was built. On 3 March the bridge was opened.")
    outcome, words = told(
        "The bridge was opened on 3 March 1931.", "date", cited("On 3 March the bridge was opened.", apart)
    )
    assert outcome == "doubtful"
    assert "day and year stand apart" in words


def test_a_date_at_the_end_of_a_quote_stands_in_it_with_or_without_its_full_stop():
    ended = page("The bridge was closed in 1931 and opened again on 17 September. It was painted.")
    quote = "The bridge was closed in 1931 and opened again on 17 September"
    assert told("It was opened again on 17 September.", "date", cited(quote, ended))[0] == "passed"


def test_the_same_number_in_another_unit_does_not_carry_a_claim_by_a_bare_one_elsewhere():
    race = page("The Carolina 400 is a race. In 1973 it was 400 miles long.")
    quote = "In 1973 it was 400 miles long."
    assert told("The race was 400 km long.", "number", cited(quote, race))[0] == "failed"


def test_a_foreign_name_fails_and_a_family_name_alone_is_doubted():
    assert told("It was opened by Ada Lund.", "name") == (
        "failed",
        "Ada Lund does not occur in the passage; it says Ada Holm.",
    )
    alone = page("It was opened by Holm.")
    assert told("It was opened by Ada Holm.", "name", cited("It was opened by Holm.", alone))[0] == "doubtful"


def test_names_and_dates_may_stand_in_the_title():
    film = page("It was directed by Ada Holm.", title="Harbour (1931 film)")
    found = by_name("Ada Holm directed Harbour (1931 film).", cited(film.text, film))
    assert found["name"].outcome == found["date"].outcome == "passed"


def test_two_passages_together_carry_a_claim():
    other = page("Ada Holm was born on 5 May 1890.", title="Ada Holm", id="p2")
    claim = "The bridge was opened in 1931 by Ada Holm, born in 1890."
    assert told(claim, "date", cited())[0] == "failed"
    assert told(claim, "date", cited(), cited(other.text, other))[0] == "passed"


def test_what_is_denied_has_to_be_denied_on_the_page():
    assert told("The Norholm Bridge was not opened in 1931.", "negation")[0] == "failed"
    never = cited("It was never closed, though a storm of 1953 did not spare its lamps.")
    assert told("The bridge was closed.", "negation", never)[0] == "failed"
    assert told("The bridge was never closed.", "negation", never)[0] == "passed"
    assert told("A storm came in 1953.", "negation", never)[0] == "passed"


def test_the_name_of_a_work_denies_nothing():
    song = page("It was released in 1999.", title="The Kids Aren't Alright")
    assert (
        told("The Kids Aren't Alright was released in 1999.", "negation", cited(song.text, song))[0]
        == "nothing to check"
    )


def test_a_passage_that_is_missing_or_altered_fails():
    assert told("It opened in 1931.", "passage", Cited(None, "", 0, 0))[0] == "failed"
    assert told("It opened in 1931.", "date", Cited(None, "", 0, 0))[0] == "unknown"
    assert told("It opened in 1931.", "passage", cited(passage=page(sha256=digest("other"))))[0] == "failed"


@pytest.mark.parametrize(
    "quote",
    [
        "IT IS 301 METRES LONG AND WAS OPENED", "It is 301 me-\ntres long\nand was opened",
        "It is 301 metres long … by Ada Holm",
        "It is\u00a0301 metres long and was opened on 3 March 1931 by Ada Holm",
    ],
)  # fmt: skip
def test_a_quote_typed_otherwise_is_found_at_its_place(quote):
    assert told("It is long.", "quote", Cited(page(), quote, 0, 5)) == (
        "passed",
        "The quote stands in the passage, at another place than given.",
    )


@pytest.mark.parametrize(
    ("quote", "outcome", "words"),
    [
        (
            "It is 310 metres long and was opened on 3 March 1931",
            "failed",
            "The quote says 310 where the passage says 301.",
        ),
        ("It is 301 metres long and was openned on 3 March 1931", "doubtful", "not word for word"),
        (
            "It is 301 metres old and was painted on 3 March 1931 by Ada Holm",
            "failed",
            "which the passage does not say there",
        ),
        ("The herring fleet of Sund was sold to a merchant.", "failed", "was not located"),
    ],
)
def test_a_quote_that_says_something_else_is_told(quote, outcome, words):
    found, sentence = told("It is long.", "quote", Cited(page(), quote, 0, 5))
    assert found == outcome
    assert words in sentence


def test_words_that_a_claim_quotes_have_to_stand_there():
    assert told("It “was opened on 3 March”.", "quote")[0] == "passed"
    assert told("It “was blessed by a bishop”.", "quote")[0] == "failed"


def test_without_a_quote_the_nearest_sentence_carries_the_claim():
    loose = Cited(page(), "", 0, 0)
    assert told("The bridge is 301 metres long.", "number", loose)[0] == "passed"
    assert told("The bridge is 301 metres long.", "quote", loose)[0] == "nothing to check"
    assert told("The bridge, 301 metres long, was opened by Ada Holm in 1953.", "date", loose)[0] == "doubtful"


def test_one_page_under_two_titles_is_told_however_its_address_is_written():
    here = page(url="http://m.example.org/bridge?utm_source=x#top")
    same = page(title="Norholm Bridge – Sund", url="https://example.org/bridge", id="p2")
    other = page(title="Herring prices", url="https://www.example.org/bridge/", id="p3")
    assert told("x", "title", cited(passage=here), passages=(here, same))[0] == "passed"
    outcome, words = told("x", "title", cited(passage=here), passages=(here, same, other))
    assert outcome == "failed"
    assert "“Norholm Bridge” and “Herring prices”" in words


def test_what_a_link_is_called_belongs_to_its_page():
    here = cited(passage=page(url="https://example.org/bridge"))
    assert told("x", "title", here, links={0: "the Norholm Bridge"})[0] == "passed"
    assert told("x", "title", here, links={0: "https://example.org/bridge"})[0] == "passed"
    assert told("x", "title", here, links={0: "Annual herring prices"})[0] == "failed"
    assert told("x", "title", here, links={0: "source 1"})[0] == "passed"
    assert told("x", "title", here, links={0: "herring"})[0] == "doubtful"
    elsewhere = cited(passage=page(title="Bridge – sundpost.com", url="https://example.org/bridge"))
    assert told("x", "title", elsewhere)[0] == "doubtful"
    assert told("x", "title", cited())[0] == "nothing to check"


def became(fate, quoted=None, message=None, of="p1"):
    return {of: PageChecked(passage=of, fate=fate, quoted=quoted, message=message)}


@pytest.mark.parametrize(
    ("fates", "outcome", "words"),
    [
        ({}, "unknown", "The page was not looked at again since 2026-01-02."),
        (became("unchanged", True), "passed", "The page still says what it said when it was read."),
        (
            became("drifted", True),
            "doubtful",
            "The page has another text now than when it was read; what is quoted still stands there.",
        ),
        (
            became("drifted", False),
            "doubtful",
            "The page has another text now than when it was read, and no longer has what is quoted.",
        ),
        (became("drifted"), "doubtful", "The page has another text now than when it was read."),
        (became("gone", message="It has status 404."), "doubtful", "The page is gone."),
        (became("unknown", message="No network."), "unknown", "The page could not be looked at again: No network."),
        (became("unknown", True), "passed", "The page still has what is quoted."),
        (became("unknown", False), "doubtful", "The page no longer has what is quoted."),
        (became("gone", of="p2"), "unknown", "The page was not looked at again since 2026-01-02."),
    ],
)
def test_a_page_says_what_became_of_it_only_where_somebody_looked(fates, outcome, words):
    here = cited(passage=page(url="http://example.org/a?utm_source=x", retrieved_at="2026-01-02T10:00:00Z"))
    assert told("x", "page", here, fates=fates) == (outcome, words)


@pytest.mark.parametrize(
    ("fates", "outcome", "words"),
    [
        ({}, "nothing to check", "The cited passage was not fetched from the web."),
        (became("unchanged", True), "passed", "The document still says what it said when it was read."),
        (
            became("drifted", False),
            "doubtful",
            "The document has another text now than when it was read, and no longer has what is quoted.",
        ),
        (became("gone"), "doubtful", "The document was removed from its collection."),
        (
            became("unknown", message="The collection 'harbour' is not on this machine."),
            "unknown",
            "The document could not be looked at again: The collection 'harbour' is not on this machine.",
        ),
    ],
)
def test_a_document_of_a_collection_is_told_of_too_with_an_address_or_without(fates, outcome, words):
    for url in (None, "https://example.org/a"):
        assert told("x", "page", cited(passage=page(url=url)), fates=fates) == (outcome, words)


@pytest.mark.parametrize("collection", [BY_HAND, MEMORY, "pasted"])
def test_what_nobody_keeps_has_no_page_to_be_checked(collection):
    brought = cited(passage=page(collection=collection))
    fates = became("unknown", message="It has no page: a person brought it.")
    assert told("x", "page", brought, fates=fates)[0] == "nothing to check"
    other = cited(passage=page(id="p2", url="https://example.org/a", retrieved_at="2026-01-02T10:00:00Z"))
    assert told("x", "page", brought, other, fates=fates | became("unchanged", of="p2"))[0] == "passed"


def test_of_several_cited_pages_the_worst_is_told():
    there, lost = cited(passage=page()), cited(passage=page(id="p2", document="d2"))
    fates = became("unchanged") | became("gone", of="p2")
    assert told("x", "page", there, lost, fates=fates) == (
        "doubtful",
        "The document was removed from its collection.",
    )


def test_a_claim_that_cites_nothing_is_not_checked():
    assert {c.outcome for c in check("It is 301 metres long.", ())} == {"nothing to check"}


def test_what_a_comparison_chose_is_not_looked_for_on_a_page():
    both = page("Ada Holm died in 1904. Bo Lund died in 1899.")
    claim = "Compared (earlier): 1904 against 1899, hence Sleep, My Love."
    assert not unverified(check(claim, [cited(both.text, both)]))


@pytest.mark.parametrize("path", [path for path, _, _ in samples()], ids=lambda path: path.rsplit("/", 1)[-1])
def test_no_claim_and_no_fact_of_the_samples_is_accused(path):
    state = replay(read_bundle(Path(path)).entries)
    said = [(c.text, [(x.passage, x.quote, x.start, x.end) for x in c.citations]) for c in state.claims]
    said += [(f.statement, [(f.passage, f.quote, f.start, f.end)]) for f in state.facts]
    for text, citations in said:
        found = check(text, [Cited(state.passage(p), *where) for p, *where in citations], Known(state.passages))
        assert [c.told for c in found if c.outcome in ("failed", "doubtful")] == []
