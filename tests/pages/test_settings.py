"""Settings: models found and tested, what is changed and not yet saved, the way back, refusals, profiles, keys."""

import json
import threading

import pytest
from driving import has, press, sound, texts, wait_for
from models.serving import said, serving

from components.model import cards as model_cards
from components.model import known as models
from components.model import testing as model_test
from components.settings.rules import EVERY, SECTIONS
from components.settings.standing import DEFAULTS, key
from sleuth import profiles
from sleuth.folders import settings_file
from sleuth.models import weights
from sleuth.models.presets import Found
from sleuth.settings import known, load

SETTINGS = "pages/settings_page.py"


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """No server of this machine is found, and no test of another test is remembered."""
    monkeypatch.setattr(models, "find_servers", lambda: ())
    monkeypatch.setattr(model_test, "_tests", {})
    monkeypatch.delenv("SLEUTH_CORPUS")


@pytest.fixture
def script(tmp_path, monkeypatch):
    """Choose a scripted model whose lines the test gives."""

    def chosen(*lines: dict) -> str:
        path = tmp_path / "check.jsonl"
        path.write_text("\n".join(json.dumps({"purpose": "check"} | line) for line in lines), encoding="utf-8")
        monkeypatch.setenv("SLEUTH_MODEL", f"scripted/{path}")
        return f"scripted/{path}"

    return chosen


def after(app, button="test_chosen"):
    """Press Test and wait until it is over."""
    app = press(app, button)
    wait_for(lambda: not any(test.running for test in model_test._tests.values()))
    return sound(app.run())


def put(app, **values):
    """Fill fields."""
    for name, value in values.items():
        kinds = (*app.number_input, *app.text_input, *app.selectbox, *app.multiselect, *app.toggle)
        next(widget for widget in kinds if widget.key == key(name)).set_value(value)
    return sound(app.run())


def test_every_setting_is_offered_once_with_what_it_does():
    offered = [name for section in SECTIONS for name in section.choices]
    assert len(offered) == len(set(offered))
    assert {"model", *EVERY} == set(known())
    assert all(choice.told and choice.origin in ("published", "ours") for choice in EVERY.values())


def test_every_field_shows_the_default_and_whose_it_is(open_app):
    page = texts(open_app(SETTINGS))
    for line in ("published: 20", "ours: 2", "published: 0.7", "ours: selective", "ours: none", "ours: on"):
        assert line in page
    assert "changed" not in page


def test_what_is_chosen_is_saved_for_the_next_run_and_nothing_else(open_app):
    app = put(open_app(SETTINGS), turns=33, timeout_s=9.5, repair="hard", enforce=False, engines=["wikipedia"])
    assert "Not saved:] Time limit in seconds, Turns, Check replies, Repair, Engines" in texts(app)
    app = press(app, "settings_save")
    assert "Saved in" in texts(app)
    assert "Not saved" not in texts(app)
    now = load(environment={})
    assert (now.limits.turns, now.timeout_s, now.rules.repair, now.rules.enforce) == (33, 9.5, "hard", False)
    assert now.web.engines == ("wikipedia",)
    assert "pool" not in settings_file().read_text(encoding="utf-8")


def test_a_change_is_marked_counted_and_undone_one_by_one_and_all_at_once(open_app):
    app = put(open_app(SETTINGS), turns=33, searches=9, ranking="hybrid")
    page = texts(app)
    assert "● 2 changed" in page
    assert "Restore 2 defaults" in page
    assert "3 changed" in page
    app = press(app, "back_turns")
    assert app.number_input(key="set_turns").value == 20
    assert not has(app, "back_turns")
    app = press(app, "restore_all")
    assert (app.number_input(key="set_searches").value, app.selectbox(key="set_ranking").value) == (8, "bm25")
    assert "changed" not in texts(app).replace("not changed", "")


def test_a_section_is_restored_alone(open_app):
    app = press(put(open_app(SETTINGS), turns=33, ranking="hybrid"), "restore_limits")
    assert (app.number_input(key="set_turns").value, app.selectbox(key="set_ranking").value) == (20, "hybrid")


def test_changes_can_be_discarded(open_app):
    app = press(put(open_app(SETTINGS), turns=33, engines=["wikipedia"]), "settings_discard")
    assert (app.number_input(key="set_turns").value, app.multiselect(key="set_engines").value) == (20, [])
    assert not settings_file().exists()


def test_a_refused_value_is_told_beside_its_field_and_nothing_is_lost(open_app):
    app = put(open_app(SETTINGS), nudge_share=7.0, turns=33, page_s=-1.0)
    page = texts(app)
    assert page.count("limits.nudge_share = 7.0 is not accepted: Input should be less than or equal to 1") == 1
    assert "web.page_s = -1.0 is not accepted" in page
    assert page.count("1 not accepted") == 2
    app = press(app, "settings_save")
    assert not settings_file().exists()
    assert (app.number_input(key="set_nudge_share").value, app.number_input(key="set_turns").value) == (7.0, 33)


