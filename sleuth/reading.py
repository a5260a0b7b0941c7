"""What a page says about one question: the model's reply, checked against the page.

The model names a sentence by number and copies a value; everything else (the quote, its offsets, whether the
value stands there, whether the page speaks of the entity) is established here in code.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from sleuth.contract import Wants
from sleuth.search import Passage
from sleuth.search.local.corpus import names
from sleuth.sentences import Sentence, about, content, mentions, sentences
from sleuth.values import DEMONYMS, is_date, number, parse_date, plain, stands


class Finding(NamedTuple):
    """A value that stands in a passage."""

    value: str
    sentence: Sentence
    firm: bool


class Refusal(NamedTuple):
    """Why a value is not taken, and whether the model may be asked once more."""

    reason: str
    again: bool


RELATIONS = {
    "a birth": (r"\bborn\b|\bbirth", r"\bborn\b|\bbirth|\bnative of\b|\bb\.|\(|\b(raised|grew up) in\b"),
    "a death": (
        r"\bdie[ds]?\b|\b(place|date|day|year) of death\b",
        r"\bdie[ds]?\b|\bdeath|\bdead\b|kill|murder|execut|assassin|suicide|\bd\.|\d\)?\s*[–—-]|[–—]\s|†|passed",
    ),
    "a mother": (
        r"\bmother of\b",
        r"\bmother|\b(son|daughter|child|children) (of|to|by)\b|\bborn (of|to)\b|parents|wife|married",
    ),
    "a father": (
        r"\bfather of\b",
        r"\bfather|\b(son|daughter|child|children) (of|to|by)\b|\bborn (of|to)\b|parents|succeed|sons? |heir",
    ),
    "a director": (
        r"\b(film )?director of\b|\bwho directed\b",
        r"\bdirect|\bby\b|['’]s? (\w+ )*(film|movie)|film-?maker|helmed|\bmade\b",
    ),
    "a head of government": (
        r"\bheads? (of )?(the )?government\b",
        r"\bhead of (the )?government|prime minister|premier|chancellor|president|taoiseach|\bgovernment\b",
    ),
    "a marriage": (
        r"\b(spouse|wife|husband) of\b|['’]s (spouse|wife|husband)\b",
        r"married|marri|wife|husband|spouse|widow|\bwed|consort|divorc|partner|queen|empress|duchess|countess|princess|couple",
    ),
}
"""Relations that small models mistake for others: how a question and how a sentence speaks of each."""

OPPOSITE = {"a birth": r"\b(died|death)\b", "a death": r"\b(born|birth)\b"}


def _speaks(question: str, sentence: str, value: str) -> str | None:
    """The relation that the question asks about and the sentence does not tell of this value, if any.

    Of birth and death in one sentence, a value belongs to the one that was named last before it.
    """
    for name, (asks, tells) in RELATIONS.items():
        if not re.search(asks, question, re.I):
            continue
        if not re.search(tells, sentence, re.I):
            return name
        if name in OPPOSITE and (at := sentence.find(value)) > 0:
            events = [m[0].lower() for m in re.finditer(r"\b(born|birth|died|death)\b", sentence[:at], re.I)]
            if events and re.search(OPPOSITE[name], events[-1]):
                return name
    return None


def _unfit(question: str, entity: str, wants: Wants, value: str) -> str | None:
    """Why a value cannot be what a question asks, whatever the page says; None when it can."""
    spoken = plain(value)
    if not spoken:
        return "the value is empty"
    if len(value) > 120:
        return f"the value has {len(value)} characters; a name, place, date or number is asked"
    if spoken == plain(re.sub(r"^(the|an?)\s+", "", entity, flags=re.I)) or spoken == plain(entity):
        return "the value repeats the name that was asked about"
    if re.match(r"(his|her|their|its|he|she|they)\b", spoken):
        return f"{value!r} names nobody and nothing by itself"
    if wants == "person" and INSTITUTION.search(value):
        return f"a person is asked, and {value!r} is none"
    if wants == "date" and parse_date(value) is None:
        return f"a date is asked, and {value!r} is none"
    if wants == "number" and number(value) is None:
        return f"a number is asked, and {value!r} is none"
    if (
        wants in ("person", "place", "thing")
        and is_date(value)
        and not re.search(r"date|year|day|time", question, re.I)
    ):
        return f"{value!r} is a date, and none is asked"
    belongs = spoken.split()[-1] in DEMONYMS  # "Filipino-American" says where somebody belongs, not where they were
    if wants == "place" and belongs and re.search(r"born|birth|die|death", question, re.I):
        return f"a place is asked, and {value!r} is none"
    return None


INSTITUTION = re.compile(r"\b(republic|kingdom|government|ministry|parliament|party|officials|authorities)\b", re.I)
"""Words of names that nobody bears."""

LISTED = re.compile(r"(?:^|[;:,]\s*)([A-ZÀ-Þ][^;:,\d]*?)\s+(\d[\d,.]*)\s*(?:km|mi|sq km|m|%|\$)")
"""An item of a list that gives a number for each name: "Germany 801 km; Italy 404 km"."""
MOST = re.compile(r"\b(?:the|its|their|whose) (longest|largest|biggest|greatest|highest|most)\b", re.I)
LEAST = re.compile(r"\b(?:the|its|their|whose) (shortest|smallest|lowest|least|fewest)\b", re.I)


def listed(passage: Passage, question: str, entity: str, found: Iterable[str] = ()) -> Finding | None:
    """What a page's list of names with numbers says, where the most or the least of it is asked; None without a list.

    Comparing numbers is for code. The list has to be about the entity's page and about what the question speaks of;
    a question for the other one is not answered by what was `found` before.
    """
    taken = [plain(value) for value in found] if re.search(r"\bother\b", question) else []
    most, least = MOST.search(question), LEAST.search(question)
    if not (most or least) or names(passage.title, entity) == 0.0:
        return None
    for sentence in sentences(passage.text):
        items = [(count, name.strip()) for name, said in LISTED.findall(sentence.text) if (count := number(said))]
        items = [(count, name) for count, name in items if plain(name) not in taken]
        if len(items) >= FEWEST and content(question) & content(sentence.text.split(":")[0]):
            return Finding(max(items)[1] if most else min(items)[1], sentence, firm=True)
    return None


FEWEST = 2
"""Items that make a list."""


YEAR = re.compile(r"\b(1\d{3}|20\d{2})\b")
ASKED_YEAR = re.compile(
    r"\b(?:in|from|to|until|since|during|between|and|of|before|after|by) (1\d{3}|20\d{2})\b", re.I
)
"""A year as a time, and not as part of what something is called ("the 1995 film")."""


def _another_time(question: str, entity: str, wants: Wants, sentence: str) -> str | None:
    """The years a sentence speaks of where the question asks about others; None where they meet or none is asked."""
    asked = sorted(set(ASKED_YEAR.findall(question)) - set(YEAR.findall(entity)))
    said = sorted(set(YEAR.findall(sentence)))
    if wants == "date" or not asked or not said or (said[0] <= asked[-1] and asked[0] <= said[-1]):
        return None
    return "–".join(dict.fromkeys((said[0], said[-1])))


def check(passage: Passage, question: str, entity: str, wants: Wants, sentence: int, value: str) -> Finding | Refusal:
    """The finding that a reply stands for, or why it is refused.

    A value is looked for in the sentence named and then in the others of the passage, and taken from the first that
    speaks of what the question asks. Asking again is worth while only where the value does not stand in the passage;
    a reply that misunderstood the page comes back empty.
    """
    every = sentences(passage.text)
    value = " ".join(value.split()).strip(' .,;:"“”')
    if (problem := _unfit(question, entity, wants, value)) is not None:
        return Refusal(problem, again=False)
    order = sorted(every, key=lambda s: s.number != sentence)
    carriers = [s for s in order if stands(value, s.text)]
    if not carriers and "," in value:
        # "Kyoto, Japan" where the page only says Kyoto: the part that stands there is what it says.
        value = value.split(",")[0]
        carriers = [s for s in order if stands(value, s.text)]
    if not carriers:
        return Refusal(f"the value {value!r} does not occur in the passage", again=True)
    carrier = next((s for s in carriers if _speaks(question, s.text, value) is None), None)
    if carrier is None:
        missing = _speaks(question, carriers[0].text, value)
        return Refusal(f"the sentence does not speak of {missing}", again=False)
    if (when := _another_time(question, entity, wants, carrier.text)) is not None:
        return Refusal(f"the sentence speaks of {when}, which is not the time asked about", again=False)
    if not about(passage, entity):
        return Refusal(f"the passage does not speak of {entity!r}", again=False)
    return Finding(value, carrier, firm=names(passage.title, entity) >= 0.5 or mentions(carrier.text, entity))


def taken(passage: Passage, sentence: int, value: str) -> Finding:
    """The reply as it comes, checked against nothing (SLEUTH's ablation without enforcement)."""
    every = sentences(passage.text)
    named = every[min(sentence, len(every)) - 1]
    return Finding(" ".join(value.split()), named, firm=True)
