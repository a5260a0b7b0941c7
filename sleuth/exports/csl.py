"""The sources as CSL-JSON, which Zotero, Pandoc and other programs that cite by style read."""

import json

from pydantic import JsonValue

from sleuth.exports import Format, Recorded
from sleuth.exports._works import Work, works


def item(work: Work, run: str) -> dict[str, JsonValue]:
    """One item; a variable that is not known is left out."""
    known: dict[str, JsonValue] = {
        "id": work.key,
        "type": "webpage" if work.href else "document",
        "title": work.title,
    }
    if work.href:
        known["URL"] = work.href
    else:
        known["archive"] = work.place
    if work.date:
        known["issued"] = {"date-parts": [list(work.date)]}
    if work.retrieved:
        known["accessed"] = {"date-parts": [list(work.retrieved)]}
    cited = "cited in the answer" if work.cited else "read, not cited in the answer"
    return known | {"note": f"{', '.join(work.passages)} of run {run}, {cited}"}


def _content(recorded: Recorded) -> bytes:
    items = [item(work, recorded.run) for work in works(recorded.state)]
    return (json.dumps(items, ensure_ascii=False, indent=2) + "\n").encode()


FORMAT = Format(
    label="CSL-JSON",
    told="The sources for Zotero, Pandoc and others that cite by style.",
    ending=".csl.json",
    media="application/vnd.citationstyles.csl+json",
    place=51,
    content=_content,
)
