"""``canasta-sim trace``: rounds, card by card."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from canasta_sim.cli.options import helped, noter, seed_option, table_options
from canasta_sim.errors import ExperimentError

if TYPE_CHECKING:
    from canasta_sim.batch.plan import RunPlan, Variant
    from canasta_sim.batch.replay import Traced

__all__ = ["command"]

_LAST_ROUND = 2**62


@click.command(name="trace", short_help="Show rounds card by card.")
@table_options
@seed_option
@click.option(
    "--swap/--no-swap",
    default=None,
    help=helped("Rounds 2k and 2k+1 are deal k, or each its own.", "swap"),
)
@click.option(
    "--round", "rounds", metavar="I[:J]", help=helped("Round I, or rounds I to J-1.", "0, or all of --game")
)
@click.option(
    "--game",
    type=click.IntRange(0, 10**15),
    metavar="G",
    help=helped("Game G; with --round J only that round of it.", "single rounds"),
)
@click.option(
    "--from",
    "results",
    type=click.Path(path_type=Path),
    metavar="RESULTS",
    help=helped(
        "Rounds of a run on disk; rules, strategies and seed are those of the run.", "what the options say"
    ),
)
@click.option("--variant", metavar="V", help=helped("Which variant of that run.", "the only one"))
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="For people or programs.",
)
def command(form: str, **options: Any) -> None:
    """Show rounds card by card, by playing them again from their seed.

    \b
    canasta-sim trace --rules hoyle --strategies balanced,greedy --seed 7 --round 3
    canasta-sim trace --rules classic --seed 7 --game 2 --format jsonl
    canasta-sim trace --from results/my-run --round 10:12

    With jsonl there is one event a line; every round begins with its deal event.
    """
    plan, variant = _table(options)
    for number, traced in enumerate(_wanted(plan, variant, options)):
        if form == "jsonl":
            for event in traced.events:
                click.echo(json.dumps(event))
            continue
        from canasta_sim.report.trace_text import round_lines

        if number:
            click.echo()
        for line in round_lines(traced.events, traced.title, traced.seats):
            click.echo(line)


def _table(options: dict[str, Any]) -> tuple[RunPlan, Variant]:
    """Return what was played, from a results folder or from the options."""
    from canasta_sim.batch.replay import pick_variant, plan_of_results
    from canasta_sim.batch.request import Request, plan_of

    note = noter(False)
    if options["results"] is not None:
        given = [
            name
            for name in ("rules", "settings", "strategies", "seed", "swap")
            if options[name] not in (None, ())
        ]
        if given:
            name = "set" if given[0] == "settings" else given[0]
            raise ExperimentError(f"--from and --{name}: the run says what was played; give one of them")
        plan = plan_of_results(options["results"])
        variant = pick_variant(plan, options["variant"], str(options["results"]))
    else:
        if options["variant"] is not None:
            raise ExperimentError("--variant needs --from, a results folder that has it")
        request = Request(
            rules=options["rules"],
            settings=options["settings"],
            strategies=options["strategies"],
            seed=options["seed"],
            swap=options["swap"],
            games=None if options["game"] is None else 1,
        )
        plan, _ = plan_of(request)
        variant = plan.variants[0]
        if options["seed"] is None:
            note(f"seed {plan.seed} (drawn)")
    variant.lineup.prepare(note)
    return plan, variant


def _wanted(plan: RunPlan, variant: Variant, options: dict[str, Any]) -> Iterator[Traced]:
    """Return the rounds that are asked for."""
    from canasta_sim.batch.replay import traced_game, traced_game_round, traced_rounds

    game = options["game"]
    if game is None:
        return traced_rounds(plan, variant, *_span(options["rounds"] or "0"))
    if options["rounds"] is None:
        return traced_game(plan, variant, game)
    first, stop = _span(options["rounds"])
    return (traced_game_round(plan, variant, game, at) for at in range(first, stop))


def _span(text: str) -> tuple[int, int]:
    """Read ``I`` or ``I:J``."""
    match = re.fullmatch(r"(\d{1,19})(?::(\d{1,19}))?", text, re.ASCII)
    if match:
        first = int(match[1])
        stop = int(match[2]) if match[2] else first + 1
        if first < stop <= _LAST_ROUND:
            return first, stop
    raise ExperimentError(f"--round: expected a round, such as 3, or rounds from 3 to 5 as 3:6, not {text!r}")
