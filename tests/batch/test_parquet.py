"""Rows as Parquet: types that hold everything that is played, and files read by one thread."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.parquet import narrowed
from canasta_sim.batch.results import from_folder
from canasta_sim.batch.run import Means, execute
from canasta_sim.errors import RunFailed
from tests.batch.fake_lineup import fake_plan

ROOT = Path(__file__).parents[2]

THREADS = """
import os, sys
from pathlib import Path
import pyarrow as pa, pyarrow.parquet, pyarrow.compute
from canasta_sim.batch.results import from_folder
from canasta_sim.batch.verify import _read_bytes
before = len(os.listdir("/proc/self/task"))
part = sorted(Path(sys.argv[1]).glob("rounds/part-*.parquet"))[0]
for _ in range(20):
    _read_bytes(part.read_bytes())
_ = from_folder(Path(sys.argv[1])).rounds
print(len(os.listdir("/proc/self/task")) - before)
"""


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="counts threads by /proc")
def test_reading_starts_no_threads_of_arrow(tmp_path: Path) -> None:
    """A thread of Arrow's that lets go of a buffer while the interpreter ends would abort it."""
    execute(fake_plan(), Purpose(), Means(out=tmp_path / "out", jobs=1))
    done = subprocess.run(
        [sys.executable, "-c", THREADS, tmp_path / "out"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "0\n"


def test_numbers_of_rounds_keep_64_bits(tmp_path: Path) -> None:
    execute(fake_plan(), Purpose(), Means(out=tmp_path / "out", jobs=1))
    rows = from_folder(tmp_path / "out").rounds
    assert rows["round"].dtype == rows["deal"].dtype == np.int64


@pytest.mark.parametrize(
    ("name", "value"), [("side", 128), ("turns", 32768), ("score", 2**31), ("score", -(2**31) - 1)]
)
def test_what_does_not_fit_into_a_column_is_never_stored(name: str, value: int) -> None:
    with pytest.raises(RunFailed, match=f"column {name} holds"):
        narrowed(name, np.array([0, value], np.int64))
