"""The form for a text from elsewhere: pasted or as a file, with where its sources are to be had."""

import tempfile
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from components import runs, session
from components.sources import sources
from components.text import plain
from sleuth.errors import SleuthError
from sleuth.pasted.files import text_of
from sleuth.pasted.parsing import LONGEST
from sleuth.pasted.working import begin_bringing
from sleuth.search import HELD, Document
from sleuth.search.documents import read_documents
from sleuth.search.local.uploads import Upload, lay_down


def paste_form() -> None:
    """Draw it; once sent, the text is a run whose audit opens."""
    st.caption(
        "A report, an article or the answer of another tool: its sentences become claims; links, [1] and footnotes "
        "become their citations. Nothing of it is sent anywhere, and pages are fetched only where you say so."
    )
    with st.form("paste_form", border=False):
        text = st.text_area(
            "Text with citations",
            key="paste_text",
            height=220,
            max_chars=LONGEST,
            placeholder="The bridge was opened on 3 March 1931 [1].\n\nSources\n[1] Harbour Board minutes. https://…",
        )
        left, right = st.columns(2)
        file = left.file_uploader("Or a file of it", key="paste_file", help="Markdown, plain text or a document.")
        given = right.file_uploader(
            "Its sources, as files",
            key="paste_sources",
            accept_multiple_files=True,
            help="Found by their titles, or by a name such as 3.txt for [3].",
        )
        left, right = st.columns(2, vertical_alignment="bottom")
        title = left.text_input("Title", key="paste_title", placeholder="Its first heading, if left empty")
        names = tuple(name for name in sources.local().names() if not name.startswith(HELD))
        collections = right.multiselect("Collections that hold its sources", names, key="paste_collections")
        fetch = st.toggle(
            "Fetch the pages it links to",
            key="paste_fetch",
            help="Pages kept from before are used in any case. Only public web pages are fetched.",
        )
        split = st.toggle(
            "Split sentences that say several things",
            key="paste_split",
            help="By the model of Settings; a split that adds or loses something is not taken.",
        )
        if st.form_submit_button("Audit this text", key="paste_send", type="primary", icon=":material/fact_check:"):
            _begin(text, file, given or [], title, tuple(collections), fetch=fetch, split=split)


def _begin(
    text: str,
    file: UploadedFile | None,
    given: list[UploadedFile],
    title: str,
    collections: tuple[str, ...],
    *,
    fetch: bool,
    split: bool,
) -> None:
    try:
        whole = text_of(file.name, file.getvalue()) if file and not text.strip() else text
        run = begin_bringing(
            whole,
            runs.settings(),
            title=title,
            collections=collections,
            files=_documents(given),
            fetch=fetch,
            split=split,
        )
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    session.open_audit(run)


def _documents(given: list[UploadedFile]) -> tuple[Document, ...]:
    """The files as documents; those without text are named, and the others are used."""
    if not given:
        return ()
    with tempfile.TemporaryDirectory(prefix="sleuth-", ignore_cleanup_errors=True) as folder:
        reading = read_documents(lay_down(Path(folder), (Upload(f.name, f.getvalue()) for f in given)))
    for refused in reading.refused:
        st.toast(f"Not read: {plain(Path(refused.path).name)}: {plain(refused.why)}.", icon=":material/warning:")
    return reading.documents
