"""A small case for whole runs: four pages, a question of two hops that meets a contradiction, a scripted model."""

import json
from pathlib import Path

from sleuth.models import scripted

QUESTION = "Where was the designer of the Norholm bridge born?"
PAGES = (
    (
        "d1",
        "Norholm bridge",
        "1990-05-01",
        "The Norholm bridge is a favourite of walkers. The Norholm bridge was designed by Ada Holm.",
    ),
    (
        "d2",
        "Norholm bridge (correction)",
        "2001-02-03",
        "The brochure is corrected: the Norholm bridge was designed by Birger Lund, not by Ada Holm.",
    ),
    ("d3", "Birger Lund", "2010-07-09", "Birger Lund was an engineer. Birger Lund was born in Tromsø."),
    ("d4", "Ada Holm", "2010-07-10", "Ada Holm was an architect. Ada Holm was born in Bergen."),
)
SCRIPT = (
    {"purpose": "parts", "reply": {"parts": ["the designer of [the Norholm bridge]"]}},
    {
        "purpose": "plan",
        "reply": {
            "steps": ["Who designed [the Norholm bridge]?", "Where was [#1] born?"],
            "test": "none",
            "options": [],
        },
    },
    {
        "purpose": "read",
        "when": "Page: Norholm bridge (correction)",
        "reply": {"sentence": 1, "value": "Birger Lund"},
    },
    {"purpose": "read", "when": "Page: Norholm bridge", "reply": {"sentence": 2, "value": "Ada Holm"}},
    {"purpose": "read", "when": "Page: Birger Lund", "reply": {"sentence": 2, "value": "Tromsø"}},
    {"purpose": "read", "when": "Page: Ada Holm", "reply": {"sentence": 2, "value": "Bergen"}},
    {"purpose": "conflict", "reply": {"right": "one"}},
    {"purpose": "confirm", "reply": {"sentence": 1}},
    {"purpose": "query", "reply": {"query": "Norholm bridge engineer"}},
)


def pages(folder: Path) -> Path:
    """The pages as a file that `corpus add` and `--corpus` read."""
    rows = [{"id": i, "title": title, "date": date, "text": text} for i, title, date, text in PAGES]
    return _lines(folder / "harbour.jsonl", rows)


def script(folder: Path, *instead: dict, seconds: float = 0.0) -> Path:
    """The scripted model's file; lines given here come first and so win."""
    return _lines(folder / "script.jsonl", [{**line, "seconds": seconds} for line in (*instead, *SCRIPT)])


def _lines(path: Path, rows: list[dict]) -> Path:
    path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n", encoding="utf-8")
    return path


def counted(calls: Path | str, plain=scripted.scripted):
    """The scripted model's maker, with the purpose of each request noted in a file before it is answered."""

    def make(lines):
        model = plain(lines)

        def asked(request):
            with Path(calls).open("a", encoding="utf-8") as file:
                file.write(request.purpose + "\n")
            return model(request)

        return asked

    return make
