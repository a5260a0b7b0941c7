"""Names are found by their capitals, and known again however a page writes them."""

import pytest

from sleuth.citations.names import Name, names, naming
from sleuth.citations.negation import negations


def called(text):
    return [n.text for n in names(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In 1904 the Norholm Bridge was opened by Ludwig von der Tann.", ["Norholm Bridge", "Ludwig von der Tann"]),
        ("J. R. R. Tolkien's friend met Sean O'Neill at the BBC.", ["J. R. R. Tolkien", "Sean O'Neill", "BBC"]),
        ("On Monday, 3rd Mar 1931, June Allyson came.", ["June Allyson"]),
        ("Lucien August played in Łódź and Côte d'Ivoire.", ["Lucien August", "Łódź", "Côte d'Ivoire"]),
        ("He was there. They were not. I was.", []),
        ("北京是中国的首都。", []),
        ("THE BRIDGE IS LONG AND OLD.", []),
        ("Андре́й Лунд построил мост.", ["Андре́й Лунд"]),
    ],
)
def test_names_are_runs_of_capitals_without_what_begins_a_sentence(text, expected):
    assert called(text) == expected


@pytest.mark.parametrize(
    ("name", "text", "title", "expected"),
    [
        ("Mann", "Directed by Michael Mann.", "", "whole"),
        ("Michael Mann", "Mann made it.", "Michael Mann (director)", "whole"),
        ("George Stevens", "George Cooper Stevens( December 18, 1904)", "", "whole"),
        ("J. R. R. Tolkien", "by John Ronald Reuel Tolkien", "", "whole"),
        ("George Stevens", "Stevens, George: director", "", "whole"),
        ("Bogota", "in Bogotá, D.C.", "", "whole"),
        ("American", "born in the United States", "", "whole"),
        ("Denmark", "a Danish toy", "", "whole"),
        ("British Broadcasting Corporation", "the BBC said", "", "whole"),
        ("BBC", "the British Broadcasting Corporation said", "", "whole"),
        ("Queen Mary", "Mary of Denmark", "", "whole"),
        ("French-American Anne Aghion", "Anne Aghion is a French-American artist.", "", "whole"),
        ("The Eagle'S Feather", "The Eagle's Feather is a film.", "", "whole"),
        ("Wal Mart", "sold at Walmart", "", "whole"),
        ("Olympic Games", "at the Olympic stadium", "", "near"),
        ("Drew Steyn", "played by Andrew Steyn", "", "part"),
        ("Michael Mann", "It was directed by Mann.", "Heat", "near"),
        ("Peter Mann", "It was directed by Michael Mann.", "Heat", "part"),
        ("Peter Mann", "It was directed by nobody.", "Heat", "missing"),
    ],
)
def test_a_name_is_known_again(name, text, title, expected):
    assert naming(Name(0, len(name), name), text, title) == expected


def test_what_denies_and_what_only_looks_like_it():
    said = negations(
        "It was never rebuilt, didn't reopen, no longer stands and failed to pay; do n't ask, without it."
    )
    assert [n.text for n in said] == ["never", "'t", "no longer", "failed to", "n't", "without"]
    assert negations("Not only was it No. 5, no doubt; a notable nothingness.") == ()
