"""The command line: one document on standard output, one sentence on standard error, a reliable exit status."""

import json
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import harbour
import pytest
import small_run
from models.serving import said as model_said
from models.serving import serving
from terminal import Said

from sleuth import exports
from sleuth.bundle import fingerprint, read_bundle
from sleuth.errors import ServiceError
from sleuth.models import presets, scripted, weights
from sleuth.state import State
from sleuth.store import Log
from sleuth.views.projection import project

ROOT = Path(__file__).parent.parent
KEYS = list(project("", State()))


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "log.db")


@pytest.fixture
def ask(sleuth, tmp_path):
    """Ask the harbour question of the scripted model; lines given come first in its script."""

    def run(*options: object, instead: tuple[dict, ...] = (), question: str = harbour.QUESTION) -> Said:
        script = harbour.script(tmp_path, *instead)
        return sleuth("ask", question, "--model", f"scripted/{script}", "--corpus", harbour.pages(tmp_path), *options)

    return run


NOTHING = ({"purpose": "read", "reply": {"sentence": 0, "value": ""}},)
DOWN = ({"purpose": "read", "fails": "The server at 127.0.0.1:9 does not answer."},)


# Asking


def test_ask_prints_one_document_and_its_progress_elsewhere(ask, log):
    said = ask("--json")
    assert said.status == 0
    assert list(said.document) == KEYS
    assert (said.document["answer"], said.document["status"], said.document["repairs"]) == ("Tromsø", "finished", 1)
    assert log.run(said.document["run"]).answer == "Tromsø"
    assert f"run {said.document['run']}" in said.err
    assert re.search(r"\+ f1 .*Ada Holm.* \[p1\]", said.err)
    assert "◆ repaired" in said.err


def test_ask_prints_the_answer_with_its_sources(ask):
    said = ask()
    assert said.status == 0
    first, *rest = said.out.splitlines()
    assert first.startswith("Tromsø")
    assert re.fullmatch(r"1\. .*Birger Lund.* \[1\]", rest[0])
    assert "[1] Norholm bridge (correction), 2001-02-03" in rest


def test_a_question_without_an_answer_ends_with_three_and_the_reason(ask):
    said = ask("--json", instead=NOTHING)
    assert said.status == 3
    assert (said.document["status"], said.document["answer"]) == ("finished", None)
    assert said.document["stop_reason"].startswith("no supporting fact: No passage found answers: Who")
    assert "No answer: no supporting fact" in said.err


def test_a_failing_service_ends_with_one_and_can_be_resumed(ask, sleuth, tmp_path):
    said = ask("--json", instead=DOWN)
    assert said.status == 1
    assert (said.document["status"], said.document["answer"]) == ("failed", None)
    assert said.document["stop_reason"] == "failed: The server at 127.0.0.1:9 does not answer."
    run = said.document["run"]
    assert f"The server at 127.0.0.1:9 does not answer. `python -m sleuth resume {run}` goes on" in said.err
    harbour.script(tmp_path)
    again = sleuth("resume", run, "--json")
    assert again.status == 0
    assert (again.document["run"], again.document["answer"], again.document["repairs"]) == (run, "Tromsø", 1)


def test_an_interrupted_run_says_how_to_go_on(ask, sleuth, monkeypatch):
    def interrupting(lines, plain=scripted.scripted):
        def model(request):
            if request.purpose == "conflict":
                raise KeyboardInterrupt
            return plain(lines)(request)

        return model

    with monkeypatch.context() as patch:
        patch.setattr(scripted, "scripted", interrupting)
        said = ask("--json")
    assert said.status == 130
    assert said.document["status"] == "interrupted"
    assert f"nothing recorded is lost. `python -m sleuth resume {said.document['run']}`" in said.err
    assert sleuth("resume", said.document["run"]).status == 0


def test_control_c_ends_a_real_process_without_a_traceback(tmp_path, log):
    script, pages = harbour.script(tmp_path, seconds=0.2), harbour.pages(tmp_path)
    command = ["ask", harbour.QUESTION, "--model", f"scripted/{script}", "--corpus", str(pages)]
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", "--log", str(log.path), *command],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    run = process.stderr.readline().split()[1]
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert f"resume {run}" in err
    assert log.run(run).status == "interrupted"


def test_options_choose_limits_and_settings(ask, log):
    said = ask("--json", "--turns", 7, "--searches", "6", "--set", "passages=2", "--set", "limits.tries=1")
    limits = log.entries(said.document["run"])[0].event.limits
    assert (limits.turns, limits.searches, limits.passages, limits.tries) == (7, 6, 2, 1)


