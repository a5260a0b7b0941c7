"""Every format there is: any run can be written in it, the same twice, and no secret leaves with it."""

import judged_run
import pytest
import small_run
from writing import hostile, of, told

from sleuth import exports
from sleuth.bundle import parse_bundle
from sleuth.evaluate.long_run import entries as long_entries

EVERY = exports.names()


def test_the_formats_are_those_that_outsiders_rely_on():
    assert set(EVERY) == {
        "md", "json", "csv", "bibtex", "csl", "html", "svg", "graph", "bundle", "audit", "audit_md", "audit_csv",
    }  # fmt: skip
    assert next(iter(exports.listed())) == "html"


@pytest.mark.parametrize("name", EVERY)
def test_a_run_can_be_written_at_any_moment_of_it(name):
    content = exports.form(name).content
    for length in range(1, len(small_run.STEPS) + 1):
        content(of(small_run.STEPS[:length]))
    for steps in (
        small_run.ABSTAINED,
        (*small_run.STEPS, *small_run.AFTERMATH),
        (*small_run.STEPS[:13], *small_run.DOUBTED),
        (*small_run.STEPS[:13], *small_run.RETRIEVED),
        small_run.disputed(),
        judged_run.JUDGED,
        (*judged_run.JUDGED, *small_run.AFTERMATH),
        small_run.PASTED,
    ):
        content(of(steps))


@pytest.mark.parametrize("name", EVERY)
def test_the_same_run_gives_the_same_file(name):
    content = exports.form(name).content
    assert content(of(small_run.STEPS)) == content(of(small_run.STEPS))


@pytest.mark.parametrize("name", EVERY)
def test_no_password_or_key_leaves_with_a_hostile_run(name, tmp_path):
    form, run = exports.form(name), hostile(tmp_path)
    files = form.parts(run).values() if form.parts else (form.content(run),)
    assert not [content for content in files if b"hunter" in content]


@pytest.mark.parametrize("name", EVERY)
def test_a_run_of_three_hundred_steps_can_be_written(name):
    assert exports.form(name).content(told(long_entries(300), "long"))


def test_a_bundle_of_a_hostile_run_is_opened_elsewhere_as_it_was(tmp_path):
    run = hostile(tmp_path)
    assert parse_bundle(exports.form("bundle").content(run), "x").entries == run.entries


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who built it?", "who-built-it-r1.md"),
        ("../../etc/passwd\x00", "etc-passwd-r1.md"),
        ("W" * 10_000, f"{'w' * 60}-r1.md"),
        ("谁 设计了桥？", "谁-设计了桥-r1.md"),
        ("???", "r1.md"),
        ("one two three four five six seven eight nine ten eleven twelve thirteen",
         "one-two-three-four-five-six-seven-eight-nine-ten-eleven-r1.md"),
    ],
)  # fmt: skip
def test_a_file_is_named_safely_after_the_question(question, name):
    assert exports.file_name(question, "r1", "md") == name


def test_a_strange_id_cannot_lead_out_of_a_folder():
    assert exports.file_name("Who?", "../../x", "csv") == "who--x.zip"
