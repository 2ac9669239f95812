"""What Numba says against a strategy, in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from canasta_sim.strategy.loading import StrategySource

_PLACE = re.compile(r'File "([^"]+)", line (\d+)')
_FRAME = ("Failed in", "During:", "File ", "<source elided>")


def refused_sources(error: str, sources: Iterable[StrategySource]) -> dict[StrategySource, str]:
    """Return the strategies that an error of Numba is about, with their lines and its reason.

    Parameters
    ----------
    error : str
        Text of a NumbaError; it names files relative to the working folder.
    sources : iterable of StrategySource
        Those at the table.
    """
    files = {Path(source.path).resolve(): source for source in sources}
    found: dict[StrategySource, str] = {}
    for place in _PLACE.finditer(error):
        source = files.get(Path(place[1]).resolve())
        if source is not None and source not in found:
            found[source] = f"line {place[2]}: {reason_of(error)}"
    return found


def reason_of(error: str) -> str:
    """Return the line of an error of Numba that says what is wrong."""
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(_FRAME)]
    return (telling or lines or ["no reason given"])[0]
