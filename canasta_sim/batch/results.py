"""What a run leaves: its rows, sums and summary, in memory or in a results folder."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from canasta_sim.batch.files import write_whole
from canasta_sim.batch.folder import read_manifest
from canasta_sim.batch.store import MemoryStore, Note, sound_records
from canasta_sim.errors import ResultsError
from canasta_sim.stats.aggregate import Aggregate

if TYPE_CHECKING:
    import pandas as pd

SUMMARY = "summary.csv"
COMPARISON = "comparison.csv"
_ORDER = ["variant", "round", "side"]
_ORDER_OF_GAMES = ["variant", "game", "side"]


class RunResult:
    """The results of a run.

    Parameters
    ----------
    manifest : dict
        What was played (``manifest.json``).
    aggregate : Aggregate
        Exact sums over everything played.
    out : Path or None
        The results folder; None where there is none.
    files : dict of str to list
        Files of rows by kind, ``rounds`` and ``games``: paths, or their content.
    """

    def __init__(
        self,
        manifest: dict[str, Any],
        aggregate: Aggregate,
        out: Path | None,
        files: dict[str, list[Path] | list[bytes]],
    ) -> None:
        self.manifest = manifest
        self.aggregate = aggregate
        self.out = out
        self._files = files

    @property
    def seed(self) -> int:
        """The seed that was played."""
        return int(self.manifest["seed"])

    @cached_property
    def summary(self) -> pd.DataFrame:
        """One line per figure, as in ``summary.csv``."""
        from canasta_sim.stats.summary import summarise

        return summarise(self.aggregate)

    @cached_property
    def comparison(self) -> pd.DataFrame:
        """One line per difference from the baseline, as in ``comparison.csv``.

        Raises
        ------
        ResultsError
            If there is no baseline to compare with.
        """
        from canasta_sim.stats.comparison import as_frame, comparison_table

        if not compares(self.aggregate):
            raise ResultsError("this run has no variants to compare")
        return as_frame(comparison_table(self.aggregate, self.manifest))

    @cached_property
    def rounds(self) -> pd.DataFrame:
        """One row per side and round, sorted by variant, round and side; read when first asked for.

        A frame of shape (2 * rounds played, columns): ``variant``, ``strategy`` and ``end`` are categories,
        all other columns whole numbers of 8 to 64 bits, points and counts as docs/formats.md lists them.

        Raises
        ------
        ResultsError
            If no rows were kept.
        """
        return self._frame("rounds", _ORDER)

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row per side and game, sorted by variant, game and side; read when first asked for.

        Raises
        ------
        ResultsError
            If no rows were kept, or no games played.
        """
        return self._frame("games", _ORDER_OF_GAMES)

    def _frame(self, kind: str, order: Sequence[str]) -> pd.DataFrame:
        if not self._files.get(kind):
            raise ResultsError(f"this run has no rows of {kind}: none were kept, or none were played")
        import pyarrow as pa

        from canasta_sim.batch.parquet import read_table

        files = [pa.BufferReader(file) if isinstance(file, bytes) else file for file in self._files[kind]]
        frame: pd.DataFrame = read_table(files).to_pandas(use_threads=False)
        # Variants keep the order in which they were played.
        names = [variant["name"] for variant in self.manifest["variants"]]
        frame["variant"] = frame["variant"].cat.set_categories(names, ordered=False)
        keys = [frame["variant"].cat.codes, *(frame[name] for name in order[1:])]
        import numpy as np

        return frame.iloc[np.lexsort(keys[::-1])].reset_index(drop=True)

    def __repr__(self) -> str:
        names = ", ".join(variant["name"] for variant in self.manifest["variants"])
        return f"<RunResult of {names}, seed {self.seed}{f', in {self.out}' if self.out else ''}>"


def in_memory(manifest: dict[str, Any], store: MemoryStore) -> RunResult:
    """Return the results of a run without a folder."""
    files: dict[str, list[Path] | list[bytes]] = {
        kind: [parts[number] for number in sorted(parts)] for kind, parts in store.files.items()
    }
    return RunResult(manifest, store.aggregate(), None, files)


def from_folder(folder: Path, aggregate: Aggregate | None = None, note: Note | None = None) -> RunResult:
    """Read the results of a run from its folder.

    Parameters
    ----------
    folder : Path
        A results folder.
    aggregate : Aggregate, optional
        The sums over its parts, where they are known; else they are read.
    note : callable, optional
        Told, in a sentence, what is damaged and does not count.

    Returns
    -------
    RunResult

    Raises
    ------
    ResultsError
        If it is no results folder.
    """
    manifest = read_manifest(folder)
    if aggregate is None:
        records = sound_records(folder, None, note or _ignore)
        aggregate = Aggregate.merged(Aggregate.from_json(record.aggregate) for record in records)
    files: dict[str, list[Path] | list[bytes]] = {
        kind: sorted((folder / kind).glob("part-*.parquet")) for kind in ("rounds", "games")
    }
    return RunResult(manifest, aggregate, folder, files)


def _ignore(sentence: str) -> None:
    """Say nothing."""


def compares(aggregate: Aggregate) -> bool:
    """Whether there are variants to compare with a baseline."""
    return aggregate.baseline is not None and len(aggregate.variants) > 1


def write_summary(result: RunResult) -> None:
    """Write ``summary.csv``, and ``comparison.csv``: their bytes depend on what was played alone."""
    if result.out is None:
        return
    from canasta_sim.stats import summary

    write_whole(result.out / SUMMARY, summary.write_summary(result.summary).encode())
    if compares(result.aggregate):
        write_whole(result.out / COMPARISON, summary.write_summary(result.comparison).encode())
