"""`python -m tests.golden`: play the kept rounds anew and write them."""

from __future__ import annotations

from tests.company import PRESETS
from tests.golden.rounds import path_of, text


def main() -> None:
    """Renew every file."""
    for preset in PRESETS:
        path_of(preset).write_text(text(preset), encoding="utf-8")
        print(path_of(preset).name)


if __name__ == "__main__":
    main()
