"""The audit of one run: the claim that is judged beside its passages, its verdict, and the queue of all claims."""

import streamlit as st

from components import runs, session
from components.acting.stepping_in import stepping_in
from components.announcer import announce
from components.audit.bringing import bringing_told
from components.audit.cited import cited_passages
from components.audit.claim import check_list, claim_text
from components.audit.claims import agreement_told, claim_table
from components.audit.head import audit_actions, audit_head, reviewer_choice, seal_told
from components.audit.machine import others_told, spoken
from components.audit.verdicts import verdict_bar
from components.audit.working import work_told
from components.text import plain, plural
from sleuth.audit.queue import SIEVES, Item, kept, queue
from sleuth.state import State
from sleuth.store import RunRow

SIEVE = "audit_sieve"


def audit_board(row: RunRow) -> None:
    """Draw the audit of a run as it stands."""
    stepping_in(row)
    state = runs.standing(row.id, row.seq).state
    items = queue(state)
    audit_head(row, state)
    seal_told(state, row)
    if bringing_told(row.id):
        return
    if not items:
        _nothing(state)
        return
    left, middle, right = st.columns([3, 3, 2], vertical_alignment="bottom")
    with right:
        reviewer = reviewer_choice(items)
    with middle:
        sieve = st.selectbox(
            "Show",
            SIEVES,
            key=SIEVE,
            format_func=lambda name: f"{name} ({len(kept(items, name, reviewer))})",
            help="Disagreement is between reviewers, or of you with the machine, on claims that you have judged.",
        )
    shown = kept(items, sieve, reviewer)
    at = _at(items, shown, reviewer)
    with left:
        _progress(items, at, reviewer)
    audit_actions(row, state, items, reviewer)
    work_told(row.id)
    if at is None:
        st.caption("No claim is left under this filter.")
    else:
        _judging(row, state, shown, at, reviewer)
    st.markdown("**Claims** " + (f":gray[{len(shown)} of {len(items)}]" if len(shown) < len(items) else ""))
    if shown:
        claim_table(shown, at, reviewer)
    agreement_told(items)


def _nothing(state: State) -> None:
    if state.status == "paused" and state.cause == "reopened":
        st.markdown(f":violet[**The answer is open again:**] {plain(state.reason or '')}")
        st.caption("Open the run and press Resume; its next answer can be audited again.")
    elif state.answer is None:
        st.caption("The run has no answer, so there is no claim to judge.")
    else:
        st.caption("The answer makes no claim.")


def _at(items: tuple[Item, ...], shown: tuple[Item, ...], reviewer: str) -> Item | None:
    """The claim in view: the one that the address names, else the first that is not judged, else the first."""
    named = next((item for item in items if item.claim.id == session.selected()), None)
    waiting = next((item for item in shown if item.by(reviewer) is None), None)
    return named or waiting or (shown[0] if shown else None)


def _progress(items: tuple[Item, ...], at: Item | None, reviewer: str) -> None:
    judged = sum(item.by(reviewer) is not None for item in items)
    place = f"Claim {at.number} of {len(items)} · " if at else ""
    st.progress(judged / len(items), text=f"{place}{judged} judged by {plain(reviewer)}")


def _judging(row: RunRow, state: State, shown: tuple[Item, ...], at: Item, reviewer: str) -> None:
    left, right = st.columns([1, 1], gap="medium")
    with left, st.container(border=True, height="stretch", key="audit_claim", gap="xsmall"):
        st.caption(f"{at.claim.id} · {plural(len(at.cited), 'citation')}" if at.cited else at.claim.id)
        claim_text(at)
        check_list(at.checks)
    with right, st.container(height="stretch", gap="xsmall", key="audit_reading"):
        cited_passages(at, decided=at.by(reviewer) is not None)
    mine = [(seq, given) for seq, given in state.verdicts if given.reviewer == reviewer]
    standing = {item.claim for item in shown} | {at.claim}
    last = max(((seq, given) for seq, given in mine if given.claim in standing), default=None, key=lambda x: x[0])
    before = [item for item in shown if item.number < at.number]
    after = [item for item in shown if item.number > at.number]
    verdict_bar(
        row.id,
        at,
        reviewer,
        back=before[-1].claim.id if before else None,
        on=after[0].claim.id if after else None,
        last=last[1].claim.id if last else None,
    )
    others_told(state, at, reviewer, to_read=row.to_read)
    announce(f"audit {row.id}", spoken(at, len(state.claims), reviewer))
