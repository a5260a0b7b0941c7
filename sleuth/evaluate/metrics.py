"""Scores of answers, exactly as the data sets define them.

Sources: SQuAD v1.1 evaluation (normalisation, EM, F1), HotpotQA evaluation (yes/no rule), MuSiQue evaluation
(empty token lists).
"""

import re
import string
from collections import Counter
from collections.abc import Sequence


def normalise(text: str) -> str:
    """SQuAD: lower-case, no ASCII punctuation, no whole words a/an/the, single spaces."""
    bare = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def exact(answer: str, golds: Sequence[str]) -> bool:
    """Whether the answer equals the answer or an alias after normalisation."""
    return any(normalise(answer) == normalise(gold) for gold in golds)


def f1(answer: str, golds: Sequence[str]) -> float:
    """Token F1, best over the answer and its aliases."""
    return max((_f1(answer, gold) for gold in golds), default=0.0)


def _f1(answer: str, gold: str) -> float:
    said, true = normalise(answer), normalise(gold)
    if said != true and {said, true} & {"yes", "no", "noanswer"}:
        return 0.0
    a, b = said.split(), true.split()
    if not a or not b:
        return float(a == b)
    shared = sum((Counter(a) & Counter(b)).values())
    return 2 * shared / (len(a) + len(b))
