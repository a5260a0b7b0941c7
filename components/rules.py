"""The choices that the published methods leave open, or that ablate them, as fields with what each does."""

from typing import NamedTuple, get_args

import streamlit as st

from sleuth.rules import Rules


class Rule(NamedTuple):
    """How a rule is offered."""

    label: str
    origin: str
    """Whose the default is."""
    told: str

    choices: tuple[str, ...] = ()
    """What it accepts; none for one that is on or off."""


def _rule(name: str, label: str, origin: str, told: str) -> Rule:
    return Rule(label, origin, told, get_args(Rules.model_fields[name].annotation))


RULES = {
    "repair": _rule(
        "repair",
        "Repair",
        "ours",
        "What a fallen fact takes with it. selective: what rests on it; hard: every later node, as ReTree publishes "
        "it; flat: nothing; rebuild: all is derived anew.",
    ),
    "premises": _rule(
        "premises",
        "Premises",
        "ours",
        "What a question rests on. declared: the facts it refers to; values: also those whose value it mentions; "
        "names: also those whose subject it mentions.",
    ),
    "relevance": _rule(
        "relevance", "Relevance", "published", "How related facts are chosen. lexical: shared words, as ReTree; bm25."
    ),
    "rejected": _rule(
        "rejected",
        "Weak contradiction",
        "ours",
        "What stays after a contradiction that is judged too weak. both compete, or only the old value.",
    ),
    "equal": _rule(
        "equal", "Equal support", "ours", "Of two equally supported values. hold: neither counts; both compete."
    ),
    "siblings": _rule(
        "siblings",
        "Siblings",
        "ours",
        "Other facts of the turn of a repair that do not rest on what fell. keep or drop them.",
    ),
    "repairing_search": _rule(
        "repairing_search", "Repairing search", "ours", "Whether a search that led to a repair counts or is refunded."
    ),
    "overturn": _rule(
        "overturn",
        "Overturning",
        "ours",
        "When the model's verdict on a contradiction counts. said: where the page says in so many words that the old "
        "value no longer holds; model: always, as ReTree, for a strong model.",
    ),
    "second": _rule(
        "second",
        "Further pages",
        "ours",
        "Which pages are read once a value stands. later: only later-dated ones; any: undated ones too.",
    ),
    "commit": _rule(
        "commit",
        "Commitment",
        "published",
        "When to answer early. nudge: when the budget is nearly used, as SLEUTH; state: when the last value is "
        "supported; both; none.",
    ),
    "ledger": _rule(
        "ledger", "Ledger", "published", "full; facts: without hypotheses and open questions, SLEUTH's ablation."
    ),
    "enforce": _rule(
        "enforce",
        "Check replies",
        "published",
        "Replies are checked against their page and asked again. Off is SLEUTH's ablation.",
    ),
}
DEFAULTS = Rules()


def rule_fields(rules: Rules) -> dict[str, object]:
    """Draw a field for each rule; what stands in them."""
    chosen: dict[str, object] = {}
    with st.grid(3, min_column_width=250):
        for name, rule in RULES.items():
            now, default = getattr(rules, name), getattr(DEFAULTS, name)
            shown = "on" if default is True else default
            label = f"{rule.label} :gray[{rule.origin}: {shown}]"
            with st.container(key=f"rule_box_{name}", gap="xsmall"):
                if rule.choices:
                    place = rule.choices.index(now)
                    chosen[name] = st.selectbox(label, rule.choices, place, key=f"rule_{name}")
                else:
                    chosen[name] = st.toggle(label, now, key=f"rule_{name}")
                st.caption(rule.told)
    return chosen
