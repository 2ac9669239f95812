"""What may go wrong during a run: after each fault, going on gives the rows of an uninterrupted run."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from canasta_sim.batch.folder import lock_folder
from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.results import RunResult, from_folder
from canasta_sim.batch.run import Means, execute
from canasta_sim.errors import ResultsError, RunFailed, StrategyError
from tests.batch import compared, kills
from tests.batch.fake_lineup import FakeLineup, fake_plan
from tests.batch.signals import signals_as_usual

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> RunResult:
    """The run of `kills`, never interrupted."""
    out = tmp_path_factory.mktemp("whole") / "out"
    kills.play(out, keep_rows=True, resume=False, chunk=700)
    return from_folder(out)


def same_rows(out: Path, whole: RunResult) -> None:
    found = from_folder(out)
    compared.same_rows(found.rounds, whole.rounds)
    assert (out / "summary.csv").read_bytes() == (whole.out / "summary.csv").read_bytes()
    leftovers = [path.name for path in out.rglob(".writing-*")]
    assert not leftovers


def killed(out: Path, number: int, kind: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.batch.kills", out, str(number), kind],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"{number} kills survived" in done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("kind", ["rows", "no-rows"])
def test_kill_nine_times(tmp_path: Path, whole: RunResult, kind: str) -> None:
    killed(tmp_path / "out", 9, kind)
    if kind == "rows":
        same_rows(tmp_path / "out", whole)
    else:
        assert (tmp_path / "out/summary.csv").read_bytes() == (whole.out / "summary.csv").read_bytes()
        assert len(list((tmp_path / "out/aggregates").iterdir())) == 1


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("kind", ["rows", "no-rows"])
def test_kill_a_hundred_times(tmp_path: Path, whole: RunResult, kind: str) -> None:
    killed(tmp_path / "out", 100, kind)
    if kind == "rows":
        same_rows(tmp_path / "out", whole)
    assert (tmp_path / "out/summary.csv").read_bytes() == (whole.out / "summary.csv").read_bytes()


@pytest.mark.parametrize("where", ["rounds", "aggregates"])
@pytest.mark.parametrize("fault", ["flipped", "truncated", "missing"])
def test_a_damaged_part_is_played_again(tmp_path: Path, whole: RunResult, where: str, fault: str) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole.out, out)
    part = sorted((out / where).glob("part-*"))[1]
    content = bytearray(part.read_bytes())
    if fault == "flipped":
        content[len(content) // 3] ^= 1
        part.write_bytes(content)
    elif fault == "truncated":
        part.write_bytes(content[:-7])
    else:
        part.unlink()
    notes: list[str] = []
    execute(fake_plan(**kills.PLAN), Purpose(), Means(jobs=1, out=out, resume=True, chunk=90), notes.append)
    same_rows(out, whole)
    if (where, fault) != ("aggregates", "missing"):
        assert any(part.name in note for note in notes)


def test_every_bit_of_a_part_is_covered(tmp_path: Path, whole: RunResult) -> None:
    from canasta_sim.batch.verify import Verdict, _check_sums

    out = tmp_path / "out"
    shutil.copytree(whole.out, out)
    for where in ("rounds", "aggregates"):
        part = sorted((out / where).glob("part-*"))[0]
        content = bytearray(part.read_bytes())
        for at in range(0, len(content) - 1, len(content) // 23):
            content[at] ^= 1 << (at % 8)
            part.write_bytes(content)
            found = Verdict()
            _check_sums(out, found)
            assert found.faults, f"byte {at} of {part.name}"
            content[at] ^= 1 << (at % 8)
        part.write_bytes(content)


def test_a_full_disk_keeps_what_was_played(tmp_path: Path, whole: RunResult) -> None:
    """A limit on the size of files stands for a disk that is full: a part cannot be written."""
    out = tmp_path / "out"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        kills_plan = fake_plan(**kills.PLAN)
        execute(fake_plan(**{**kills.PLAN, "rounds": 400}), Purpose(), Means(jobs=1, out=out, chunk=200))
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, hard))
        with pytest.raises(RunFailed, match=r"part-\d+\.parquet could not be written"):
            execute(kills_plan, Purpose(), Means(jobs=1, out=out, chunk=2600, resume=True))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert from_folder(out).aggregate.variants["hoyle"].rounds == 400
    execute(fake_plan(**kills.PLAN), Purpose(), Means(jobs=2, out=out, resume=True))
    same_rows(out, whole)


def test_what_cannot_be_gone_on_with_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy that does not compile any more is found when the folder is open already."""
    out = tmp_path / "out"
    execute(fake_plan(rounds=100), Purpose(), Means(out=out, jobs=1))
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    def refuse(*_: object) -> None:
        raise StrategyError("the table does not compile")

    monkeypatch.setattr(FakeLineup, "prepare", refuse)
    with pytest.raises(StrategyError):
        execute(fake_plan(rounds=200), Purpose(), Means(out=out, jobs=1, resume=True))
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    with pytest.raises(ResultsError, match="may not be written"):
        execute(fake_plan(), Purpose(), Means(out=closed / "out"))


