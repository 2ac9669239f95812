"""The results folder of a run: parts are added as they are finished, and its state is computed from them.

Nothing says how far a run has come but its finished parts. The manifest, written before the first part, says
what is played, so that a run can be gone on with from its folder alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from canasta_sim.batch.chunk import Part
from canasta_sim.batch.files import TEMPORARY, cannot_write, digest, write_whole
from canasta_sim.batch.folder import (
    PART_FOLDERS,
    RECORDS,
    Lock,
    check_new,
    clear,
    lock_folder,
    write_manifest,
)
from canasta_sim.batch.parts import (
    Damaged,
    FileSum,
    Record,
    check_files,
    part_name,
    part_number,
    read_record,
)
from canasta_sim.batch.plan import Span, joined
from canasta_sim.errors import ResultsError
from canasta_sim.stats.aggregate import Aggregate

_SECONDS_BETWEEN_SUMS = 1.0

Note = Callable[[str], None]


class MemoryStore:
    """Parts in memory, for a run without a folder; rows stay encoded until somebody reads them."""

    def __init__(self) -> None:
        self._spans: list[Span] = []
        self._total = Aggregate()
        self.files: dict[str, dict[int, bytes]] = {}

    def spans(self) -> list[Span]:
        """Return the units of all parts so far, joined and sorted."""
        return joined(self._spans)

    def next_number(self) -> int:
        """Return a number that no part has."""
        return len(self._spans)

    def put(self, part: Part) -> None:
        """Keep a finished part."""
        self._spans = joined([*self._spans, part.span])
        self._total.merge(part.aggregate)
        for kind, content in part.files.items():
            self.files.setdefault(kind, {})[part.number] = content

    def aggregate(self) -> Aggregate:
        """Return the sums over all parts so far."""
        return self._total

    def close(self) -> None:
        """Do nothing: there is nothing to let go of."""


class FolderStore:
    """A results folder, locked for one process.

    Parameters
    ----------
    folder : Path
        An existing folder whose lock is held (see `lock_folder`).
    lock : Lock
        The lock.
    run : str
        Fingerprint of what is played; parts of another run are not taken for parts of this one.
    note : callable
        Told, in a sentence, what is found to be damaged.

    Raises
    ------
    ResultsError
        If the parts contradict each other.
    """

    def __init__(self, folder: Path, lock: Lock, run: str, note: Note) -> None:
        self.folder = folder
        self._lock = lock
        self._run = run
        self._total = Aggregate()
        self._unwritten = False
        self._written_at = time.monotonic()
        self._spans: list[Span] = []
        self.played = 0
        self._sums: list[Path] = []
        self._next = self._highest_number() + 1
        self._load(note)

    # -- what is there
    # ----------------------------------------------------------------------------------------

    def spans(self) -> list[Span]:
        """Return the units of all parts so far, joined and sorted."""
        return list(self._spans)

    def next_number(self) -> int:
        """Return a number that no part has."""
        return self._next

    def aggregate(self) -> Aggregate:
        """Return the sums over all parts so far."""
        return self._total

    def _highest_number(self) -> int:
        paths = (path for kind in PART_FOLDERS for path in (self.folder / kind).glob("part-*"))
        return max((number for path in paths if (number := part_number(path)) is not None), default=-1)

    def _load(self, note: Note) -> None:
        """Compute the state from the finished parts; what is damaged or unfinished is removed."""
        records = sound_records(self.folder, self._run, note)
        try:
            self._spans = joined([span for record in records for span in record.spans])
        except ValueError as error:
            raise ResultsError(
                f"{self.folder} is damaged: {error}; start again with --overwrite, or in another folder"
            ) from error
        for record in records:
            self._total.merge(Aggregate.from_json(record.aggregate))
            self.played += record.played
            if not record.files:
                self._sums.append(self.folder / RECORDS / part_name(record.number, "json"))
        self._remove_unfinished({record.number for record in records})

    def _remove_unfinished(self, finished: set[int]) -> None:
        for kind in PART_FOLDERS:
            for path in (self.folder / kind).glob("*part-*"):
                if path.name.startswith(TEMPORARY) or part_number(path) not in finished:
                    path.unlink()
        for path in self.folder.glob(f"{TEMPORARY}*"):
            path.unlink()

    # -- adding parts
    # -----------------------------------------------------------------------------------------

    def put(self, part: Part) -> None:
        """Keep a finished part: its files first, its record last.

        Parts without rows are added up, and what they add up to is written once a second as one part that
        replaces the one before.
        """
        self._total.merge(part.aggregate)
        self._spans = joined([*self._spans, part.span])
        self.played += part.played
        if not part.files:
            self._unwritten = True
            self._next = max(self._next, part.number + 1)
            if time.monotonic() - self._written_at >= _SECONDS_BETWEEN_SUMS:
                self._write_sums()
            return
        for kind, content in part.files.items():
            write_whole(self._place(kind, part.number, "parquet"), content)
        sums = {kind: FileSum(len(content), digest(content)) for kind, content in part.files.items()}
        record = Record(part.number, self._run, (part.span,), part.played, part.aggregate.to_json(), sums)
        write_whole(self._place(RECORDS, part.number, "json"), record.to_bytes())
        self._next = max(self._next, part.number + 1)

    def flush(self) -> None:
        """Write what has been put and is not on disk yet."""
        self._write_sums()

    def _write_sums(self) -> None:
        """Write everything so far as one part, and only then remove the one that it replaces."""
        if not self._unwritten:
            return
        record = Record(self._next, self._run, tuple(self._spans), self.played, self._total.to_json())
        path = self._place(RECORDS, record.number, "json")
        write_whole(path, record.to_bytes())
        for replaced in self._sums:
            replaced.unlink(missing_ok=True)
        self._sums = [path]
        self._next += 1
        self._unwritten = False
        self._written_at = time.monotonic()

    def _place(self, kind: str, number: int, suffix: str) -> Path:
        folder = self.folder / kind
        if not folder.is_dir():
            try:
                folder.mkdir(exist_ok=True)
            except OSError as error:
                raise ResultsError(cannot_write(folder, error)) from error
        return folder / part_name(number, suffix)

    def close(self) -> None:
        """Keep everything that has been put, and let others in."""
        try:
            self.flush()
        finally:
            self._lock.release()


def sound_records(folder: Path, run: str | None, note: Note) -> list[Record]:
    """Read the records of a folder's finished parts, and leave out what cannot be relied on.

    Parameters
    ----------
    folder : Path
        A results folder.
    run : str or None
        Fingerprint that every part must carry; None: that of any run.
    note : callable
        Told, in a sentence, what is left out and why.

    Returns
    -------
    list of Record
        In the order of their numbers; parts without rows that another one replaces are not among them.

    Raises
    ------
    ResultsError
        If a part belongs to another run.
    """
    records = []
    for path in sorted((folder / RECORDS).glob("part-*.json")):
        try:
            record = read_record(path)
            check_files(folder, record)
        except Damaged as error:
            note(f"{error}; this part does not count")
            continue
        if run is not None and record.run != run:
            raise ResultsError(f"{folder}: {RECORDS}/{path.name} belongs to another run")
        records.append(record)
    records.sort(key=lambda record: record.number)
    return without_replaced(records)


def without_replaced(records: list[Record]) -> list[Record]:
    """Leave out parts without rows whose units a later one has all: an interruption left both."""
    kept: list[Record] = []
    for record in reversed(records):
        inside = not record.files and any(_inside(record.spans, later.spans) for later in kept)
        if not inside:
            kept.append(record)
    return kept[::-1]


def _inside(inner: tuple[Span, ...], outer: tuple[Span, ...]) -> bool:
    return all(any(a <= first and stop <= b for a, b in outer) for first, stop in inner)


# -- the folder itself
# ----------------------------------------------------------------------------------------


def create(folder: Path, manifest: dict[str, Any], run: str, overwrite: bool, note: Note) -> FolderStore:
    """Make the folder of a new run and write its manifest, whole, before anything else.

    Raises
    ------
    ResultsError
        As `check_new`, or if another process has the folder.
    """
    check_new(folder, overwrite)
    try:
        folder.mkdir(parents=True, exist_ok=overwrite)
    except OSError as error:
        raise ResultsError(cannot_write(folder, error)) from error
    lock = lock_folder(folder)
    try:
        if overwrite:
            clear(folder)
        write_manifest(folder, manifest)
        return FolderStore(folder, lock, run, note)
    except BaseException:
        lock.release()
        raise
