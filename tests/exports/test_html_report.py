"""The HTML report: complete, every link inside it leads somewhere, and nothing of a run is markup in it."""

import base64
import hashlib
import re

import hostile_run
import lxml.html
import pytest
import small_run
from writing import hostile, of

from sleuth.exports._page import exact
from sleuth.exports.html import pieces, report
from sleuth.views.citing import references


def page(recorded):
    return lxml.html.fromstring(report(recorded))


def text(element) -> str:
    return " ".join(element.text_content().split())


def test_a_citation_leads_to_the_very_words_in_their_passage():
    seen = page(of())
    first, second = seen.xpath("//section[@class='answer']//a[@class='cite']")
    for link, words in ((first, "Birger Lund"), (second, "Tromsø")):
        mark = seen.get_element_by_id(link.get("href")[1:]).getparent()
        assert (mark.tag, mark.get("class"), mark.text_content()) == ("mark", "cited", words)
    assert text(seen.xpath("//article[@id='passage-p3']/div")[0]) == small_run.LIFE


def test_every_link_within_the_page_leads_somewhere_and_no_name_is_given_twice():
    for steps in (small_run.STEPS, small_run.disputed(), (*small_run.STEPS, *small_run.AFTERMATH)):
        seen = page(of(steps))
        names = [x.get("id") for x in seen.xpath("//*[@id]")]
        assert len(names) == len(set(names))
        inner = {x.get("href")[1:] for x in seen.xpath("//a[starts-with(@href, '#')]")}
        assert inner
        assert inner <= set(names)


def test_it_tells_answer_refuted_fact_disagreement_steps_and_costs():
    seen = page(of())
    told = text(seen)
    assert text(seen.xpath("//section[@class='answer']/p")[0]) == "Tromsø confidence high"
    assert "✕ out" in text(seen.get_element_by_id("fact-f1"))
    assert "f2 (Birger Lund) replaced it, “the minutes correct the brochure”" in text(
        seen.get_element_by_id("fact-f1")
    )
    (dispute,) = seen.xpath("//section[@id='contradictions']//li")
    assert text(dispute) == (
        "Birger Lund (f2, Harbour Board minutes, 2001-02-03) preferred to "
        "Ada Holm (f1, Norholm bridge (brochure), 1990-05-01): “the minutes correct the brochure”"
    )
    assert "◆ revised: f1 → f2" in text(seen.get_element_by_id("node-n2"))
    assert len(seen.xpath("//section[@id='steps']/details")) == 13
    assert "Prompt tokens360 (read from a cache: 300)" in text(seen.get_element_by_id("costs"))
    assert "Costunknown" in text(seen.get_element_by_id("costs"))
    assert small_run.P1.sha256 in told


def test_exact_prompt_and_reply_stand_in_their_step():
    call = page(of()).xpath("//details[@class='call']")[0]
    assert [pre.text_content() for pre in call.xpath(".//pre")] == [
        "no form",
        "The brochure names her.",
        "Answer from the page.",
        small_run.BROCHURE,
    ]


def test_without_an_answer_it_says_why():
    assert "No answer: No search found anything." in text(
        page(of(small_run.ABSTAINED)).xpath("//section[@class='answer']")[0]
    )
    assert "Still open; the run is running." in text(
        page(of(small_run.STEPS[:5])).xpath("//section[@class='answer']")[0]
    )


def test_an_answer_that_a_person_reopened_says_so_and_a_branch_names_its_parent():
    seen = page(of((*small_run.STEPS, *small_run.AFTERMATH[:6])))
    assert text(seen.xpath("//section[@class='answer']")[0]) == "The answer is open again: another Birger Lund"
    branched = page(of((*small_run.STEPS, *small_run.AFTERMATH)))
    assert "Branched fromrun small after event 20" in text(branched.get_element_by_id("means"))


def test_a_hostile_run_leaves_only_the_reports_own_elements(tmp_path):
    seen = page(hostile(tmp_path))
    kinds = {x.tag for x in seen.iter() if isinstance(x.tag, str)}
    assert not kinds & {"script", "img", "iframe", "link", "object", "embed", "form", "base", "input", "video"}
    assert len(seen.xpath("//style")) == 1
    attributes = {name for x in seen.iter() if isinstance(x.tag, str) for name in x.attrib}
    assert not {name for name in attributes if name.startswith("on") or name in ("style", "src", "srcset", "srcdoc")}
    outside = {x.get("href") for x in seen.xpath("//a[@href]") if not x.get("href").startswith("#")}
    assert outside == {"https://example.org/a%22%3E%3Cscript%3Ealert%281%29%3C/script%3E?api_key=%E2%80%A6"}


def test_every_hostile_text_of_a_passage_can_still_be_read(tmp_path):
    shown = page(hostile(tmp_path)).xpath("//article[@id='passage-p2']/div")[0].text_content()
    for words in hostile_run.TEXTS:
        assert exact(words) in shown


def test_the_policy_allows_the_one_style_sheet_and_nothing_else():
    source = report(of())
    (style,) = re.findall(r"<style>(.*?)</style>", source, re.DOTALL)
    hashed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = lxml.html.fromstring(source).xpath("//meta[@http-equiv='Content-Security-Policy']")
    assert policy.get("content") == (
        f"default-src 'none'; style-src 'sha256-{hashed}'; base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r"url\(|@import", style)


def test_quotes_that_overlap_are_each_found_and_the_passage_stays_whole():
    recorded = of((*small_run.STEPS[:-1], (*small_run.STEPS[-1][:1], _answered())))
    source = references(recorded.state)[0]
    told = pieces(recorded.state, source)
    assert "".join(piece.text for piece in told) == small_run.MINUTES
    begun = {name: piece.text for piece in told for name in piece.anchors}
    assert begun["quote-c1-1"].startswith("designed by")
    assert begun["quote-c1-2"].startswith("Birger Lund")


def _answered():
    given = small_run.STEPS[-1][1]
    first, second = given.claims
    start = small_run.MINUTES.index("designed by")
    longer = first.citations[0].model_copy(
        update={"start": start, "end": start + 23, "quote": small_run.MINUTES[start : start + 23]}
    )
    both = first.model_copy(update={"citations": (longer, *first.citations)})
    return given.model_copy(update={"claims": (both, second)})


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("a\r\nb\tc", "a\nb\tc"),
        ("\x1b[31m\x00", "␛[31m␀"),
        ("\u202eevil\u202c", "‹U+202E›evil‹U+202C›"),
        ("\x85", "‹U+0085›"),
    ],
)
def test_what_draws_nothing_is_shown_by_a_sign(given, shown):
    assert exact(given) == shown
