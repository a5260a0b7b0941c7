"""Bundles: a run leaves as one file and comes back the same; what is malformed, foreign or altered stays outside."""

import json
from pathlib import Path

import pytest
from small_run import P1, QUESTION, STEPS, entries, passage, record, searched

from sleuth import events as e
from sleuth.bundle import open_bundle, parse_bundle, read_bundle, write_bundle
from sleuth.errors import CallerError
from sleuth.search import digest
from sleuth.store import Log, Wanted


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "log.db")


@pytest.fixture
def written(log, tmp_path):
    """A bundle of the small run."""
    record(log)
    path = tmp_path / "small.jsonl"
    write_bundle(log, "small", path, title="The bridge", note="One repair.")
    return path


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def changed(path: Path, number: int, **fields: object) -> Path:
    """The bundle with fields of one line (from 1) replaced; `event__x` reaches into the event."""
    rows = lines(path)
    for name, value in fields.items():
        where = rows[number - 1]
        *folders, last = name.split("__")
        for folder in folders:
            where = where[int(folder)] if isinstance(where, list) else where[folder]
        where[last] = value
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
    return path


def line_of(kind: str, nth: int = 1) -> int:
    """The line of the bundle that tells the nth event of a kind."""
    return [x.seq + 1 for x in entries() if x.event.type == kind][nth - 1]


def test_a_bundle_carries_the_run_whole_with_passages_and_prompts(written):
    bundle = read_bundle(written)
    assert bundle.entries == entries()
    header = lines(written)[0]
    assert header.pop("events") == len(entries())
    assert header.pop("sha256") == digest(written.read_text(encoding="utf-8").partition("\n")[2])
    assert header == {
        "format": "sleuth-run",
        "version": 1,
        "run": "small",
        "question": QUESTION,
        "title": "The bridge",
        "note": "One repair.",
    }


def test_a_run_comes_into_another_log_the_same_and_only_to_be_read(written, tmp_path):
    other = Log(tmp_path / "other.db")
    assert open_bundle(other, read_bundle(written)).run == "small"
    row = other.run("small")
    assert (row.status, row.answer, row.origin) == ("finished", "Tromsø", "imported")
    assert (row.title, row.question) == ("The bridge", QUESTION)
    assert other.calls("small")[0].prompt == entries()[2].event.prompt
    again = tmp_path / "again.jsonl"
    write_bundle(other, "small", again, title="The bridge", note="One repair.")
    assert again.read_bytes() == written.read_bytes()
    with pytest.raises(CallerError, match="to be read"):
        other.claim("small")


def test_opening_a_bundle_again_changes_nothing_and_brings_a_deleted_run_back(written, tmp_path):
    other, bundle = Log(tmp_path / "other.db"), read_bundle(written)
    open_bundle(other, bundle, "sample")
    open_bundle(other, bundle, "sample")
    assert len(other.entries("small")) == len(bundle.entries)
    assert len(other.runs(Wanted(origins=("sample",)))) == 1
    other.delete("small")
    assert open_bundle(other, bundle, "sample").run == "small"
    assert other.run("small") is not None


def test_opening_the_bundle_of_a_run_in_its_own_log_leaves_it_as_asked(log, written):
    assert open_bundle(log, read_bundle(written)).run == "small"
    assert log.run("small").origin == "asked"


def test_another_run_of_the_same_id_is_not_mixed_with_it(log, written, tmp_path):
    other = Log(tmp_path / "other.db")
    record(other, steps=STEPS[:3])
    with pytest.raises(CallerError, match="holds another run 'small'"):
        open_bundle(other, read_bundle(written))
    assert other.last_seq("small") == sum(len(group) for group in STEPS[:3])


def test_a_run_that_was_cut_off_can_be_bundled(log, tmp_path):
    every = record(log, "cut", STEPS[:5])
    path = tmp_path / "cut.jsonl"
    write_bundle(log, "cut", path)
    assert read_bundle(path).entries == every


def test_an_unknown_run_and_a_place_that_cannot_be_written_are_named(log, tmp_path):
    with pytest.raises(CallerError, match="no run 'nope'"):
        write_bundle(log, "nope", tmp_path / "x.jsonl")
    record(log)
    with pytest.raises(CallerError, match="cannot be written: No such file or directory"):
        write_bundle(log, "small", tmp_path / "no" / "x.jsonl")


# Files that will not do


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "Dear reader,\n",
        "[1, 2]\n",
        '{"id": "d1", "title": "x", "text": "y"}\n',
        '{"format": "other", "version": 1}\n',
        "[" * 100_000,
    ],
)
def test_a_foreign_file_is_no_bundle(tmp_path, text):
    path = tmp_path / "foreign.jsonl"
    path.write_text(text)
    with pytest.raises(CallerError, match="is not a bundle: line 1"):
        read_bundle(path)


def test_a_file_that_is_no_text_or_is_missing_is_named(tmp_path):
    path = tmp_path / "picture.jsonl"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(CallerError, match="no text in UTF-8"):
        read_bundle(path)
    with pytest.raises(CallerError, match="cannot be read: No such file or directory"):
        read_bundle(tmp_path / "missing.jsonl")


