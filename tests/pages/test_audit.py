"""Audit: a claim beside its passages, verdicts by name, what stays hidden until one has judged, seal and measures."""

import json
import re
from pathlib import Path

import judged_run
import pytest
import small_run
from driving import has, passages, press, sound, table, texts, wait_for
from judged_run import ANSWERED, BN, CLAIMS, JUDGED, MACHINE

from sleuth.audit.queue import queue
from sleuth.audit.telling import document
from sleuth.audit.working import AUDITS
from sleuth.bundle import open_bundle, read_bundle
from sleuth.carrying import do
from sleuth.fold import replay
from sleuth.search import digest
from sleuth.verdicts import VerdictGiven

AUDIT = "pages/audit_page.py"
SAMPLES = sorted((Path(__file__).parents[2] / "sleuth" / "samples").glob("*.jsonl"))


@pytest.fixture(autouse=True)
def reviewer(monkeypatch):
    """Whoever audits here is Ann."""
    monkeypatch.setattr("getpass.getuser", lambda: "Ann")


@pytest.fixture
def audit(open_app, record):
    """Open the audit of a run that is recorded for it: `audit(steps, claim="c2")`."""

    def opened(steps=ANSWERED, claim: str | None = None, run: str = "r1", **options):
        record(run, steps, **options)
        return open_app(AUDIT, run=run, **({"selected": claim} if claim else {}))

    return opened


def given(log, run: str = "r1") -> list[tuple[str, str, str, str | None]]:
    """The verdicts that stand: reviewer, claim, verdict and note."""
    state = replay(log.entries(run))
    return [(v.reviewer, v.claim.id, v.verdict, v.note) for _, v in state.verdicts]


def note(app, text: str):
    (field,) = [x for x in app.text_input if x.label == "Note"]
    field.set_value(text)
    return sound(app.run())


def judging_as(app, name: str):
    box = app.selectbox(key="audit_reviewer")
    if name not in box.options:
        box.options.append(name)  # Streamlit's driver cannot type a new one
    box.set_value(name)
    return sound(app.run())


def in_view(app) -> str:
    return next(c.value for c in app.caption if re.match(r"c\d+( |$)", c.value)).split(" ")[0]


def test_a_verdict_is_recorded_with_who_gave_it_and_how_long_they_looked(audit, log):
    app = press(audit(), "audit_supported")
    assert given(log) == [("Ann", "c1", "supported", None)]
    ((_, verdict),) = replay(log.entries("r1")).verdicts
    assert 0 <= verdict.seconds < 60
    assert in_view(app) == "c1", "a verdict leaves the claim in view, so that what others say can be read"
    assert "1 judged by Ann" in app.get("progress")[0].proto.text
    app = press(app, "audit_partly")
    assert given(log) == [("Ann", "c1", "partly", None)]


def test_a_note_goes_with_its_verdict_whichever_comes_first(audit, log):
    app = press(note(audit(), "the minutes say so"), "audit_supported")
    assert given(log) == [("Ann", "c1", "supported", "the minutes say so")]
    note(app, "the minutes say so twice")
    assert given(log) == [("Ann", "c1", "supported", "the minutes say so twice")]


def test_a_note_is_still_there_after_a_look_at_another_claim_and_after_its_verdict_is_taken_back(audit, log):
    app = press(press(note(audit(), "look again"), "audit_next"), "audit_back")
    assert [x.value for x in app.text_input if x.label == "Note"] == ["look again"]
    app = press(press(app, "audit_supported"), "audit_undo")
    assert [x.value for x in app.text_input if x.label == "Note"] == ["look again"]
    assert given(log) == []


def test_a_note_changed_elsewhere_is_the_one_that_is_shown(audit, log):
    app = press(note(audit(), "mine"), "audit_supported")
    elsewhere = VerdictGiven(reviewer="Ann", claim=CLAIMS[0], verdict="supported", note="from the other tab")
    do(log, "r1", lambda _: (elsewhere,), audit=True)
    app = sound(app.run())
    assert [x.value for x in app.text_input if x.label == "Note"] == ["from the other tab"]


