"""The Dask backend: a real scheduler and two worker processes, one of them killed in the middle."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.results import from_folder
from canasta_sim.batch.run import Means, execute
from canasta_sim.errors import RunFailed
from tests.batch.compared import same_rows
from tests.batch.fake_lineup import fake_plan

distributed = pytest.importorskip("distributed")


@pytest.fixture
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as running:
        yield running


def test_a_cluster_gives_the_same_rows_though_a_worker_is_killed(tmp_path: Path, cluster: Any) -> None:
    alone = tmp_path / "alone"
    execute(fake_plan(rounds=4000), Purpose(), Means(out=alone, jobs=1))
    killed: list[int] = []

    def kill_one() -> None:
        """Kill a worker once some parts are there."""
        while len(list((tmp_path / "out/aggregates").glob("part-*"))) < 3:
            time.sleep(0.02)
        victim = next(iter(cluster.workers.values())).process.process.pid
        os.kill(victim, signal.SIGKILL)
        killed.append(victim)

    threading.Thread(target=kill_one, daemon=True).start()
    means = Means(out=tmp_path / "out", backend="dask", scheduler=cluster.scheduler_address, chunk=100)
    execute(fake_plan(rounds=4000, delay=1e-3), Purpose(), means)
    assert killed
    found = from_folder(tmp_path / "out")
    same_rows(found.rounds, from_folder(alone).rounds)
    assert (tmp_path / "out/summary.csv").read_bytes() == (alone / "summary.csv").read_bytes()
    assert found.manifest["backend"] == "dask"


def test_a_scheduler_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from canasta_sim.batch import cluster as rooms

    monkeypatch.setattr(rooms, "_SECONDS_TO_ANSWER", 0.5)
    means = Means(out=tmp_path / "out", backend="dask", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(RunFailed, match="no Dask scheduler answers"):
        execute(fake_plan(rounds=10), Purpose(), means)
