"""What several commands share: options, settings from them, and how results are printed."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn, TypeAlias, get_args

from sleuth.errors import CallerError
from sleuth.rules import Repair
from sleuth.settings import WEB_ENGINES, Settings, known, load

REPAIRS: tuple[str, ...] = get_args(Repair)


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are errors like any other: one sentence, exit status 2."""

    def error(self, message: str) -> NoReturn:
        raise CallerError(f"{message[:1].upper()}{message[1:]}; `{self.prog} --help` lists what is accepted.")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Where a command adds its parser; argparse has no public name for it."""


def common() -> Parser:
    """The options that stand before or after any command."""
    parser = Parser(add_help=False)
    # Suppressed, so that the command's parser does not undo what stood before the command.
    suppressed = argparse.SUPPRESS
    parser.add_argument("--log", metavar="FILE", default=suppressed, help="the SQLite log (else SLEUTH_LOG)")
    parser.add_argument(
        "--json", action="store_true", default=suppressed, help="print one JSON document on standard output"
    )
    return parser


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Options that choose how a question is investigated."""
    parser.add_argument("--profile", metavar="NAME", help="settings saved under a name; other options change them")
    parser.add_argument("--model", metavar="NAME", help="embedded, openai/MODEL, ollama/MODEL, scripted/FILE, …")
    parser.add_argument("--memory", metavar="NAME", help="the memory strategy")
    parser.add_argument(
        "--corpus", metavar="NAME_OR_PATH", action="append", help="a collection or files to search; may be repeated"
    )
    parser.add_argument(
        "--web", action="store_true", help="search the web; of collections only those that --corpus names"
    )
    parser.add_argument("--repair", metavar="POLICY", help=f"what a fallen fact takes with it: {', '.join(REPAIRS)}")
    parser.add_argument("--turns", metavar="N", help="most turns")
    parser.add_argument("--searches", metavar="N", help="most searches")
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], help=f"any setting: {', '.join(known())}"
    )


def add_measuring(parser: argparse.ArgumentParser, drawn: str = "so many questions, drawn at random") -> None:
    """Options that choose how many questions are measured, and where the figures go."""
    parser.add_argument("--n", metavar="N", type=positive, help=drawn)
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="which ones are drawn (0)")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, help="where the figures are written")
    parser.add_argument("--resume", action="store_true", help="go on after the questions that are done already")


def settings(arguments: argparse.Namespace) -> Settings:
    """The settings with these options on top."""
    return load(chosen(arguments), profile=arguments.profile)


def chosen(arguments: argparse.Namespace) -> dict[str, object]:
    """What these options choose, by the name of the setting."""
    named: dict[str, object] = {}
    for pair in arguments.set:
        key, sign, value = pair.partition("=")
        if not sign:
            raise CallerError(f"--set wants KEY=VALUE, not {pair!r}; keys are: {', '.join(known())}.")
        named[key] = value
    for option in ("model", "memory", "repair", "turns", "searches"):
        if (value := getattr(arguments, option)) is not None:
            named[option] = value
    if arguments.corpus:
        named["collections"] = tuple(arguments.corpus)
    return {**_web(named, arguments.profile), **named} if arguments.web else named


def _web(named: Mapping[str, object], profile: str | None) -> dict[str, object]:
    """What searching the web means beside what is named: the engines set before, else the usual; no collection."""
    return {"engines": load(named, profile=profile).web.engines or WEB_ENGINES, "collections": ()}


def positive(text: str) -> int:
    """A whole number from 1 up, as an option gives it."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not accepted; give a whole number from 1 up")
    return int(text)


def say(text: str) -> None:
    """Tell the person at the terminal something that is not the result."""
    print(text, file=sys.stderr, flush=True)


def result(document: object, text: str, *, as_json: bool) -> None:
    """Print the result of a command: one JSON document, or text."""
    print(json.dumps(document, ensure_ascii=False, indent=2) if as_json else text)