def test_undo_takes_the_last_verdict_back_and_brings_its_claim_into_view(audit, log):
    app = press(press(audit(), "audit_supported"), "audit_next")
    app = press(press(press(app, "audit_partly"), "audit_next"), "audit_undo")
    assert given(log) == [("Ann", "c1", "supported", None)]
    assert in_view(app) == "c2"
    app = press(app, "audit_undo")
    assert (given(log), in_view(app)) == ([], "c1")
    assert app.button(key="audit_undo").disabled


def test_next_and_back_go_from_claim_to_claim_and_stop_at_the_ends(audit):
    app = audit()
    assert app.button(key="audit_back").disabled
    seen = [in_view(app)]
    while not app.button(key="audit_next").disabled:
        app = press(app, "audit_next")
        seen.append(in_view(app))
    assert seen == ["c1", "c2", "c3", "c4", "c5"]
    assert app.query_params["selected"] == "c5"
    assert in_view(press(app, "audit_back")) == "c4"


def test_the_first_claim_that_is_not_judged_comes_into_view(audit):
    assert in_view(judging_as(audit((*ANSWERED, *BN[:2])), "BN")) == "c3"


def test_a_filter_keeps_the_claim_in_view_until_one_goes_on(audit):
    app = audit()
    app.selectbox(key="audit_sieve").set_value("not judged")
    app = press(sound(app.run()), "audit_supported")
    assert in_view(app) == "c1"
    assert table(app, "audit_claims")["claim"] == ["c2", "c3", "c4", "c5"]
    assert in_view(press(app, "audit_next")) == "c2"


@pytest.mark.parametrize(
    ("sieve", "left"),
    [("uncited", ["c3"]), ("failing checks", ["c4", "c5"]), ("disagreement", ["c4"]), ("not judged", ["c3", "c5"])],
)
def test_a_filter_lets_through_what_it_says(audit, sieve, left):
    app = judging_as(audit((*ANSWERED, *MACHINE, *BN)), "BN")
    app.selectbox(key="audit_sieve").set_value(sieve)
    assert table(sound(app.run()), "audit_claims")["claim"] == left


def test_a_filter_that_leaves_nothing_says_so(audit):
    app = audit(small_run.STEPS)
    app.selectbox(key="audit_sieve").set_value("uncited")
    assert "No claim is left under this filter." in texts(sound(app.run()))


def test_what_machine_and_others_say_is_hidden_until_one_has_judged(audit):
    app = audit((*ANSWERED, *MACHINE, *BN), "c4")
    before = texts(app)
    assert "Shown once you have judged: what the machine comes to and 1 other verdict." in before
    told = ("tiny", "one of two years", "partly", "it says otherwise")
    assert not [word for word in told if word in before]
    rows = table(app, "audit_claims")
    assert (set(rows["machine"]), set(rows["others"])) == ({""}, {""})
    assert not any("decides" in mark for part in passages(app) for _, mark in part)
    after = press(app, "audit_supported")
    assert "BN: partly one of two years".replace(" one", " :gray[one") in texts(after)
    assert "Machine: contradicted :gray[not as you]" in texts(after)
    assert "tiny: contradicts, it says otherwise. It read “Birger Lund (1870–1941) was an engineer.”" in texts(after)
    rows = table(after, "audit_claims")
    assert (rows["machine"][3], rows["others"][3]) == ("contradicted", "BN: partly")
    assert (rows["machine"][0], rows["others"][0]) == ("", ""), "of the other claims still nothing is shown"


def test_a_label_whose_parts_disagree_is_no_verdict(audit):
    app = press(audit((*small_run.STEPS, undecided())), "audit_supported")
    assert "Machine: no verdict :gray[its parts disagree]" in texts(app)


def undecided():
    return judged_run.label(small_run.C1, ("p2",), "undecided", "its label is 'entails', and no sentence decides")


def test_a_second_reviewer_judges_by_name_and_agreement_is_shown(audit, log):
    app = audit()
    for verdict in ("supported", "supported", "not_enough", "contradicted", "not_located"):
        app = press(app, f"audit_{verdict}")
        if not app.button(key="audit_next").disabled:
            app = press(app, "audit_next")
    app.query_params.pop("selected")
    app = judging_as(app, "Bea")
    assert in_view(app) == "c1"
    assert app.button(key="audit_supported").proto.type != "primary", "Ann's verdict is not shown as Bea's"
    for verdict in ("supported", "supported", "not_enough", "partly", "not_located"):
        app = press(app, f"audit_{verdict}")
        if not app.button(key="audit_next").disabled:
            app = press(app, "audit_next")
    assert len(given(log)) == 10
    assert "Ann and Bea: 4 of 5 alike (80%) · Cohen's κ 0.7" in texts(app)


