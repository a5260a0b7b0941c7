"""Settings: later layers win, a mistake is named with what is accepted, and no key is ever kept."""

import tomllib

import pytest

from sleuth.errors import CallerError
from sleuth.folders import data_folder, log_path, settings_file
from sleuth.models import Record
from sleuth.prices import Price
from sleuth.settings import Limits, Settings, known, load, save


def toml(tmp_path, text: str):
    path = tmp_path / "sleuth.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_any_layer_the_defaults_hold():
    assert load() == Settings()
    assert (Settings().model, Settings().memory, Settings().collections) == ("embedded", "retree", ("casebook",))
    assert (Limits().turns, Limits().searches, Limits().passages, Limits().facts) == (20, 8, 5, 6)


def test_each_layer_wins_over_the_one_below(tmp_path):
    file = toml(
        tmp_path, 'model = "from-file"\nmemory = "from-file"\ntimeout_s = 1\n[limits]\nturns = 3\nsearches = 3\n'
    )
    environment = {"SLEUTH_MODEL": "env", "SLEUTH_MEMORY": "env", "SLEUTH_TURNS": "4"}
    settings = load({"model": "line"}, environment=environment, file=file)
    assert (settings.model, settings.memory, settings.timeout_s) == ("line", "env", 1.0)
    assert (settings.limits.turns, settings.limits.searches) == (4, 3)


@pytest.mark.parametrize("key", ["turns", "limits.turns"])
def test_a_limit_is_set_by_its_short_or_its_full_name(tmp_path, key):
    file = toml(tmp_path, "[limits]\nturns = 3\n")
    assert load({key: "7"}, environment={}, file=file).limits.turns == 7


@pytest.mark.parametrize("given", ["harbour,casebook", " harbour, casebook,", ("harbour", "casebook")])
def test_several_collections_may_be_named_in_one_text(given):
    assert load({"collections": given}, environment={}).collections == ("harbour", "casebook")


def test_collections_come_from_the_environment_too():
    assert load(environment={"SLEUTH_CORPUS": "harbour,casebook"}).collections == ("harbour", "casebook")


def test_an_empty_variable_is_as_good_as_none():
    assert load(environment={"SLEUTH_MODEL": "", "OPENAI_BASE_URL": ""}) == Settings()


