"""The evidence tree with what belongs to it: as a graph, an outline or a table, to be watched and taken along."""

import streamlit as st

from components import session
from components.investigate.tables import node_table
from components.text import plural
from components.tree.drawing import View, evidence_tree
from components.tree.watching import watch_button, watching
from sleuth.glossary import meaning
from sleuth.rewinding import Standing
from sleuth.state import State
from sleuth.views.changes import Changes
from sleuth.views.graph import download_html
from sleuth.views.layout import TreeNode
from sleuth.views.outline import outline
from sleuth.views.selection import Selection

VIEWS: dict[str, View | None] = {"Graph": "graph", "Outline": "outline", "Table": None}

HEIGHT = 460
"""Pixels of graph and outline, legend included."""


def tree_panel(run: str, newest: Standing, state: State, fresh: Changes, selection: Selection) -> None:
    """Draw the tree of a state; a node that is clicked is selected everywhere."""
    nodes = outline(state, fresh)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="tree_head"):
        title = f"**Evidence tree** :gray[{plural(len(nodes), 'node')}]"
        st.markdown(title, width="stretch", help=meaning("evidence tree"))
        watch_button(newest)
        view = st.segmented_control(
            "Shown as",
            list(VIEWS),
            default="Graph",
            required=True,
            key="tree_view",
            label_visibility="collapsed",
            persist_state="session",
        )
    # A place of its own, empty or not: else the graph below is drawn anew when the repair is opened or closed.
    with st.container():
        stage = watching(run, newest)
    drawn = VIEWS[view or "Graph"]
    if drawn is None:
        node_table(state, fresh)
        _download(run, nodes)
        return
    evidence_tree(
        nodes,
        selected=selection.node,
        lit=stage.nodes if stage else (),
        view=drawn,
        key=f"tree_{run}",
        file_name=f"evidence-tree-{run}",
        height=HEIGHT,
        on_pick=session.select,
    )


def _download(run: str, nodes: tuple[TreeNode, ...]) -> None:
    st.download_button(
        "Download the tree as HTML",
        key="download_tree",
        data=lambda: download_html(nodes),
        file_name=f"evidence-tree-{run}.html",
        mime="text/html",
        icon=":material/download:",
        on_click="ignore",
    )
