"""The words of a query that stand in a passage."""

import pytest

from sleuth.views.hits import hits


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("Ada Holm designed bridges.", "Who designs a bridge?", ["designed", "bridges"]),
        ("The head of the office.", "what is the of", []),
        ("In Tromsø und Öl-Häfen", "tromso HAFEN", ["Häfen"]),
        ("北京大学在北京。", "北京", ["北京", "北京"]),
        ("صمم الجسر مهندس", "الجسر", ["الجسر"]),
        ("a <b>bridge</b>", "bridge", ["bridge"]),
        ("bridge", "", []),
    ],
)
def test_words_are_found_in_any_form_and_script(text, query, found):
    assert [text[start:end] for start, end in hits(text, query)] == found
