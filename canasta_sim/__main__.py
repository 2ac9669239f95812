"""``python -m canasta_sim`` and the console script."""

from __future__ import annotations

from canasta_sim.cli.main import main

if __name__ == "__main__":
    main()