def test_an_unknown_setting_is_refused_with_the_known_ones():
    with pytest.raises(CallerError, match=r"'modle' is not known; use one of: model, memory.*turns"):
        load({"modle": "x"}, environment={})
    with pytest.raises(CallerError, match="'limits' is not known"):
        load({"limits": "x"}, environment={})


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("turns", "many", r"limits\.turns = 'many' is not accepted: .*integer"),
        ("turns", "0", r"limits\.turns = '0' is not accepted: .*greater than or equal to 1"),
        ("nudge_share", "1.5", r"limits\.nudge_share = '1\.5' is not accepted: .*less than or equal to 1"),
        ("timeout_s", "-1", r"timeout_s = '-1' is not accepted: .*greater than 0"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name_and_value(key, value, said):
    with pytest.raises(CallerError, match=said):
        load({key: value}, environment={})


def test_a_broken_settings_file_is_named(tmp_path):
    with pytest.raises(CallerError, match=r"sleuth\.toml cannot be read: .*line 2"):
        load(environment={}, file=toml(tmp_path, "memory = 1\nmodel = oops\n"))


def test_a_settings_file_that_is_no_text_is_named(tmp_path):
    path = tmp_path / "sleuth.toml"
    path.write_bytes(b"\xff\xfe\x00model")
    with pytest.raises(CallerError, match="cannot be read"):
        load(environment={}, file=path)


def test_a_key_is_no_setting_and_its_value_is_not_repeated():
    with pytest.raises(CallerError) as refused:
        load({"api_key": "sk-secret"}, environment={})
    assert "sk-secret" not in str(refused.value)
    settings = load(environment={"OPENAI_API_KEY": "sk-secret", "OPENAI_BASE_URL": "http://127.0.0.1:9"})
    assert "sk-secret" not in settings.model_dump_json()


def test_what_is_saved_is_loaded_again_and_the_rest_is_kept(tmp_path):
    file = toml(tmp_path, 'memory = "retree"\n[limits]\nturns = 3\n')
    awkward = 'openai/a "quoted" \\ model\nwith é and a break'
    save({"model": awkward, "collections": ("a", "b"), "searches": 5, "timeout_s": 2.5}, file)
    settings = load(environment={}, file=file)
    assert (settings.model, settings.memory, settings.collections) == (awkward, "retree", ("a", "b"))
    assert (settings.limits.turns, settings.limits.searches, settings.timeout_s) == (3, 5, 2.5)
    save({"turns": 9}, file)
    assert tomllib.loads(file.read_text(encoding="utf-8"))["limits"] == {"turns": 9, "searches": 5}


def test_what_would_not_load_is_not_saved(tmp_path):
    file = toml(tmp_path, "[limits]\nturns = 3\n")
    with pytest.raises(CallerError):
        save({"turns": 0}, file)
    assert file.read_text(encoding="utf-8") == "[limits]\nturns = 3\n"


def test_saving_makes_the_folder_and_the_file(tmp_path, monkeypatch):
    monkeypatch.setenv("SLEUTH_CONFIG", str(tmp_path / "new" / "folder"))
    assert save({"model": "ollama/qwen3"}) == settings_file() == tmp_path / "new" / "folder" / "sleuth.toml"
    assert load().model == "ollama/qwen3"


def test_the_log_is_the_one_named_else_the_environments_else_the_data_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("SLEUTH_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    assert log_path() == tmp_path / "sleuth.db"
    monkeypatch.setenv("SLEUTH_LOG", str(tmp_path / "env.db"))
    assert log_path() == tmp_path / "env.db"
    assert log_path("line.db").name == "line.db"


def test_every_known_name_can_be_set():
    plain = Settings()
    groups = (plain.limits, plain.rules, plain.rules.retrieval, plain.rules.uncertainty, plain.web)
    defaults = plain.model_dump(exclude={"limits", "rules", "web"})
    for group in groups:
        defaults |= {name: value for name, value in group if not isinstance(value, Record)}
    assert set(known()) == set(defaults)
    assert load(defaults, environment={}) == Settings()


def test_a_limit_is_the_same_setting_under_its_short_and_its_full_name(tmp_path):
    file = tmp_path / "sleuth.toml"
    file.write_text("[limits]\nturns = 4\n")
    assert load({"limits.turns": 9}, environment={"SLEUTH_TURNS": "5"}, file=file).limits.turns == 9
    assert load({}, environment={"SLEUTH_TURNS": "5"}, file=file).limits.turns == 5
    assert load({}, environment={}, file=file).limits.turns == 4


def test_a_calibration_is_a_list_or_the_file_that_eval_writes(tmp_path):
    kept = tmp_path / "entropies.json"
    kept.write_text("[0.2, 1.5]", encoding="utf-8")
    for given in ("0.2,1.5", str(kept), [0.2, 1.5]):
        made = load({"trigger": "quantile", "calibration": given}, environment={}, file=tmp_path / "none.toml")
        assert made.rules.uncertainty.calibration == (0.2, 1.5)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"trigger": "quantile"}, "needs `calibration`"),
        ({"trigger": "quantile", "calibration": "missing.json"}, "cannot be read"),
        ({"calibration": "0.2,high"}, "not accepted"),
        ({"calibration": "-1"}, "not accepted"),
    ],
)
def test_a_calibration_that_is_none_is_told(tmp_path, given, problem):
    with pytest.raises(CallerError, match=problem):
        load(given, environment={}, file=tmp_path / "none.toml")


PRICES = (
    Price(model="openai/gpt-5-mini", prompt=0.25, cached=0.025, completion=2),
    Price(model="embedded", prompt=0, completion=0, currency="EUR"),
)


def test_prices_are_given_in_words_kept_as_a_table_and_survive_other_changes(tmp_path):
    file = tmp_path / "sleuth.toml"
    told = "openai/gpt-5-mini 0.25 0.025 2, embedded 0 0 EUR"
    assert load({"prices": told}, environment={}, file=file).prices == PRICES
    assert load(environment={"SLEUTH_PRICES": told}, file=file).prices == PRICES
    save({"prices": PRICES, "tokens": 9000}, file)
    save({"memory": "flat"}, file)
    assert load(environment={}, file=file).prices == PRICES
    assert "inf" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("told", ["m 1", "m -1 2", "m 1 2 dollars", "m a b", "m 1 2 3 4", "m inf 1"])
def test_a_price_that_is_none_is_told(tmp_path, told):
    with pytest.raises(CallerError, match=r"prices.* is not accepted"):
        load({"prices": told}, environment={}, file=tmp_path / "none.toml")


def test_a_limit_on_tokens_or_cost_is_taken_away_by_none(tmp_path):
    file = toml(tmp_path, "[limits]\ntokens = 5000\ncost = 0.5\n")
    assert load(environment={}, file=file).limits == Limits(tokens=5000, cost=0.5)
    assert load({"tokens": "none", "cost": None}, environment={}, file=file).limits == Limits()
    save({"tokens": None}, file)
    assert load(environment={}, file=file).limits == Limits(cost=0.5)
    for bad in ({"tokens": "0"}, {"cost": "0"}, {"cost": "nan"}):
        with pytest.raises(CallerError, match="not accepted"):
            load(bad, environment={}, file=file)
