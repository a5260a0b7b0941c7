"""Searching one dialogue: the turns that answer a question together, without asking any model.

A turn is found by what stands around it, too: an answer without the question before it says little. Where a question
names one of the two persons, that person's turns come first (96 % of the evidence of LoCoMo's multi-hop questions are
theirs), and the names are left out of the comparison: they stand before every turn and tell nothing. The simpler
rankings beside the best one are those that others report, so that gains are counted from them.
"""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from sleuth.evaluate.locomo import Dialogue
from sleuth.evaluate.vectors import vectors
from sleuth.evaluate.words import Words
from sleuth.search import Passage, Query, Results, digest
from sleuth.search.fusion import fuse
from sleuth.sentences import stems

if TYPE_CHECKING:
    from sleuth.search.embeddings import Embed, Vectors

Kind = Literal["dense", "bm25", "three fused", "speaker first", "with feedback"]
"""The rankings there are: by meaning, of `speaker: text`; by words, with caption, date and the turns beside; those
two and meaning with the turns beside, fused; words and meaning, each of the turn and of what stands around it, fused,
the named speaker's turns first; the same with further words from the first turns found."""
KINDS: tuple[Kind, ...] = get_args(Kind)
BEST: Kind = "with feedback"
"""What the loop around a retrieval searches by; chosen, with what follows here, on five of the ten dialogues."""
WIDE, NEAR = 2, 1
"""Turns on each side that count as standing around: for words, and for meaning."""


class Field(NamedTuple):
    """A dialogue as it is searched: its turns as passages, and what they are found by."""

    dialogue: Dialogue
    passages: tuple[Passage, ...]
    words: dict[str, Words]
    meaning: "dict[str, Vectors]"
    embed: "Embed"


def field(dialogue: Dialogue, embed: "Embed", cache: Path) -> Field:
    """Index a dialogue; its vectors are kept in the folder `cache`."""
    spoken = [f"{t.speaker}: {t.text}" for t in dialogue.turns]
    shown = [f"{said} [{t.caption}]" if t.caption else said for said, t in zip(spoken, dialogue.turns, strict=True)]
    bare = [f"{t.text} {t.caption}".strip() for t in dialogue.turns]
    dated = [f"{said} {t.date}" for said, t in zip(_around(dialogue, shown, NEAR), dialogue.turns, strict=True)]
    return Field(
        dialogue=dialogue,
        passages=tuple(
            Passage(title=t.date, text=text, collection=dialogue.id, document=t.id, sha256=digest(text))
            for text, t in zip(shown, dialogue.turns, strict=True)
        ),
        words={
            "spoken": Words(dated),
            "turn": Words(bare),
            "around": Words(_around(dialogue, bare, WIDE)),
        },
        meaning={
            "spoken": vectors(embed, spoken, cache),
            "turn": vectors(embed, bare, cache),
            "around": vectors(embed, _around(dialogue, bare, NEAR), cache),
        },
        embed=embed,
    )


def _around(dialogue: Dialogue, texts: Sequence[str], width: int) -> list[str]:
    """Each text with those of the turns around it, within its session."""
    turns = dialogue.turns
    return [
        " ".join(
            texts[i]
            for i in range(max(0, at - width), min(len(turns), at + width + 1))
            if turns[i].session == turns[at].session
        )
        for at in range(len(turns))
    ]


def rank(place: Field, text: str, kind: Kind) -> tuple[str, ...]:
    """The ids of the turns, best first."""
    match kind:
        case "dense":
            order = _near(place, "spoken", text)
        case "bm25":
            order = _best(place.words["spoken"].scores(Counter(stems(text))))
        case "three fused":
            others: tuple[Kind, ...] = ("dense", "bm25")
            return fuse([*(rank(place, text, other) for other in others), _ids(place, _near(place, "around", text))])
        case "speaker first" | "with feedback":
            order = _by_all(place, text, widened=kind == "with feedback")
    return _ids(place, order)


def _ids(place: Field, order: Sequence[int]) -> tuple[str, ...]:
    return tuple(place.dialogue.turns[i].id for i in order)


def _by_all(place: Field, text: str, *, widened: bool) -> list[int]:
    """By words and by meaning, of each turn and of what stands around it, the named speaker's turns first."""
    speakers, turns = place.dialogue.speakers, place.dialogue.turns
    named = [s for s in speakers if re.search(rf"\b{re.escape(s)}\b", text, re.I)]
    kept = re.sub(rf"\b({'|'.join(map(re.escape, speakers))})\b(['’`]s)?", " ", text, flags=re.I)
    bare = " ".join(kept.split())
    query: dict[str, float] = dict(Counter(stems(bare)))

    def first(order: list[int]) -> list[int]:
        return sorted(order, key=lambda i: turns[i].speaker != named[0]) if len(named) == 1 else order

    rankings = []
    for over in ("turn", "around"):
        words = place.words[over]
        by_words = first(_best(words.scores(query)))
        if widened:
            by_words = first(_best(words.scores(words.widened(query, by_words))))
        rankings += [by_words, first(_near(place, over, bare))]
    return [int(i) for i in fuse([[str(i) for i in order] for order in rankings])]


def _near(place: Field, over: str, text: str) -> list[int]:
    (asked,) = place.embed((text,))
    return _best((place.meaning[over] @ asked).tolist())


def _best(scores: list[float]) -> list[int]:
    """Places by their scores, the earlier first of equals."""
    return sorted(range(len(scores)), key=lambda i: -scores[i])


def search(place: Field, query: Query) -> Results:
    """The best ranking as a search."""
    known = {p.document: p for p in place.passages}
    ids = rank(place, query.text, BEST)[: query.k]
    return Results(engine="dialogue", outcome="found" if ids else "no match", passages=tuple(known[i] for i in ids))
