"""The entropy trace of a draft: the decision in words, each token in chart and table, nothing of it interpreted."""

import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from components.text import JOINER


def page(kind: str) -> None:
    from components.timeline.entropy import entropy_trace
    from sleuth.drafts import Draft, Place
    from sleuth.models import Entropy
    from sleuth.rules import Uncertainty
    from sleuth.uncertainty import decide

    parts = ("It is [", "![x](http://evil.example)", "<b>$a$</b>", "Holm", "].")
    text, places, at = "".join(parts), [], 0
    for part, bounds in zip(parts, ((0.1, 0.2), (0.4, 0.5), (0.2, 3.0), (1.5, 1.7), (0, 0)), strict=True):
        places.append(Place(text=part, start=at, end=at + len(part), logprob=-0.1, entropy=Entropy(*bounds)))
        at += len(part)
    draft = Draft(
        question="q1", asked="Who?", model="m", text=text, sentence=text, value=text[7:-2], start=7, end=at - 2,
        places=None if kind == "untold" else tuple(places),
    )  # fmt: skip
    rules = {
        "fires": Uncertainty(trigger="fixed", threshold=1.0),
        "silent": Uncertainty(trigger="fixed", threshold=2.0),
        "product": Uncertainty(trigger="product", threshold=9.0, attention="content words"),
        "never": Uncertainty(trigger="never"),
        "untold": Uncertainty(trigger="fixed"),
    }
    entropy_trace(draft, decide(draft, rules[kind]), "r1_4")


def shown(kind: str) -> AppTest:
    at = AppTest.from_function(page, args=(kind,), default_timeout=30).run()
    assert not at.exception, [e.value for e in at.exception]
    return at


def words(at: AppTest) -> str:
    said = "\n".join(str(x.value) for x in (*at.markdown, *at.caption))
    return said.replace("\\", "").replace(JOINER, "")


def charts(at: AppTest) -> list:
    return [element.proto for element in at.get("vega_lite_chart")]


def drawn(at: AppTest) -> list[dict[str, list]]:
    """The data of the chart's layers, by column."""
    (chart,) = charts(at)
    return [pa.ipc.open_stream(kept.data.data).read_all().to_pydict() for kept in chart.datasets]


@pytest.mark.parametrize(
    ("kind", "verdict", "threshold", "highest"),
    [
        ("fires", "To be searched for", "fixed, 1.00", "1.50, at most 3.00"),
        ("silent", "Not searched for", "fixed, 2.00", "1.50, at most 3.00"),
        ("product", "Not searched for", "product, 9.00", "at most"),
    ],
)
def test_the_decision_and_its_numbers_are_told_in_words(kind, verdict, threshold, highest):
    said = words(shown(kind))
    assert f"**{verdict}**" in said
    assert threshold in said
    assert highest in said


def test_a_threshold_within_the_bounds_is_told():
    assert "might decide otherwise" in words(shown("silent"))
    assert "might decide otherwise" not in words(shown("fires"))


def test_a_stand_in_is_called_one():
    assert "a stand-in, since this model shows no attention" in words(shown("product"))


def test_what_a_server_does_not_say_is_unknown_and_nothing_is_drawn():
    at = shown("untold")
    assert "is unknown: the server does not say" in words(at)
    assert not charts(at)
    assert not at.dataframe


def test_every_token_stands_in_the_table_and_in_the_chart():
    at = shown("fires")
    (table,) = at.dataframe
    assert [name.split()[0] for name in table.value["token"]] == ["1", "2", "3", "4", "5"]
    assert list(table.value["entropy from"]) == [0.1, 0.4, 0.2, 1.5, 0.0]
    assert list(table.value["to"]) == [0.2, 0.5, 3.0, 1.7, 0.0]
    assert list(table.value["counts"]) == ["does not count", "counts", "counts", "decides", "does not count"]
    places, threshold = drawn(at)
    assert places["token"] == list(table.value["token"])
    assert threshold == {"threshold": [1.0]}


def test_without_a_threshold_none_is_drawn():
    assert len(drawn(shown("never"))) == 1


def test_what_a_token_holds_is_shown_and_not_interpreted():
    at = shown("fires")
    told = next(str(c.value) for c in at.caption if "Drafted by" in str(c.value))
    assert "![x]" not in told
    assert "\\!\\[x\\]" in told
    assert "evil" not in charts(at)[0].spec, "a token is data and no part of the drawing's program"