def test_only_who_has_judged_every_claim_can_seal(audit, log):
    app = audit(small_run.STEPS)
    assert app.button(key="audit_seal").disabled
    app = press(press(press(app, "audit_supported"), "audit_next"), "audit_supported")
    app = press(app, "audit_seal")
    assert "Audited and sealed by Ann." in texts(app)
    assert app.button(key="audit_seal").disabled
    assert log.run("r1").sealed_by == "Ann"
    app = press(app, "audit_partly")
    assert "The seal of Ann is broken: Ann" in texts(app)
    assert log.run("r1").seal_broken


def test_a_broken_seal_is_told_with_what_broke_it(audit):
    said = texts(audit((*small_run.STEPS, *small_run.AUDITED, small_run.AFTERMATH[5])))
    assert "The seal of AK is broken: AK rejected f3 (step" in said
    assert ":violet[The answer is open again:] another Birger Lund" in said
    assert "press Resume; its next answer can be audited again." in said


def test_a_contradicted_claim_offers_to_reject_its_fact_and_the_answer_reopens(audit, log):
    app = audit(small_run.STEPS, "c2")
    app = press(app, "audit_supported")
    assert not has(app, "reject_fact_f3_audit")
    app = press(app, "audit_contradicted")
    assert f"It rests on f3: {small_run.LIFE}" in texts(app)
    app = press(app, "reject_fact_f3_audit")
    app.text_area(key="reason_reject fact_f3").set_value("another Birger Lund")
    app = press(app, "step_in_do")
    assert replay(log.entries("r1")).answer is None
    assert ":violet[The answer is open again:] another Birger Lund" in texts(app)
    assert "press Resume" in texts(app)


def test_a_run_that_was_opened_to_be_read_takes_verdicts_but_offers_no_rejection(audit, log):
    app = press(audit(small_run.STEPS, "c2", origin="imported"), "audit_contradicted")
    assert given(log) == [("Ann", "c2", "contradicted", None)]
    assert not [b for b in app.button if b.label.startswith("Reject")]


@pytest.mark.parametrize(
    ("address", "says"),
    [({}, "No run has come to an end yet."), ({"run": "lost"}, "There is no such run in this log")],
)
def test_with_no_run_to_show_the_page_says_what_to_do(open_app, address, says):
    assert says in texts(open_app(AUDIT, **address))


def test_a_claim_there_is_not_in_the_address_shows_one_there_is(audit):
    assert in_view(audit(claim="c99")) == "c1"
    assert in_view(audit(claim="<img src=x>", run="r2")) == "c1"


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        (small_run.ABSTAINED, "The run has no answer, so there is no claim to judge."),
        (small_run.STEPS[:8], "The run has no answer, so there is no claim to judge."),
        (
            (*small_run.STEPS[:-1], (judged_run.ANSWERED[-1][1].model_copy(update={"claims": ()}),)),
            "The answer makes no claim.",
        ),
    ],
)
def test_a_run_without_claims_says_why_there_is_nothing_to_judge(audit, steps, says):
    app = audit(steps)
    assert says in texts(app)
    assert not has(app, "audit_supported")


def test_a_claim_that_cites_nothing_says_so_and_can_be_judged(audit, log):
    app = audit(claim="c3")
    assert "It cites nothing." in texts(app)
    assert "There is no passage to read: the claim names none." in texts(app)
    press(app, "audit_not_enough")
    assert given(log) == [("Ann", "c3", "not enough", None)]


def test_each_of_several_citations_stands_behind_a_tab(audit):
    app = audit(claim="c5")
    assert [t.label.replace("\\", "") for t in app.tabs] == [
        "[3] Norholm bridge…",
        "[1] Harbour Board minutes",
    ]
    assert ("designed by Ada Holm", "quote") in passages(app)[0]
    assert "The quote “The board never met in that decade.” was not located in “Harbour Board minutes”." in texts(app)