@pytest.mark.parametrize("before", [True, False])
def test_the_log_may_be_named_before_or_after_the_command(sleuth, tmp_path, before):
    other = tmp_path / "other.db"
    small_run.record(Log(other))
    named = ("--log", other)
    said = sleuth(*(named if before else ()), "runs", "--json", *(() if before else named))
    assert [row["run"] for row in said.document] == ["small"]
    assert sleuth("runs", "--json").document == []


def test_json_may_stand_before_the_command_too(sleuth):
    assert sleuth("--json", "runs").document == []


# Mistakes


MISTAKES = {
    "nothing to ask": (["ask", "  "], "The question is empty"),
    "a document as a question": (["ask", "why " * 5000], "at most 2,000"),
    "an unknown model": (["ask", "Who?", "--model", "elephant"], "'elephant' is not known; use one of embedded"),
    "an unknown memory": (["ask", "Who?", "--memory", "elephant"], "use one of: .*retree"),
    "no such corpus": (["ask", "Who?", "--model", "MODEL", "--corpus", "harbor"], "no collection 'harbor'; there"),
    "a missing path": (["ask", "Who?", "--model", "MODEL", "--corpus", "no/such.md"], "no/such.md' does not exist"),
    "a missing script": (["ask", "Who?", "--model", "scripted/none.jsonl"], "'none.jsonl' cannot be read"),
    "a limit that is no number": (["ask", "Who?", "--turns", "many"], "limits.turns = 'many' is not accepted"),
    "a setting without a value": (["ask", "Who?", "--set", "turns"], "--set wants KEY=VALUE, not 'turns'"),
    "an unknown setting": (["ask", "Who?", "--set", "tunrs=3"], "'tunrs' is not known; use one of"),
    "an unknown option": (["ask", "Who?", "--quick"], "Unrecognized arguments: --quick"),
    "no question": (["ask"], "QUESTION"),
    "no command": ([], "COMMAND"),
    "an unknown command": (["dance"], "invalid choice: 'dance'"),
    "an unknown run": (["show", "nope"], "no run 'nope'"),
    "an unknown run to resume": (["resume", "nope"], "no run 'nope'"),
    "an unknown run to export": (["export", "nope", "--format", "json", "-o", "x"], "no run 'nope'"),
    "a missing bundle": (["import", "none.jsonl"], "'none.jsonl' cannot be read"),
    "an unknown format": (["export", "small", "--format", "papyrus", "-o", "x"], "invalid choice: 'papyrus'"),
    "a place that is no number": (["show", "small", "--at", "then"], "invalid int value: 'then'"),
    "a missing folder to add": (["corpus", "add", "harbour", "no/folder"], "'no/folder' does not exist"),
    "a bad name": (["corpus", "add", "a/b", "."], "'a/b' will not do for a collection"),
    "the casebook's name": (["corpus", "add", "casebook", "."], "comes with Sleuth"),
    "measuring nothing": (["eval", "casebook", "--n", "0"], "--n: '0' is not accepted"),
    "a missing data file": (["eval", "none.jsonl", "--model", "MODEL"], "'none.jsonl' cannot be read"),
    "removing the casebook": (["corpus", "remove", "casebook"], "comes with Sleuth"),
    "removing what is not there": (["corpus", "remove", "harbor"], "no collection 'harbor'"),
    "searching for none": (["corpus", "search", "casebook", "x", "-k", "0"], "-k: '0' is not accepted"),
}  # fmt: skip


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_ends_with_two_and_one_sentence_and_records_nothing(sleuth, tmp_path, log, mistake, as_json):
    arguments, sentence = MISTAKES[mistake]
    model = f"scripted/{harbour.script(tmp_path)}"
    said = sleuth(*(["--json"] if as_json else []), *(model if a == "MODEL" else a for a in arguments))
    assert said.status == 2
    assert said.out == ""
    assert said.err.startswith("sleuth: ")
    assert len(said.err.splitlines()) == 1
    assert re.search(sentence, said.err), said.err
    assert log.runs() == ()


@pytest.mark.parametrize("command", [["runs"], ["show", "x"], ["resume", "x"], ["ask", "Who?"]])
def test_a_log_that_will_not_do_is_named(sleuth, tmp_path, command):
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection, connection:
        connection.execute("create table theirs (id)")
    said = sleuth("--log", foreign, *command)
    assert (said.status, said.out) == (2, "")
    assert "another program" in said.err


