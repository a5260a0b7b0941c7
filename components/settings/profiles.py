"""Profiles on the page of settings: keep what stands in the fields under a name, bring one back, remove one."""

import streamlit as st

from components.settings.standing import Standing, of, put, unsaved
from components.text import plain, plural
from sleuth import profiles
from sleuth.errors import CallerError
from sleuth.settings import Settings, load, revised


def profile_bar(now: Settings, values: Standing) -> None:
    """Draw the profiles. Loading one fills the fields, which are drawn after this, and saves nothing."""
    names = profiles.names()
    count = f" :gray[{plural(len(names), 'set')} of settings under a name]" if names else ""
    with st.expander(f"**Profiles**{count or ' :gray[sets of settings under a name]'}", key="profiles"):
        left, right = st.columns(2, gap="medium")
        with left:
            _saved(names)
        with right:
            _keep(names, now, values)
        st.caption(
            "A question can be asked by a profile: on its form, or with `--profile NAME`. It holds every setting but "
            "the keys, and yields to the environment."
        )


def _saved(names: tuple[str, ...]) -> None:
    if not names:
        st.caption("There is none yet. Choose below what suits one kind of question, then save it under a name.")
        return
    name = st.selectbox("Saved profiles", names, key="profile")
    with st.container(horizontal=True):
        if st.button("Load", key="profile_load", icon=":material/download:", help="Fill the fields with it."):
            try:
                put(of(load(profile=name)))
            except CallerError as error:
                st.error(plain(str(error)), icon=":material/error:")
            else:
                st.toast(f"The fields hold {plain(name)} now. Save makes them your settings.")
        with st.popover("Delete", key="profile_delete", icon=":material/delete:", type="tertiary"):
            st.markdown(f"Delete {plain(name)} for good?")
            st.button("Delete it", key="profile_delete_it", type="primary", on_click=_delete, args=(name,))


def _keep(names: tuple[str, ...], now: Settings, values: Standing) -> None:
    name = st.text_input("Name", key="profile_name", max_chars=60, placeholder="quick, thorough, as published …")
    name = name.strip()
    label = "Overwrite" if name in names else "Save as a profile"
    if not st.button(label, key="profile_keep", icon=":material/bookmark_add:"):
        return
    try:
        left_out = profiles.keep(name, revised(now, unsaved(values, now)).model_dump())
    except CallerError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    st.success(f"Saved in {plain(str(profiles.path_of(name)))}")
    if left_out:
        st.caption(f"Left out, for holding a password: {plain(', '.join(left_out))}.")


def _delete(name: str) -> None:
    profiles.delete(name)
