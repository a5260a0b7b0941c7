"""A small real request to a model, so that one knows before a run whether it answers."""

import threading
from queue import Empty, Queue
from time import monotonic

from components.text import count, plain
from sleuth import models
from sleuth.errors import ModelUnavailable, SleuthError
from sleuth.models import Message, Reply, Request
from sleuth.settings import Settings

PATIENCE = 60.0
"""Seconds after which the test gives up; the first request to a local model loads its weights."""

ASKED = Request(
    purpose="check", messages=(Message(role="user", content="Reply with the one word: ready"),), max_tokens=16
)


def ask_once(settings: Settings, patience: float = PATIENCE) -> tuple[Reply, float]:
    """Send one request in a thread; the reply and the seconds it took. Raises SleuthError in the model's own words.

    A thread, because a server that accepts a connection and never answers must not hold the page.
    """
    answers: Queue[Reply | Exception] = Queue()

    def ask() -> None:
        try:
            answers.put(models.connect(settings.model, settings)(ASKED))
        except Exception as error:
            answers.put(error)

    begun = monotonic()
    threading.Thread(target=ask, name="model test", daemon=True).start()
    try:
        answer = answers.get(timeout=patience)
    except Empty:
        raise ModelUnavailable(
            f"The model {settings.model!r} did not answer within {patience:.0f} seconds."
        ) from None
    if isinstance(answer, SleuthError):
        raise answer
    if isinstance(answer, Exception):
        raise ModelUnavailable(f"The model {settings.model!r} failed: {type(answer).__name__}: {answer}") from answer
    return answer, monotonic() - begun


def told(reply: Reply, seconds: float) -> str:
    """What came back, in one sentence of Markdown."""
    said = plain(" ".join(reply.text.split())[:200]) or "nothing"
    tokens = f"{count(reply.prompt_tokens)} prompt and {count(reply.completion_tokens)} reply tokens"
    return f"**{plain(reply.model)}** replied “{said}” in {seconds:.1f} s ({tokens})."
