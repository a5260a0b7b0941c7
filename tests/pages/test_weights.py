"""Offering the embedded model: nothing is fetched unasked, progress is shown, a failure is told in its own words."""

import threading

import pytest
from driving import has, press, sound, texts, wait_for

from components.model import weights as offer
from sleuth.errors import ServiceError
from sleuth.models import weights


@pytest.fixture
def embedded(monkeypatch):
    """The embedded model is chosen, and its weights are not here."""
    monkeypatch.setenv("SLEUTH_MODEL", "embedded")
    monkeypatch.setattr(offer, "_fetch", None)


@pytest.fixture
def fetching(embedded, monkeypatch):
    """A fetch that stands at 400 MB until the test lets it end; the words it fails with, if any."""
    end, outcome = threading.Event(), []

    def fetch(progress):
        progress(400_000_000, 1_117_320_768)
        end.wait(20)
        if outcome:
            raise ServiceError(outcome[0])
        monkeypatch.setattr(weights, "is_ready", lambda: True)

    monkeypatch.setattr(weights, "fetch", fetch)
    yield end, outcome
    end.set()


@pytest.mark.parametrize("page", [None, "pages/settings_page.py"])
def test_the_weights_are_offered_with_their_size_and_not_fetched(open_app, embedded, monkeypatch, page):
    monkeypatch.setattr(weights, "fetch", lambda *_: pytest.fail("nobody asked for it"))
    app = open_app(page)
    assert "It is 1.1 GB, is fetched once" in texts(app)
    assert has(app, "weights_fetch")


def test_asking_without_the_weights_starts_nothing_and_says_so(open_app, embedded, log):
    app = open_app()
    app.text_area(key="question").set_value("Who designed the bridge?")
    assert "fetch it first, or choose another model" in texts(press(app, "ask_start"))
    assert log.runs() == ()


def test_another_model_needs_no_weights(open_app):
    assert not has(open_app(), "weights_fetch")


def test_a_fetch_shows_how_far_it_is_and_ends_the_offer(open_app, fetching):
    end, _ = fetching
    app = press(open_app(), "weights_fetch")
    wait_for(lambda: offer._fetch.done)
    app = sound(app.run())
    assert app.progress[0].text == "Fetching the embedded model: 400 of 1,117 MB"
    end.set()
    wait_for(lambda: not offer._fetch.running)
    app = sound(app.run())
    assert not app.progress
    assert not has(app, "weights_fetch")


def test_a_fetch_that_fails_says_why_and_can_be_tried_again(open_app, fetching):
    end, outcome = fetching
    outcome.append("The weights could not be fetched. hub: no answer. Try again later.")
    app = press(open_app(), "weights_fetch")
    end.set()
    wait_for(lambda: not offer._fetch.running)
    app = sound(app.run())
    assert "hub: no answer" in texts(app)
    assert has(app, "weights_fetch")
