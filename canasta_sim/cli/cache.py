"""``canasta-sim cache``: what is compiled and kept."""

from __future__ import annotations

import json

import click

from canasta_sim.cli.options import json_option, quiet_option
from canasta_sim.cli.tables import print_table

__all__ = ["command"]


@click.command(name="cache", short_help="Show or clear what is compiled and kept.")
@click.option("--clear", "what", flag_value="all", help="Remove all of it; it is compiled again when needed.")
@click.option("--clear-outdated", "what", flag_value="outdated", help="Remove what is never used again.")
@quiet_option
@json_option
def command(what: str | None, quiet: bool, as_json: bool) -> None:
    """Show what is compiled and kept on disk, with its size and age.

    \b
    canasta-sim cache
    canasta-sim cache --clear-outdated
    canasta-sim cache --clear

    Compiled code is outdated once the engine or Numba has changed. CANASTA_SIM_CACHE names another folder.
    """
    from canasta_sim.strategy.generate import cache_root
    from canasta_sim.strategy.kept import clear, kept

    found = clear(only_outdated=what == "outdated") if what else kept()
    if as_json:
        rows = [
            {
                "folder": str(each.folder),
                "kind": each.kind,
                "contents": each.contents,
                "current": each.current,
                "bytes": each.size,
                "age_seconds": round(each.age),
            }
            for each in found
        ]
        click.echo(json.dumps({"folder": str(cache_root()), "removed": bool(what), "compiled": rows}))
        return
    if quiet:
        return
    megabytes = sum(each.size for each in found) / 1e6
    if what:
        click.echo(f"removed {len(found)} ({megabytes:.1f} MB) from {cache_root()}")
        return
    if found:
        print_table(
            ("compiled", "for", "size", "age", "state"),
            [
                (
                    each.contents or "-",
                    each.kind,
                    f"{each.size / 1e6:.1f} MB",
                    _age(each.age),
                    "current" if each.current else "outdated",
                )
                for each in found
            ],
        )
    click.echo(f"{len(found)} compiled ({megabytes:.1f} MB) in {cache_root()}")


def _age(seconds: float) -> str:
    """Return an age in the unit that suits it."""
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            number = int(seconds // length)
            return f"{number} {unit}{'s' if number > 1 else ''}"
    return "under a minute"
