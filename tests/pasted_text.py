"""A pasted text on its way to a run, with sources that are handed in."""

from sleuth.fold import replay
from sleuth.pasted.bringing import begin, bring
from sleuth.pasted.looking import Found
from sleuth.pasted.parsing import parse
from sleuth.settings import Settings


def pasted(log, text, **options):
    """A text, begun; the run's id."""
    return begin(log, parse(text), Settings(), **options)


def brought(log, run, look=lambda _: Found("not found", "Nothing was looked for."), model=None):
    """The state of a run once all was brought."""
    for _ in bring(log, run, look, model):
        pass
    return replay(log.entries(run))
