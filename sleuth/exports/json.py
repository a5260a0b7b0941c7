"""What `show --json` prints, with the passages that its citations and facts name."""

import json

from sleuth.exports import Format, Recorded
from sleuth.views.projection import project


def _content(recorded: Recorded) -> bytes:
    state = recorded.state
    document = project(recorded.run, state, recorded.status) | {
        "passages": [passage.model_dump(mode="json") for passage in state.passages]
    }
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


FORMAT = Format(
    label="JSON",
    told="The run as it stands, for a program: claims, ledger, tree, costs, and the passages.",
    ending=".json",
    media="application/json",
    place=30,
    content=_content,
)
