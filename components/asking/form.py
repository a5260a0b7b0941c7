"""The form that poses a question: to which collections, to which model, and a few questions to try."""

from pathlib import Path

import streamlit as st

import sleuth
from components import runs, session
from components.asking.guide import guide
from components.asking.profile import asking_profile
from components.model.known import model_names
from components.model.weights import needed, weights_offer
from components.samples import sample_button, samples
from components.text import plain
from sleuth.errors import CallerError
from sleuth.models import Record
from sleuth.search import CASEBOOK
from sleuth.search.local.corpus import Collections, collections_path
from sleuth.settings import WEB_ENGINES, load

CASES = Path(sleuth.__file__).parent / "casebook" / "questions.jsonl"


class Case(Record, extra="ignore"):
    """A question that the casebook answers, or is known not to."""

    question: str
    kind: str
    hops: int
    contradiction: dict[str, object] | None = None

    def word(self) -> str:
        """What makes it worth asking."""
        if self.contradiction:
            return "meets a contradiction"
        words = {"comparison": "compares", "yesno": "yes or no", "none": "has no answer"}
        return words.get(self.kind, f"{self.hops} steps")


@st.cache_data(show_spinner=False)
def cases() -> list[Case]:
    """One question of each sort, the ones that meet a contradiction first."""
    lines = CASES.read_text(encoding="utf-8").splitlines()
    every = [Case.model_validate_json(line) for line in lines if line.strip()]
    by_word: dict[str, Case] = {}
    for case in sorted(every, key=lambda c: c.contradiction is None):
        by_word.setdefault(case.word(), case)
    return list(by_word.values())


def ask_form() -> None:
    """Draw the empty page: a guide on a first visit, the question box, and things to try; starts a run when asked."""
    guide(cases()[0].question)
    st.markdown("#### What should be found out?", anchors=False)
    with st.container(border=True, key="ask"):
        question = st.text_area(
            "Question",
            key="question",
            height=80,
            placeholder="Which studio distributed the first film of the director of Heat?",
        )
        by = asking_profile()
        left, right = st.columns(2)
        known = list(dict.fromkeys((*collections_known(), *by.settings.collections)))
        chosen = left.multiselect("Collections to search", known, key="ask_collections")
        hint = "Or type a name, such as openai/gpt-5-mini."
        names = list(dict.fromkeys((by.settings.model, *model_names())))
        model = right.selectbox("Model", names, key="ask_model", accept_new_options=True, help=hint)
        web = left.toggle("Search the web too", key="ask_web")
        engines = by.settings.web.engines or WEB_ENGINES
        if web:
            left.caption(f"What is asked goes to {_told(engines)}, and to the pages that they name.")
        with st.container(horizontal=True):
            asked = st.button("Investigate", key="ask_start", type="primary", icon=":material/search:")
            hint = "Begin held: each press of Step then takes one phase (choose, search, read, compare or update)."
            stepped = st.button("Step through", key="ask_step", icon=":material/skip_next:", help=hint)
    if asked or stepped:
        _start(question, chosen, model, engines if web else (), profile=by.name, paused=stepped)
    if needed(model):
        weights_offer()
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**Ask the casebook** :gray[89 short documents that come with Sleuth]")
        with st.container(gap=None):
            for case in cases():
                if _case(case):
                    _start(case.question, [CASEBOOK], model, profile=by.name)
    with right:
        st.markdown("**Or open a recorded one** :gray[no model needed]")
        with st.container(gap=None):
            for path, header, _ in samples():
                label = f"{plain(header.title or header.question)} :gray[· {plain(header.note or header.question)}]"
                sample_button(label, path, "tertiary")


def _case(case: Case) -> bool:
    return st.button(
        f":gray[{case.word()} ·] {plain(case.question)}",
        key=f"case_{case.word()}",
        type="tertiary",
        icon=":material/arrow_outward:",
        wrap=False,
        help=f"Ask this now: {plain(case.question)}",
    )


def collections_known() -> list[str]:
    """The collections there are, the built-in one first even before it was ever searched."""
    return list(dict.fromkeys((CASEBOOK, *Collections(collections_path()).names(), *runs.settings().collections)))


def _told(engines: tuple[str, ...]) -> str:
    return plain(" and ".join(engines))


def _start(
    question: str,
    collections: list[str],
    model: str,
    engines: tuple[str, ...] = (),
    *,
    profile: str | None,
    paused: bool = False,
) -> None:
    try:
        if needed(model):
            raise CallerError("The embedded model is not here yet; fetch it first, or choose another model.")
        if not (collections or engines):
            raise CallerError("No collection is chosen; choose at least one to search, or the web.")
        chosen = {"collections": tuple(collections), "model": model, "engines": engines}
        run = runs.runner().start(question, load(chosen, profile=profile), paused=paused)
    except CallerError as error:
        st.error(plain(str(error)))
    else:
        session.open_run(run)