def test_a_second_run_in_the_same_folder_is_refused(tmp_path: Path, whole: RunResult) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole.out, out)
    with lock_folder(out), pytest.raises(ResultsError, match="another run is writing"):
        execute(fake_plan(**kills.PLAN), Purpose(), Means(out=out, resume=True))
    execute(fake_plan(**kills.PLAN), Purpose(), Means(out=out, resume=True))


def test_a_strategy_that_breaks_the_rules_stops_the_run(tmp_path: Path) -> None:
    out = tmp_path / "out"
    plan = fake_plan(rounds=2000, fails_at=1500)
    with pytest.raises(RunFailed, match="round 1500"):
        execute(plan, Purpose(), Means(jobs=1, out=out, chunk=100))
    kept = from_folder(out).rounds
    assert kept["round"].max() < 1500
    assert len(kept) >= 2 * 1000


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds worker processes by /proc")
def test_a_worker_process_that_is_killed_is_replaced(tmp_path: Path, whole: RunResult) -> None:
    out = tmp_path / "out"
    killed: list[int] = []

    def kill_workers() -> None:
        while len(list(out.glob("aggregates/part-*"))) < 30 and len(killed) < 2:
            wanted = 2 * len(killed) + 2
            workers = [pid for pid in children() if pid not in killed]
            if workers and len(list(out.glob("aggregates/part-*"))) >= wanted:
                os.kill(workers[0], signal.SIGKILL)
                killed.append(workers[0])
            time.sleep(0.01)

    killer = threading.Thread(target=kill_workers, daemon=True)
    killer.start()
    plan = fake_plan(**{**kills.PLAN, "delay": 4e-4})
    execute(plan, Purpose(), Means(jobs=2, out=out, chunk=100, backend="processes"))
    killer.join()
    assert killed
    same_rows(out, whole)


def children() -> list[int]:
    """Return the worker processes of this one."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
            command = (status.parent / "cmdline").read_text()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and "loky" in command and "resource_tracker" not in command:
            found.append(int(status.parent.name))
    return found


CHILD = """
import sys
from pathlib import Path
from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.run import Means, execute
from canasta_sim.batch.signals import Interrupted, stop_like_ctrl_c
from tests.batch.fake_lineup import FakeLineup, fake_plan
stop_like_ctrl_c()
plan = fake_plan(rounds=100000, seed=5, delay=1e-4)
print("ready", flush=True)
try:
    execute(plan, Purpose(), Means(jobs=2, out=Path(sys.argv[1]), chunk=400, backend=sys.argv[2]))
except Interrupted as stopped:
    print(stopped, flush=True)
    sys.exit(130)
"""


@pytest.mark.parametrize(
    ("sent", "backend"),
    [(signal.SIGINT, "threads"), (signal.SIGTERM, "threads"), (signal.SIGINT, "processes")],
)
def test_an_interrupted_run_keeps_what_was_played(tmp_path: Path, sent: signal.Signals, backend: str) -> None:
    out = tmp_path / "out"
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, out, backend],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=signals_as_usual,  # noqa: PLW1509 - this process starts no threads
    )
    deadline = time.monotonic() + 30
    while not list(out.glob("aggregates/part-00001.json")) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(child.pid, sent) if sent == signal.SIGINT else child.send_signal(sent)
    said, errors = child.communicate(timeout=30)
    assert child.returncode == 130, errors
    assert f"canasta-sim run --out {out} --resume" in said
    assert "Traceback" not in errors
    found = from_folder(out)
    assert 400 <= found.manifest["played"]["rounds"] < 100_000
    assert len(found.rounds) == 2 * found.manifest["played"]["rounds"]
    assert (out / "summary.csv").exists()
