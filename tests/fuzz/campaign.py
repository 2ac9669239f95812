"""All cases inside this process, or some."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.fuzz import cases
from tests.fuzz.inside import Inside
from tests.fuzz.judge import judge
from tests.fuzz.place import Place

#: Of a hundred inputs, how many are of each kind.
SHARES: Mapping[str, int] = {"experiments": 25, "rules": 20, "positions": 15, "manifests": 10, "commands": 30}


def cases_of(kind: str, place: Place) -> cases.Cases:
    """Return the cases of a kind."""
    if kind == "manifests":
        return cases.manifests((place.work / "done/manifest.json").read_bytes())
    found: cases.Cases = getattr(cases, kind)()
    return found


class Campaign:
    """Tries cases in a place.

    Parameters
    ----------
    place : Place
        Furnished.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        self.run = Inside(place)

    def check(self, case: cases.Case) -> None:
        """Run one case and judge it."""
        self.place.lay(case.name, case.content)
        judge(case.arguments, self.run(case.arguments))

    def tried(self, kind: str, number: int, start: int = 1) -> int:
        """Try so many cases of a kind; return how many were."""
        return cases.tried(cases_of(kind, self.place), self.check, number, start)


def everything(parent: Path, number: int, start: int = 1) -> dict[str, int]:
    """Try so many cases in all, and say how many of each kind."""
    from tests.fuzz.inside import furnished

    place = furnished(parent)
    try:
        campaign = Campaign(place)
        return {kind: campaign.tried(kind, number * share // 100, start) for kind, share in SHARES.items()}
    finally:
        place.done()
