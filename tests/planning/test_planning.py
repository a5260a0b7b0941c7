"""From a question to its chain: nested descriptions unfold, comparisons follow the question's words."""

import pytest
from investigating import ask, says, shelf

from sleuth.events import ContractMade
from sleuth.investigate import Unreadable
from sleuth.planning import make
from sleuth.planning.unfolding import relatives, reword, set_out, subject, unfold, wants
from sleuth.replies import Parts, Plan


def chain(question: str, *parts: str) -> list[str]:
    return [s.text for s in unfold(reword(question), Parts(parts=parts)).slots]


@pytest.mark.parametrize(
    ("question", "parts", "steps"),
    [
        (
            "Where was the director of the film Blue Harbour born?",
            ["the director of the film [Blue Harbour]"],
            ["Who is the director of the film Blue Harbour?", "Where was #1 born?"],
        ),
        (
            "What is the population of the capital of the country where the inventor of the zip was born?",
            ["the inventor of [the zip]", "the country where [#1] was born", "the capital of [#2]"],
            [
                "Who is the inventor of the zip?",
                "What is the country where #1 was born?",
                "What is the capital of #2?",
                "What is the population of #3?",
            ],
        ),
        (
            "Who was mayor of Ferring from 1950 to 1954?",
            ["mayor of [Ferring]"],
            ["Who was mayor of Ferring from 1950 to 1954?"],
        ),
        (
            "Who was the wife of the king of Norland in the film Blue Harbour?",
            ["the king of [Norland]", "the wife of [#1]"],
            ["Who is the king of Norland?", "Who is the wife of #1?", "Who was #2 in the film Blue Harbour?"],
        ),
        (
            "When did Queen Astrid of Norland's husband die?",
            ["[Queen Astrid of Norland]'s husband"],
            ["Who is Queen Astrid of Norland's husband?", "When did #1 die?"],
        ),
        (
            "At which school did the wife of the president of Norland study?",
            ["the president of [Norland]", "the wife of [#1]"],
            ["Who is the president of Norland?", "Who is the wife of #1?", "At which school did #2 study?"],
        ),
        ("Where did Carl Ost die?", [], ["Where did Carl Ost die?"]),
        (
            "On which river does the town lie where Carl Ost died?",
            ["the town where [Carl Ost] died"],
            ["What is the town where Carl Ost died?", "On which river lies #1?"],
        ),
        (
            "In which county is the birthplace of the designer of the Norholm bridge?",
            ["[the Norholm bridge]", "the designer of [#1]", "the birthplace of [#2]"],
            [
                "Who is the designer of the Norholm bridge?",
                "What is the birthplace of #1?",
                "In which county is #2?",
            ],
        ),
    ],
)
def test_nested_descriptions_unfold_from_the_inside(question, parts, steps):
    assert chain(question, *parts) == steps


def test_a_description_left_whole_is_taken_apart():
    question = "What is the anthem of the country where the shipyard that built the Northern Star is located?"
    steps = chain(question, "the country where [the shipyard that built the Northern Star] is located")
    assert steps[0] == "What is the shipyard that built the Northern Star?"
    assert steps[-1] == "What is the anthem of #2?"


def test_each_step_knows_what_it_is_about_and_what_kind_of_value_it_wants():
    made = unfold(
        "Where was the director of the film Blue Harbour born?",
        Parts(parts=("the director of the film [Blue Harbour]",)),
    )
    assert [(s.entity, s.wants) for s in made.slots] == [("Blue Harbour", "person"), ("#1", "place")]
    assert made.wants == "place"


def test_a_part_that_the_question_does_not_say_is_refused():
    with pytest.raises(Unreadable, match="does not stand in the question"):
        unfold("Where was the director of Blue Harbour born?", Parts(parts=("the wife of [Carl Ost]",)))


def test_a_description_that_was_overlooked_is_asked_for_again():
    with pytest.raises(Unreadable, match="does describe something"):
        unfold("Where was the director of the film Blue Harbour born?", Parts(parts=()))


@pytest.mark.parametrize("parts", [(), ("[Norland]",)])
def test_relatives_that_were_overlooked_are_found_by_code_layer_by_layer(parts):
    made = unfold("At which school did the wife of the president of Norland study?", Parts(parts=parts))
    steps = ["Who is the president of Norland?", "Who is the wife of #1?", "At which school did #2 study?"]
    assert [s.text for s in made.slots] == steps


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        (
            "Who is the paternal grandfather of Anna Leopold?",
            ["Who is the father of Anna Leopold?", "Who is the father of #1?"],
        ),
        (
            "Who was Anna Leopold's maternal grandmother?",
            ["Who is the mother of Anna Leopold?", "Who is the mother of #1?"],
        ),
        (
            "Who is the mother-in-law of Duke Albert of Norland?",
            ["Who is the spouse of Duke Albert of Norland?", "Who is the mother of #1?"],
        ),
        ("Who is the stepmother of Ann?", ["Who is the father of Ann?", "Who is the wife of #1?"]),
        ("Who is the mother of the father of Ann?", ["Who is the father of Ann?", "Who is the mother of #1?"]),
    ],
)
def test_kinship_of_two_links_becomes_two_steps_without_a_model(question, steps):
    made = relatives(reword(question))
    assert [s.text for s in made.slots] == steps
    told = ask(question, shelf(), says("query", {"query": "family"}))
    assert told.events(ContractMade)[0].contract == made
    assert not told.asked("parts")


FILMS = ("When was [Grey Dawn] released?", "When was [Iron Gate] released?")


