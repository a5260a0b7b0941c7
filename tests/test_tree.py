"""The evidence tree: who descends from whom, where the run stands, and what a summary says."""

from test_ranking import fact

from sleuth.tree import SUMMARY_WORDS, Node, descendants, path, summarise, tip


def node(name: str, parent: str | None, status="active") -> Node:
    return Node(id=name, parent=parent, turn=0, summary="", status=status)


NODES = (node("n1", None), node("n2", "n1"), node("n3", "n2", "pruned"), node("n4", "n3", "pruned"), node("n5", "n2"))


def test_descendants_are_all_below_parents_first_and_never_the_node_itself():
    assert [n.id for n in descendants(NODES, "n2")] == ["n3", "n4", "n5"]
    assert [n.id for n in descendants(NODES, "n3")] == ["n4"]
    assert descendants(NODES, "n5") == ()


def test_the_path_leads_from_the_root_to_the_node():
    assert [n.id for n in path(NODES, "n4")] == ["n1", "n2", "n3", "n4"]


def test_the_run_stands_at_the_newest_node_that_is_not_pruned():
    assert tip(NODES[:4]).id == "n2"
    assert tip(NODES).id == "n5"
    assert tip(()) is None


def test_a_summary_states_standing_facts_with_their_ids_and_what_is_open():
    facts = (fact(1, "A", "p1"), fact(2, "B", "p2", status="out"), fact(3, "C", "p3", status="dormant"))
    assert summarise(facts, ("Where was A born?",)) == "[f1] It is A. Still open: Where was A born?"
    assert summarise((), ()) == "Nothing is confirmed yet."


def test_a_long_summary_keeps_the_newest_facts_and_says_how_many_it_leaves_out():
    facts = tuple(fact(n, f"value{n}", "p1") for n in range(1, 101))
    text = summarise(facts, ("What next?",))
    assert len(text.split()) <= SUMMARY_WORDS
    assert "[f100] It is value100." in text
    assert "[f1] " not in text
    left_out = 100 - text.count("[f")
    assert f"({left_out} earlier facts are not restated.)" in text
    assert text.endswith("Still open: What next?")


def test_even_endless_open_questions_keep_the_summary_short():
    assert len(summarise((fact(1, "A", "p1"),), ("word " * 500,)).split()) <= SUMMARY_WORDS
