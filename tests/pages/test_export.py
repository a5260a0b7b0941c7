"""The list of exports at a run: what there is, and that it is made only when asked for."""

import small_run
from driving import texts

from components import export
from components import runs as components_runs
from sleuth import exports


def test_every_format_is_offered_with_what_it_is_for(open_app, record):
    app = open_app(run=record("small"))
    offered = {b.key: b for b in app.get("download_button") if str(b.key).startswith("export_")}
    assert set(offered) == {f"export_{name}" for name in exports.names()}
    told = texts(app)
    for form in exports.listed().values():
        assert form.told in told


def test_nothing_is_built_before_a_click(open_app, record, monkeypatch):
    built = []
    monkeypatch.setattr(exports, "recorded", lambda *_: built.append(1))
    open_app(run=record("small"))
    assert built == []


def test_what_is_downloaded_is_the_run_as_it_stands_at_the_click(open_app, record, log):
    open_app(run=record("small", small_run.STEPS[:-1]))
    assert b"Still open" in export._content("small", "md")
    last = small_run.entries()[-2:]
    components_runs.log().append("small", last)
    assert "**Tromsø**" in export._content("small", "md").decode()