def test_settings_that_do_not_go_together_are_told_in_their_section(open_app):
    app = put(open_app(SETTINGS), trigger="quantile")
    assert "the trigger quantile needs calibration" in texts(app).replace("`", "")
    app = press(put(app, calibration="0.5, 1.25"), "settings_save")
    assert load(environment={}).rules.uncertainty.calibration == (0.5, 1.25)


def test_an_emptied_limit_is_no_limit_and_an_emptied_text_that_must_be_is_refused(open_app):
    app = put(open_app(SETTINGS), tokens=5000)
    press(app, "settings_save")
    assert load(environment={}).limits.tokens == 5000
    app = put(app, tokens=None, language="")
    assert "web.language = None is not accepted" in texts(app)
    press(put(app, language="de"), "settings_save")
    assert load(environment={}).limits.tokens is None


def test_what_the_environment_sets_cannot_be_chosen_here_and_says_so(open_app, monkeypatch):
    monkeypatch.setenv("SLEUTH_TURNS", "4")
    app = open_app(SETTINGS)
    field = app.number_input(key="set_turns")
    assert (field.value, field.disabled) == (4, True)
    assert "SLEUTH_TURNS in the environment has the last word" in texts(app)
    press(put(app, searches=3), "settings_save")
    assert "turns" not in settings_file().read_text(encoding="utf-8")


def test_settings_are_found_by_a_word_and_changes_elsewhere_are_kept(open_app):
    app = put(open_app(SETTINGS), turns=33)
    app.text_input(key="settings_search").set_value("robots")
    app = sound(app.run())
    assert [toggle.key for toggle in app.toggle] == ["set_robots"]
    app.text_input(key="settings_search").set_value("zebra")
    assert "No setting speaks of zebra" in texts(sound(app.run()))
    app.text_input(key="settings_search").set_value("")
    assert sound(app.run()).number_input(key="set_turns").value == 33


def test_a_password_in_an_address_is_not_shown_and_stays(open_app):
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text('[web]\nproxy = "http://ann:hunter2@127.0.0.1:3128"\n', encoding="utf-8")
    app = open_app(SETTINGS)
    assert app.text_input(key="set_proxy").value == "http://127.0.0.1:3128"
    press(put(app, turns=33), "settings_save")
    assert load(environment={}).web.proxy == "http://ann:hunter2@127.0.0.1:3128"


def test_the_test_shows_what_the_model_said(open_app, script):
    script({"reply": "ready :red[x]"})
    page = texts(after(open_app(SETTINGS)))
    assert "answers: “ready :red[x]”" in page
    assert "Form enforced  \nunknown" in page.replace(":gray[Form enforced]", "Form enforced")
    assert "SLEUTH_MODEL in the environment has the last word" in page


def test_the_test_shows_why_a_model_does_not_answer(open_app, script):
    script({"fails": "The server is down; start it."})
    assert "The server is down; start it." in texts(after(open_app(SETTINGS)))


def test_a_model_name_that_is_none_is_told_with_those_there_are(open_app, monkeypatch):
    monkeypatch.setenv("SLEUTH_MODEL", "olama/qwen3")
    assert "'olama/qwen3' is not known; use one of" in texts(after(open_app(SETTINGS)))


def test_a_hanging_server_holds_nothing_and_is_left_after_the_time_limit(open_app, monkeypatch):
    release = threading.Event()
    with serving(lambda asked: release.wait(10) and said()) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("SLEUTH_MODEL", "openai/m1")
        monkeypatch.setenv("SLEUTH_TIMEOUT", "0.5")
        page = texts(after(open_app(SETTINGS)))
        release.set()
    assert "0.5 seconds" in page
    assert "raise" in page


def test_a_test_can_be_given_up(open_app, monkeypatch):
    release, asked_once = threading.Event(), threading.Event()

    def answer(asked):
        asked_once.set()
        release.wait(10)
        return said()

    with serving(answer) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("SLEUTH_MODEL", "openai/m1")
        app = press(open_app(SETTINGS), "test_chosen")
        assert asked_once.wait(5)
        app = press(app, "leave_chosen")
        release.set()
    assert "The test was ended before it was over" in texts(app)


@pytest.fixture
def found(monkeypatch):
    """Two servers answer on this machine."""
    servers = (
        Found("ollama", "http://127.0.0.1:11434/v1", ("qwen3:8b", "gemma")),
        Found("vllm", "http://127.0.0.1:8000/v1", ()),
    )
    monkeypatch.setattr(models, "find_servers", lambda: servers)


