"""How an audit stands, in few words: what lists, reports and the JSON document say of it."""

import pytest
from judged_run import AK, ANSWERED, BN, JUDGED, MACHINE
from small_run import AFTERMATH, STEPS
from writing import of

from sleuth.views.audited import standing, summary
from sleuth.views.projection import project
from sleuth.views.show import render


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (ANSWERED, None),
        ((*ANSWERED, *MACHINE), None),
        ((*ANSWERED, *BN), "3 of 5 claims judged by BN"),
        ((*ANSWERED, *BN, *AK[:2]), "3 of 5 claims judged by BN, 2 of 5 claims judged by AK"),
        (JUDGED, "sealed by AK"),
        ((*JUDGED, AK[0]), "the seal of AK is broken; 3 of 5 claims judged by BN, 5 of 5 claims judged by AK"),
        ((*JUDGED, AFTERMATH[5]), "the seal of AK is broken"),
    ],
    ids=["not audited", "by a model alone", "one", "two", "sealed", "judged anew", "answer reopened"],
)
def test_how_an_audit_stands_in_a_line(steps, said):
    state = of(steps).state
    assert standing(state) == said
    shown = [line for line in render("small", state).splitlines() if line.startswith("audit:")]
    assert shown == ([f"audit: {said}"] if said else [])


def test_the_document_tells_seal_reviewers_and_how_many_claims_are_judged():
    assert project("small", of(STEPS).state)["audit"] is None
    sealed = of(JUDGED).state
    assert project("small", sealed)["audit"] == {
        "sealed_by": "AK",
        "sealed_at_seq": sealed.seq,
        "broken_at_seq": None,
        "reviewers": [{"name": "BN", "judged": 3}, {"name": "AK", "judged": 5}],
        "judged": 5,
    }
    assert summary(of((*JUDGED, AK[0])).state)["broken_at_seq"] == sealed.seq + 1
    assert summary(of((*ANSWERED, *MACHINE)).state) == {
        "sealed_by": None,
        "sealed_at_seq": None,
        "broken_at_seq": None,
        "reviewers": [],
        "judged": 0,
    }
