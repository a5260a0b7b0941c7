"""Everything: a file that another Sleuth opens to be read, replayed, audited and branched from."""

from sleuth.bundle import bundled, lines
from sleuth.exports import Format, Recorded


def _content(recorded: Recorded) -> bytes:
    return lines(bundled(recorded.run, recorded.entries, title=recorded.title)).encode()


FORMAT = Format(
    label="Bundle",
    told="Everything in one file, which another Sleuth opens to be read, replayed and audited.",
    ending=".jsonl",
    media="application/x-ndjson",
    place=80,
    content=_content,
)
