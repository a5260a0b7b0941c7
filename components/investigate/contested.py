"""Where the sources of the answer disagree: what was preferred, to what, and why. Each value is a way to its fact."""

import streamlit as st

from components.selecting import select_button
from components.text import plain, plural, short
from sleuth.state import State
from sleuth.views.contested import Contest, Side, contested

SHOWN = 2
"""Disagreements drawn at once; the rest are folded."""


def contested_block(state: State) -> None:
    """Draw them under the answer; nothing where no sources disagree."""
    contests = contested(state)
    for contest in contests[:SHOWN]:
        _contest(contest)
    if len(contests) > SHOWN:
        more = f"{plural(len(contests) - SHOWN, 'more disagreement')} of sources"
        with st.expander(more, type="compact", key="contests", icon=":material/balance:"):
            for contest in contests[SHOWN:]:
                _contest(contest)


def _contest(contest: Contest) -> None:
    held, other = contest.held, contest.other
    reason = f": {plain(short(contest.reason, 300))}" if contest.reason else ", for no recorded reason"
    with st.container(gap=None, key=f"contest_{held.fact}_{other.fact}"):
        st.markdown(
            f":orange[◆ **Sources disagreed:**] **{plain(short(held.value, 80))}** :gray[{_given(held)}] "
            f"{contest.relation} **{plain(short(other.value, 80))}** :gray[{_given(other)}]{reason}"
        )
        with st.container(horizontal=True, gap="xsmall"):
            for side in (held, other):
                select_button(
                    side.fact, side.fact, f"contest_{held.fact}_{other.fact}_{side.fact}", "Select this fact"
                )


def _given(side: Side) -> str:
    """The sources of a value with their dates; one that is a copy adds nothing and is left out."""
    own = side.independent
    named = (plain(f"{short(s.title, 60)}, {s.date or 'undated'}") for s in own[:3])
    more = f" and {len(own) - 3} more" if len(own) > 3 else ""
    return f"({'; '.join(named)}{more})"