def test_a_bundle_of_a_later_version_says_so(written):
    with pytest.raises(CallerError, match="has the version 2; this Sleuth reads version 1"):
        read_bundle(changed(written, 1, version=2))


def test_a_bundle_cut_in_the_middle_of_a_line_names_the_line(written):
    text = written.read_text(encoding="utf-8").split("\n")
    written.write_text("\n".join(text[:9]) + "\n" + text[9][:20], encoding="utf-8")
    with pytest.raises(CallerError, match=r"Line 10 of the bundle .* cannot be read"):
        read_bundle(written)


def test_a_bundle_that_lost_its_last_lines_says_how_many_it_still_holds(written):
    rows = written.read_text(encoding="utf-8").splitlines(keepends=True)
    written.write_text("".join(rows[:-2]), encoding="utf-8")
    with pytest.raises(CallerError, match=rf"is cut off: it holds {len(rows) - 3} of the {len(rows) - 1} events"):
        read_bundle(written)


def test_a_cut_within_the_last_line_is_called_a_cut(written):
    written.write_bytes(written.read_bytes()[:-20])
    with pytest.raises(CallerError, match="cannot be read: the file is cut off there"):
        read_bundle(written)


def test_a_change_that_every_event_allows_is_still_noticed(written):
    bundle = changed(written, line_of("fact_recorded"), event__fact__statement="Carl Ost designed the bridge.")
    with pytest.raises(CallerError, match="was altered after it was written"):
        read_bundle(bundle)


def test_another_question_in_the_first_line_is_noticed(written):
    with pytest.raises(CallerError, match="was altered after it was written"):
        read_bundle(changed(written, 1, question="Who built it?"))


def test_a_bundle_is_read_with_the_line_ends_and_marks_that_other_programs_leave(written):
    data = b"\xef\xbb\xbf" + written.read_bytes().replace(b"\n", b"\r\n")
    assert parse_bundle(data, "small.jsonl") == read_bundle(written)


def test_a_bundle_from_before_events_were_counted_is_read(written):
    whole = lines(written)
    whole[0] = {k: v for k, v in whole[0].items() if k not in ("events", "sha256")}
    written.write_text("\n".join(json.dumps(row) for row in whole) + "\n", encoding="utf-8")
    assert read_bundle(written).entries == entries()


def test_no_password_or_key_of_an_address_leaves_with_a_run(log, tmp_path):
    source = P1.model_copy(update={"url": "https://ann:hunter2@example.org/?api_key=hunter3&page=2"})
    steps = (
        *STEPS[:4],
        (STEPS[4][0], searched(1, "q1", "Norholm designer", source, passage(2, "Other", "Other.", "1990-01-01"))),
        (e.RunFailed(error="GET http://ann:hunter2@host/v1?token=hunter3 was refused."),),
    )
    record(log, "secret", steps)
    path = tmp_path / "secret.jsonl"
    bundle = write_bundle(log, "secret", path)
    assert "hunter" not in path.read_text(encoding="utf-8")
    assert "https://example.org/?api_key=…&page=2" in path.read_text(encoding="utf-8")
    assert open_bundle(log, bundle).run == "secret"  # the log's own run is not taken for another


def test_a_bundle_without_events_says_so(written):
    written.write_text(written.read_text(encoding="utf-8").split("\n")[0], encoding="utf-8")
    with pytest.raises(CallerError, match="holds no event"):
        read_bundle(written)


@pytest.mark.parametrize(
    ("line", "fields", "said"),
    [
        (1, {"surprise": 1}, r"Line 1 .* surprise"),
        (2, {"event__type": "invented"}, r"Line 2 .* cannot be read"),
        (2, {"event__surprise": 1}, r"Line 2 .*run_started.surprise"),
        (5, {"seq": 9}, r"Line 5 .* event 9 stands where 4 belongs"),
        (5, {"event": {"type": "run_started"} | entries()[0].event.model_dump(mode="json")}, r"Line 5 .* once"),
        (line_of("searched"), {"event__passages__0__text": "Other."}, "the text of a passage was altered"),
        (line_of("model_called"), {"event__reply": "other"}, "the reply of the model was altered"),
        (line_of("fact_recorded"), {"event__fact__passage": "p9"}, "refers to 'p9', which was never recorded"),
        (line_of("fact_recorded", 2), {"event__fact__id": "f1"}, "'f1' is recorded a second time"),
        (line_of("fact_changed"), {"event__fact": "f9"}, "refers to 'f9'"),
        (line_of("repaired"), {"event__node": "n9"}, "refers to 'n9'"),
        (line_of("node_added", 2), {"event__node__parent": "n9"}, "refers to 'n9'"),
        (line_of("node_added", 2), {"event__node__id": "n1"}, "'n1' is recorded a second time"),
        (line_of("question_closed"), {"event__fact": "f9"}, "refers to 'f9'"),
        (line_of("answered"), {"event__claims__0__citations__0__passage": "p9"}, "refers to 'p9'"),
    ],
)
def test_a_malformed_or_altered_line_is_named(written, line, fields, said):
    with pytest.raises(CallerError, match=said) as refused:
        read_bundle(changed(written, line, **fields))
    assert f"Line {line} " in str(refused.value)
