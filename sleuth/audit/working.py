"""The model's part of an audit and the second look at pages, beside the page: begun, told and stopped by its run."""

from sleuth import models
from sleuth.audit.carrying import entail, left
from sleuth.audit.rechecking import recheck
from sleuth.background import Background, Work
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.search.web.fetching import connect as fetching
from sleuth.settings import Settings
from sleuth.store import Log

AUDITS: Background[int] = Background()
"""All of this process, each under its run; the result is how many questions or pages it came to."""


def begin_entailing(log: Log, run: str, settings: Settings) -> None:
    """Ask the model of the settings about every claim of a run that it was not asked about; CallerError while the
    run's audit is at work already."""

    def work(work: Work[int]) -> int:
        work.told("connecting to the model")
        model = models.connect(settings.model, settings)
        done = 0
        work.told("asking the model", done, left(log, run))
        for _ in entail(log, run, model, settings.model):
            done += 1
            work.told("asking the model", done, done + left(log, run))
            if work.stopping:
                break
        return done

    AUDITS.start(run, work)


def begin_rechecking(log: Log, run: str, settings: Settings) -> None:
    """Look at every cited page of a run again; CallerError while the run's audit is at work already."""

    def work(work: Work[int]) -> int:
        done = 0
        work.told("looking at the pages")
        for _ in recheck(log, run, Collections(collections_path()), fetching(settings.web)):
            done += 1
            work.told("looking at the pages", done)
            if work.stopping:
                break
        return done

    AUDITS.start(run, work)