def test_a_source_that_could_not_be_had_says_why(audit):
    app = audit(small_run.PASTED, "c3", origin="pasted")
    assert "Could not be read: [2] is cited but not in the list." in texts(app)
    assert passages(app) == []
    assert table(app, "audit_claims")["checks"][2] == "– unread"


def test_of_a_long_passage_the_part_around_the_quote_is_shown(audit):
    long = "A ship came in. " * 2_000 + small_run.MINUTES + " A ship went out." * 2_000
    start = long.index("Birger Lund")
    page = small_run.P2.model_copy(update={"text": long, "sha256": digest(long)})
    citation = CLAIMS[0].citations[0].model_copy(update={"start": start, "end": start + len("Birger Lund")})
    claim = CLAIMS[0].model_copy(update={"citations": (citation,)})
    steps = tuple(tuple(replaced(x, page, claim) for x in group) for group in small_run.STEPS)
    app = audit(steps)
    (shown,) = passages(app)
    text = "".join(part for part, _ in shown)
    assert small_run.MINUTES in text
    assert len(text) < 13_000
    assert re.search(r"Characters 26,\d{3} to 38,\d{3} of 66,\d{3}; Investigate shows the rest", texts(app))


def replaced(event, page, claim):
    if event.type == "searched":
        found = tuple(page if p.id == page.id else p for p in event.passages)
        return event.model_copy(update={"passages": found})
    return event.model_copy(update={"claims": (claim,)}) if event.type == "answered" else event


def asking(monkeypatch, folder, *lines: dict) -> None:
    script = folder / "auditor.jsonl"
    script.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    monkeypatch.setenv("SLEUTH_MODEL", f"scripted/{script}")


FILL = (
    {"purpose": "fill", "when": "Harbour Board minutes", "reply": {"sentence": 1, "value": "Norholm"}},
    {"purpose": "fill", "when": "Birger Lund", "reply": {"sentence": 2, "value": "Tromsø"}},
)


def test_the_model_is_asked_beside_the_page_and_its_verdict_stays_hidden(audit, monkeypatch, tmp_path, log):
    asking(monkeypatch, tmp_path, *FILL)
    app = press(audit(small_run.STEPS), "audit_entail")
    wait_for(lambda: not AUDITS.get("r1").running)
    assert len(replay(log.entries("r1")).entailments) == 2
    app = sound(app.run())
    assert app.button(key="audit_entail").disabled, "it has been asked about every claim"
    assert "Shown once you have judged: what the machine comes to." in texts(app)
    assert "Machine: supported :gray[as you]" in texts(press(app, "audit_supported"))


def test_asking_the_model_shows_how_far_it_is_and_can_be_stopped(audit, monkeypatch, tmp_path, log):
    asking(monkeypatch, tmp_path, *({**line, "seconds": 1.0} for line in FILL))
    app = press(audit(small_run.STEPS), "audit_entail")
    wait_for(lambda: AUDITS.get("r1").total is not None)
    app = sound(app.run())
    assert any("asking the model · 0 of 2" in p.proto.text for p in app.get("progress"))
    app = press(app, "audit_stop")
    wait_for(lambda: not AUDITS.get("r1").running)
    assert len(replay(log.entries("r1")).entailments) == 1, "what was judged by then stays"
    assert not has(sound(app.run()), "audit_stop")


def test_a_model_that_cannot_be_asked_says_why(audit, monkeypatch, tmp_path):
    asking(monkeypatch, tmp_path, {"purpose": "other", "reply": {}})
    app = press(audit(small_run.STEPS), "audit_entail")
    wait_for(lambda: not AUDITS.get("r1").running)
    app = sound(app.run())
    assert "The script has no reply for 'fill'" in texts(app)
    app = press(app, "audit_dismiss")
    assert not has(app, "audit_dismiss")
    press(app, "audit_supported")


def measures(open_app):
    app = open_app(AUDIT)
    app.session_state["audit"] = "Measures"
    return sound(app.run())


