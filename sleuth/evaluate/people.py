"""Persons as the World Factbook writes them: office, forenames, and the surname in capitals.

An answer names such a person when it holds the surname and nothing that is neither part of the written name nor the
word of an office: "Asadov", "Ali Asadov" and "President Ali ASADOV (since 2019)" all name "Prime Minister Ali
ASADOV", but "Nasser Asadov" and "Prime Minister" do not.
"""

import re

from sleuth.values import plain, words

OFFICES = (
    "prime minister premier chancellor president vice deputy first interim acting caretaker head chief chair of the "
    "government state king queen sultan emir general dr mr mrs ms sir and"
)
OFFICE = frozenset(OFFICES.split())
"""Words around a name that say what the person does, not who it is."""


def named(answer: str, person: str) -> bool:
    """Whether an answer names a person whose surname stands in capitals; False where none does."""
    said = words(_bare(answer))
    return bool(family := surname(person)) and family <= said and said <= words(_bare(person)) | OFFICE


def surname(person: str) -> frozenset[str]:
    """The plain words of the surname: those in capitals, without a particle before them.

    >>> sorted(surname("Prime Minister Muhammad al-BASHIR"))
    ['bashir']
    """
    capitals = re.findall(r"(?<![^\W_])[^\W\d_a-z]{2,}(?![^\W_])", _bare(person))
    return frozenset(plain(" ".join(capitals)).split())


def _bare(text: str) -> str:
    """A name without what follows it in brackets, and without the time in office."""
    return re.sub(r"\bsince\b.*", " ", re.sub(r"\(.*?(\)|$)", " ", text), flags=re.I)
