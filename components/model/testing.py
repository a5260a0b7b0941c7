"""The test of a model: a few small requests in a thread of their own, and what they found as it comes."""

import threading
from collections.abc import Callable
from secrets import token_hex
from time import monotonic

import streamlit as st

from components.text import clock, plain, short
from sleuth import models
from sleuth.errors import SleuthError
from sleuth.models.findings import Findings, Shown, advice, told
from sleuth.models.probing import probe
from sleuth.settings import Settings


class Test:
    """One test. A server that accepts a connection and never answers must not hold the page, nor the test for ever:
    it is left after the time limit of a call, with what is known by then."""

    def __init__(self, settings: Settings) -> None:
        self.found = Findings(asked=settings.model, doing="a first reply")
        self.begun = monotonic()
        self._settings = settings
        self._ended: str | None = None
        self._leave: Callable[[], None] | None = None
        self._thread = threading.Thread(target=self._work, name="model test", daemon=True)
        self._clock = threading.Timer(settings.timeout_s, self._over)
        self._clock.daemon = True
        self._thread.start()
        self._clock.start()

    @property
    def running(self) -> bool:
        """Whether it is still going on."""
        return self._thread.is_alive() and self._ended is None

    def leave(self, why: str = "The test was ended before it was over.") -> None:
        """End it now; a call under way is abandoned."""
        self._ended = why
        self._clock.cancel()
        if self._leave:
            self._leave()

    def problem(self) -> str | None:
        """Why not everything is known."""
        return self._ended or self.found.problem

    def _over(self) -> None:
        self.leave(
            f"The model {self._settings.model!r} was not done within {self._settings.timeout_s:g} seconds; raise the "
            "time limit, or choose a faster model."
        )

    def _work(self) -> None:
        name = self._settings.model
        try:
            model = models.connect(name, self._settings)
            self._leave = getattr(model, "abandon", None)
            for found in probe(model, name, token_hex(8)):
                if self._ended:
                    found = found.model_copy(update={"problem": None})
                self.found = found
        except SleuthError as error:
            self._failed(str(error))
        except Exception as error:  # whatever a back-end raises is a finding too
            self._failed(f"The model {name!r} failed: {type(error).__name__}: {error}")
        finally:
            self._clock.cancel()

    def _failed(self, why: str) -> None:
        self.found = self.found.model_copy(update={"doing": None, "problem": why})


_tests: dict[tuple[str, str | None], Test] = {}
"""The latest test of each model, by its name and address; of all tabs, as the models are."""


def begin(settings: Settings) -> None:
    """Test the model of these settings, unless that is being done."""
    test = _tests.get(_place(settings))
    if test is None or not test.running:
        _tests[_place(settings)] = Test(settings)


def latest(settings: Settings) -> Test | None:
    """The latest test of the model of these settings."""
    return _tests.get(_place(settings))


def _place(settings: Settings) -> tuple[str, str | None]:
    return settings.model, settings.base_url if models.split(settings.model)[0] == "openai" else None


def report(test: Test, key: str) -> None:
    """Draw how far a test is, or what it found."""
    st.fragment(_report, run_every=0.5 if test.running else None)(test, key, test.running)


def _report(test: Test, key: str, was_running: bool) -> None:
    if test.running != was_running:
        st.rerun()
    # On a card it needs no frame of its own.
    with st.container(border=key == "chosen", key=f"report_{key}", gap="small"):
        if test.running:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(f":material/hourglass_top: Finding out {test.found.doing} · {_since(test)}")
                st.button("Give up", key=f"leave_{key}", type="tertiary", on_click=test.leave)
        else:
            _verdict(test)
        if test.found.reply is not None:
            with st.grid(4, min_column_width=150):
                for label, value in told(test.found):
                    waits = test.running and value == "unknown"
                    st.markdown(f":gray[{label}]  \n{'…' if waits else plain(short(value, 80))}")
        for sentence in advice(test.found):
            st.caption(f":material/lightbulb: {sentence}")
        if test.found.shown:
            _raw(test.found, key)


def _verdict(test: Test) -> None:
    reply = test.found.reply
    if reply is not None:
        said = f"“{plain(short(reply, 120))}”" if reply.strip() else "without text"
        st.markdown(f":green[:material/check_circle:] **{plain(test.found.asked)}** answers: {said}")
    if problem := test.problem():
        st.error(plain(problem), icon=":material/error:")


def _raw(found: Findings, key: str) -> None:
    """What was sent and answered, drawn only where somebody looks: it may be long."""
    fold = st.expander(
        f"What was sent and answered, {len(found.shown)} ×", type="compact", key=f"raw_{key}", on_change="rerun"
    )
    if not fold.open:
        return
    with fold:
        at = st.selectbox(
            "Request",
            range(len(found.shown)),
            key=f"shown_{key}",
            index=len(found.shown) - 1 if found.problem else 0,
            format_func=lambda number: _named(found.shown[number]),
            width=420,
        )
        shown = found.shown[at]
        # Without a height of their own: a box that scrolls could not be reached by keyboard.
        if shown.sent:
            st.code(shown.sent, language=None, wrap_lines=True)
        st.code(shown.answered, language=None, wrap_lines=True)


def _named(shown: Shown) -> str:
    return shown.about if shown.seconds is None else f"{shown.about} · {shown.seconds:.2f} s"


def _since(test: Test) -> str:
    return clock(monotonic() - test.begun)
