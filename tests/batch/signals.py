"""Signals of children that tests start."""

from __future__ import annotations

import signal


def signals_as_usual() -> None:
    """In a child: undo what nohup, or a shell's background job, has set to be ignored."""
    for each in (signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_DFL)
