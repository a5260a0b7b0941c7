"""Where a text says that something is not so."""

import re
from typing import NamedTuple

from sleuth.citations.names import names
from sleuth.sentences import content

NEGATIONS = re.compile(
    r"\b(?:no longer|not|never|neither|nor|none|nobody|nothing|nowhere|without|cannot|unable to|no one"
    r"|(?:fail|refus|declin|ceas)(?:s|es|ed|ing|e)? to|den(?:y|ied|ies|ying)|lack(?:s|ed|ing)?)\b"
    r"|(?:\b|\s)n['’]t\b|(?<=n)['’]t\b|\bno\b(?!\.\s*\d|\s*\d)",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\bnot (?:only|just|merely|least|to be confused with)\b|\bno doubt\b|\bNo\.?\s*\d|\bif not\b", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"[,;:()–—]|\s[-]\s|\b(?:but|although|though|while|whereas|and|which|who|because|since|until|when|where|after|before)\b"
)


class Negation(NamedTuple):
    """A word that denies, and the clause that it denies."""

    start: int
    end: int
    text: str
    clause: str


def negations(text: str) -> tuple[Negation, ...]:
    """The negations of a text in their order.

    >>> [n.text for n in negations("It was never rebuilt, not only for want of money, and didn't reopen.")]
    ['never', "'t"]
    """
    none = [m.span() for m in _NONE.finditer(text)]
    cuts = [0, *(m.start() for m in _CLAUSE.finditer(text)), len(text)]
    found = []
    for m in NEGATIONS.finditer(text):
        if any(start <= m.start() < end for start, end in none):
            continue
        low = max(cut for cut in cuts if cut <= m.start())
        high = min((cut for cut in cuts if cut >= m.end()), default=len(text))
        found.append(Negation(m.start(), m.end(), m[0].strip(), text[low:high]))
    return tuple(found)


def denied(negation: Negation, claim: str) -> float:
    """How much of what a negation denies a claim speaks of, names apart, from 0 to 1.

    What is said of somebody always shares the name; it is what is said that counts.
    """
    words = _said(negation)
    return len(words & content(claim)) / len(words) if words else 0.0


def together(a: Negation, b: Negation) -> bool:
    """Whether two negations deny something in common, or one of them nothing that can be told."""
    x, y = _said(a), _said(b)
    return not x or not y or bool(x & y)


def _said(negation: Negation) -> frozenset[str]:
    called = {word for name in names(negation.clause) for word in content(name.text)}
    words = content(NEGATIONS.sub(" ", negation.clause)) - called
    return frozenset(word for word in words if not word.isdigit())
