"""Unfolding a question that describes things: from nested descriptions to a chain of one-fact questions.

The model only copies the descriptions; what a description is, how it nests and what it asks for is decided here,
by the forms of English.
"""

import re

from sleuth import contract as c
from sleuth.investigate import Unreadable
from sleuth.planning.descriptions import CLAUSE, PERSON, is_name, nested, place
from sleuth.replies import Parts

KINSHIP = {
    "paternal grandfather": "father of the father",
    "paternal grandmother": "mother of the father",
    "maternal grandfather": "father of the mother",
    "maternal grandmother": "mother of the mother",
    "father-in-law": "father of the spouse",
    "mother-in-law": "mother of the spouse",
    "stepmother": "wife of the father",
    "stepfather": "husband of the mother",
}
"""Relations of two links in words of one link each."""


def reword(question: str) -> str:
    """The question in the word order that unfolds.

    Relations of two links are written as two (a paternal grandfather is the father of the father), and a verb
    between a description's noun and its clause moves before it ("does the city lie where" → "lies the city where").
    """
    question = re.sub(
        r"\bdoes (the \w+) (\w+) (where|who|that|(?:in|on|at) which)\b", lambda m: f"{m[2]}s {m[1]} {m[3]}", question
    )
    named = "|".join(KINSHIP)
    question = re.sub(
        rf"^(Who (?:is|was)) (?!the\b)(.+?)['’]s? ({named})\b",
        lambda m: f"{m[1]} the {m[3]} of {m[2]}",
        question,
        flags=re.I,
    )
    return re.sub(rf"\b({named}) of\b", lambda m: f"{KINSHIP[m[1].lower()]} of", question, flags=re.I)


def relatives(question: str) -> c.Contract | None:
    """The chain of a question that is nothing but two family relations of a name."""
    kin = "father|mother|spouse|husband|wife"
    m = re.match(rf"who (?:is|was) the ({kin}) of the ({kin}) of (.+?)\s*\?*$", question, re.I)
    if not m:
        return None
    first = c.Slot(number=1, text=f"Who is the {m[2]} of {m[3]}?", entity=m[3], wants="person")
    return assemble(
        (first, c.Slot(number=2, text=f"Who is the {m[1]} of #1?", entity="#1", wants="person")), "none", ()
    )


SET_OUT = re.compile(r"(?:take|consider) (the [^.?]+?) and (the (\w+) [^.?]+?)\. (\w[^?]+?)\s*\?*", re.I)
"""Two things, the second of which is described by the first, and then what is asked of the second."""
ITS_OTHER = re.compile(
    r".*\b(the (?:\w+ ){1,2}(?:(?:with|to|of|from|in|on|by) )?(?:which|that|who|whom|whose|where) .*#\d.*)"
)


def set_out(question: str) -> c.Contract | None:
    """The chain of a question that first sets out two things: "Take the … and the … it …. Who … that …?"."""
    m = SET_OUT.fullmatch(question.strip())
    if m is None or f"that {m[3]}" not in m[4] or not re.search(r"\bit\b", m[2]):
        return None
    described = [] if is_name(m[1]) else [m[1]]
    described.append(re.sub(r"\bit\b", "#1" if described else m[1], m[2], count=1))
    rest = m[4].replace(f"that {m[3]}", f"#{len(described)}")
    if other := ITS_OTHER.fullmatch(rest):
        described.append(other[1])
        rest = rest.replace(other[1], f"#{len(described)}")
    asked = [*(f"{'Who' if PERSON.match(d) else 'What'} is {d}?" for d in described), f"{rest}?"]
    made = assemble(tuple(slot(number, text) for number, text in enumerate(asked, start=1)), "none", ())
    check_chain(made)
    return made


def unfold(question: str, reply: Parts) -> c.Contract:
    """The chain that the nested descriptions of a question make; Unreadable says what does not fit it."""
    slots: list[c.Slot] = []
    literal: dict[int, str] = {}
    rest = question
    for part in nested(question, reply.parts):
        bare = re.sub(r"\[([^\]]+)\]", r"\1", part).strip(" ?")
        words = c.fill(bare, literal)
        m = place(words, question)
        if m is None:
            if slots:
                break  # what was unfolded so far stands; the rest of the question stays as it was asked
            raise Unreadable(f"The part {words!r} does not stand in the question in these words.")
        asked = f"{'Who' if PERSON.match(bare) else 'What'} is {bare}?"
        slots.append(c.Slot(number=len(slots) + 1, text=asked, entity=_named(part, bare), wants=wants(asked)))
        literal[len(slots)] = m[0]
        rest = question.replace(literal[len(slots)], f"#{len(slots)}")
    outer = re.sub(r"^(?:who|what|which) (is|was|are|were) the (\w+ ){1,3}of ", "", question, flags=re.I)
    if not slots and re.search(rf"\bthe (\w+ ){{1,3}}(of|{CLAUSE}) ", outer):
        raise Unreadable("The question does describe something; copy each description, with the name in brackets.")
    if (asked_when := NOTHING_MORE.fullmatch(rest.strip())) is None:
        slots.append(slot(len(slots) + 1, rest))
    elif asked_when["when"]:
        last = slots.pop()
        text = last.text.replace(" is ", f" {asked_when['verb']} ", 1).rstrip("?")
        slots.append(last.model_copy(update={"text": f"{text}{asked_when['when']}?"}))
    made = assemble(tuple(slots), "none", ())
    check_chain(made)
    return made


