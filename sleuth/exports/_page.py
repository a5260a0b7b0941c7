"""A report as one HTML file: it opens in any browser without Sleuth and without a network, and prints well.

The templates escape every text (jinja2, autoescape). What they could not escape cannot act either: the page's own
content policy allows its one style sheet by hash, and no program, picture, frame, form or request at all.
"""

import hashlib
import re
import unicodedata
from base64 import b64encode
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from sleuth.addresses import openable
from sleuth.views.citing import unread
from sleuth.views.layout import plain
from sleuth.views.show import REVERSING

FOLDER = Path(__file__).parent


def page(template: str, *sheets: str, style: str = "", **told: object) -> str:
    """The page that a template of this folder makes, with its style sheets and `style` behind them."""
    whole = "".join((FOLDER / sheet).read_text(encoding="utf-8") for sheet in sheets) + style
    return (
        _templates()
        .get_template(template)
        .render(
            told,
            style=Markup(whole),  # ours, and no text of a run is in it
            style_hash=f"sha256-{b64encode(hashlib.sha256(whole.encode()).digest()).decode()}",
            openable=openable,
            unread=unread,
        )
    )


@cache
def _templates() -> Environment:
    made = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters |= {"line": plain, "exact": exact}
    return made


def exact(text: str) -> str:
    """The text as it is, paragraphs kept; what draws nothing or turns the direction of writing is shown by a sign."""

    def shown(sign: str) -> str:
        if sign in "\n\t" or (unicodedata.category(sign) != "Cc" and sign not in REVERSING):
            return sign
        return chr(0x2400 + ord(sign)) if ord(sign) < 0x20 else f"‹U+{ord(sign):04X}›"

    return re.sub(rf"[\x00-\x1f\x7f-\x9f{REVERSING}]", lambda found: shown(found[0]), text.replace("\r\n", "\n"))
