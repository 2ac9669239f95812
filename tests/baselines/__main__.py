"""`python -m tests.baselines [--anyway]`: renew the baselines.

A strategy that plays differently must have raised ``FACTS.version``, a preset under which all play
differently its ``version``: totals that changed without are refused, unless ``--anyway`` says that they
were wrong before.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from canasta_sim.rules import load_rules
from canasta_sim.strategy.loading import built_in_names
from tests.baselines.totals import GAMES, ROUNDS, SEED, kept, path_of, totals
from tests.company import PRESETS


def renewed(preset: str, anyway: bool) -> tuple[dict[str, Any], list[str]]:
    """Return a preset's new baseline, and the strategies whose totals changed under the same versions."""
    old, version = kept(preset), load_rules(preset).version
    strategies, silent = {}, []
    for name in built_in_names():
        strategies[name] = totals(preset, name)
        before = old["strategies"].get(name)
        same_versions = before and before["version"] == strategies[name]["version"]
        if same_versions and version == old["rules_version"] and before != strategies[name] and not anyway:
            silent.append(name)
    baseline = {
        "seed": SEED,
        "rounds": ROUNDS,
        "games": GAMES,
        "rules_version": version,
        "strategies": strategies,
    }
    return baseline, silent


def main(arguments: list[str]) -> int:
    """Renew all baselines; exit status 1 where one was refused."""
    refused = 0
    for preset in PRESETS:
        baseline, silent = renewed(preset, "--anyway" in arguments)
        if silent:
            refused = 1
            print(f"{preset}: {', '.join(silent)} played differently, but no version was raised: not renewed")
            continue
        path_of(preset).write_text(json.dumps(baseline, indent=1) + "\n", encoding="utf-8")
        print(f"{preset}: {len(baseline['strategies'])} strategies")
    return refused


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
