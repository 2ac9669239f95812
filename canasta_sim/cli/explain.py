"""``canasta-sim explain``: what is legal in a position, and which rule forbids the rest."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from canasta_sim.cli.options import helped, json_option, rules_option_of, set_option

__all__ = ["command"]


@click.command(name="explain", short_help="Say what is legal in a position, and which rule forbids the rest.")
@click.argument("position", metavar="POSITION.toml", type=click.Path(path_type=Path))
@rules_option_of("those of the position")
@set_option
@click.option(
    "--play",
    metavar="STEPS",
    help=helped('Judge this move, such as "take K K; meld 7 7 2; discard 4".', "say what is legal"),
)
@json_option
def command(
    position: Path, rules: str | None, settings: tuple[str, ...], play: str | None, as_json: bool
) -> None:
    """Say what is legal in a position, and which rule forbids the rest, with its knob and value.

    \b
    canasta-sim explain table.toml
    canasta-sim explain table.toml --play "take K K; meld 7 7 2; discard 4"
    canasta-sim explain table.toml --set pile.add_to_meld=no --play "take; discard 4" --json

    --rules and --set ask the same about the position under other rules than those of its file.

    A position file:

    \b
    rules = "classic"                # a name or a file
    set = { "draw.count" = 2 }       # optional
    to_move = 0
    phase = "draw"                   # or "play": has drawn
    scores = [0, 1600]               # per side, before the round
    pile = "9 K 2 7"                 # bottom first
    stock = 40                       # or its cards, next first
    hands = ["4 4 K K 2 Jk 3b", "?11", "?11", "?11"]
    melds = [["K K K 2"], []]        # per side
    red_threes = [1, 0]

    \b
    Where they matter: first_turn, surprise, locks, blocked_by, turnovers, has_melded, turned_red_three.

    Steps of a move: draw, take CARDS (from hand; none where the top card joins a meld), meld CARDS (with
    `to K` or `to wild` where the cards name no rank), lay 3r, discard CARD.
    """
    from canasta_sim.explain.answer import answer
    from canasta_sim.explain.play import judge
    from canasta_sim.explain.position import read_position
    from canasta_sim.explain.steps import parse_play
    from canasta_sim.explain.table import Table

    found = read_position(position, rules, settings)
    steps = parse_play(play) if play is not None else None
    table = Table(found, _note)
    if steps is not None:
        verdict = judge(table, steps)
        if as_json:
            click.echo(json.dumps({"rules": found.rules.label, **verdict.to_json()}, indent=2))
            return
        from canasta_sim.explain.text import verdict_lines

        _print(verdict_lines(verdict))
        return
    document = answer(table)
    if as_json:
        click.echo(json.dumps(document, indent=2))
        return
    from canasta_sim.explain.text import answer_lines

    _print(answer_lines(document, found.rules))


def _note(sentence: str) -> None:
    if sys.stderr.isatty():
        click.echo(sentence, err=True)


def _print(lines: Iterable[tuple[str, str]]) -> None:
    """Print headed lines: wrapped and coloured on a terminal, one line each anywhere else."""
    rows = list(lines)
    width = max(len(heading) for heading, _ in rows) + 2
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        for heading, text in rows:
            click.echo(f"{heading:{width}}{text}")
        return
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    for heading, text in rows:
        grid.add_row(Text(heading), Text(text))
    Console().print(grid)
