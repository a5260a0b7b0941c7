"""Sentences that say several things, split by a model into claims that say one each; and the check of what it did.

A split is taken only if nothing was added and nothing lost: each word that carries meaning, each number and name of
the claims stands in the sentence, or names what a pronoun of it stands for in the sentences before; each of the
sentence's stands in a claim; and what it denies is denied. It is asked for once more with the problem named, else the
sentence stays whole. Words are compared, not what they say together: a split that swaps two names passes.
"""

import re

from pydantic import Field

from sleuth.citations.negation import negations
from sleuth.events import Event
from sleuth.investigate import Ask, Unreadable
from sleuth.models import Record
from sleuth.pasted.records import Cited, Report, SentenceSplit
from sleuth.replies import ATTEMPTS, ask, refused
from sleuth.search.local.corpus import STOP
from sleuth.state import State
from sleuth.values import plain

FEWEST, MOST = 8, 120
"""Words of a sentence that is worth splitting; a shorter one says one thing, a longer one is no sentence."""
BEFORE = 2
"""Sentences before that are shown, and in which what a pronoun stands for is looked for."""
BORROWED = 8
"""Words that claims may take from the sentences before: a name or two."""
NUMBER = re.compile(r"\d+(?:[.,'’  ]\d+)*")
STANDING_IN = (
    "he she it they him them his her hers its their theirs this that these those who which whose where when there "
    "latter former one ones er sie es ihr ihre ihren ihrer ihm ihn sein seine seinen dessen deren dieser diese "
    "dieses il elle ils elles lui leur leurs son sa ses ce cet cette ces él ella ellos ellas su sus este esta esto "
    "lei loro suo sua suoi он она оно они его её их 他 她 它 其 彼 这 此"
)
PRONOUNS = frozenset(plain(STANDING_IN).split())
"""Words that stand for something named before; what each stands for may be said instead."""
JOINING = (
    "however moreover furthermore also although though while whereas but both respectively additionally therefore "
    "thus hence meanwhile namely too aber auch und oder sowie jedoch während obwohl et mais aussi ainsi y e pero "
    "también ed ma anche и но а 和 与 而 但 也 并"
)
LINKING = frozenset(plain(JOINING).split())
"""Words that only join what a sentence says, which a claim by itself may lack. Those that say when are not among
them."""


class Claims(Record):
    """Reply to `split`: the claims of a sentence."""

    claims: tuple[str, ...] = Field(min_length=1, max_length=12)


def next_split(state: State) -> Ask | None:
    """The next sentence to put to the model; None when there is none left."""
    report = state.report
    assert report is not None
    done = {split.sentence for split in state.splits}
    for n, claim in enumerate(report.claims):
        if n not in done and worth(claim.text) and refused(state, _key(n)) < ATTEMPTS:
            return _asked(state, report, n)
    return None


def worth(sentence: str) -> bool:
    """Whether a sentence may say several things."""
    return FEWEST <= len(plain(sentence).split()) <= MOST


def claims(state: State, number: int) -> tuple[str, ...]:
    """The claims of a sentence: those it was split into, or itself."""
    assert state.report is not None
    split = next((s.claims for s in state.splits if s.sentence == number), None)
    return split or (state.report.claims[number].text,)


def _key(number: int) -> str:
    return f"split {number + 1}"


def _asked(state: State, report: Report, number: int) -> Ask:
    sentence = report.claims[number].text
    before = _before(report.claims, number)

    def then(reply: Claims) -> tuple[Event, ...]:
        told = tuple(dict.fromkeys(" ".join(claim.split()) for claim in reply.claims))
        if problem := check(sentence, told, before):
            raise Unreadable(problem)
        return (SentenceSplit(sentence=number, claims=told),)

    return ask(
        state,
        Claims,
        then,
        purpose="split",
        phase="plan",
        title=f"Split sentence {number + 1} of {len(report.claims)}",
        key=_key(number),
        tokens=max(160, 3 * len(sentence)),
        slots={"before": before or "none", "sentence": sentence},
    )


def _before(every: tuple[Cited, ...], number: int) -> str:
    return " ".join(c.text for c in every[max(0, number - BEFORE) : number])


def check(sentence: str, claims: tuple[str, ...], before: str = "") -> str | None:
    """What is wrong with a split of a sentence, as a sentence for the model; None where it holds.

    >>> check("Ada built it in 1912 and sold it.", ("Ada built it in 1912.", "Ada sold it."))
    >>> check("Ada built it in 1912.", ("Ada built it in 1913.",))
    'The number 1913 of a claim does not stand in the sentence.'
    """
    if not claims or any(not plain(claim) for claim in claims):
        return "A claim is empty."
    numbers, told = _numbers(sentence), [n for claim in claims for n in _numbers(claim)]
    if added := next((n for n in told if n not in numbers), None):
        return f"The number {added} of a claim does not stand in the sentence."
    if lost := next((n for n in numbers if n not in told), None):
        return f"The number {lost} of the sentence stands in no claim."
    return _words_added(sentence, claims, before) or _words_lost(sentence, claims) or _denied(sentence, claims)


def _words_added(sentence: str, claims: tuple[str, ...], before: str) -> str | None:
    own = _words(sentence)
    said = plain(sentence).split()
    known = _words(before) if PRONOUNS.intersection(said) else []
    borrowed = set()
    for word in (w for claim in claims for w in _words(claim)):
        if _among(word, own):
            continue
        if not _among(word, known) or word.isdigit():
            return f"The word “{word}” of a claim does not stand in the sentence."
        borrowed.add(word)
    if len(borrowed) > BORROWED:
        return "The claims say more of the sentences before than what a pronoun stands for."
    return None


def _words_lost(sentence: str, claims: tuple[str, ...]) -> str | None:
    told = [word for claim in claims for word in _words(claim)]
    lost = next((w for w in _words(sentence) if w not in LINKING and not _among(w, told)), None)
    return None if lost is None else f"The word “{lost}” of the sentence stands in no claim."


def _denied(sentence: str, claims: tuple[str, ...]) -> str | None:
    said, told = len(negations(sentence)), sum(len(negations(claim)) for claim in claims)
    if said and told < said:
        return f"The sentence says “{negations(sentence)[0].text}”, and a claim must keep it."
    if told and not said:
        return "A claim denies something that the sentence does not deny."
    return None


def _words(text: str) -> list[str]:
    """The words that carry meaning, pronouns apart."""
    return [w for w in plain(text).split() if w not in STOP and w not in PRONOUNS]


def _numbers(text: str) -> list[str]:
    return [re.sub(r"[\s'’]", "", n) for n in NUMBER.findall(text)]


def _among(word: str, words: list[str]) -> bool:
    return any(_inflected(word, other) for other in words)


ENDING = 3
"""Letters by which two forms of a word may end differently: built, builds; opened, opening."""


def _inflected(a: str, b: str) -> bool:
    """Whether two words are one, or two forms of one. Figures are one only when they are the same."""
    if a == b:
        return True
    if a.isdigit() or b.isdigit():
        return False
    shared = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return shared > ENDING and max(len(a), len(b)) - shared <= ENDING
