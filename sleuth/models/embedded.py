"""The embedded model: llama.cpp in a child process of its own, spoken to like any other server.

One child for each weights file serves all runs and threads of this process. It starts on first use, is started
again when it has died, and ends with this process. Every other process has a child of its own: nothing is shared
that could outlive its owner or be left half-made.
"""

import atexit
import secrets
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from pydantic import JsonValue, ValidationError

from sleuth.errors import CallerError, ModelUnavailable
from sleuth.models import Model, Reply, Request
from sleuth.models import weights as files
from sleuth.models.connection import Abandoned
from sleuth.models.embedded_server import Launch, Listening
from sleuth.models.openai_compatible import NOTHING, Exchange, OpenAICompatible
from sleuth.models.protocol import Habits
from sleuth.models.server import Server

SLOTS = 6
"""As many prompts as a strategy has in turn. One purpose a slot keeps its constant part cached: 76 % of the prompt
tokens of alternating purposes, where a single slot keeps 0 %."""
SLOT_TOKENS = 4096
"""Context of a slot; at 28 KB a token the six take 690 MB."""
SERVER = (sys.executable, "-m", "sleuth.models.embedded_server")
"""What runs as the child: told a `Launch` on standard input, it answers with a `Listening`."""
LOOK_S = 0.1
"""How often, in seconds, a call that waits for its slot looks whether it was abandoned."""
GRACE_S = 1.0
"""A broken connection comes a moment before the exit of the process that broke it."""


class Timed(Protocol):
    """The part of the settings that matters here."""

    @property
    def timeout_s(self) -> float: ...


