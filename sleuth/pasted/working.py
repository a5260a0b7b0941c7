"""Bringing a pasted text beside the page: begun there, told by its run, and over when its claims stand."""

from sleuth import models
from sleuth.background import Background, Work
from sleuth.fold import replay
from sleuth.folders import log_path
from sleuth.pasted.bringing import begin, bring, progress
from sleuth.pasted.looking import connect
from sleuth.pasted.parsing import parse
from sleuth.search import Document
from sleuth.settings import Settings
from sleuth.store import Log

BRINGING: Background[str] = Background()
"""All texts that this process brings, each under its run."""


def begin_bringing(
    text: str,
    settings: Settings,
    *,
    title: str,
    collections: tuple[str, ...],
    files: tuple[Document, ...],
    fetch: bool,
    split: bool,
) -> str:
    """Record a text as a run and bring its sources in the background; the run's id.

    Everything that can be wrong with what was asked is told before anything is recorded, as a CallerError.
    """
    log, report = Log(log_path()), parse(text)
    look = connect(settings, collections, files, fetch=fetch)
    name = settings.model if split else None
    run = begin(log, report, settings, title=title.strip() or None, collections=collections, model=name)

    def work(work: Work[str]) -> str:
        model = models.connect(settings.model, settings) if split else None
        state = replay(log.entries(run))
        for entries in bring(log, run, look, model):
            state = replay(entries, state)
            far = progress(state)
            work.told(far.now or "putting the claims beside their sources", far.done, far.total)
        return run

    BRINGING.start(run, work)
    return run
