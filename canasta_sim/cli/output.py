"""What commands print of results."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

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
    return None if isinstance(value, float) and not math.isfinite(value) else value