def test_a_broken_settings_file_is_named(sleuth, tmp_path, monkeypatch):
    monkeypatch.setenv("SLEUTH_CONFIG", str(tmp_path))
    (tmp_path / "sleuth.toml").write_text("model = oops")
    said = sleuth("ask", "Who?")
    assert said.status == 2
    assert "sleuth.toml cannot be read" in said.err


# Looking


def test_runs_lists_every_run_with_its_outcome(sleuth, log):
    assert sleuth("runs").out == "No runs yet; `ask QUESTION` makes one.\n"
    small_run.record(log)
    small_run.record(log, "gone", small_run.ABSTAINED)
    small_run.record(log, "cut", small_run.STEPS[:5])
    said = sleuth("runs")
    assert len(said.out.splitlines()) == 3
    line = next(line for line in said.out.splitlines() if line.startswith("small "))
    assert "finished" in line
    assert line.endswith(f"{small_run.QUESTION} → Tromsø")
    statuses = {row["run"]: (row["status"], row["answer"]) for row in sleuth("runs", "--json").document}
    assert statuses == {"small": ("finished", "Tromsø"), "gone": ("finished", None), "cut": ("interrupted", None)}


def test_show_tells_the_run_as_it_stands(sleuth, log):
    small_run.record(log)
    document = sleuth("show", "small", "--json").document
    assert list(document) == KEYS
    assert (document["answer"], document["seq"]) == ("Tromsø", len(small_run.entries()))
    assert "◆ n2 Birger Lund designed it." in sleuth("show", "small").out


def test_show_at_an_event_tells_the_run_as_it_stood(sleuth, log):
    every = small_run.record(log)
    seq = next(x.seq for x in every if x.event.type == "repaired")
    before, after = (sleuth("show", "small", "--at", n, "--json").document for n in (seq - 1, seq))
    assert [(d["seq"], d["repairs"], d["answer"], d["status"]) for d in (before, after)] == [
        (seq - 1, 0, None, "running"),
        (seq, 1, None, "running"),
    ]
    assert [f["status"] for f in after["facts"]] == ["out", "in"]


@pytest.mark.parametrize("at", [0, 1000])
def test_an_event_that_is_not_there_is_named(sleuth, log, at):
    every = small_run.record(log)
    said = sleuth("show", "small", f"--at={at}")
    assert said.status == 2
    assert f"has the events 1 to {len(every)}; --at {at} is none of them" in said.err


def test_a_run_that_was_cut_off_is_shown_as_interrupted(sleuth, log):
    small_run.record(log, steps=small_run.STEPS[:5])
    assert sleuth("show", "small", "--json").document["status"] == "interrupted"


def test_resuming_a_finished_run_tells_how_it_ended(sleuth, log):
    small_run.record(log)
    said = sleuth("resume", "small", "--json")
    assert (said.status, said.document["answer"]) == (0, "Tromsø")
    small_run.record(log, "gone", small_run.ABSTAINED)
    assert sleuth("resume", "gone").status == 3
    assert log.last_seq("small") == len(small_run.entries())


# Handing over


def test_a_run_is_exported_and_opened_elsewhere_to_be_read(sleuth, log, tmp_path):
    every = small_run.record(log)
    assert sleuth("export", "small", "--format", "bundle", "-o", tmp_path / "b.jsonl").status == 0
    assert read_bundle(tmp_path / "b.jsonl").entries == every
    elsewhere = ("--log", tmp_path / "elsewhere.db")
    said = sleuth(*elsewhere, "import", tmp_path / "b.jsonl", "--json")
    hashed = fingerprint((tmp_path / "b.jsonl").read_bytes())
    told = {"run": "small", "question": small_run.QUESTION, "sha256": hashed, "added": None}
    assert (said.status, said.document) == (0, told)
    assert sleuth(*elsewhere, "show", "small", "--json").document == sleuth("show", "small", "--json").document


def test_an_imported_run_that_was_cut_off_is_not_carried_on(sleuth, log, tmp_path):
    small_run.record(log, steps=small_run.STEPS[:5])
    sleuth("export", "small", "--format", "bundle", "-o", tmp_path / "b.jsonl")
    elsewhere = ("--log", tmp_path / "elsewhere.db")
    sleuth(*elsewhere, "import", tmp_path / "b.jsonl")
    said = sleuth(*elsewhere, "resume", "small")
    assert said.status == 2
    assert "opened from a bundle to be read" in said.err


def test_the_exported_json_is_what_show_prints_with_the_passages(sleuth, log, tmp_path):
    small_run.record(log)
    assert sleuth("export", "small", "--format", "json", "-o", tmp_path / "x.json").status == 0
    document = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert [p["text"] for p in document.pop("passages")] == [
        p.text for p in (small_run.P1, small_run.P2, small_run.P3)
    ]
    assert document == sleuth("show", "small", "--json").document


