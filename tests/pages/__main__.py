"""Write what the pages say of the code anew.

    python -m tests.pages           # tables, and the examples of README.md with what they print
    python -m tests.pages --quick   # tables only
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.pages import readme


def main(arguments: list[str]) -> None:
    if "--quick" in arguments:
        readme.PAGE.write_text(readme.with_answers(readme.PAGE.read_text("utf-8")), "utf-8")
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "work"
        folder.mkdir()
        readme.renew(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
