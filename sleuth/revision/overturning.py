"""Whether a page says in so many words that an earlier value no longer holds.

A small model points at a sentence readily, whether or not it overturns anything; so its verdict counts only where the
page names the old value in words of correction, or announces the new one as a change (`Rules.overturn`).
"""

import re

from sleuth.ledger import Fact
from sleuth.reading import RELATIONS
from sleuth.search import Passage
from sleuth.sentences import mentions, sentences
from sleuth.sources import FEW, frame, later_edition
from sleuth.values import earlier, plain

ENDED = re.compile(
    r"\b(no longer|not|never|rather than|instead|correct|revis|supersed|replac|succe|former|previous|earlier|old\b|"
    r"retract|withdr|overturn|disprov|renam|moved|relocat|transfer|reclassif|measured (anew|again)|remeasur|invalid|"
    r"wrong|err(or|oneous)|mistak|misread|out of date|outdated|obsolete|until|overt(ak|ook)|surpass|beaten|fell\b|"
    r"abolish|resign|retire|step(ped|s)? down|abdicat|forge|belie(f|ved))",
    re.I,
)
"""Words by which a sentence that names a value says that it does not hold, or no longer."""

ADDED = re.compile(
    r"\b(also|beside|besides|as well|once more|both|too|further(more)?|in addition|(al)?together with)\b", re.I
)
"""Words by which a sentence adds a value to another instead of replacing it."""

BEFORE = 3
"""Words between `now` and the value that it announces, at most."""


def overturns(page: Passage, old: Fact, new: Fact) -> bool:
    """Whether some sentence of the page ends the old value, or the new value is announced as a change."""
    said = (s.text for s in sentences(page.text) if mentions(s.text, old.value))
    ended = any(ENDED.search(_without(text, old, new)) and not ADDED.search(text) for text in said)
    return ended or _announced(new)


def _without(sentence: str, old: Fact, new: Fact) -> str:
    """The sentence less what is named in it, so that a name like Old Town ends nothing."""
    names = sorted((old.value, new.value, old.entity), key=len, reverse=True)
    for name in names:
        sentence = re.sub(re.escape(name), " ", sentence, flags=re.I)
    return sentence


def _announced(new: Fact) -> bool:
    if ADDED.search(new.quote):
        return False
    value = re.escape(plain(new.value))
    return bool(re.search(rf"\b(now|since \d{{4}})\b(\s+\w+){{0,{BEFORE}}}?\s+{value}\b", f" {plain(new.quote)} "))


LASTING = ("a birth", "a death", "a mother", "a father")
"""Relations that do not change with time."""


def same_voice_later(question: str, old: Fact, source: Passage, new: Fact, page: Passage) -> str | None:
    """Why a page overturns an older one without saying so: it is the same source, or the same statement, later.

    None when it is not, when the question is about one point of time, and for what does not change with time: who was
    born or died where and when, and whose child somebody is.
    """
    lasting = any(re.search(RELATIONS[name][0], question, re.I) for name in LASTING)
    if lasting or re.search(r"\b[12]\d{3}\b", question):
        return None
    if later_edition(source, page):
        return f"{page.title} is a later edition of the same source"
    later = source.date and page.date and earlier(source.date, page.date)
    said = frame(old.quote, old.value)
    if later and len(said.split()) > FEW and said == frame(new.quote, new.value):
        return f"the same statement of {page.date} names {new.value}"
    return None
