"""The door: the group of commands, and the one place where an error becomes a sentence and an exit status.

The module of a command is imported only when the command is used, so that ``canasta-sim --help`` imports
nothing but click.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import NoReturn

import click

from canasta_sim.cli.streams import Stream, StreamLost, standard_streams
from canasta_sim.errors import CanastaError, RunFailed, near_miss, one_line
from canasta_sim.version import __version__

#: Every command with its one-line help, in the order of a piece of work.
COMMANDS = {
    "run": "Play rounds (or games) in batch and summarise them.",
    "compare": "Play the same deals under several rule variants; differences with intervals.",
    "league": "Play strategies all against all; ratings and a cross table.",
    "report": "Make the report, page and plots of a results folder again.",
    "rules": "List, show, compare and check rule sets.",
    "strategies": "List, show, start and check strategies.",
    "trace": "Show rounds card by card.",
    "explain": "Say what is legal in a position, and which rule forbids the rest.",
    "verify": "Check a results folder: its sums, and a sample of rounds played again.",
    "cache": "Show or clear what is compiled and kept.",
    "bench": "Measure rounds per second here.",
}

DONE, FAILED, WRONG, INTERRUPTED = 0, 1, 2, 130


class LazyGroup(click.Group):
    """A group whose commands are ``canasta_sim.cli.<name>.command``, imported when used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of a piece of work."""
        return [name for name in COMMANDS if find_spec(f"canasta_sim.cli.{name}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of this name; None where there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"canasta_sim.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first argument names, or suggest the one that was meant."""
        word = args[0]
        if not word.startswith("-") and word not in self.list_commands(ctx):
            raise click.UsageError(
                f'there is no command "{word}"{near_miss(word, self.list_commands(ctx))}; '
                "canasta-sim --help lists them"
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing one."""
        rows = [(name, COMMANDS[name]) for name in self.list_commands(ctx)]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, prog_name="canasta-sim")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play Canasta by the million, under any rule variant, with strategies as plug-ins.

    \b
    canasta-sim run                       a first batch, well under a minute
    canasta-sim run --rules romanian-house --strategies balanced,greedy --rounds 1e6 --seed 7
    canasta-sim COMMAND --help            options and examples of a command
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit status.

    Parameters
    ----------
    args : sequence of str, optional
        The arguments; those of the process by default.

    Raises
    ------
    SystemExit
        Always: 0 done, 1 failed while running, 2 the request was wrong, 130 interrupted.
    """
    with standard_streams() as output:
        code = _status(args, output)
    sys.exit(code)


def _status(args: Sequence[str] | None, output: Stream) -> int:
    """Carry out a command, and say what was wrong; return its exit status."""
    try:
        status = cli.main(args=args, prog_name="canasta-sim", standalone_mode=False)
        output.flush()
    except click.ClickException as error:
        return _say(error.format_message(), WRONG)
    except CanastaError as error:
        return _say(str(error), WRONG)
    except RunFailed as error:
        return _say(str(error), FAILED)
    except (KeyboardInterrupt, click.Abort) as error:
        # click raises its own, from the one that says how to go on
        for line in (str(error.__cause__ or error) or "interrupted").splitlines():
            click.echo(one_line(line), err=True)
        return INTERRUPTED
    except StreamLost:
        status = DONE
    if output.lost and output.lost.reason:
        return _say(f"standard output could not be written: {output.lost.reason}", FAILED)
    return status if isinstance(status, int) else DONE


def _say(sentence: str, code: int) -> int:
    """Print what went wrong on standard error and return the exit status that goes with it."""
    click.echo(f"Error: {one_line(sentence)}", err=True)
    return code
