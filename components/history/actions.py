"""What can be done to the runs chosen in History: open, audit, compare, resume, name, tag, link, export, delete."""

from urllib.parse import urlencode, urlsplit

import streamlit as st

from components import runs, session
from components.export import export_button
from components.text import plain, plural, short
from sleuth.errors import CallerError
from sleuth.store import RunRow
from sleuth.store.naming import TITLE_CHARS
from sleuth.views.comparison import LETTERS

MOST = len(LETTERS)
TO_AUDIT = "Judge the claims of its answer beside their sources."


def run_actions(chosen: tuple[RunRow, ...]) -> None:
    """Draw what can be done; a button that needs one run is off while none or several are chosen."""
    one = chosen[0] if len(chosen) == 1 else None
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="history_actions"):
        if _button("Open", "open_in_full", off=one is None) and one:
            session.open_run(one.id)
        auditable = one is not None and (one.status == "finished" or one.audited)
        if _button("Audit", "fact_check", off=not auditable, hint=TO_AUDIT) and one:
            session.open_audit(one.id)
        several = 2 <= len(chosen) <= MOST
        if _button("Compare", "compare", off=not several, hint=f"Put 2 to {MOST} runs side by side."):
            session.compare_runs(tuple(row.id for row in chosen))
        resumable = one is not None and one.status not in ("running", "finished") and one.origin == "asked"
        if _button("Resume", "play_arrow", off=not resumable) and one:
            _resume(one)
        _title(one)
        _tags(chosen)
        _link(one)
        if one:
            export_button(one)
        st.button(
            "Delete",
            key="history_delete",
            icon=":material/delete:",
            disabled=not chosen or any(map(_held, chosen)),
            help="Can be undone for seven days. A running or paused run is stopped first.",
            on_click=_delete,
            args=(chosen,),
        )
    st.caption(_told(chosen))


def deleted_note() -> None:
    """Say what was deleted last, with the way back."""
    deleted = session.deleted()
    if not deleted:
        return
    names = [name for _, name in deleted]
    told = plain(short(names[0], 70)) if len(names) == 1 else plural(len(names), "run")
    with st.container(horizontal=True, vertical_alignment="center", key="deleted_note"):
        st.caption(f"Deleted: {told}. It can be brought back for seven days.", width="content")
        st.button("Undo", key="history_undo", icon=":material/undo:", on_click=_restore)


def _told(chosen: tuple[RunRow, ...]) -> str:
    match chosen:
        case ():
            return "Choose a run in the table, or several to compare them."
        case (one,):
            return f"Chosen: {plain(short(one.name, 100))}"
        case _ if len(chosen) > MOST:
            return f"{len(chosen)} runs chosen; at most {MOST} can be compared."
        case _:
            return f"{len(chosen)} runs chosen"


def _button(label: str, icon: str, *, off: bool, hint: str | None = None) -> bool:
    return st.button(label, key=f"history_{label.lower()}", icon=f":material/{icon}:", disabled=off, help=hint)


def _held(row: RunRow) -> bool:
    """Whether a process has the run in hand; one paused with a cause, such as a reopened one, is not."""
    return row.status == "running" or (row.status == "paused" and not row.cause)


def _title(row: RunRow | None) -> None:
    with st.popover("Title", icon=":material/edit:", disabled=row is None, key="history_title"):
        if row is None:
            return
        key = f"title_{row.id}_{hash(row.title)}"  # a title given elsewhere is another field, which shows it
        st.text_input(
            "Title",
            value=row.title or "",
            key=key,
            max_chars=TITLE_CHARS,
            width=360,
            placeholder="Goes by its question",
            help="What lists call it. The question stays as it was asked.",
            on_change=_rename,
            args=(row.id, key),
        )


def _tags(chosen: tuple[RunRow, ...]) -> None:
    """Tags of all the chosen runs; what is added or taken away there is so for each of them."""
    with st.popover("Tags", icon=":material/label:", disabled=not chosen, key="history_tagging"):
        if not chosen:
            return
        shared = tuple(tag for tag in chosen[0].tags if all(tag in row.tags for row in chosen))
        ids = tuple(row.id for row in chosen)
        # Other tags or runs are another field: it shows what is so, not what was typed.
        key = f"tags_{'_'.join(ids)}_{hash(shared)}"
        st.multiselect(
            "Tags",
            sorted({*runs.log().choices().tags, *shared}),
            default=shared,
            key=key,
            accept_new_options=True,
            width=320,
            placeholder="Choose or type a tag",
            help="Tags that all the chosen runs bear; those added or removed here change for all of them.",
            on_change=_tag,
            args=(ids, shared, key),
        )


def _link(row: RunRow | None) -> None:
    with st.popover("Link", icon=":material/link:", disabled=row is None, key="history_link"):
        if row:
            st.caption("Opens this run, for whoever reaches this Sleuth.")
            st.code(address_of(row.id, st.context.url or ""), language=None)


def address_of(run: str, here: str) -> str:
    """The address that opens a run, from that of any page."""
    parts = urlsplit(here)
    return parts._replace(path=f"{parts.path.rpartition('/')[0]}/", query=urlencode({session.RUN: run})).geturl()


def _resume(row: RunRow) -> None:
    try:
        runs.runner().go_on(row.id, runs.settings())
    except CallerError as error:
        st.error(plain(str(error)))
    else:
        session.open_run(row.id)


def _rename(run: str, key: str) -> None:
    try:
        runs.log().rename(run, st.session_state[key])
    except CallerError as error:
        st.toast(plain(str(error)), icon=":material/error:")


def _tag(ids: tuple[str, ...], before: tuple[str, ...], key: str) -> None:
    log, now = runs.log(), st.session_state.pop(key)
    try:
        for run in ids:
            log.tag(run, *(tag for tag in now if tag not in before))
            log.untag(run, *(tag for tag in before if tag not in now))
    except CallerError as error:
        st.toast(plain(str(error)), icon=":material/error:")


def _delete(chosen: tuple[RunRow, ...]) -> None:
    for row in chosen:
        runs.log().delete(row.id)
        if st.session_state["run_id"] == row.id:
            st.session_state["run_id"] = None
    session.keep_deleted(tuple((row.id, row.name) for row in chosen))


def _restore() -> None:
    for run, _ in session.deleted():
        runs.log().restore(run)
    session.keep_deleted(())
