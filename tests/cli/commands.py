"""Every command of the command line, with the commands inside the groups."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click

from canasta_sim.cli.main import cli

#: An example in a help or a page: a line of its own.
EXAMPLE = re.compile(r"^ *((?:python -m )?canasta[-_]sim(?: .*)?)$", re.MULTILINE)


def every_command(group: click.Group = cli, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """Go through the commands, each with the words that call it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield before + name, command
        if isinstance(command, click.Group):
            yield from every_command(command, f"{before}{name} ")


def help_of(words: str, command: click.Command) -> str:
    """Return what ``--help`` prints."""
    with click.Context(command, info_name=f"canasta-sim {words}", max_content_width=110, terminal_width=110) as context:
        return command.get_help(context)


def examples_of(text: str) -> list[str]:
    """Return the examples in a help: lines of its description that are commands."""
    return [example.strip() for example in EXAMPLE.findall(text.partition("\nOptions:")[0])]


def arguments_of(example: str) -> list[str]:
    """Return the arguments of an example as a shell passes them, without what it does itself (``> file``)."""
    words = shlex.split(example, comments=True)
    words = words[3:] if words[0] == "python" else words[1:]
    return words[: words.index(">")] if ">" in words else words
