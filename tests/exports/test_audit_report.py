"""The audit report in each of its formats: every claim with all that was found of it, and nothing of it is markup."""

import csv
import io
from datetime import timedelta

import judged_run
import lxml.html
import pytest
import small_run
from judged_run import AK, ANSWERED, BN, JUDGED
from writing import of, told

from sleuth.exports import audit, audit_csv, audit_md
from sleuth.exports._auditing import audited, seals
from sleuth.verdicts import VerdictGiven

REFUTED = (*JUDGED, small_run.AFTERMATH[0])


def page(recorded):
    return lxml.html.fromstring(audit.report(recorded))


def text(element) -> str:
    return " ".join(element.text_content().split())


def claim(seen, identity: str):
    return seen.get_element_by_id(f"claim-{identity}")


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


# What is told


def test_on_top_stand_answer_seal_progress_and_who_agrees():
    seen = page(of(JUDGED))
    assert text(seen.xpath("//section[@class='answer']")[0]) == (
        "Tromsø confidence high✓ Audited and sealed by AK on 2026-03-01, unbroken"
        "Claims5, 1 of them without a citationBN3 of 5 claims judgedAK5 of 5 claims judged"
    )
    agreement = text(seen.get_element_by_id("agreement"))
    assert "BN and AK2 of 3 alike, 67% (21% to 94%); Cohen's κ 0.40 (-0.56 to 1.00); n = 3" in agreement
    assert "AK and the machine4 of 4 alike, 100%" in agreement


def test_the_measures_are_those_of_this_answer():
    measures = text(page(of(JUDGED)).get_element_by_id("measures"))
    for words in (
        "citation precision0.400 (0.118–0.769), n = 5",
        "uncited claims0.200",
        "quotes not found0.200",
        "recall (ALCE)0.400, n = 1",
        "seconds a verdict (median)4.0",
    ):
        assert words in measures, words


def test_what_no_model_was_asked_is_unknown_and_never_0():
    measures = text(page(of((*ANSWERED, *AK))).get_element_by_id("measures"))
    assert "citation precisionunknown (a model was not asked of all citations)" in measures
    assert "F1 (ALCE)unknown" in measures
    unknown = {r["measure"]: r["value"] for r in rows(audit_csv.tables(of((*ANSWERED, *AK)))["audit_measures.csv"])}
    assert unknown["citation precision"] == ""
    assert unknown["uncited claims"] == "0.2"


def test_a_claim_is_told_with_citation_checks_label_and_every_verdict():
    wrong = claim(page(of(JUDGED)), "c4")
    verdicts = [[text(cell) for cell in row] for row in wrong.xpath(".//tbody/tr")]
    assert verdicts == [
        ["BN", "◐ partly", "one of two years", "2026-03-01 09:00:00 UTC9.5 s"],
        ["AK", "✕ contradicted", "the page says 1941", "2026-03-01 09:00:00 UTC4.0 s"],
        [
            "the machine",
            "✕ contradicted",
            "tiny by p3: contradicts, it says otherwise, by “Birger Lund (1870–1941) was an engineer.”",
            "",
        ],
    ]
    citation = text(wrong.xpath(".//div[@class='citation']")[0])
    for words in (
        "[2] Birger Lund, 2010-07-09 · example.org",
        "Birger Lund (1870–1941) was an engineer.",
        "located at characters 0 to 39, word for word",
        "page gone (looked at on 2026-03-01): example.org says 404",
        small_run.P3.sha256,
    ):
        assert words in citation, words
    assert "✕ date failed: 1943 does not occur in the passage; it says 1941." in text(wrong)
    assert wrong.xpath(".//a[contains(@href, 'example.org/3')]")


def test_a_claim_that_cites_nothing_says_so_plainly():
    bare = text(claim(page(of(JUDGED)), "c3"))
    assert "✕ cites nothing" in bare
    assert "the machineunknown" in bare
    assert "**cites nothing**" in audit_md.report(of(JUDGED))


def test_a_quote_that_stands_nowhere_leads_to_its_passage_and_says_so():
    invented = claim(page(of(JUDGED)), "c5")
    assert [a.get("href") for a in invented.xpath(".//a[@class='cite']")] == ["#quote-c5-1", "#passage-p2"]
    assert "not located in the passage" in text(invented.xpath(".//div[@class='citation']")[1])


