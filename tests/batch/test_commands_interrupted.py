"""Whole commands, in processes of their own, that something happens to: signals, terminals, clocks, disks.

After each, ``--resume`` gives the rows of the run that nothing happened to.
"""

from __future__ import annotations

import contextlib
import os
import pty
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from canasta_sim.batch.results import RunResult, from_folder
from tests.batch.compared import same_rows
from tests.batch.signals import signals_as_usual

ROOT = Path(__file__).parents[2]
ASKED = ["--rounds", "3000", "--seed", "11", "--strategies", "a,b", "--jobs", "2", "--chunk", "100", "--no-report"]
SLOW = pytest.mark.slow
SENT = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
#: Seconds that a round takes.
LONG, SHORT = 4e-4, 0.0


def command(delay: float, arguments: Sequence[str], clock: str = "steady") -> list[str]:
    return [sys.executable, "-m", "tests.batch.fake_command", str(delay), clock, *arguments]


def new(out: Path, *more: str) -> list[str]:
    return ["run", *ASKED, "--out", str(out), *more]


def started(arguments: Sequence[str], delay: float = LONG, **how: object) -> subprocess.Popen[str]:
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "start_new_session": True, **how}
    how = {"preexec_fn": signals_as_usual, **how}
    return subprocess.Popen(command(delay, arguments), cwd=ROOT, text=True, **how)  # type: ignore[call-overload,no-any-return]


def done(arguments: Sequence[str], **how: object) -> subprocess.CompletedProcess[str]:
    how = {"capture_output": True, **how}
    return subprocess.run(
        command(SHORT, arguments), cwd=ROOT, text=True, timeout=120, check=False, **how  # type: ignore[call-overload,no-any-return]
    )  # fmt: skip


def wait_for_parts(out: Path, number: int) -> None:
    """Wait until a run has kept so many parts."""
    deadline = time.monotonic() + 60
    while len(list(out.glob("aggregates/part-*.json"))) < number:
        assert time.monotonic() < deadline, "the run keeps nothing"
        time.sleep(0.01)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> RunResult:
    """The run that nothing happens to."""
    out = tmp_path_factory.mktemp("whole") / "out"
    assert done(new(out)).returncode == 0
    return from_folder(out)


def same_after_resume(out: Path, whole: RunResult) -> None:
    """Go on with a run; its rows and figures are those of the whole one."""
    again = done(["run", "--out", str(out), "--resume", "--no-report"])
    assert again.returncode == 0, again.stderr
    found = from_folder(out)
    same_rows(found.rounds, whole.rounds)
    assert whole.out is not None
    assert (out / "summary.csv").read_bytes() == (whole.out / "summary.csv").read_bytes()
    assert not list(out.rglob(".writing-*"))


def interrupted(process: subprocess.Popen[str], out: Path) -> None:
    """Check that a run was interrupted, kept what it had, and says how to go on."""
    _, errors = process.communicate(timeout=60)
    # A second signal may meet Python when it is ending; the shell calls that 130 too.
    assert process.returncode in (130, -signal.SIGINT), errors
    assert "Traceback" not in errors
    assert 0 < len(from_folder(out).rounds) < 6000


@pytest.mark.parametrize(
    "sent",
    [pytest.param(signal.SIGINT, marks=SLOW), pytest.param(signal.SIGTERM, marks=SLOW), signal.SIGHUP],
)
def test_a_signal(tmp_path: Path, whole: RunResult, sent: signal.Signals) -> None:
    out = tmp_path / "out"
    run = started(new(out))
    wait_for_parts(out, 3)
    os.killpg(run.pid, sent)
    _, errors = run.communicate(timeout=60)
    assert run.returncode == 130, errors
    assert f"canasta-sim run --out {out} --resume" in errors.splitlines()[-1]
    assert 0 < from_folder(out).manifest["played"]["rounds"] < 3000
    same_after_resume(out, whole)


@pytest.mark.slow
@pytest.mark.parametrize("pause", [0.0, 0.03, 0.1, 0.3])
def test_ctrl_c_twice(tmp_path: Path, whole: RunResult, pause: float) -> None:
    out = tmp_path / "out"
    run = started(new(out))
    wait_for_parts(out, 3)
    os.killpg(run.pid, signal.SIGINT)
    time.sleep(pause)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGINT)
    interrupted(run, out)
    same_after_resume(out, whole)


@pytest.mark.slow
def test_many_signals_at_random_moments(tmp_path: Path, whole: RunResult) -> None:
    choice = random.Random(5)
    for number in range(25):
        out = tmp_path / f"out{number}"
        run = started(new(out))
        time.sleep(choice.uniform(0.5, 2.5))
        for _ in range(choice.randint(1, 4)):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(run.pid, choice.choice(SENT))
            time.sleep(choice.uniform(0.0, 0.2))
        _, errors = run.communicate(timeout=60)
        assert run.returncode in (0, 130, *(-sent for sent in SENT)), errors
        assert "Traceback" not in errors or not out.exists(), errors
        if (out / "manifest.json").exists():
            same_after_resume(out, whole)


