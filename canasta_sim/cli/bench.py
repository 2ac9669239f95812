"""``canasta-sim bench``: rounds per second here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from canasta_sim.cli import completion
from canasta_sim.cli.options import Jobs, helped, json_option, noter, quiet_option
from canasta_sim.cli.tables import print_table

__all__ = ["command"]


@click.command(name="bench", short_help="Measure rounds per second here.")
@click.option(
    "--rules",
    metavar="A[,B…]",
    shell_complete=completion.rule_sets,
    help=helped("The rule sets that are timed.", "all built-in ones"),
)
@click.option(
    "--strategies",
    default="greedy,balanced",
    show_default=True,
    metavar="A[,B…]",
    shell_complete=completion.strategies,
    help="Strategies, each on every seat.",
)
@click.option(
    "--jobs",
    type=Jobs(),
    multiple=True,
    default=(1, -1),
    show_default=True,
    metavar="J",
    help="On how many cores; -1: all; repeatable.",
)
@click.option(
    "--repeats",
    type=click.IntRange(1, 1000),
    default=7,
    show_default=True,
    metavar="N",
    help="How often each is timed; the middle value counts.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 60),
    default=0.2,
    show_default=True,
    metavar="S",
    help="How long each is timed in a repeat.",
)
@click.option(
    "--compare",
    "earlier",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help=helped("What --json printed earlier: show the ratios to it.", "no comparison"),
)
@quiet_option
@json_option
def command(
    rules: str | None,
    strategies: str,
    jobs: tuple[int, ...],
    repeats: int,
    seconds: float,
    earlier: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Measure rounds per second, player-turns per second and the time of a player-turn.

    \b
    canasta-sim bench
    canasta-sim bench --rules hoyle,classic --strategies greedy --jobs 1
    canasta-sim bench --json > before.json
    canasta-sim bench --compare before.json

    Nanoseconds are of processor time, rounds/s by the clock. Every repeat times a fixed piece of work
    too, one shuffle of 108 cards: a player-turn in shuffles can be compared between machines and moments,
    nanoseconds cannot. Where one core is timed too, the gain from several is shown, and its share of what
    shuffling gains in the same repeats.
    """
    from canasta_sim.batch.bench import compared, measure
    from canasta_sim.rules import preset_names

    then = _read(earlier) if earlier else None
    names = rules.split(",") if rules else list(preset_names())
    now = measure(names, strategies.split(","), jobs, repeats, seconds, noter(quiet))
    ratios = compared(now, then) if then is not None else {}
    if as_json:
        click.echo(json.dumps({**now, "compared": ratios} if then is not None else now))
    elif not quiet:
        _print(now, ratios if then is not None else None)


def _read(path: Path) -> Mapping[str, Any]:
    """Return an earlier result."""
    from canasta_sim.errors import ExperimentError

    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ExperimentError(f"{path} is not a result of canasta-sim bench --json: {error}") from error
    if not isinstance(found, dict) or "speeds" not in found:
        raise ExperimentError(f"{path} is not a result of canasta-sim bench --json")
    return found


def _print(now: Mapping[str, Any], ratios: Mapping[str, float] | None) -> None:
    """Print the measurements as a table, and the calibration below it."""
    head = ["rules", "strategy", "cores", "rounds/s", "turns/s", "ns/turn", "least", "most", "shuffles/turn"]
    gains = any(speed["gain"] is not None and speed["cores"] > 1 for speed in now["speeds"])
    head += ["gain", "of shuffling's"] if gains else []
    rows = []
    for speed in now["speeds"]:
        row = [
            speed["rules"],
            speed["strategy"],
            str(speed["cores"]),
            f"{speed['rounds_per_second']:,.0f}",
            f"{speed['turns_per_second']:,.0f}",
            f"{speed['turn_ns']:.1f}",
            f"{speed['turn_ns_least']:.1f}",
            f"{speed['turn_ns_most']:.1f}",
            f"{speed['turn_in_shuffles']:.3f}",
        ]
        if gains:
            row += _gains(speed)
        if ratios is not None:
            ratio = ratios.get(f"{speed['rules']}/{speed['strategy']}/{speed['cores']}")
            row.append("" if ratio is None else f"{ratio:.2f}")
        rows.append(row)
    print_table(head if ratios is None else [*head, "now : then"], rows)
    for cores, nanoseconds in now["shuffle_ns"].items():
        click.echo(f"one shuffle of 108 cards: {nanoseconds:.1f} ns on each of {cores} core(s)")


def _gains(speed: Mapping[str, Any]) -> list[str]:
    """Return how many times as much is played on several cores as on one, and the share of what shuffling gains."""
    if speed["gain"] is None or speed["cores"] == 1:
        return ["", ""]
    return [f"× {speed['gain']:.2f}", f"{speed['gain_share']:.1%}"]
