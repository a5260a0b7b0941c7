"""Sleuth's page: configuration, navigation and the run picker. Start it with `streamlit run app.py`.

The page files must not be named like their address: as long as no browser has been here, Streamlit would serve
`pages/history.py` for /history by itself, without this frame. Hence `history_page.py`, and an address of its own
for the default page as well.
"""

from pathlib import Path

import streamlit as st

from components import session
from components.arrival import arrived
from components.picker import run_picker
from components.text import plain
from sleuth.errors import SleuthError

st.set_page_config(page_title="Sleuth", page_icon="🔎", layout="wide")
st.logo(Path(__file__).parent / "components" / "logo.svg")
st.html(Path(__file__).parent / "components" / "app.css")

page = st.navigation(
    [
        st.Page(
            session.INVESTIGATE,
            title="Investigate",
            icon=":material/travel_explore:",
            url_path="investigate",
            default=True,
            help="Ask a question and watch it being investigated: answer, ledger, evidence tree and steps.",
        ),
        st.Page(
            "pages/history_page.py",
            title="History",
            icon=":material/history:",
            url_path="history",
            help="Every run there is. Search, open, name, compare, import or delete them.",
        ),
        st.Page(
            session.COMPARE,
            title="Compare",
            icon=":material/compare:",
            url_path="compare",
            help="Two or more runs side by side: answers, facts, where they parted, and what each cost.",
        ),
        st.Page(
            session.AUDIT,
            title="Audit",
            icon=":material/fact_check:",
            url_path="audit",
            help="Is each sentence true to its source? Judge claims beside their passages; seal and hand over.",
        ),
        st.Page(
            "pages/sources_page.py",
            title="Sources",
            icon=":material/library_books:",
            url_path="sources",
            help="What is searched: collections of documents, web engines, and the pages that are kept.",
        ),
        st.Page(
            session.TEACH,
            title="Teach",
            icon=":material/play_lesson:",
            url_path="teach",
            help="Recorded investigations played step by step, without a model or a network; and the glossary.",
        ),
        st.Page(
            "pages/settings_page.py",
            title="Settings",
            icon=":material/settings:",
            url_path="settings",
            help="The model with a test of it, and the limits of a run.",
        ),
    ]
)
session.declare(page.url_path)
arrived(page.url_path)
try:
    with st.sidebar:
        run_picker()
    page.run()
except SleuthError as error:
    st.error(plain(str(error)))