@pytest.mark.slow
def test_a_clock_that_jumps(tmp_path: Path, whole: RunResult) -> None:
    out = tmp_path / "out"
    run = subprocess.run(
        command(SHORT, new(out), clock="jumps"), cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    assert "rounds/s" in run.stdout
    assert 0 < from_folder(out).manifest["wall_seconds"] < 120
    same_after_resume(out, whole)


@pytest.mark.slow
def test_a_terminal_that_goes_away(tmp_path: Path, whole: RunResult) -> None:
    """The run sits at a terminal of its own, with its progress on it; then the terminal is closed."""
    out = tmp_path / "out"
    child, terminal = pty.fork()
    if child == 0:
        signals_as_usual()
        os.chdir(ROOT)
        os.execv(sys.executable, command(LONG, new(out)))
    wait_for_parts(out, 3)
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    assert os.WIFEXITED(status)
    assert os.WEXITSTATUS(status) == 130
    assert 0 < from_folder(out).manifest["played"]["rounds"] < 3000
    same_after_resume(out, whole)


@pytest.mark.slow
@pytest.mark.parametrize(
    "closing", [">&-", "2>&-", ">&- 2>&- <&-", "| head -c 1 >/dev/null", "2>&1 | head -c 1 >/dev/null"]
)
def test_streams_that_are_closed(tmp_path: Path, whole: RunResult, closing: str) -> None:
    """Nothing that is printed is needed: everything is played, and the exit status says so."""
    out = tmp_path / "out"
    line = " ".join(f"'{word}'" for word in command(SHORT, new(out)))
    ran = subprocess.run(
        f"set -o pipefail; {line} {closing}", shell=True, executable="/bin/bash", cwd=ROOT, timeout=120, check=False
    )
    assert ran.returncode == 0
    assert len(from_folder(out).rounds) == len(whole.rounds)
    same_after_resume(out, whole)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_standard_output_that_is_full(tmp_path: Path, whole: RunResult) -> None:
    out = tmp_path / "out"
    with Path("/dev/full").open("w") as full:
        ran = done(new(out), capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == "Error: standard output could not be written: No space left on device"
    assert len(from_folder(out).rounds) == len(whole.rounds)


@pytest.mark.slow
def test_two_processes_in_one_folder(tmp_path: Path, whole: RunResult) -> None:
    out = tmp_path / "out"
    first = started(new(out), delay=0.03)
    wait_for_parts(out, 2)
    for more in (["--resume"], ["--overwrite", *ASKED]):
        second = done(["run", "--out", str(out), *more])
        assert second.returncode == 2
        assert second.stderr.splitlines()[-1].startswith(f"Error: another run is writing to {out}")
    first.send_signal(signal.SIGINT)
    interrupted(first, out)
    same_after_resume(out, whole)


@pytest.mark.slow
@pytest.mark.parametrize("size", [200, 1_000, 4_000, 9_000, 20_000])
def test_files_that_may_not_grow(tmp_path: Path, whole: RunResult, size: int) -> None:
    """The manifest, the first part, a later one or the summary is too large for the disk."""
    out = tmp_path / "out"

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    ran = done(new(out), preexec_fn=limited)
    if ran.returncode:
        said = ran.stderr.splitlines()[-1]
        assert ran.returncode == 1, ran.stderr
        assert "Traceback" not in ran.stderr
        assert said.startswith(f"Error: {out}/"), said
        assert "could not be written" in said
    if (out / "manifest.json").exists():
        same_after_resume(out, whole)
    else:
        assert done(new(out, "--overwrite")).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 150 kB."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=150k", "tmpfs", str(place)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a disk cannot be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("mount") is None, reason="needs mount")
@pytest.mark.parametrize("rows", ["rows", "no-rows"])
def test_a_disk_that_is_full(small_disk: Path, tmp_path: Path, whole: RunResult, rows: str) -> None:
    out = small_disk / "out"
    filler = small_disk / "filler"
    if rows == "no-rows":
        filler.write_bytes(b"x" * 130_000)
    ran = done(new(out, *(["--no-rounds"] if rows == "no-rows" else [])))
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].startswith(f"Error: the disk is full: {out}/"), ran.stderr
    assert "Traceback" not in ran.stderr
    filler.unlink(missing_ok=True)
    if rows == "rows":
        shutil.copytree(out, tmp_path / "larger")
        same_after_resume(tmp_path / "larger", whole)
    else:
        assert done(["run", "--out", str(out), "--resume", "--no-report"]).returncode == 0
        assert whole.out is not None
        assert (out / "summary.csv").read_bytes() == (whole.out / "summary.csv").read_bytes()


@pytest.mark.parametrize("out", ["/proc/out", *(pytest.param(out, marks=SLOW) for out in ("/dev/null/out", "x" * 300))])
def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_compiled(out: str) -> None:
    ran = done(new(Path(out)))
    assert ran.returncode == 2
    assert f"Error: {out} cannot be made" in ran.stderr
    assert ran.stderr.count("\n") == 1  # nothing was announced, so nothing was compiled


@pytest.mark.slow
@pytest.mark.parametrize("where", ["rounds", "aggregates"])
@pytest.mark.parametrize("fault", ["flipped", "truncated", "missing"])
def test_a_damaged_part_is_told_and_the_rest_reported(tmp_path: Path, whole: RunResult, where: str, fault: str) -> None:
    out = tmp_path / "out"
    assert whole.out is not None
    shutil.copytree(whole.out, out)
    part = sorted((out / where).glob("part-*"))[1]
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 16
    part.write_bytes(content if fault == "flipped" else content[:-9])
    if fault == "missing":
        part.unlink()
    told = done(["report", str(out), "--out", str(tmp_path / "report"), "--json"])
    assert told.returncode == 0, told.stderr
    if (fault, where) != ("missing", "aggregates"):
        assert "Warning: " in told.stderr
        assert part.name in told.stderr
    assert '"n": 1450' in told.stdout or '"n":1450' in told.stdout  # deals, of 1500
    assert done(["verify", str(out)]).returncode == 1
    same_after_resume(out, whole)
    assert done(["verify", str(out)]).returncode == 0
