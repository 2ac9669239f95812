"""Progress of a run on standard error, on a terminal only."""

from __future__ import annotations

import sys
from typing import Protocol


class Progress(Protocol):
    """Told how far a run has come."""

    def start(self, total: int, done: int) -> None:
        """`done` of `total` rounds are there already."""

    def advance(self, rounds: int) -> None:
        """So many more rounds are finished."""

    def stop(self) -> None:
        """Nothing more comes."""


class Silent:
    """No progress is shown."""

    def start(self, total: int, done: int) -> None:
        """Do nothing."""

    def advance(self, rounds: int) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""


class Bar:
    """A bar with rounds, rounds per second and the time left.

    Parameters
    ----------
    what : str
        What is counted: ``rounds`` or ``games``.
    """

    def __init__(self, what: str) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            ProgressColumn,
            Task,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.text import Text

        class Rate(ProgressColumn):
            """Rounds per second."""

            def render(self, task: Task) -> Text:
                speed = task.finished_speed or task.speed
                return Text(f"{speed:,.0f} {what}/s" if speed else "", style="cyan")

        self._bar = Progress(
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} " + what),
            Rate(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("play", total=None)

    def start(self, total: int, done: int) -> None:
        """Show the bar."""
        self._bar.update(self._task, total=total, completed=done)
        self._bar.start()

    def advance(self, rounds: int) -> None:
        """Move the bar on."""
        self._bar.advance(self._task, rounds)

    def stop(self) -> None:
        """Remove the bar."""
        self._bar.stop()


def progress_for(what: str, quiet: bool) -> Progress:
    """Return a bar where somebody sits at a terminal, and silence elsewhere."""
    return Silent() if quiet or not sys.stderr.isatty() else Bar(what)
