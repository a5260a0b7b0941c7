"""Every claim of the audit in a table: what checks and reviewers say of it; a row brings it into view."""

import pandas as pd
import streamlit as st

from components import session
from components.text import plain, short
from sleuth.audit.queue import Item, agreements
from sleuth.verdicts import VerdictGiven

ROW = 32
COLUMNS = ["claim", "text", "checks", "your verdict", "machine", "others"]


def claim_table(items: tuple[Item, ...], at: Item | None, reviewer: str) -> None:
    """Draw the table of the claims that are let through; what others say stands only where `reviewer` has judged."""
    frame = pd.DataFrame([_row(item, reviewer) for item in items], columns=COLUMNS)
    # Whether anybody else is there at all gives no verdict away; what nobody said needs no room.
    told = {
        "machine": any(item.labels or item.machine for item in items),
        "others": any(given.reviewer != reviewer for item in items for _, given in item.verdicts),
    }
    frame = frame.drop(columns=[name for name, there in told.items() if not there])
    here = next((place for place, item in enumerate(items) if item == at), None)
    key = "audit_claims"
    rows = [] if here is None else [here]
    if st.session_state.get(key, {}).get("selection", {}).get("rows") != rows:
        st.session_state[key] = {"selection": {"rows": rows, "columns": [], "cells": []}}
    st.dataframe(
        frame,
        key=key,
        hide_index=True,
        row_height=ROW,
        height=(min(len(items), 12) + 1) * ROW + 3,
        on_select=lambda: _chosen(key, items, here),
        selection_mode=["single-row", "single-cell"],
        column_config={
            "claim": st.column_config.TextColumn(width=52),
            "text": st.column_config.TextColumn(width=380 if told["others"] else 550),
            "checks": st.column_config.TextColumn(width=130),
            "others": st.column_config.TextColumn(width=170),
        },
        alt="Claims of the answer, with what checks and reviewers say of each",
    )


def _row(item: Item, reviewer: str) -> tuple[str, ...]:
    mine = item.by(reviewer)
    others = [_told(given) for _, given in item.verdicts if given.reviewer != reviewer]
    return (
        item.claim.id,
        short(item.claim.text, 400),
        _checks(item),
        mine.verdict if mine else "",
        (item.machine or "–") if mine else "",
        ", ".join(others) if mine else "",
    )


def _told(given: VerdictGiven) -> str:
    return f"{given.reviewer}: {given.verdict}"


def _checks(item: Item) -> str:
    failed = [told.name for told in item.checks if told.outcome == "failed"]
    doubtful = [told.name for told in item.checks if told.outcome == "doubtful"]
    if not item.claim.citations:
        return "✕ uncited"
    if failed:
        return f"✕ {', '.join(failed)}"
    if doubtful:
        return f"? {', '.join(doubtful)}"
    return "– unread" if any(told.outcome == "unknown" for told in item.checks) else "✓"


def _chosen(key: str, items: tuple[Item, ...], before: int | None) -> None:
    now = st.session_state[key]["selection"]
    moved = next((cell[0] for cell in now["cells"] if cell[0] != before), None)
    row = moved if moved is not None else next(iter(now["rows"]), before)
    if row is not None and row < len(items):
        session.select(items[row].claim.id)


def agreement_told(items: tuple[Item, ...]) -> None:
    """Draw how far each two reviewers agree; nothing where one alone has judged."""
    for (one, other), agreed in agreements(items).items():
        kappa = "unknown" if agreed.kappa is None else f"{agreed.kappa:.2f}"
        between = f" ({agreed.interval.low:.2f} to {agreed.interval.high:.2f})" if agreed.interval else ""
        alike = f"{agreed.alike} of {agreed.n} alike"
        share = "nothing judged by both" if agreed.share is None else f"{alike} ({agreed.share:.0%})"
        st.markdown(f":material/group: **{plain(one)}** and **{plain(other)}**: {share} · Cohen's κ {kappa}{between}")