def test_the_measures_of_audited_runs_are_put_together_and_taken_along(open_app, record):
    record("r1", JUDGED)
    record("r2", small_run.STEPS)
    app = measures(open_app)
    shown = app.dataframe[0].value.to_dict("list")
    told = dict(zip(shown["measure"], shown["retree"], strict=True))
    assert told["answers"] == "1", "what nobody audited is not measured"
    assert told["claims"] == "5"
    assert told["supported, by persons"].startswith("0.5")
    assert len(app.get("vega_lite_chart") or app.get("arrow_vega_lite_chart")) == 1
    assert any(b.label == "CSV" for b in app.get("download_button"))
    app.segmented_control(key="audit_by").set_value("run")
    assert "r1" in sound(app.run()).dataframe[0].value.columns


def test_without_an_audit_there_is_nothing_to_measure(open_app, record):
    record("r1")
    assert "No run has been audited yet." in texts(measures(open_app))


def test_the_list_of_runs_tells_which_are_audited_and_opens_one(open_app, record):
    record("plain")
    record("sealed", (*small_run.STEPS, *small_run.AUDITED))
    record("begun", (*small_run.STEPS, small_run.AUDITED[0]))
    record("going", small_run.STEPS[:8])
    app = open_app(AUDIT)
    said = texts(app)
    assert "sealed by AK" in said
    assert "audit begun" in said
    assert not has(app, "audit_pick_going")
    app = press(app, "audit_pick_plain")
    assert app.query_params["run"] == "plain"
    assert in_view(app) == "c1"


def test_history_tells_the_seal_and_leads_to_the_audit(open_app, record):
    record("r1")
    record("r2", (*small_run.STEPS, *small_run.AUDITED))
    record("r3", (*small_run.STEPS, *small_run.AUDITED, small_run.AFTERMATH[5]))
    app = open_app("pages/history_page.py")
    shown = table(app, app.dataframe[0].key)
    told = dict(zip(shown["run"], shown["audit"], strict=True))
    assert told == {"r1": "", "r2": "sealed by AK", "r3": "seal of AK broken"}
    app.session_state[app.dataframe[0].key] = {
        "selection": {"rows": [shown["run"].index("r2")], "columns": [], "cells": []}
    }
    app = press(sound(app.run()), "history_audit")
    assert app.query_params["run"] == "r2"
    assert "Audited and sealed by AK." in texts(app)


def test_a_log_without_an_audit_has_no_column_for_it(open_app, record):
    record("r1")
    app = open_app("pages/history_page.py")
    assert "audit" not in table(app, app.dataframe[0].key)


@pytest.mark.parametrize("source", [*SAMPLES, None], ids=[*(s.stem for s in SAMPLES), "audited"])
def test_the_page_and_the_command_agree_claim_by_claim(open_app, record, log, sleuth_log, source):
    run = record("r1", JUDGED) if source is None else open_bundle(log, read_bundle(source), origin="sample").run
    told = json.loads(sleuth_log("audit", run, "--json").out)
    state = replay(log.entries(run))
    assert told == json.loads(json.dumps(document(run, state, queue(state))))
    app = open_app(AUDIT, run=run)
    for claim in told["claims"]:
        app.query_params["selected"] = claim["id"]
        app = sound(app.run())
        words = texts(app) + "".join(m.help or "" for m in app.markdown).replace("\\", "").replace("\u2060", "")
        bare = re.sub(r":\w+-background\[(.*?) [✓?✕]\]", r"\1", words)
        assert f"### {claim['text']}" in bare
        missing = [
            c["told"] for c in claim["checks"] if c["outcome"] != "nothing to check" and c["told"] not in words
        ]
        assert missing == []
        assert in_view(app) == claim["id"]
        for verdict in claim["verdicts"]:
            app = judging_as(app, verdict["reviewer"])
            pressed = [b.key for b in app.button if b.proto.type == "primary" and b.key != "audit_next"]
            assert pressed == [f"audit_{verdict['verdict'].replace(' ', '_')}"]
            assert f"Machine: {claim['machine'] or 'no verdict'}" in texts(app)
    if told["claims"]:
        assert table(app, "audit_claims")["claim"] == [c["id"] for c in told["claims"]]
    else:
        assert "there is no claim to judge" in texts(app)


@pytest.fixture
def sleuth_log(sleuth, monkeypatch):
    """The command, on the log that the page reads."""
    monkeypatch.delenv("SLEUTH_LOG")
    return sleuth