NOTHING_MORE = re.compile(
    r"(?:who|what|which|where) (?P<verb>is|was|are|were) #\d+"
    r"(?P<when> (?:in|from|during|until|since|before|after|between|on) [^#]*\b\d{3,4}\b[^#]*?)?\s*\?*",
    re.I,
)
"""A last part that is the question itself ("What is #2?"), but for the time it asks about."""


def _named(part: str, bare: str) -> str:
    """The name that a description rests on: what stands in brackets, narrowed where the brackets hold too much."""
    if references := re.findall(r"#\d+", bare):
        return str(references[0])
    named: str = next(iter(re.findall(r"\[([^\]]+)\]", part)), bare)
    named = re.sub(r"['’]s? [a-z ]+$", "", named)
    if named == bare and re.search(rf" (of|by|for|{CLAUSE}) ", named):
        rest = re.split(rf" (?:of|by|for|{CLAUSE}) ", bare, maxsplit=1)[-1]
        named = subject(f"of {rest}") if re.search(r"[A-ZÀ-Þ0-9]", rest) else rest
    return re.sub(r"^(the )?(film|song|movie|book|novel|band|album|company) (?=[A-Z])", "", named)


def check_chain(made: c.Contract) -> None:
    """Raise Unreadable when the steps do not lead to one result, or to two for a comparison."""
    finals = c.final_slots(made)
    if made.test in ("none", "equals") and len(finals) > 1:
        raise Unreadable(f"The result of step {finals[0]} is not used by a later step.")
    if made.test not in ("none", "equals") and len(finals) < 2:
        raise Unreadable(f'"{made.test}" compares two results, and the steps lead to one.')


def assemble(slots: tuple[c.Slot, ...], test: c.Test, options: tuple[str, ...]) -> c.Contract:
    """A contract of these slots; its kind follows from how the values are compared."""
    kind: c.Kind = "chain" if test == "none" else "yesno" if test in ("same", "different", "equals") else "comparison"
    return c.Contract(kind=kind, wants=slots[-1].wants, slots=slots, test=test, options=options)


def slot(number: int, text: str) -> c.Slot:
    """A slot from a one-fact question with its name in brackets, or without, when the name is looked for."""
    # A step that refers to itself or a later one means the step before it.
    text = re.sub(r"#(\d+)", lambda m: m[0] if 0 < int(m[1]) < number else f"#{number - 1}", text)
    brackets = [re.sub(r"['’]s? [a-z ]+$|['’]s$", "", b) for b in re.findall(r"\[([^\]]+)\]", text)]
    bare = re.sub(r"\[([^\]]+)\]", r"\1", text).strip()
    references = [b for b in brackets if b.startswith("#")] or re.findall(r"#\d+", bare)
    entity = (references or brackets or [subject(bare)])[0].strip()
    return c.Slot(number=number, text=bare, entity=entity, wants=wants(bare))


def subject(text: str) -> str:
    """The longest run of capitalised words after the first word of a question, else the question's last words."""
    inner = c.opening(text).split(" ", 1)[-1]
    runs = re.findall(
        r"[A-ZÀ-Þ0-9][\w’'.-]*(?:\s+(?:of|the|de|von|van|and|la|le|in|da|di|[A-ZÀ-Þ0-9][\w’'.-]*))*", inner
    )
    return max(runs, key=len).strip() if runs else " ".join(inner.split()[-4:])


def wants(text: str) -> c.Wants:
    """The type of value that a one-fact question asks for, by its opening words."""
    low = text.lower()
    named = re.match(r"what (?:is|was) the name of (.+)", low)
    if re.match(r"(who|whom|whose)\b", low) or (named and PERSON.match(named[1])):
        return "person"
    if re.match(r"(when|(in |on )?(what|which) (year|date|day)|(what|which) (is|was) the (date|year))\b", low):
        return "date"
    if re.match(
        r"how (many|much|high|tall|long|far|old|large|big|deep)|what (is|was) the (population|height|number)\b", low
    ):
        return "number"
    places = "place|birthplace|country|city|town|village|state|province|county"
    if re.match(rf"(where|what (is|was) the ({places})\b|(in |on |from |to )?(what|which) ({places})\b)", low):
        return "place"
    return "thing"
