"""The form that adds to a collection: files, a folder, a path of this machine, or a text."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from components import runs
from components.sources import sources
from components.text import plain
from sleuth.errors import SleuthError
from sleuth.search import CASEBOOK, HELD
from sleuth.search.documents import ROWS
from sleuth.search.documents.conversion import FORMS
from sleuth.search.embeddings import Embed
from sleuth.search.local.adding import own
from sleuth.search.local.additions import ADDITIONS, add_paths, add_text, add_uploads
from sleuth.search.local.uploads import Upload

WAYS = ("Files", "Folder", "Path", "Text")
LARGEST_MB = 256


def add_documents(names: tuple[str, ...], here: str | None = None) -> None:
    """Draw it; `here` is the collection to add to, which else is chosen or named anew."""
    left, right = st.columns([2, 3], vertical_alignment="bottom")
    name = here or _named(names, left)
    way = right.radio("What to add", WAYS, key="adding_way", horizontal=True)
    refused, work = _refused(name), ADDITIONS.get(name or "")
    closed = refused is not None or name is None or (work is not None and work.running)
    if refused:
        st.error(plain(refused), icon=":material/error:")
    embed = _embedding()
    match way:
        case "Folder":
            _files(name, closed, embed, folder=True)
        case "Path":
            _path(name, closed, embed)
        case "Text":
            _text(name, closed, embed)
        case _:
            _files(name, closed, embed, folder=False)
    if work is not None and work.running:
        st.caption(f"{plain(work.key)} is being added to; wait until that is done, or stop it.")


def _named(names: tuple[str, ...], place: "st.delta_generator.DeltaGenerator") -> str | None:
    mine = [n for n in names if n != CASEBOOK and not n.startswith(HELD)]
    return place.selectbox(
        "Collection",
        mine,
        index=None,
        key="adding_name",
        accept_new_options=True,
        placeholder="Choose one, or type a new name",
    )


def _refused(name: str | None) -> str | None:
    if name is None:
        return None
    try:
        own(name)
    except SleuthError as error:
        return str(error)
    return None


def _embedding() -> Embed | None:
    """What to embed with at once, if that is wished."""
    found = sources.embedding()
    if isinstance(found, str):
        return None
    wanted = st.toggle(
        "Embed the passages too",
        runs.settings().rules.retrieval.ranking != "bm25",
        key="adding_embed",
        help="For search by meaning (dense, hybrid). Can be done later; a first such search does it else.",
    )
    return found if wanted else None


def _files(name: str | None, closed: bool, embed: Embed | None, *, folder: bool) -> None:
    # Cleared on sending, so that what was sent is not sent again; the name stands outside and is known to do.
    with st.form("adding_files", clear_on_submit=True, border=False):
        sent = st.file_uploader(
            "A folder of your computer" if folder else "Files of your computer",
            key="adding_folder" if folder else "adding_upload",
            accept_multiple_files="directory" if folder else True,
            max_upload_size=LARGEST_MB,
            help=f"Read are {', '.join(sorted(FORMS.keys() | ROWS))}.",
        )
        if _send(closed, "adding_files_send") and name:
            uploads = tuple(Upload(file.name, file.getvalue()) for file in sent or ())
            _begin(lambda: add_uploads(sources.local(), name, uploads, embed))


def _path(name: str | None, closed: bool, embed: Embed | None) -> None:
    with st.form("adding_path_form", border=False):
        path = st.text_input(
            "A file or folder on the machine that Sleuth runs on",
            key="adding_path",
            placeholder="~/documents/harbour",
            help="Adding the same folder again reads only what is new or changed in it.",
        )
        if _send(closed, "adding_path_send") and name:
            paths = (Path(path.strip()).expanduser(),) if path.strip() else ()
            _begin(lambda: add_paths(sources.local(), name, paths, embed))


def _text(name: str | None, closed: bool, embed: Embed | None) -> None:
    with st.form("adding_text_form", border=False):
        text = st.text_area("Text", key="adding_text", height=160, placeholder="Paste what the document says.")
        left, middle, right = st.columns([2, 2, 1])
        title = left.text_input("Title", key="adding_title", placeholder="The text's first words, if left empty")
        url = middle.text_input("Address", key="adding_url", placeholder="https://… (optional)")
        date = right.text_input("Date", key="adding_date", placeholder="2024-03-31 (optional)")
        if _send(closed, "adding_text_send") and name:
            _begin(lambda: add_text(sources.local(), name, title, text, url, date, embed))


def _send(closed: bool, key: str) -> bool:
    return st.form_submit_button("Add", key=key, type="primary", icon=":material/add:", disabled=closed)


def _begin(add: Callable[[], object]) -> None:
    try:
        add()
    except SleuthError as error:
        st.error(plain(str(error)), icon=":material/error:")
    else:
        st.rerun()