def test_matching_and_missing_parts_bear_a_sign_in_claim_and_passage():
    seen = page(of(JUDGED))
    marked = {text(x): x.get("class") for x in claim(seen, "c4").xpath(".//span[starts-with(@class, 'where')]")}
    assert marked == {
        "Birger Lund ✓": "where quoted",
        "1870 ✓": "where quoted",
        "1943 ✕": "where missing",
    }
    passage = seen.xpath("//article[@id='passage-p3']/div")[0]
    assert text(passage) == small_run.LIFE
    ticked = [x.text_content() for x in passage.xpath("*[contains(@class, 'tick')]")]
    assert ticked == ["Birger Lund", "1870", "Tromsø"]
    style = seen.xpath("//style")[0].text
    for sign in ("⟦", "⟧", "✓"):
        assert f'"{sign}"' in style


def test_pieces_of_a_passage_put_together_are_its_text():
    told_of = audited(of(JUDGED))
    for passage in (small_run.P1, small_run.P2, small_run.P3):
        pieces = audit.pieces(told_of, passage.id)
        assert "".join(piece.text for piece in pieces) == passage.text
        opened = sum("opens" in piece.kinds for piece in pieces)
        assert opened == sum("closes" in piece.kinds for piece in pieces)


def test_every_link_within_the_page_leads_somewhere_and_no_name_is_given_twice():
    seen = page(of(JUDGED))
    names = [x.get("id") for x in seen.xpath("//*[@id]")]
    assert len(names) == len(set(names))
    inner = {x.get("href")[1:] for x in seen.xpath("//a[starts-with(@href, '#')]")}
    assert {"quote-c1-1", "passage-p2", "claim-c4", "measures"} <= inner <= set(names)


def test_the_moment_of_a_verdict_is_that_of_its_place_in_the_log():
    entries = small_run.entries(JUDGED)
    at = next(x.at for x in entries if isinstance(x.event, VerdictGiven) and x.event.note == "the page says 1941")
    assert f"{at:%Y-%m-%d %H:%M:%S} UTC" in text(claim(page(told(entries)), "c4"))
    assert at - small_run.BEGUN > timedelta(seconds=60)


# Seals


def test_a_broken_seal_names_what_broke_it():
    recorded = of(REFUTED)
    (seal,) = seals(audited(recorded))
    assert seal.told == (
        f"Audited and sealed by AK on 2026-03-01, broken by event {len(recorded.entries) - 1}: AK pinned f2"
    )
    assert not seal.holds
    assert f"✕ {seal.told}" in text(page(recorded))


def test_each_reviewer_has_a_seal_of_their_own():
    both = (*JUDGED, (judged_run.AK[-1][0].model_copy(update={"reviewer": "BN"}),), AK[0])
    assert [(seal.told.split(" on ")[0], seal.holds) for seal in seals(audited(of(both)))] == [
        ("Audited and sealed by AK", False),
        ("Audited and sealed by BN", True),
    ]


def test_an_audit_that_nobody_sealed_says_so():
    assert "○ Not sealed" in text(page(of((*ANSWERED, *BN))))
    assert "- Not sealed\n" in audit_md.report(of((*ANSWERED, *BN)))


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (small_run.ABSTAINED, "There is no answer, and so no claim to audit: no retrieval: No search found anything"),
        (small_run.STEPS[:5], "There is no answer, and so no claim to audit."),
    ],
)
def test_a_run_without_claims_says_it_in_one_sentence(steps, said):
    recorded = of(steps)
    assert said in text(page(recorded))
    assert page(recorded).xpath("//h2") == []
    assert said in audit_md.report(recorded)
    assert [r["text"].rstrip(".") for r in rows(audit_csv.tables(recorded)["audit_claims.csv"])] == [said.rstrip(".")]


# Markdown


def test_markdown_tells_the_same():
    report = audit_md.report(of(JUDGED))
    for words in (
        "- Audited and sealed by AK on 2026-03-01, unbroken",
        "- BN and AK: 2 of 3 alike, 67% (21% to 94%); Cohen's κ 0.40",
        "- citation precision: 0.400 (0.118–0.769), n = 5",
        "4. **c4** Birger Lund ✓ lived from 1870 ✓ to 1943 ✕.",
        "- ✕ **contradicted** by AK, 2026-03-01 09:00:00 UTC, 4.0 s: “the page says 1941”",
        "- the machine: ✕ contradicted",
        "- ✕ date failed: 1943 does not occur in the passage; it says 1941.",
        "- model tiny by p3: contradicts, it says otherwise, by “Birger Lund (1870–1941) was an engineer.” in p3",
        "quote not located in the passage",
        f"passage p3, sha256 `{small_run.P3.sha256}`",
    ):
        assert words in report, words
