"""`ask QUESTION`: investigate a question to its end."""

import argparse

from sleuth import memory, search
from sleuth.carrying import begin, check_question
from sleuth.commands.carrying import carry_on, opened
from sleuth.commands.model import provide
from sleuth.commands.options import Commands, Parser, add_settings, say, settings
from sleuth.folders import log_path
from sleuth.store import Log


def register(commands: Commands, common: Parser) -> None:
    """Add the command."""
    parser = commands.add_parser("ask", parents=[common], help="investigate a question to its end")
    parser.add_argument("question", metavar="QUESTION")
    add_settings(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Everything that can be wrong with what was asked is told before anything is recorded."""
    chosen = settings(arguments)
    question = check_question(arguments.question)
    memory.strategy(chosen.memory)
    log = Log(log_path(arguments.log))
    # A wrong name is told before a large file is fetched.
    search.connect(chosen)
    provide(chosen.model)
    connect = opened(chosen)
    identity = begin(log, question, chosen)
    say(f"run {identity}")
    return carry_on(log, identity, chosen, connect, as_json=arguments.json)
