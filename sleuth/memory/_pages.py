"""Which page a turn reads next, and for which question: the seeker of a value first, then what may overturn one."""

import re

from sleuth.ledger import Fact, Question, standing
from sleuth.revision.dependence import same_value
from sleuth.search import Passage
from sleuth.sentences import about, bearing, hinted, mentions, sentences
from sleuth.sources import frame, later_edition, remembered, restated
from sleuth.state import State, Turn
from sleuth.values import earlier

TITLED = 0.5
"""From this share on, a title names the entity and the page counts as being about it."""

CHANGE = re.compile(
    r"\b(renam|replac|correct|revis|supersed|succe|former|previous|no longer|instead|earlier|retract|withdr|overturn|"
    r"disprov|updat|new|now|since|until|once|moved|relocat|reclassif|remeasur|record|not|wrong|error)",
    re.I,
)
"""Words by which a later page announces that something it names has changed."""


def next_reading(state: State, turn: Turn) -> tuple[Question, Passage] | None:
    """The next passage worth reading and for which question, or None when the turn has read enough.

    Until a value is found (or more evidence, where a person asked again), pages about the entity come first and pages
    that mention it follow. After that only a later-dated page is read: one about the same entity, or one that names
    the entity and the value of a standing fact in words of change. Such a page is read for that fact's question,
    however long ago it was answered.
    """
    question = state.question_of(turn.question)
    retrieved = [state.passage(p) for p in turn.retrieved]
    if turn.by_hand:
        unread = [p for p in retrieved if (question.id, p.id) not in state.reads]
        return (question, unread[0]) if unread else None
    if sum(f.turn == turn.number for f in state.facts) >= state.limits.facts:
        return None
    found_now = any(f.slot == question.slot and f.turn == turn.number for f in state.facts)
    answered = any(f.slot == question.slot for f in standing(state.facts))
    if not answered or (question.again and not found_now):
        name = state.entity(question)
        unread = [p for p in retrieved if (question.id, p.id) not in state.reads]
        near = sorted(
            (p for p in unread if about(p, name)), key=lambda p: (-about(p, name), not hinted(p, state.question))
        )
        if near:
            return question, _newest(near, question.text, name, state.question)
    for fact in standing(state.facts):
        asked = state.question_about(fact.slot)
        for passage in retrieved:
            if (asked.id, passage.id) in state.reads:
                continue
            if _may_overturn(state, passage, fact):
                return asked, passage
    return None


def _may_overturn(state: State, passage: Passage, fact: Fact) -> bool:
    """Whether a passage has to be held against a fact: as a later one, or as the first to be more than memory."""
    source = state.passage(fact.passage)
    if not remembered(source):
        return challenges(passage, fact, source, state.question_about(fact.slot).text, state.rules.second)
    pages = (state.passage(f.passage) for f in standing(state.facts) if same_value(f, fact))
    return all(map(remembered, pages)) and not remembered(passage) and about(passage, fact.entity) >= TITLED


def _newest(near: list[Passage], question: str, entity: str, asked: str) -> Passage:
    """The newest edition of the nearest page, unless what was `asked` names a year.

    Editions are cut into parts; the part is taken that speaks of what the question does.
    """
    first = near[0]
    if re.search(r"\b[12]\d{3}\b", asked):
        return first
    editions = [p for p in near if p.title == first.title or later_edition(first, p) or later_edition(p, first)]
    return max(editions, key=lambda p: (bearing(p, question, entity), p.date or ""))


def challenges(passage: Passage, fact: Fact, source: Passage, asked: str, second: str = "later") -> bool:
    """Whether a passage may overturn a fact: later than its source, and about what the fact is about.

    Another part of a later edition is not, which speaks of something else than was `asked`. With `second` = "any", an
    undated page whose title names the entity is read too.
    """
    if passage.id == fact.passage:
        return False
    if not (source.date and passage.date):
        return second == "any" and about(passage, fact.entity) >= TITLED
    if not earlier(source.date, passage.date):
        return False
    if _restates(passage, fact):
        return True
    if later_edition(source, passage):
        return 2 * bearing(passage, asked, fact.entity) >= bearing(source, asked, fact.entity)
    text = f"{passage.title}. {passage.text}"
    if about(passage, fact.entity) >= TITLED and CHANGE.search(text):
        return True
    return mentions(text, fact.entity) and mentions(text, fact.value) and bool(CHANGE.search(text))


def _restates(passage: Passage, fact: Fact) -> bool:
    """Whether a page makes the fact's very statement with another value."""
    said = frame(fact.quote, fact.value)
    return any(restated(said, s.text) and not mentions(s.text, fact.value) for s in sentences(passage.text))
