"""Checking a results folder: every bit against its checksum, and a sample of rounds against the engine."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from canasta_sim.batch.chunk import encode_blocks, play_block
from canasta_sim.batch.folder import PART_FOLDERS, RECORDS, read_manifest
from canasta_sim.batch.manifest import fingerprint, identity
from canasta_sim.batch.parts import Damaged, Record, check_files, part_name, part_number, read_record
from canasta_sim.batch.plan import Chunk, RunPlan, joined
from canasta_sim.batch.replay import plan_of_results
from canasta_sim.batch.request import MakeVariant
from canasta_sim.batch.results import SUMMARY
from canasta_sim.batch.store import Note, without_replaced
from canasta_sim.stats.aggregate import Aggregate
from canasta_sim.stats.summary import summarise, write_summary

if TYPE_CHECKING:
    import pyarrow as pa

_SAMPLE_SEED = 20_260_101


@dataclass
class Verdict:
    """What a check has found.

    Attributes
    ----------
    parts, files : int
        Parts and files whose checksums were compared.
    rounds : int
        Rounds in them, of all variants.
    replayed : int
        Rounds that were played again.
    units, asked : int
        Units (deals or pairs of games) that are there, and that were asked for.
    faults : list of str
        What is wrong, one sentence each; empty: nothing.
    """

    parts: int = 0
    files: int = 0
    rounds: int = 0
    replayed: int = 0
    units: int = 0
    asked: int = 0
    faults: list[str] = field(default_factory=list)


def verify(
    folder: Path, sample: int = 200, note: Note | None = None, make_variant: MakeVariant | None = None
) -> Verdict:
    """Check a results folder.

    Parameters
    ----------
    folder : Path
        The results of a run.
    sample : int
        How many units, chosen evenly over the parts, are played again and compared with their rows; where no
        rows are kept, whole parts of sums cannot be, and their sums alone are compared with the summary.
    note : callable, optional
        Told in a sentence when something has to be compiled.
    make_variant : callable, optional
        As for `plan_of`.

    Returns
    -------
    Verdict

    Raises
    ------
    ResultsError
        If it is no results folder, or rules, strategies or version are not those of the run any more.
    """
    manifest = read_manifest(folder)
    found = Verdict()
    records = _check_sums(folder, found)
    plan = plan_of_results(folder, make_variant)
    found.asked = plan.units
    _check_belonging(records, fingerprint(identity(plan)), found)
    _check_summary(folder, manifest, records, found)
    with_rows = [record for record in records if record.files]
    if with_rows and sample:
        for variant in plan.variants:
            variant.lineup.prepare(note)
        _replay(folder, plan, with_rows, sample, found)
    return found


def _check_sums(folder: Path, found: Verdict) -> list[Record]:
    """Compare every part with its checksums; return the records of those that are sound."""
    records = []
    for path in sorted((folder / RECORDS).glob("part-*.json")):
        found.parts += 1
        try:
            record = read_record(path)
            found.files += 1 + len(record.files)
            check_files(folder, record)
        except Damaged as error:
            found.faults.append(str(error))
            continue
        records.append(record)
    known = {record.number for record in records}
    for kind in PART_FOLDERS[1:]:
        for path in sorted((folder / kind).glob("part-*.parquet")):
            if part_number(path) not in known and not (folder / RECORDS / f"{path.stem}.json").exists():
                found.faults.append(f"{kind}/{path.name}: it belongs to no finished part")
    return without_replaced(records)


def _check_belonging(records: list[Record], run: str, found: Verdict) -> None:
    """Make sure that all parts are of this run, and that no unit is counted twice."""
    for record in records:
        if record.run != run:
            found.faults.append(f"{RECORDS}/{part_name(record.number, 'json')}: it belongs to another run")
        found.rounds += record.played
    try:
        spans = joined([span for record in records for span in record.spans])
    except ValueError as error:
        found.faults.append(str(error))
        return
    found.units = sum(stop - first for first, stop in spans)


def _check_summary(folder: Path, manifest: dict[str, Any], records: list[Record], found: Verdict) -> None:
    """Compare ``summary.csv`` and the manifest with the sums of the parts."""
    aggregate = Aggregate.merged(Aggregate.from_json(record.aggregate) for record in records)
    path = folder / SUMMARY
    expected = write_summary(summarise(aggregate)).encode() if path.exists() and aggregate.variants else None
    if expected is not None and path.read_bytes() != expected:
        found.faults.append(f"{SUMMARY}: it does not agree with the parts")
    rounds = sum(variant.rounds for variant in aggregate.variants.values())
    if rounds != found.rounds:
        found.faults.append(f"the sums hold {rounds} rounds, the parts {found.rounds}")
    played = (manifest.get("played") or {}).get("rounds")
    if played is not None and found.rounds < played:
        found.faults.append(f"the manifest says that {played} rounds were played; {found.rounds} are there")


def _replay(folder: Path, plan: RunPlan, records: list[Record], sample: int, found: Verdict) -> None:
    """Play units of every part again and compare all their rows, and one whole part with its sums."""
    choice = random.Random(_SAMPLE_SEED)
    share = -(-sample // len(records))
    chosen = records if share > 1 else choice.sample(records, min(sample, len(records)))
    for record in chosen:
        units = [unit for first, stop in record.spans for unit in _pick(choice, first, stop, share)]
        for kind in record.files:
            table = _read(folder / kind / part_name(record.number, "parquet"))
            for unit in units:
                _compare(plan, table, kind, record, unit, found)


def _pick(choice: random.Random, first: int, stop: int, number: int) -> list[int]:
    return sorted(choice.sample(range(first, stop), min(number, stop - first)))


def _read(path: Path) -> pa.Table:
    from canasta_sim.batch.parquet import read_table

    return read_table([path])


def _compare(plan: RunPlan, table: pa.Table, kind: str, record: Record, unit: int, found: Verdict) -> None:
    """Play one unit again; its rows must be in the part, equal in every column."""
    import pyarrow as pa
    import pyarrow.compute as pc

    chunk = Chunk(record.number, unit, unit + 1)
    playing = [variant for variant in plan.variants if plan.units_of(variant, chunk)]
    blocks = [play_block(plan, variant, unit, unit + 1) for variant in playing]
    again = _read_bytes(encode_blocks(plan, blocks)[kind])
    key = "game" if "game" in table.column_names else "round"
    numbers = pc.unique(again[key])
    there = table.filter(pc.is_in(table[key], value_set=numbers))
    if len(playing) < len(plan.variants):  # rows from before a strategy was stopped are not asked for again
        names = pa.array([variant.name for variant in playing])
        there = there.filter(pc.is_in(there["variant"].cast(pa.string()), value_set=names))
    same = _plain(there.select(again.column_names)).equals(_plain(again))
    if kind == "rounds":
        found.replayed += again.num_rows // 2
    if not same:
        name = f"{kind}/{part_name(record.number, 'parquet')}"
        found.faults.append(f"{name}: the rows of {key} {numbers[0]} are not what is played now")


def _plain(table: pa.Table) -> pa.Table:
    """Return a table whose words are texts, so that codes do not matter."""
    import pyarrow as pa

    columns = [
        column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column
        for column in table.columns
    ]
    return pa.table([column.combine_chunks() for column in columns], names=table.column_names)


def _read_bytes(content: bytes) -> pa.Table:
    import pyarrow as pa

    from canasta_sim.batch.parquet import read_table

    return read_table([pa.BufferReader(content)])
