"""A chain of three in a world of its own: who designed the Norholm bridge, where they were born, in which county."""

from investigating import NOTHING, Page, reads, says

QUESTION = "In which county is the birthplace of the designer of the Norholm bridge?"
PARTS = says("parts", {"parts": ["the designer of [the Norholm bridge]", "the birthplace of [#1]"]})
BRIDGE = Page(
    "Norholm bridge",
    "The Norholm bridge is a favourite of walkers. The Norholm bridge was designed by Ada Holm.",
    "Norholm",
)
ADA = Page("Ada Holm", "Ada Holm was an architect. Ada Holm was born in Bergdal.", "Ada Holm")
BERGDAL = Page("Bergdal", "Bergdal is a village in Vikland. It has a church.", "Bergdal")
LUND = Page("Birger Lund", "Birger Lund was an engineer. Birger Lund was born in Tromvik.", "Birger Lund")
TROMVIK = Page("Tromvik", "Tromvik is a village in Nordmark. It has a harbour.", "Tromvik")
CORRECTION = Page(
    "Norholm bridge (correction)",
    "The brochure is corrected: the Norholm bridge was designed by Birger Lund, not by Ada Holm.",
    "Norholm",
    "2001-02-03",
)
READINGS = (
    reads("Page: Norholm bridge (correction)", 1, "Birger Lund"),
    reads("Page: Norholm bridge", 2, "Ada Holm"),
    reads("birthplace of Ada Holm?\nPage: Ada Holm", 2, "Bergdal"),
    reads("Bergdal?\nPage: Bergdal", 1, "Vikland"),
    reads("birthplace of Birger Lund?\nPage: Birger Lund", 2, "Tromvik"),
    reads("Tromvik?\nPage: Tromvik", 1, "Nordmark"),
    NOTHING,
)
CHAIN = (PARTS, *READINGS, says("query", {"query": "something else altogether"}))
OVERTURNED = (says("conflict", {"right": "one"}), says("confirm", {"sentence": 1}))
LATE = CORRECTION._replace(found_by="Bergdal")
"""The correction comes to light only when the last question of the chain is searched."""
EVERY = (BRIDGE, ADA, BERGDAL, LUND, TROMVIK)
