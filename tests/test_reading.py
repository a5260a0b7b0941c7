"""Sentences and their places, what of a long page is shown, and which replies are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.reading import Finding, Refusal, check, listed
from sleuth.search import Passage, digest
from sleuth.sentences import SHOWN_WORDS, about, hinted, sentences, shown


def page(title: str, text: str) -> Passage:
    return Passage(id="p1", title=title, text=text, collection="shelf", document=title, sha256=digest(text))


def split(text: str) -> list[str]:
    return [s.text for s in sentences(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("J. R. R. Ost wrote it. He died.", ["J. R. R. Ost wrote it.", "He died."]),
        ("Dr. Holm met St. Olaf vs. Mr. Lund. They left.", ["Dr. Holm met St. Olaf vs. Mr. Lund.", "They left."]),
        ("Ost Ltd. was sold on 3 Sept. 1950. It closed.", ["Ost Ltd. was sold on 3 Sept. 1950.", "It closed."]),
        ("The U.S. army came. It left.", ["The U.S. army came.", "It left."]),
        ("It cost 3.50 crowns. Cheap.", ["It cost 3.50 crowns.", "Cheap."]),
        ('She said "Stop." He stopped.', ['She said "Stop."', "He stopped."]),
        ("A heading\n\nA line without a stop\nAnother", ["A heading", "A line without a stop", "Another"]),
        ("東京は首都です。人口は多い。", ["東京は首都です。", "人口は多い。"]),
        ("  ", []),
    ],
)
def test_a_text_is_split_into_its_sentences(text, parts):
    assert split(text) == parts


@given(st.text(alphabet='abZ. !?\n\t"”é。1') | st.text())
def test_sentences_stand_where_they_say_and_leave_out_only_space(text):
    found = sentences(text)
    assert [s.number for s in found] == list(range(1, len(found) + 1))
    rest, end = "", 0
    for s in found:
        assert text[s.start : s.end] == s.text
        assert s.text.strip() == s.text != ""
        rest += text[end : s.start]
        end = s.end
    assert (rest + text[end:]).strip() == ""


def test_a_short_page_is_shown_whole():
    assert len(shown(page("A", "One. Two. Three."), "What?")) == 3


def test_a_long_page_shows_its_opening_and_the_sentences_nearest_to_the_question():
    filler = [f"The harbour was dredged again in the year {n} by the board." for n in range(1800, 1860)]
    text = " ".join(
        ["The Norholm bridge is old.", "It is red.", *filler, "Its designing architect was Ada Holm.", *filler]
    )
    kept = shown(page("Norholm bridge", text), "Who designed the Norholm bridge?")
    assert [s.number for s in kept[:2]] == [1, 2]
    assert 63 in [s.number for s in kept]
    assert [s.number for s in kept] == sorted(s.number for s in kept)
    assert sum(len(s.text.split()) for s in kept) <= SHOWN_WORDS


ENTRY = """Norland - Government
Country name: Norland
Capital: Estby
Government type: republic
head of government: Chancellor Ada Holm (since 2020)
chief of state: President Birger Lund
cabinet: named by the chancellor"""


def test_of_labelled_lines_those_are_shown_whose_label_the_question_speaks_of():
    kept = [(s.number, s.text) for s in shown(page("Norland", ENTRY), "Who is the head of government of Norland?")]
    assert kept == [(5, "head of government: Chancellor Ada Holm (since 2020)")]
    assert [s.text for s in shown(page("Norland", ENTRY), "What is the capital of Norland?")] == ["Capital: Estby"]


def test_labelled_lines_are_all_shown_where_the_question_speaks_of_none():
    assert len(shown(page("Norland", ENTRY), "Who leads it?")) == len(sentences(ENTRY))


def test_one_endless_sentence_is_still_shown():
    assert len(shown(page("A", "word " * 1000), "What?")) == 1


@pytest.mark.parametrize(
    ("title", "text", "entity", "least", "most"),
    [
        ("Heat", "", "Heat", 1, 1),
        ("Heat (1995 film)", "", "Heat", 0.9, 0.9),
        ("Heat", "", "Heat (1995 film)", 0.9, 0.9),
        ("The Heat Is On", "", "Heat", 0.1, 0.49),
        ("Cinema", "Heat was shown.", "Heat", 0.2, 0.2),
        ("Cinema", "Nothing of the kind.", "Heat", 0, 0),
        ("Ada Holmgren", "", "Ada Holm", 0, 0),
    ],
)
def test_how_far_a_page_is_about_a_name(title, text, entity, least, most):
    assert least <= about(page(title, text), entity) <= most


def test_brackets_in_a_title_are_preferred_where_the_question_names_them():
    assert hinted(page("Heat (1995 film)", ""), "Who directed the 1995 film Heat?")
    assert not hinted(page("Heat (novel)", ""), "Who directed the 1995 film Heat?")
    assert not hinted(page("Heat", ""), "Who directed the 1995 film Heat?")


HOLM = page(
    "Ada Holm",
    "Ada Holm (3 March 1890 – 9 May 1951) was a Norwegian architect. She was born in Kyoto. "
    "She studied in Paris and died in Aarhus.",
)
BORN = "Where was Ada Holm born?"


def found(question, entity, wants, sentence, value, passage=HOLM):
    return check(passage, question, entity, wants, sentence, value)


def test_a_value_that_stands_in_the_named_sentence_is_found_there():
    finding = found(BORN, "Ada Holm", "place", 2, "Kyoto")
    assert isinstance(finding, Finding)
    assert (finding.value, finding.sentence.text, finding.firm) == ("Kyoto", "She was born in Kyoto.", True)


def test_a_wrong_sentence_number_is_put_right():
    assert found(BORN, "Ada Holm", "place", 1, "Kyoto").sentence.number == 2
    assert found(BORN, "Ada Holm", "place", 77, "Kyoto").sentence.number == 2


def test_a_value_with_more_than_the_page_says_is_cut_to_what_it_says():
    assert found(BORN, "Ada Holm", "place", 2, "Kyoto, Japan").value == "Kyoto"


def test_quotes_and_stops_around_a_value_are_dropped():
    assert found(BORN, "Ada Holm", "place", 2, " “Kyoto”. ").value == "Kyoto"


@pytest.mark.parametrize(
    ("question", "entity", "wants", "sentence", "value", "reason"),
    [
        (BORN, "Ada Holm", "place", 2, "Osaka", "does not occur"),
        (BORN, "Ada Holm", "place", 2, "Kyo", "does not occur"),
        (BORN, "Ada Holm", "place", 2, "Ada Holm", "repeats the name"),
        (BORN, "Ada Holm", "place", 2, "", "empty"),
        (BORN, "Ada Holm", "place", 2, "...", "empty"),
        (BORN, "Ada Holm", "place", 2, "her home town", "names nobody"),
        (BORN, "Ada Holm", "place", 1, "Norwegian", "a place is asked"),
        (BORN, "Ada Holm", "place", 1, "3 March 1890", "is a date"),
        (BORN, "Ada Holm", "place", 3, "Aarhus", "does not speak of a birth"),
        (BORN, "Ada Holm", "place", 2, "x" * 121, "121 characters"),
        ("Where did Ada Holm die?", "Ada Holm", "place", 2, "Kyoto", "does not speak of a death"),
        ("When did Ada Holm die?", "Ada Holm", "date", 3, "Aarhus", "a date is asked"),
        ("How tall was Ada Holm?", "Ada Holm", "number", 3, "Paris", "a number is asked"),
        ("Who is the mother of Ada Holm?", "Ada Holm", "person", 3, "Paris", "does not speak of a mother"),
        ("Where was Birger Lund born?", "Birger Lund", "place", 2, "Kyoto", "does not speak of 'Birger Lund'"),
    ],
)
def test_a_value_that_cannot_be_the_answer_is_refused_with_the_reason(
    question, entity, wants, sentence, value, reason
):
    refused = found(question, entity, wants, sentence, value)
    assert isinstance(refused, Refusal)
    assert reason in refused.reason
    # Only what does not stand on the page is worth asking for once more.
    assert refused.again == ("does not occur" in reason)


def test_of_birth_and_death_in_one_sentence_a_place_belongs_to_the_one_named_before_it():
    both = page("Ada Holm", "Ada Holm (born 1890 in Kyoto; died 1951 in Nara) was an architect.")
    assert found("Where did Ada Holm die?", "Ada Holm", "place", 1, "Nara", both).value == "Nara"
    assert "a death" in found("Where did Ada Holm die?", "Ada Holm", "place", 1, "Kyoto", both).reason
    assert "a birth" in found(BORN, "Ada Holm", "place", 1, "Nara", both).reason


def test_a_death_may_be_told_by_a_dash_between_two_dates():
    assert found("When did Ada Holm die?", "Ada Holm", "date", 1, "9 May 1951").value == "9 May 1951"


def test_a_page_that_merely_mentions_the_name_is_not_firm():
    other = page("Kyoto", "Kyoto is a city. The architect Ada Holm built it. Its architect was born in Nara.")
    assert not found(BORN, "Ada Holm", "place", 3, "Nara", other).firm
    assert found("Who built Kyoto?", "Kyoto", "person", 2, "Ada Holm", other).firm


BORDERS = "Area: small\nborder countries (4): Estland 402 km; Vestland 1,801 km; Sorland 321 km; Nordland 404 km"


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("What is the country that shares the longest border with Norland?", "Vestland"),
        ("What is the country that shares the shortest border with Norland?", "Sorland"),
        ("Which country borders on Norland?", None),
        ("What is the longest river of Norland?", None),
    ],
)
def test_of_a_list_with_numbers_code_chooses_the_most_and_the_least(asked, value):
    finding = listed(page("Norland - Geography", BORDERS), asked, "Norland")
    assert (finding and finding.value) == value
    assert listed(page("Estland - Geography", BORDERS), asked, "Norland") is None


def test_the_other_one_is_none_that_was_found_before():
    asked = "What is the other country with which Norland shares its longest land border?"
    borders = page("Norland - Geography", BORDERS)
    first = listed(borders, asked, "Norland").value
    assert listed(borders, asked, "Norland", [first]).value not in (first, None)
    assert listed(borders, asked.replace("other ", ""), "Norland", [first]).value == first


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("From 1950 to 1954 Hanna Moe was mayor of Ferring.", True),
        ("From 1948 to 1956 Hanna Moe was mayor of Ferring.", True),
        ("Hanna Moe was mayor of Ferring.", True),
        ("From 1966 to 1970 Hanna Moe was mayor of Ferring.", False),
        ("Until 1949 Hanna Moe was mayor of Ferring.", False),
    ],
)
def test_a_sentence_about_another_time_than_the_question_does_not_answer_it(text, taken):
    asked = "Who was mayor of Ferring from 1950 to 1954?"
    found = check(page("Ferring", text), asked, "Ferring", "person", 1, "Hanna Moe")
    assert isinstance(found, Finding) is taken
    if not taken:
        assert "not the time asked about" in found.reason


@pytest.mark.parametrize("entity", ["Heat (1995 film)", "Heat"])
def test_a_year_in_the_name_of_what_is_asked_about_is_no_time(entity):
    film = page("Heat (1995 film)", "Heat was shot in 1994 by Michael Mann.")
    asked = f"Who directed {entity}?" if "(" in entity else "Who directed the 1995 film Heat?"
    assert isinstance(check(film, asked, entity, "person", 1, "Michael Mann"), Finding)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Grey Dawn was directed by Ann Lee.", True),
        ("Grey Dawn is a drama film by Ann Lee.", True),
        ("Ann Lee's film Grey Dawn won a prize.", True),
        ("The credits show the actors of Grey Dawn with the exception of Ann Lee, who had died.", False),
    ],
)
def test_who_merely_stands_on_the_page_of_a_film_did_not_direct_it(text, taken):
    asked = "Who is the director of film Grey Dawn?"
    assert isinstance(check(page("Grey Dawn", text), asked, "Grey Dawn", "person", 1, "Ann Lee"), Finding) is taken
