"""What one command of `python -m sleuth` said, for the fixture `sleuth`."""

import json
from typing import NamedTuple


class Said(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def document(self):
        return json.loads(self.out)