def plan(question: str, steps: tuple[str, ...] = FILMS, test="none", options=()):
    return make(question, Plan(steps=steps, test=test, options=options))


@pytest.mark.parametrize(
    ("words", "test"),
    [
        ("was released earlier", "earlier"),
        ("came out first", "earlier"),
        ("was released more recently", "later"),
        ("came out later", "later"),
        ("is longer", "longer"),
        ("is shorter", "less"),
        ("has more parts", "more"),
    ],
)
@pytest.mark.parametrize("named", ["none", "same", "more"])
def test_the_words_of_the_question_decide_the_comparison_not_the_model(words, test, named):
    made = plan(f"Which film {words}, Grey Dawn or Iron Gate?", test=named)
    assert (made.kind, made.test, made.options) == ("comparison", test, ("Grey Dawn", "Iron Gate"))


def test_a_yes_or_no_question_with_two_ends_asks_for_sameness():
    steps = ("What country is [Ann Lee] from?", "What country is [Tom Ray] from?")
    made = plan("Are Ann Lee and Tom Ray from the same country?", steps, "earlier", ("Ann Lee", "Tom Ray"))
    assert (made.kind, made.test) == ("yesno", "same")


def test_a_yes_or_no_question_with_one_end_tests_the_value_it_names():
    steps = ("Who composed [Finn Gard]?", "Where was [#1] born?")
    made = plan("Was the composer of Finn Gard born in Helsinki?", steps, "none", ("Helsinki",))
    assert (made.test, made.options) == ("equals", ("Helsinki",))
    with pytest.raises(Unreadable, match="needs the value that the question names"):
        plan("Was the composer of Finn Gard born in Helsinki?", steps, "equals", ("Oslo",))


def test_a_plan_about_something_the_question_does_not_name_is_refused():
    with pytest.raises(Unreadable, match=r"Step 2 is about \[Casablanca\], which the question does not name"):
        plan(
            "Which film was released earlier, Grey Dawn or Iron Gate?", (FILMS[0], "When was [Casablanca] released?")
        )


def test_a_plan_whose_step_leads_nowhere_is_refused():
    with pytest.raises(Unreadable, match="result of step 1 is not used"):
        plan("Where did the painter of Dawn die?", ("Who painted [Dawn]?", "Where is [Dawn]?"))


def test_a_comparison_with_one_end_is_refused():
    with pytest.raises(Unreadable):
        plan("Which film was released earlier, Grey Dawn or Iron Gate?", FILMS[:1])


def test_births_and_deaths_follow_the_question():
    steps = ("When was [Ann Lee] born?", "When was [Tom Ray] born?")
    made = plan("Who died earlier, Ann Lee or Tom Ray?", steps, "earlier", ("Ann Lee", "Tom Ray"))
    assert [s.text for s in made.slots] == ["When did Ann Lee die?", "When did Tom Ray die?"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Who directed Heat?", "person"),
        ("What is the name of the performer of Heat?", "person"),
        ("When did he die?", "date"),
        ("In which year was it built?", "date"),
        ("How high is it?", "number"),
        ("What is the population of Estby?", "number"),
        ("Where was she born?", "place"),
        ("In which county is Estby?", "place"),
        ("What prize did she win?", "thing"),
    ],
)
def test_the_opening_of_a_question_says_what_kind_of_value_it_wants(text, kind):
    assert wants(text) == kind


def test_without_brackets_the_longest_name_is_what_a_step_is_about():
    assert subject("When did Queen Astrid of Norland visit Estby?") == "Queen Astrid of Norland"


def test_what_shares_the_longest_border_is_one_description_whatever_the_model_copied():
    wrong = says("parts", {"parts": ["the longest land border with [Norland]", "the country that shares [#1]"]})
    told = ask(
        "Who heads the government of the country that shares the longest land border with Norland?",
        shelf(),
        wrong,
        says("query", "no"),
    )
    (made,) = told.events(ContractMade)
    assert [(s.text, s.entity) for s in made.contract.slots] == [
        ("What is the country that shares the longest land border with Norland?", "Norland"),
        ("Who heads the government of #1?", "#1"),
    ]


def test_a_country_named_by_its_capital_is_found_first():
    wrong = says("parts", {"parts": ["the country whose capital"]})
    neighbour = "the country that shares the longest land border with the country whose capital is Estby"
    told = ask(
        f"Who heads the government of {neighbour}?",
        shelf(),
        wrong,
        says("query", "no"),
    )
    (made,) = told.events(ContractMade)
    assert [s.text for s in made.contract.slots] == [
        "What is the country whose capital is Estby?",
        "What is the country that shares the longest land border with #1?",
        "Who heads the government of #2?",
    ]


def test_what_a_question_sets_out_first_comes_first():
    made = set_out(
        "Take the country whose capital is Estby and the neighbour with which it shares its longest border. "
        "Who leads the government of the other country with which that neighbour shares its longest border?"
    )
    assert [(s.text, s.entity) for s in made.slots] == [
        ("What is the country whose capital is Estby?", "Estby"),
        ("What is the neighbour with which #1 shares its longest border?", "#1"),
        ("What is the other country with which #2 shares its longest border?", "#2"),
        ("Who leads the government of #3?", "#3"),
    ]
    made = set_out("Consider the film Blue Harbour and the actor who played in it. Where was that actor born?")
    assert [s.text for s in made.slots] == [
        "Who is the actor who played in the film Blue Harbour?",
        "Where was #1 born?",
    ]
    assert set_out("Take the bus. Who drives it?") is None
