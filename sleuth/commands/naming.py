"""`rename RUN TITLE` and `tag RUN TAG …`: a person's own words about a run, which change nothing of what happened."""

import argparse

from sleuth.commands.options import Commands, Parser, result
from sleuth.folders import log_path
from sleuth.store import Log
from sleuth.views.show import visible


def register(commands: Commands, common: Parser) -> None:
    """Add the commands."""
    parser = commands.add_parser("rename", parents=[common], help="give a run a title; its question stays")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("title", metavar="TITLE", help="an empty one takes the title away")
    parser.set_defaults(run=rename)
    parser = commands.add_parser("tag", parents=[common], help="tag a run")
    parser.add_argument("identity", metavar="RUN")
    parser.add_argument("tags", metavar="TAG", nargs="+")
    parser.add_argument("--remove", action="store_true", help="take these tags off instead")
    parser.set_defaults(run=tag)


def rename(arguments: argparse.Namespace) -> int:
    """Lists call the run by its title from now on."""
    log = Log(log_path(arguments.log))
    log.rename(arguments.identity, arguments.title)
    return _told(log, arguments)


def tag(arguments: argparse.Namespace) -> int:
    """All of the tags, or none when one will not do."""
    log = Log(log_path(arguments.log))
    change = log.untag if arguments.remove else log.tag
    change(arguments.identity, *arguments.tags)
    return _told(log, arguments)


def _told(log: Log, arguments: argparse.Namespace) -> int:
    row = log.run(arguments.identity)
    assert row is not None
    tags = f"; tags: {', '.join(map(visible, row.tags))}" if row.tags else "; no tags"
    document = {"run": row.id, "title": row.title, "question": row.question, "tags": list(row.tags)}
    result(document, f"{row.id} goes by “{visible(row.name)}”{tags}.", as_json=arguments.json)
    return 0
