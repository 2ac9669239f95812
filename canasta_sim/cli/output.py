"""What commands print of results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from canasta_sim.cli.tables import print_table

if TYPE_CHECKING:
    from canasta_sim.batch.results import RunResult


def as_document(result: RunResult) -> dict[str, Any]:
    """Return the summary of a run as one JSON document; what there is not enough data for is null."""
    return {
        "out": str(result.out) if result.out else None,
        **{key: result.manifest[key] for key in ("command", "seed", "mode", "asked", "played")},
        "rules": {variant["name"]: variant["rules"]["knobs"] for variant in result.manifest["variants"]},
        "wall_seconds": result.manifest["wall_seconds"],
        "rounds_per_second": result.manifest["rounds_per_second"],
        "summary": [
            {str(key): _plain(value) for key, value in line.items()}
            for line in result.summary.to_dict(orient="records")
        ],
    }


def _plain(value: Any) -> Any:
    """Return a value as JSON knows it; numbers that are missing as null."""
    import pandas as pd

    if not isinstance(value, str) and pd.isna(value):
        return None
    return value.item() if hasattr(value, "item") else value


def show(result: RunResult) -> None:
    """Print the summary of a run for people: a table of figures, and where the rest lies."""
    from canasta_sim.stats.metrics import METRICS

    lines = [
        (
            str(line["strategy"]),
            METRICS[line["metric"]].title,
            _number(line["estimate"]),
            f"{_number(line['ci_low'])} to {_number(line['ci_high'])}",
            f"{line['n']:,}",
        )
        for line in result.summary.to_dict(orient="records")
    ]
    print_table(("strategy", "figure", "estimate", "95 % interval", "n"), lines)
    if result.out:
        click.echo(f"results in {result.out}")


def _number(value: Any) -> str:
    plain = _plain(value)
    return "not enough data" if plain is None else f"{plain:,.4g}"
