"""Profiles: a named set of settings means the same later, holds no password, and yields to what is said beside it."""

import tomllib

import harbour
import pytest

from sleuth import profiles
from sleuth.errors import CallerError
from sleuth.folders import settings_file
from sleuth.settings import Settings, load, refusals, save


def kept(name="quick", **chosen):
    return profiles.keep(name, load(chosen, environment={}).model_dump())


def test_a_profile_lies_above_the_settings_file_and_below_environment_and_line():
    save({"turns": 3, "searches": 3, "passages": 3, "facts": 3})
    kept(searches=4, passages=4, facts=4)
    environment = {"SLEUTH_PASSAGES": "5", "SLEUTH_FACTS": "5"}
    limits = load({"facts": 6}, profile="quick", environment=environment).limits
    assert (limits.turns, limits.searches, limits.passages, limits.facts) == (3, 4, 5, 6)


def test_a_profile_means_the_same_whatever_the_settings_file_says_later():
    made = load({"ranking": "hybrid", "tokens": 9000}, environment={})
    profiles.keep("mine", made.model_dump())
    save({"turns": 99, "base_url": "http://127.0.0.1:9/v1", "proxy": "http://127.0.0.1:3128", "tokens": 5})
    assert load(profile="mine", environment={}) == made


def test_a_profile_by_hand_may_hold_a_few_settings():
    path = profiles.path_of("paper")
    path.parent.mkdir(parents=True)
    path.write_text('repair = "hard"  # as published\n', encoding="utf-8")
    save({"turns": 3})
    settings = load(profile="paper", environment={})
    assert (settings.rules.repair, settings.limits.turns) == ("hard", 3)


def test_profiles_are_plain_toml_listed_written_over_and_removed():
    kept("b"), kept("Ä 研究 v1.2"), kept("A")
    assert profiles.names() == ("A", "b", "Ä 研究 v1.2")
    kept("b", turns=7)
    assert tomllib.loads(profiles.path_of("b").read_text(encoding="utf-8"))["limits"]["turns"] == 7
    profiles.delete("b")
    profiles.delete("b")
    assert profiles.names() == ("A", "Ä 研究 v1.2")


@pytest.mark.parametrize("name", ["", "../sleuth", "a/b", "a\\b", ".hidden", "x" * 61, "dot.", "con\n", " a", "a:b"])
def test_what_is_no_name_reaches_no_file(name):
    with pytest.raises(CallerError, match="cannot be called"):
        kept(name)
    assert not profiles.path_of("a").parent.exists()


def test_an_unknown_profile_names_those_there_are():
    with pytest.raises(CallerError, match="'x' is not known; there is none yet"):
        load(profile="x")
    kept("quick")
    with pytest.raises(CallerError, match="'x' is not known; use one of: quick"):
        load(profile="x")


def test_no_password_or_key_enters_a_profile(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    left_out = kept(base_url="https://ann:hunter2@host/v1", collections=("a", "opensearch+https://u:hunter2@h/i"))
    assert set(left_out) == {"base_url", "collections"}
    written = profiles.path_of("quick").read_text(encoding="utf-8")
    assert "hunter2" not in written
    assert "sk-secret" not in written
    assert load(profile="quick", environment={}).collections == Settings().collections


def test_comments_and_order_of_the_settings_file_stay():
    file = settings_file()
    file.parent.mkdir(parents=True)
    text = '# mine\nmodel = "m"  # small\n\n[limits]\n# enough\nturns = 3\n\n[rules.retrieval]\npool = 9\n'
    file.write_text(text, encoding="utf-8")
    save({"turns": 5})
    assert file.read_text(encoding="utf-8") == text.replace("turns = 3", "turns = 5")


def test_a_setting_put_back_to_its_default_leaves_the_file():
    save({"turns": 5, "repair": "hard"})
    save({"turns": 20})
    assert tomllib.loads(settings_file().read_text(encoding="utf-8")) == {"limits": {}, "rules": {"repair": "hard"}}


def test_a_limit_outside_its_table_does_not_contradict_the_one_saved():
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("turns = 3\n", encoding="utf-8")
    save({"turns": 5})
    assert load(environment={}).limits.turns == 5


def test_prices_are_saved_as_they_were_given():
    prices = ("openai/gpt-5-mini 0.25 0.025 2 USD", "ollama/qwen3 0 0")
    made = load({"prices": prices}, environment={})
    save({"prices": made.prices, "model": "ollama/qwen3"})
    assert load(environment={}).prices == made.prices
    kept("priced", prices=prices)
    save({"prices": ()})
    assert load(profile="priced", environment={}).prices == made.prices


def test_a_settings_file_that_cannot_be_written_is_one_sentence():
    settings_file().parent.parent.mkdir(parents=True, exist_ok=True)
    settings_file().parent.write_text("a file where the folder should be")
    with pytest.raises(CallerError, match="cannot be"):
        save({"turns": 5})


def test_every_refused_setting_is_told_by_its_own_name():
    told = refusals(Settings(), {"turns": 0, "page_s": -1, "pool": 5000, "ranking": "magic", "proxy": ""})
    assert set(told) == {"turns", "page_s", "pool", "ranking"}
    assert told["turns"] == (
        "The setting limits.turns = 0 is not accepted: Input should be greater than or equal to 1."
    )


def test_settings_that_do_not_go_together_are_told_by_their_group():
    assert "needs `calibration`" in refusals(Settings(), {"trigger": "quantile"})["uncertainty"]
    assert refusals(Settings(), {"trigger": "quantile", "calibration": "0.5, 1"}) == {}
    assert "cannot be read" in refusals(Settings(), {"calibration": "missing.json"})["calibration"]


def test_a_refused_value_of_any_length_leaves_a_short_sentence():
    assert len(refusals(Settings(), {"turns": "x" * 10_000})["turns"]) < 300


def test_a_question_may_be_asked_by_a_profile(sleuth, tmp_path):
    profiles.keep(
        "harbour",
        load({"model": f"scripted/{harbour.script(tmp_path)}", "collections": (str(harbour.pages(tmp_path)),)})
        .model_copy(update={"memory": "flat"})
        .model_dump(),
    )
    asked = sleuth("ask", harbour.QUESTION, "--profile", "harbour", "--json")
    assert asked.status in (0, 3)
    run = sleuth("runs", "--json").document[0]
    assert run["memory"] == "flat"
    assert sleuth("ask", harbour.QUESTION, "--profile", "nowhere").err == (
        "sleuth: The profile 'nowhere' is not known; use one of: harbour.\n"
    )
