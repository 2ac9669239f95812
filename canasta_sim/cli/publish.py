"""Play experiments and publish their reports.

    python -m canasta_sim.cli.publish                  # all that come with the package
    python -m canasta_sim.cli.publish surprise target  # some
    python -m canasta_sim.cli.publish --again          # from the start, what is there already too

Sums and pictures go to ``results/experiments/NAME``, so that what is interrupted is gone on with. What is
worth keeping is copied to ``results/published/NAME``: the report as Markdown with its pictures and as one
page, the tables, and the manifest with the command that gives the same figures again. A list of all
questions with their answers is written beside. A file with variants is compared, one with more than two
strategies is a league, any other is a run.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from canasta_sim.errors import CanastaError, ExperimentError, ResultsError, near_miss
from canasta_sim.paths import experiments_dir

KEPT = (
    "manifest.json", "summary.csv", "comparison.csv", "ratings.csv", "cross.csv", "report.md", "report.html", "plots",
)  # fmt: skip
NOT_KEPT = {"league": ("summary.csv",)}  # half a megabyte of pairings that cross.csv says briefly
MOST_BYTES = 1_000_000
ANSWER = "answer.json"


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option(
    "--played",
    type=click.Path(path_type=Path),
    default=Path("results/experiments"),
    show_default=True,
    metavar="DIR",
    help="Where sums and pictures go, so that it can be gone on with.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("results/published"),
    show_default=True,
    metavar="DIR",
    help="Where what is worth keeping is copied.",
)
@click.option("--again", is_flag=True, help="Play from the start what is there already.")
@click.option(
    "--jobs", default="-1", show_default=True, metavar="J", help="How many workers play; -1: one per core."
)
@click.option(
    "--rounds",
    metavar="N",
    help="No more rounds (or games) than these: a trial, not a publication.  [default: what each asks for]",
)
def command(
    names: tuple[str, ...], played: Path, out: Path, again: bool, jobs: str, rounds: str | None
) -> None:
    """Play experiments and publish their reports."""
    failed = []
    for name in chosen(names):
        click.echo(f"{name} ...", err=True)
        folder = played / name
        more = ["--jobs", jobs, *(_amount(name, rounds) if rounds else [])]
        document = play(name, folder, again, more)
        if document is None:
            failed.append(name)
            continue
        size = publish(folder, out / name, document, NOT_KEPT.get(kind(name), ()))
        click.echo(f"{document['answer']}\n({size / 1000:,.0f} kB in {out / name})\n")
    write_index(out)
    if failed:
        raise ResultsError(f"not published: {', '.join(failed)}")


def chosen(names: Sequence[str]) -> list[str]:
    """Return the experiments of those names, all where none are given.

    Raises
    ------
    ExperimentError
        If one does not exist.
    """
    known = sorted(path.stem for path in experiments_dir().glob("*.toml"))
    for name in names:
        if name not in known:
            raise ExperimentError(f"there is no experiment of the name {name}{near_miss(name, known)}")
    return list(names) or known


def kind(name: str) -> str:
    """Return the command that plays an experiment: ``compare``, ``league`` or ``run``."""
    from canasta_sim.batch.experiment import load_experiment

    experiment = load_experiment(experiments_dir() / f"{name}.toml")
    if experiment.all_variants():
        return "compare"
    said = experiment.strategies or ""
    return "league" if len(said.split(",") if isinstance(said, str) else said) > 2 else "run"


def _amount(name: str, rounds: str) -> list[str]:
    from canasta_sim.batch.experiment import load_experiment

    of_games = load_experiment(experiments_dir() / f"{name}.toml").games is not None
    return ["--games" if of_games else "--rounds", rounds]


def play(name: str, folder: Path, again: bool, more: Sequence[str]) -> dict[str, Any] | None:
    """Play an experiment, or what is missing of it, as the command does; return its document.

    Returns
    -------
    dict or None
        What ``--json`` prints; None where the command failed.
    """
    if folder.exists() and not again:
        arguments = [kind(name), "--out", str(folder), "--resume", "--json", *more]
    else:
        arguments = [
            kind(name),
            f"experiments/{name}.toml",
            "--no-rounds",
            "--out",
            str(folder),
            "--json",
            *more,
        ]
        arguments += ["--overwrite"] if folder.exists() else []
    done = subprocess.run(
        [sys.executable, "-m", "canasta_sim", *arguments], check=False, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        return None
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def publish(folder: Path, to: Path, document: dict[str, Any], left_out: Sequence[str] = ()) -> int:
    """Copy what is worth keeping of a results folder; return its size in bytes.

    Raises
    ------
    ResultsError
        If it is too large to be kept.
    """
    if to.exists():
        shutil.rmtree(to)
    to.mkdir(parents=True)
    for name in (name for name in KEPT if name not in left_out):
        source = folder / name
        if source.is_dir():
            shutil.copytree(source, to / name)
        elif source.exists():
            shutil.copyfile(source, to / name)
    kept = {
        key: document.get(key) for key in ("name", "question", "answer", "command_line", "seed", "played")
    }
    (to / ANSWER).write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    size = sum(path.stat().st_size for path in to.rglob("*") if path.is_file())
    if size > MOST_BYTES:
        raise ResultsError(f"{to} has {size:,} bytes; at most {MOST_BYTES:,} are published")
    return size


def write_index(out: Path) -> None:
    """Write the list of all published questions with their answers."""
    lines = ["# What has been found", "", "| question | answer |", "|---|---|"]
    for path in sorted(out.glob(f"*/{ANSWER}")):
        found = json.loads(path.read_text(encoding="utf-8"))
        question, answer = (str(found[key]).replace("|", r"\|") for key in ("question", "answer"))
        lines.append(f"| [{question}]({path.parent.name}/report.md) | {answer} |")
    lines += [
        "",
        "Each folder has the report, both tables, and the command that gives the same figures again.",
    ]
    out.mkdir(parents=True, exist_ok=True)
    (out / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Run the command; print one sentence and leave with status 2 where something is wrong."""
    try:
        command()
    except CanastaError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(2)


if __name__ == "__main__":
    main()
