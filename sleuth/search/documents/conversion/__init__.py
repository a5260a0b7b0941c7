"""Files of many forms as text: one module a form, each with `convert(data: bytes) -> Converted`.

A converter raises ValueError with the reason, a clause about the file, when it cannot be read. Nothing is fetched,
run or expanded on a file's word, and what a file may cost is bounded.
"""

from importlib import import_module

from sleuth.models import Record

FORMS = {
    **dict.fromkeys((".md", ".markdown", ".txt", ".text", ".rst"), "plain"),
    **dict.fromkeys((".csv", ".tsv"), "separated"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "web_page"),
    ".pdf": "paged",
    **dict.fromkeys((".docx", ".docm"), "word"),
    **dict.fromkeys((".pptx", ".pptm"), "slides"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), "sheets"),
    ".epub": "book",
}
"""The module that converts a file, by the ending of its name."""
NEWER = {".doc": ".docx", ".dot": ".docx", ".ppt": ".pptx", ".pps": ".pptx", ".rtf": ".docx", ".odt": ".docx"}
"""Forms that are not read, and what to save them as."""
CHARACTERS = 100_000_000
"""Longest text of one file; what is longer is cut, and that is said."""


class Converted(Record):
    """What a file holds."""

    text: str
    title: str | None = None
    """None when the file names none; it then goes by its file's name."""
    date: str | None = None
    """ISO date that the file gives itself."""
    pages: tuple[int, ...] = ()
    """Where in the text pages, slides, sheets or chapters begin, as character offsets."""
    notes: tuple[str, ...] = ()
    """What a person should know of the reading: a guessed encoding, pages without text, what was left out."""


def convert(ending: str, data: bytes) -> Converted:
    """A file's bytes as text, by the ending of its name, such as `.pdf`; ValueError with the reason when not."""
    if better := NEWER.get(ending):
        raise ValueError(f"{ending} is not read; save it as {better} with the program that made it")
    if ending not in FORMS:
        raise ValueError(f"{ending or 'a file without an ending'} is not a form that is read")
    if not data:
        raise ValueError("the file is empty")
    converted: Converted = import_module(f"{__name__}.{FORMS[ending]}").convert(data)
    if not converted.text.strip():
        raise ValueError("no readable text")
    if len(converted.text) <= CHARACTERS:
        return converted
    kept = converted.text[:CHARACTERS]
    note = f"only the first {CHARACTERS:,} of {len(converted.text):,} characters were taken"
    starts = tuple(start for start in converted.pages if start < CHARACTERS)
    return converted.model_copy(update={"text": kept, "pages": starts, "notes": (*converted.notes, note)})


def in_parts(parts: list[str]) -> tuple[str, tuple[int, ...]]:
    """Slides, sheets or chapters as one text, and where each begins; an empty one begins where the next does."""
    text, starts = "", []
    for part in parts:
        joint = "\n\n" if text and part else ""
        starts.append(len(text) + len(joint))
        text += joint + part
    return text, tuple(starts)