def test_what_was_written_is_told_with_its_hash(sleuth, log, tmp_path):
    small_run.record(log)
    told = sleuth("export", "small", "--format", "md", "-o", tmp_path / "x.md", "--json").document
    content = (tmp_path / "x.md").read_bytes()
    (written,) = told["files"]
    assert written == {"path": str(tmp_path / "x.md"), "bytes": len(content), "sha256": fingerprint(content)}


def test_a_folder_takes_the_three_tables_or_a_file_named_after_the_question(sleuth, log, tmp_path):
    small_run.record(log)
    assert sleuth("export", "small", "--format", "csv", "-o", tmp_path).status == 0
    assert sleuth("export", "small", "--format", "svg", "-o", tmp_path).status == 0
    assert {"claims.csv", "facts.csv", "searches.csv"} <= {p.name for p in tmp_path.iterdir()}
    assert (tmp_path / "where-was-the-designer-of-the-norholm-bridge-born-small.svg").exists()


def test_three_tables_do_not_fit_one_csv_file(sleuth, log, tmp_path):
    small_run.record(log)
    said = sleuth("export", "small", "--format", "csv", "-o", tmp_path / "x.csv")
    assert said.status == 2
    assert "give a folder or a name in .zip" in said.err


@pytest.mark.parametrize("form", exports.names())
def test_a_place_that_cannot_be_written_is_named(sleuth, log, tmp_path, form):
    small_run.record(log)
    said = sleuth("export", "small", "--format", form, "-o", tmp_path / "no" / "x")
    assert said.status == 2
    assert "cannot be written: No such file or directory" in said.err


# Collections


def test_documents_are_added_found_listed_and_removed(sleuth, tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "bridge.md").write_text("# Norholm bridge\n\nThe Norholm bridge was opened in 1931.", encoding="utf-8")
    (folder / "picture.png").write_bytes(b"\x89PNG\x00")
    said = sleuth("corpus", "add", "harbour", folder, "--json")
    assert said.status == 0
    assert (said.document["documents"], said.document["changed"]) == (1, 1)
    assert said.document["refused"][0]["path"] == str(folder / "picture.png")
    assert "Not read:" in said.err
    assert "picture.png" in said.err
    assert sleuth("corpus", "add", "harbour", folder, "--json").document["changed"] == 0

    rows = {row["name"]: row["documents"] for row in sleuth("corpus", "list", "--json").document}
    assert rows == {"casebook": 89, "harbour": 1}
    assert "harbour · documents 1 · passages 1" in sleuth("corpus", "list").out

    found = sleuth("corpus", "search", "harbour", "when was the Norholm bridge opened", "--json").document
    assert [p["title"] for p in found["passages"]] == ["Norholm bridge"]
    assert "1. Norholm bridge" in sleuth("corpus", "search", "harbour", "Norholm").out
    assert sleuth("corpus", "search", "harbour", "zebra").out == "No passage matches.\n"

    assert sleuth("corpus", "remove", "harbour").status == 0
    assert [row["name"] for row in sleuth("corpus", "list", "--json").document] == ["casebook"]


def test_the_paragraphs_of_a_data_set_become_documents(sleuth, tmp_path):
    rows = [{"question": "Who?", "paragraphs": [{"title": t, "text": text} for _, t, _, text in harbour.PAGES]}]
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    assert sleuth("corpus", "add", "set", path, "--from-json", "--json").document["documents"] == len(harbour.PAGES)


def test_as_many_passages_are_returned_as_asked_for(sleuth):
    assert (
        len(sleuth("corpus", "search", "casebook", "capital city country", "-k", 2, "--json").document["passages"])
        == 2
    )


def test_a_folder_with_nothing_readable_is_named(sleuth, tmp_path):
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "picture.png").write_bytes(b"\x89PNG\x00")
    said = sleuth("corpus", "add", "harbour", tmp_path / "papers")
    assert said.status == 2
    assert "Nothing readable in" in said.err
    assert "picture.png" in said.err


# Models


def test_models_are_listed_with_whether_they_can_answer(sleuth, monkeypatch):
    found = presets.Found("ollama", "http://127.0.0.1:1/v1", ("qwen3",))
    monkeypatch.setattr(presets, "find_servers", lambda: (found,))
    said = sleuth("model", "list", "--json")
    assert {row["name"]: row["ready"] for row in said.document} == {
        "embedded": False,
        "ollama/qwen3": True,
        "openai": False,
    }
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    said = sleuth("model", "list")
    assert "✓ openai" in said.out
    assert "sk-secret" not in said.out + said.err


