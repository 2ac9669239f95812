"""The finished parts of a run on disk: what they hold, and whether a bit of them has changed.

A part is a range of units. Its record ``aggregates/part-NNNNN.json`` is written last: it holds the sums over
the part's units, the names, lengths and checksums of its files of rows, and a checksum of itself. So a part
is finished exactly when its record is there, and every bit of it is covered by a checksum.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from canasta_sim.batch.files import canonical, digest
from canasta_sim.batch.folder import RECORDS
from canasta_sim.batch.plan import Span

_NAME = re.compile(r"part-(\d{5,})\.(json|parquet)")


@dataclass(frozen=True)
class FileSum:
    """Length in bytes and SHA-256 of a file."""

    size: int
    sha256: str


@dataclass(frozen=True)
class Record:
    """What is known of a finished part.

    Attributes
    ----------
    number : int
        Its number.
    run : str
        Fingerprint of the run it belongs to.
    spans : tuple of (int, int)
        Its units.
    played : int
        Rounds in it, of all variants.
    aggregate : str
        Its sums, as `Aggregate.to_json` writes them.
    files : dict of str to FileSum
        Its files by kind (``rounds``, ``games``).
    """

    number: int
    run: str
    spans: tuple[Span, ...]
    played: int
    aggregate: str
    files: dict[str, FileSum] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """Write the record as JSON with a checksum of its content."""
        content = {
            "run": self.run,
            "spans": self.spans,
            "played": self.played,
            "files": {kind: {"size": sums.size, "sha256": sums.sha256} for kind, sums in self.files.items()},
            "aggregate": self.aggregate,
        }
        return canonical({"part": content, "sha256": digest(canonical(content))}) + b"\n"


class Damaged(Exception):
    """A part is not what was written. ``str`` of it says which file and in what way."""


def part_name(number: int, suffix: str) -> str:
    """Return the name of a file of a part: ``part-00012.parquet``."""
    return f"part-{number:05d}.{suffix}"


def part_number(path: Path) -> int | None:
    """Return the number of the part that a file belongs to; None for other files."""
    match = _NAME.fullmatch(path.name)
    return int(match[1]) if match else None


def read_record(path: Path) -> Record:
    """Read the record of a part.

    Raises
    ------
    Damaged
        If a bit of it has changed.
    """
    number = part_number(path)
    try:
        document = json.loads(path.read_bytes())
        content = document["part"]
        if number is None or document["sha256"] != digest(canonical(content)):
            raise Damaged(f"{RECORDS}/{path.name}: its checksum does not agree")
        return Record(
            number=number,
            run=content["run"],
            spans=tuple((first, stop) for first, stop in content["spans"]),
            played=content["played"],
            aggregate=content["aggregate"],
            files={kind: FileSum(**sums) for kind, sums in content["files"].items()},
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise Damaged(f"{RECORDS}/{path.name}: it cannot be read ({type(error).__name__})") from error


def check_files(folder: Path, record: Record) -> None:
    """Compare the files of a part with their checksums.

    Raises
    ------
    Damaged
        If one is missing, is longer or shorter, or differs in a bit.
    """
    for kind, sums in record.files.items():
        name = f"{kind}/{part_name(record.number, 'parquet')}"
        try:
            content = (folder / name).read_bytes()
        except OSError as error:
            raise Damaged(f"{name}: {error.strerror or error}") from error
        if len(content) != sums.size:
            raise Damaged(f"{name}: it has {len(content)} bytes instead of {sums.size}")
        if digest(content) != sums.sha256:
            raise Damaged(f"{name}: its checksum does not agree")
