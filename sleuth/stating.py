"""A question and its value as one sentence: what a fact or an answer claims, to be held against a passage.

By rule, since a sentence that a model words might say more than was found. A question that no rule knows is left as
it is, with its value behind it; a sentence that says something else would be worse.
"""

import re
from collections.abc import Callable

from sleuth.contract import opening
from sleuth.values import same

PAST = {
    "die": "died", "open": "opened", "study": "studied", "come out": "came out", "win": "won", "live": "lived",
    "begin": "began", "end": "ended", "start": "started", "take place": "took place", "become": "became",
    "close": "closed", "move": "moved", "happen": "happened",
}  # fmt: skip


def statement(question: str, value: str) -> str:
    """A question and its value as one sentence.

    >>> statement("Who directed Heat?", "Michael Mann")
    'Michael Mann directed Heat.'
    >>> statement("Where was Michael Mann born?", "Chicago")
    'Michael Mann was born in Chicago.'
    >>> statement("What is the capital of Kazakhstan?", "Astana")
    'The capital of Kazakhstan is Astana.'
    >>> statement("Who died later, Ann Lee or Carl Ost?", "Ann Lee")
    'Ann Lee died later than Carl Ost.'
    """
    asked, bare = opening(question), value.removesuffix(".")
    said = next((said for rule in RULES if (said := rule(asked, bare))), f"{asked}: {bare}.")
    return said[0].upper() + said[1:]


def _between(asked: str, value: str) -> str | None:
    """A choice between two: what the one is more than the other."""
    head, _, rest = asked.partition(", ")
    first, _, second = rest.partition(" or ")
    m = re.match(r"(?:who|what|which(?: \w+)?) ((?:is|was|has|had|came|died|lived)\b.*?)( first)?$", head, re.I)
    if not m or not second or " or " in second:
        return None
    other = second if same(first, value) else first if same(second, value) else None
    if other is None or ", " in other or not (m[2] or re.search(r"\b(?:more|less|\w+er)\b", m[1])):
        return None
    of = "that of " if m[1].startswith("has the ") else ""
    return f"{value} {m[1].removesuffix(' than the other')} {'before' if m[2] else 'than'} {of}{other}."


def _whether(asked: str, value: str) -> str | None:
    """A question for yes or no, where it is plain of what something is said."""
    m = re.match(
        r"(is|are|was|were) (.+?),? (both\b|located|situated|based|(?:of|from|in) the same)\b(.*)$", asked, re.I
    )
    if not m or value.lower() not in ("yes", "no") or m[2].lower() == "both":
        return None
    return f"{m[2]} {m[1].lower()} {'' if value.lower() == 'yes' else 'not '}{m[3]}{m[4]}."


def _origin(asked: str, value: str) -> str | None:
    """Where something is from or lies, however the question is turned round."""
    kind, there = "(?:which|what) (?:country|city|town|state)", "(from|located in|situated in|based in|born in)"
    if m := re.match(rf"{kind} (is|was|are|were) (.+) {there}$", asked, re.I):
        return f"{m[2]} {m[1].lower()} {m[3]} {value}."
    if m := re.match(rf"{kind} (.+) (is|was|are|were|comes|came) {there}$", asked, re.I):
        return f"{m[1]} {m[2].lower()} {m[3]} {value}."
    return None


def _named(asked: str, value: str) -> str | None:
    """What somebody or something is: `the capital of Kazakhstan`, `Ann Lee's father`, `nationality`."""
    if m := re.match(r"(?:who|what|which(?: \w+)?) (is|was|are|were) (the .+)", asked, re.I):
        return f"{m[2]} {m[1].lower()} {value}."
    if m := re.match(r"(?:which|what) nationality (is|was) (.+)", asked, re.I):
        return f"the nationality of {m[2]} {m[1].lower()} {value}."
    if m := re.match(r"(?:who|what) (is|was|are|were) (.+(?:'s|s'|’s|s’) (?:\w+ )?[\w-]+)$", asked, re.I):
        return f"{m[2]} {m[1].lower()} {value}."
    return None


def _done_to(asked: str, value: str) -> str | None:
    """Where or when something was done or somebody was born."""
    m = re.match(
        r"(when|where|in (?:which|what) (?:US )?(?:year|country|city|town|state)) (is|are|was|were) (.+) "
        r"(\w*(?:born|ed|en|lt|ade|wn|ound|ought|held))$",
        asked,
        re.I,
    )
    if not m:
        return None
    word = "on" if re.search(r"\d{1,2}\D+\d{4}|\D+ \d{1,2}, \d{4}", value) else "in"
    return f"{m[3]} {m[2].lower()} {m[4]} {word} {value}."


def _placed(asked: str, value: str) -> str | None:
    """`Where was the place of death of Ann Lee`, as people ask who mean what it was."""
    if m := re.match(r"where (is|was) (the place of .+)", asked, re.I):
        return f"{m[2]} {m[1].lower()} {value}."
    return None


def _measured(asked: str, value: str) -> str | None:
    m = re.match(r"how many (\w+) (high|long|tall|deep|wide|old|far) (is|are|was|were) (.+)", asked, re.I)
    if not m:
        return None
    unit = "" if m[1].lower() in value.lower() else f" {m[1]}"
    return f"{m[4]} {m[3].lower()} {value}{unit} {m[2].lower()}."


def _lying(asked: str, value: str) -> str | None:
    if m := re.match(r"(on|in|into|of|at|to|from) (?:which|what) (?:\w+ )+?(lies|lie|flows|flow) (.+)", asked, re.I):
        return f"{m[3]} {m[2].lower()} {m[1].lower()} {value}."
    return None


def _did(asked: str, value: str) -> str | None:
    if m := re.match(r"(when|where) did (.+?) (" + "|".join(PAST) + r")$", asked, re.I):
        word = "in" if m[1].lower() == "where" or value.isdigit() else "on"
        return f"{m[2]} {PAST[m[3].lower()]} {word} {value}."
    return None


def _doing(asked: str, value: str) -> str | None:
    """Who or which did something: the value in the place of the question word.

    What follows a kind of thing has to be a verb, not somebody's name or `the`, or the value would be joined to what
    it does not belong to. A choice is none of that.
    """
    if re.search(r", .+ or ", asked):
        return None
    m = re.match(rf"(?i:who) ({VERB} .+)", asked) or re.match(rf"(?i:what|which) \w+ ({VERB} .+)", asked)
    m = m or re.match(rf"(?i:what|which) ({VERB}(?<=s) .+)", asked)
    return f"{value} {m[1]}." if m else None


VERB = r"(?!(?:is|was|are|were|did|does|do|the|a|an)\b)[a-z]\w*"

RULES: tuple[Callable[[str, str], str | None], ...] = (
    _between, _whether, _origin, _named, _placed, _done_to, _measured, _lying, _did, _doing,
)  # fmt: skip
"""In turn; the first that knows the question words the sentence."""