class Child:
    """One llama.cpp process for one weights file."""

    def __init__(self, weights: Path) -> None:
        self.key = secrets.token_urlsafe(24)
        self.url: Future[str] = Future()
        """Where it answers, once it does; ModelUnavailable when it ended before."""
        self._slot_of: dict[str, int] = {}
        self._lock = threading.Lock()
        self._slot_locks = [threading.Lock() for _ in range(SLOTS)]
        # Not beside the weights, whose folder other processes use too and may be only readable.
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 open as long as the child may write to it
        self._run = subprocess.Popen(
            SERVER,
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            encoding="utf-8",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        launch = Launch(
            weights=weights.resolve(),
            api_key=self.key,
            name=weights.stem,
            slots=SLOTS,
            slot_tokens=SLOT_TOKENS,
        )
        threading.Thread(target=self._await_url, args=(launch,), name="embedded model", daemon=True).start()

    def died(self, within_s: float = 0.0) -> bool:
        """Whether the process has ended, or ends within so many seconds."""
        try:
            self._run.wait(within_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    @contextmanager
    def slot(self, purpose: str, abandoned: "Future[str]") -> Iterator[int]:
        """The purpose's own slot, held for one call; purposes beyond the number of slots share.

        Raises Abandoned when the call is abandoned while another holds the slot.

        Two calls at once in one slot read each other's text: seen with llama.cpp as of xllamacpp 2026.10, where a
        reply to one prompt answered the other. So a slot serves one call at a time.
        """
        with self._lock:
            number = self._slot_of.setdefault(purpose, len(self._slot_of) % SLOTS)
        lock = self._slot_locks[number]
        while not lock.acquire(timeout=LOOK_S):
            if abandoned.done():
                raise Abandoned
        try:
            if abandoned.done():
                raise Abandoned
            yield number
        finally:
            lock.release()

    def end(self) -> None:
        """End the process; it holds nothing that could be lost."""
        self._run.kill()
        self._run.wait()

    def last_words(self) -> str:
        """The last line the process, now dead, wrote to its log; it says what it died of."""
        with self._lock:
            self._log.seek(0)
            lines = self._log.read().decode(errors="replace").splitlines()
        return next((line.strip() for line in reversed(lines) if line.strip()), "nothing in its log")

    def _await_url(self, launch: Launch) -> None:
        try:
            said = _tell(self._run, launch.model_dump_json())
            self.url.set_result(Listening.model_validate_json(said).url)
        except (OSError, ValidationError):
            status = self._run.wait()
            self.url.set_exception(
                ModelUnavailable(
                    f"The embedded model ended while it loaded {launch.weights} (exit status {status}): "
                    f"{self.last_words()}"
                )
            )


def _tell(run: "subprocess.Popen[str]", line: str) -> str:
    """Write one line to the process and wait for its one line; empty when it ended instead."""
    into: IO[str] | None = run.stdin
    out: IO[str] | None = run.stdout
    if into is None or out is None:
        return ""
    into.write(line + "\n")
    into.flush()
    return out.readline()


_children: dict[Path, Child] = {}
_lock = threading.Lock()


def serving(weights: Path) -> Child:
    """The child for these weights, started when there is none or it has died."""
    with _lock:
        child = _children.get(weights)
        if child is None or child.died():
            child = _children[weights] = Child(weights)
        return child


@atexit.register
def end_all() -> None:
    """End every child of this process."""
    with _lock:
        while _children:
            _children.popitem()[1].end()


class Embedded:
    """The embedded model as one run sees it. Thread-safe; abandoning it leaves the calls of other runs alone."""

    def __init__(self, weights: Path, timeout_s: float) -> None:
        self._weights, self._timeout_s = weights, timeout_s
        self._lock = threading.Lock()
        self._line: tuple[Child, OpenAICompatible] | None = None
        self._abandoned: Future[str] = Future()
        self.listener: Callable[[int], None] | None = None

    def __call__(self, request: Request) -> Reply:
        """Put one request; a call that meets the death of the process is put once more to a new one."""
        return self.exchange(request).reply

    def exchange(
        self, request: Request, extra: Mapping[str, JsonValue] = NOTHING, supposed: Habits | None = None
    ) -> Exchange:
        """Put one request, and tell what passed; as `OpenAICompatible.exchange`."""
        abandoned = self._abandoned
        child, model = self._open(abandoned)
        try:
            return self._put(child, model, abandoned, request, supposed, extra)
        except Abandoned:
            raise
        except ModelUnavailable as error:
            if not child.died(GRACE_S):
                raise
            try:
                child, model = self._open(abandoned)
                return self._put(child, model, abandoned, request, supposed, extra)
            except ModelUnavailable as again:
                if child.died(GRACE_S) and not isinstance(again, Abandoned):
                    raise ModelUnavailable(
                        f"The embedded model died twice over one request: {child.last_words()}"
                    ) from error
                raise

    def asked(self, path: str) -> object:
        """What the process tells at a path beside the protocol's own; None where it has no such."""
        return self._open(self._abandoned)[1].asked(path)

    def served_by(self) -> Server:
        """The server that its process is."""
        return self._open(self._abandoned)[1].served_by()

    def _put(
        self,
        child: Child,
        model: OpenAICompatible,
        abandoned: "Future[str]",
        request: Request,
        supposed: Habits | None,
        extra: Mapping[str, JsonValue],
    ) -> Exchange:
        with child.slot(request.purpose, abandoned) as slot:
            model.listener = self.listener
            return model.exchange(request, {**extra, "id_slot": slot}, supposed)

    def abandon(self) -> None:
        """End every call under way with ModelUnavailable, at once; llama.cpp stops generating for them."""
        with self._lock:
            abandoned, self._abandoned = self._abandoned, Future()
            line = self._line
        abandoned.set_result("abandoned")
        if line:
            line[1].abandon()

    def _open(self, abandoned: "Future[str]") -> tuple[Child, OpenAICompatible]:
        child = serving(self._weights)
        done, _ = wait((child.url, abandoned), self._timeout_s, FIRST_COMPLETED)
        if abandoned in done:
            raise Abandoned
        if not done:
            child.end()
            raise ModelUnavailable(
                f"The embedded model did not load within {self._timeout_s:g} seconds; raise SLEUTH_TIMEOUT."
            )
        url = child.url.result()
        with self._lock:
            if self._line is None or self._line[0] is not child:
                name = self._weights.stem
                server = Server(url, child.key, "embedded", self._timeout_s)
                model = OpenAICompatible(server, name, extra={"cache_prompt": True})
                self._line = child, model
            return self._line


def connect(model: str | None, settings: Timed) -> Model:
    """Open the default weights, or those of a GGUF file; CallerError when they are not there."""
    if model is None and not files.is_ready():
        raise CallerError(
            "The embedded model's weights are not here yet; fetch them once with: "
            "python -m sleuth model pull embedded"
        )
    return Embedded(files.weights_path(model), settings.timeout_s)
