"""The models that can be had: those found on this machine, and services on the network, each one click away."""

import os
from urllib.parse import urlsplit

import streamlit as st

from components import runs
from components.model import testing as model_test
from components.model.known import found_servers
from components.model.weights import weights_offer
from components.settings.standing import Standing, put, unsaved
from components.text import plain, plural
from sleuth.errors import CallerError
from sleuth.models import weights
from sleuth.models.presets import HOSTED, PRESETS, Found
from sleuth.settings import Settings, revised, save

TITLES = {"ollama": "Ollama", "lmstudio": "LM Studio", "llamacpp": "llama.cpp", "vllm": "vLLM"}
STARTS = {
    "ollama": "ollama serve",
    "lmstudio": "start its server",
    "llamacpp": "llama-server -m FILE.gguf",
    "vllm": "vllm serve NAME",
}
REACHING = ("base_url", "timeout_s", "proxy")
"""Settings that decide how a model is reached, as far as they stand in the fields."""


def model_cards(values: Standing) -> None:
    """Draw what answers on this machine, and the services that a key opens."""
    found = found_servers()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("**On this machine**")
        st.button("Look again", key="look_again", type="tertiary", icon=":material/refresh:", on_click=_look_again)
    _embedded(values)
    for server in found:
        _server(server, values)
    missing = [name for name in TITLES if name not in {server.name for server in found}]
    if missing:
        ways = " · ".join(f"{TITLES[name]} `{STARTS[name]}`" for name in missing)
        st.caption(f"Not answering on the usual port: {ways}")
    _hosted(values)


def _embedded(values: Standing) -> None:
    if not weights.is_ready():
        weights_offer()
        return
    with st.container(border=True, key="card_embedded", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            _head("Embedded model", "without a key or a network", ready=True)
            tested = _actions(values, "embedded", "embedded")
        _report(tested, "embedded")


def _server(server: Found, values: Standing) -> None:
    with st.container(border=True, key=f"card_{server.name}", gap="small"):
        _head(TITLES[server.name], f"answers at {urlsplit(server.url).netloc}", ready=bool(server.models))
        if not server.models:
            st.caption("It has no model loaded; load one there first.")
            return
        with st.container(horizontal=True, vertical_alignment="bottom"):
            names = [f"{server.name}/{model}" for model in server.models]
            picked = st.selectbox(
                plural(len(names), "model"), names, key=f"pick_{server.name}", format_func=_short, width=420
            )
            tested = _actions(values, picked, server.name)
        _report(tested, server.name)


def _head(title: str, told: str, *, ready: bool) -> None:
    mark = ":green[:material/check_circle:]" if ready else ":gray[:material/radio_button_unchecked:]"
    st.markdown(f"{mark} **{title}** :gray[{plain(told)}]", width="content")


def _short(name: str) -> str:
    return name.partition("/")[2]


def _actions(values: Standing, name: str, place: str) -> Settings | None:
    """Use and Test of one model, and the settings it is tested with; the chosen one has its test above."""
    if name == values["model"]:
        st.caption(":material/check: Chosen above", width="content")
        return None
    st.button(
        "Use",
        key=f"use_{place}",
        icon=":material/check:",
        help="New questions go to it.",
        on_click=_use,
        args=(name,),
    )
    return test_button(values, name, place)


def _report(tested: Settings | None, place: str) -> None:
    if tested and (test := model_test.latest(tested)):
        model_test.report(test, place)


def test_button(values: Standing, name: str, place: str) -> Settings | None:
    """Draw the button that tests a model; the settings it is tested with, None where they cannot be."""
    pressed = st.button(
        "Test", key=f"test_{place}", icon=":material/network_check:", help="Sends it a few small requests."
    )
    now = runs.settings()
    reaching = {key: value for key, value in unsaved(values, now).items() if key in REACHING}
    try:
        settings = revised(now, {**reaching, "model": name})
    except CallerError as error:
        if pressed:
            st.error(plain(str(error)), icon=":material/error:")
        return None
    if pressed:
        model_test.begin(settings)
    return settings


def _use(name: str) -> None:
    try:
        save({"model": name})
    except CallerError as error:
        st.toast(plain(str(error)), icon=":material/error:")
        return
    put({"model": name})
    st.toast(f"New questions go to {plain(name)}.", icon=":material/check:")


def _hosted(values: Standing) -> None:
    st.markdown("**On the network**")
    address = str(values["base_url"]) or PRESETS["openai"]
    key = bool(os.environ.get("OPENAI_API_KEY"))
    host = plain(urlsplit(address).hostname or address)
    with st.container(border=True, key="card_hosted", gap="small"):
        told = f"a key is set; it goes to {host} only" if key else "no key is set"
        mark = ":green[:material/key:]" if key else ":gray[:material/key_off:]"
        st.markdown(f"{mark} **OpenAI-compatible service** :gray[{told}]")
        with st.container(horizontal=True, gap="small"):
            for service in HOSTED:
                st.button(
                    service.title,
                    key=f"service_{service.title}",
                    help=f"Fills in {urlsplit(service.url).hostname} and the model {service.example}.",
                    type="primary" if address == service.url and _is_hosted(values) else "secondary",
                    on_click=put,
                    args=({"model": f"openai/{service.example}", "base_url": _unless_default(service.url)},),
                )
        st.caption(
            "A service fills in the fields above: name the model you want there, test it, then save. "
            + ("" if key else "It needs its key in OPENAI_API_KEY; set it and start Sleuth again.")
        )


def _is_hosted(values: Standing) -> bool:
    return str(values["model"]).startswith("openai/")


def _unless_default(url: str) -> str:
    return "" if url == PRESETS["openai"] else url


def _look_again() -> None:
    found_servers.clear()
