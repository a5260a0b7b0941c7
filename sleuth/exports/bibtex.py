"""The sources as BibTeX in the entry types of biblatex: `@online` for a page, `@misc` for a document of a collection.

Every text is escaped for LaTeX. Braces become commands, since BibTeX counts them whether or not a backslash stands in
front; addresses are percent-encoded instead, for biblatex takes `url` literally.
"""

from sleuth.exports import Format, Recorded
from sleuth.exports._works import Work, works
from sleuth.views.layout import plain

LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\textquotedbl{}",
        **{sign: f"\\{sign}" for sign in "$&#%_"},
        # BibTeX itself ends an entry at an @ that it takes for the next one, and some readers do so within braces.
        "@": r"\char64{}",
    }
)


def escaped(text: str) -> str:
    """A text on one line, as LaTeX that prints every character of it and does nothing."""
    return plain(text).translate(LATEX)


def entry(work: Work, run: str) -> str:
    """One entry; a field that is not known is left out."""
    cited = "cited in the answer" if work.cited else "read, not cited in the answer"
    fields = {
        "title": f"{{{escaped(work.title)}}}",  # twice, so that no style changes its capitals
        "date": _iso(work.date),
        "url": (work.href or "").replace("@", "%40"),
        "urldate": _iso(work.retrieved),
        "howpublished": "" if work.href else escaped(f"Collection {work.place}"),
        "note": escaped(f"{', '.join(work.passages)} of run {run}, {cited}"),
    }
    told = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@{'online' if work.href else 'misc'}{{{work.key},\n{told}}}\n"


def _iso(date: tuple[int, ...]) -> str:
    return "-".join(f"{part:02}" for part in date)


def _content(recorded: Recorded) -> bytes:
    return "\n".join(entry(work, recorded.run) for work in works(recorded.state)).encode()


FORMAT = Format(
    label="BibTeX",
    told="The sources for LaTeX (biblatex), Zotero or JabRef.",
    ending=".bib",
    media="application/x-bibtex",
    place=50,
    content=_content,
)
