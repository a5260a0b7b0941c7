"""The evidence tree as a page of its own, with zoom, pan and hover."""

from sleuth.exports import Format, Recorded
from sleuth.views.changes import Changes
from sleuth.views.graph import download_html
from sleuth.views.outline import outline


def _content(recorded: Recorded) -> bytes:
    return download_html(outline(recorded.state, Changes())).encode()


FORMAT = Format(
    label="Tree as HTML",
    told="The evidence tree to move about in; opens in any browser, without a network.",
    ending=".tree.html",
    media="text/html",
    place=60,
    content=_content,
)