def test_a_model_is_checked_with_a_small_question(sleuth, tmp_path):
    script = harbour.script(tmp_path, {"purpose": "check", "reply": "ready"})
    said = sleuth("model", "check", f"scripted/{script}", "--json")
    assert said.status == 0
    assert (said.document["model"], said.document["reply"]) == ("scripted", "ready")
    assert (said.document["form"], said.document["writes"]) == (None, None)
    assert "Form enforced     unknown" in sleuth("model", "check", f"scripted/{script}").out


def test_checking_a_server_tells_what_it_can_do_and_how_far_the_test_is(sleuth, monkeypatch):
    with serving(lambda asked: model_said("ready") if asked.method == "POST" else (404, {})) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        said = sleuth("model", "check", "openai/m1", "--json")
    assert said.status == 0
    assert (said.document["form"], said.document["gives"], said.document["context"]) == ("none", "none", None)
    assert said.document["writes"] > 0
    assert "the forms of its replies …" in said.err
    assert any("by rule" in sentence for sentence in said.document["advice"])


def test_a_model_that_does_not_answer_ends_with_one_and_its_sentence(sleuth, tmp_path):
    script = harbour.script(tmp_path, {"purpose": "check", "fails": "The server does not answer."})
    assert sleuth("model", "check", f"scripted/{script}") == Said(1, "", "sleuth: The server does not answer.\n")


def test_only_what_has_weights_can_be_pulled(sleuth):
    said = sleuth("model", "pull", "ollama/qwen3")
    assert said.status == 2
    assert "Only 'embedded' and 'minilm' have weights to fetch" in said.err


def test_the_weights_are_fetched_once_with_progress(sleuth, monkeypatch):
    there = []

    def fetch(progress):
        for done in range(0, 1001, 50):
            progress(done * 10**6, 1000 * 10**6)
        there.append(True)

    monkeypatch.setattr(weights, "is_ready", lambda: bool(there))
    monkeypatch.setattr(weights, "fetch", fetch)
    said = sleuth("model", "pull", "embedded", "--json")
    assert said.status == 0
    assert said.document["path"].endswith(".gguf")
    assert [line.split()[0] for line in said.err.splitlines()[1:]] == [str(n) for n in range(0, 101, 10)]
    assert sleuth("model", "pull", "embedded").err == ""


def test_weights_that_cannot_be_fetched_end_with_one_and_record_nothing(sleuth, monkeypatch, log):
    def fetch(progress):
        raise ServiceError("The weights could not be fetched.")

    monkeypatch.setattr(weights, "fetch", fetch)
    said = sleuth("ask", "Who designed the Norholm bridge?")
    assert (said.status, said.out) == (1, "")
    assert said.err.endswith("sleuth: The weights could not be fetched.\n")
    assert log.runs() == ()


def test_a_wrong_corpus_is_told_before_anything_is_fetched(sleuth, monkeypatch):
    monkeypatch.setattr(weights, "fetch", lambda progress: pytest.fail("fetched"))
    assert "no collection 'harbor'" in sleuth("ask", "Who?", "--corpus", "harbor").err


# Measuring


def test_eval_prints_its_figures_as_one_document(sleuth, tmp_path):
    paragraphs = [{"title": title, "text": text} for _, title, _, text in harbour.PAGES]
    asked = {"id": "q1", "question": harbour.QUESTION, "answer": "Tromsø", "hops": 2, "paragraphs": paragraphs}
    data = tmp_path / "data.jsonl"
    data.write_text("\n".join(json.dumps({**asked, "id": f"q{n}"}) for n in range(3)), encoding="utf-8")
    options = ("--model", f"scripted/{harbour.script(tmp_path)}", "--hops", 2, "--n", 2, "-o", tmp_path / "figures")
    said = sleuth("eval", data, *options, "--json")
    assert said.status == 0
    assert said.document["n"] == 2
    assert len((tmp_path / "figures" / "results.jsonl").read_text(encoding="utf-8").splitlines()) == 2


# The terminal


def test_help_names_every_command():
    shown = subprocess.run(
        [sys.executable, "-m", "sleuth", "--help"], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert shown.returncode == 0
    for command in ("ask", "resume", "runs", "show", "export", "import", "corpus", "model", "eval"):
        assert f"\n    {command} " in shown.stdout


def test_a_reader_that_has_enough_is_no_error(log):
    small_run.record(log)
    process = subprocess.Popen(
        [sys.executable, "-m", "sleuth", "--log", str(log.path), "runs"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == ""
    process.stderr.close()