def test_models_found_are_listed_and_chosen_with_one_click(open_app, found, monkeypatch):
    monkeypatch.delenv("SLEUTH_MODEL")
    monkeypatch.setattr(weights, "is_ready", lambda *_: False)
    app = open_app(SETTINGS)
    page = texts(app)
    assert "Ollama :gray[answers at 127.0.0.1:11434]" in page
    assert "It has no model loaded" in page
    assert "LM Studio `start its server` · llama.cpp" in page
    app.selectbox(key="pick_ollama").set_value("ollama/gemma")
    app = press(sound(app.run()), "use_ollama")
    assert load(environment={}).model == "ollama/gemma"
    assert app.selectbox(key="set_model").value == "ollama/gemma"
    assert "Chosen above" in texts(app)


def test_a_hosted_service_fills_in_address_and_model(open_app, monkeypatch):
    monkeypatch.delenv("SLEUTH_MODEL")
    app = press(open_app(SETTINGS), "service_Groq")
    assert app.text_input(key="set_base_url").value == "https://api.groq.com/openai/v1"
    assert app.selectbox(key="set_model").value.startswith("openai/")
    assert "no key is set" in texts(app)
    assert not settings_file().exists()
    app = press(app, "service_OpenAI")
    assert app.text_input(key="set_base_url").value == ""


def test_a_key_is_said_to_be_set_and_for_whom_and_never_shown(open_app, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    app = open_app(SETTINGS)
    assert "a key is set; it goes to api.openai.com only" in texts(app)
    assert "1 of 4 set" in texts(app)
    assert "sk-very" not in texts(app) + str(app.main)


def test_a_profile_is_kept_loaded_written_over_and_deleted(open_app):
    app = put(open_app(SETTINGS), turns=3, ranking="hybrid")
    app.text_input(key="profile_name").set_value("quick")
    app = press(app, "profile_keep")
    assert load(profile="quick", environment={}).limits.turns == 3
    app = press(sound(app.run()), "settings_discard")
    assert app.number_input(key="set_turns").value == 20
    app = press(app, "profile_load")
    assert (app.number_input(key="set_turns").value, app.selectbox(key="set_ranking").value) == (3, "hybrid")
    assert "Not saved" in texts(app)
    assert not settings_file().exists()
    app = put(app, turns=5)
    assert app.button(key="profile_keep").label == "Overwrite"
    app = press(app, "profile_keep")
    assert load(profile="quick", environment={}).limits.turns == 5
    press(app, "profile_delete_it")
    assert profiles.names() == ()


def test_a_profile_that_cannot_be_is_told_and_nothing_is_lost(open_app):
    app = put(open_app(SETTINGS), turns=0)
    app.text_input(key="profile_name").set_value("quick")
    assert "limits.turns = 0 is not accepted" in texts(press(app, "profile_keep"))
    app = put(app, turns=3)
    app.text_input(key="profile_name").set_value("../quick")
    app = press(app, "profile_keep")
    assert "cannot be called '../quick'" in texts(app)
    assert app.number_input(key="set_turns").value == 3
    path = profiles.path_of("broken")
    path.parent.mkdir(parents=True)
    path.write_text("turns = oops", encoding="utf-8")
    assert "broken.toml cannot be read" in texts(press(sound(app.run()), "profile_load"))


def test_the_fields_show_the_defaults_as_the_settings_have_them():
    assert set(DEFAULTS) == {"model", *EVERY}
    assert set(model_cards.REACHING) <= set(EVERY)


def test_a_question_is_asked_by_a_profile_and_the_form_follows_it(open_app, monkeypatch, log, tmp_path):
    def keep(name, **chosen):
        profiles.keep(name, load(chosen).model_dump())

    model = load().model
    keep("flat and short", memory="flat", turns=3, model=model)
    keep("web", engines="wikipedia", model="ollama/qwen3", collections="casebook")
    monkeypatch.delenv("SLEUTH_MODEL")
    app = open_app()
    app.selectbox(key="ask_profile").set_value("web")
    app = sound(app.run())
    assert app.selectbox(key="ask_model").value == "ollama/qwen3"
    assert (app.toggle(key="ask_web").value, "wikipedia" in texts(app)) == (True, True)
    app.selectbox(key="ask_profile").set_value("flat and short")
    app = sound(app.run())
    assert (app.selectbox(key="ask_model").value, app.toggle(key="ask_web").value) == (model, False)
    app.text_area(key="question").set_value("Where was the designer of the Norholm bridge born?")
    press(app, "ask_step")
    row = log.runs()[0]
    assert (row.memory, row.model) == ("flat", model)


def test_a_broken_profile_is_told_on_the_form_and_hinders_nothing(open_app):
    path = profiles.path_of("broken")
    path.parent.mkdir(parents=True)
    path.write_text("turns = oops", encoding="utf-8")
    app = open_app()
    app.selectbox(key="ask_profile").set_value("broken")
    assert "broken.toml cannot be read" in texts(sound(app.run()))
