"""A run killed again and again, and gone on with.

``python -m tests.batch.kills FOLDER KILLS rows|no-rows|processes``

The run is a child process, forked when everything has been imported, so that a kill may hit any moment of it.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from canasta_sim.batch.manifest import Purpose
from canasta_sim.batch.run import Means, execute
from canasta_sim.errors import CanastaError, RunFailed
from tests.batch.fake_lineup import fake_plan

ROUNDS = 3000
PLAN = {"rounds": ROUNDS, "seed": 11, "variants": 2, "delay": 2e-5}


def play(out: Path, keep_rows: bool, resume: bool, chunk: int, backend: str = "threads") -> None:
    """Play the run, or go on with it."""
    means = Means(jobs=2, out=out, resume=resume, overwrite=not resume, chunk=chunk, backend=backend)
    execute(fake_plan(**PLAN), Purpose(keep_rows=keep_rows), means)


def in_child(out: Path, keep_rows: bool, resume: bool, chunk: int, backend: str) -> int:
    """Fork a child that plays; return its process id."""
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        os.setpgid(0, 0)
        play(out, keep_rows, resume, chunk, backend)
        status = 0
    except (CanastaError, RunFailed) as error:
        print(error, file=sys.stderr)
        status = 2
    finally:
        os._exit(status)


def kill_and_go_on(out: Path, kills: int, keep_rows: bool, backend: str = "threads") -> int:
    """Kill a run at random moments until it has been killed often enough, then let it end.

    Returns the number of kills that hit it while it was running. A run that ends before that is started
    anew.
    """
    choice = random.Random(kills)
    survived = 0
    while survived < kills:
        resume = (out / "manifest.json").exists()
        child = in_child(out, keep_rows, resume, choice.choice([50, 130, 400]), backend)
        time.sleep(choice.uniform(0.0, 0.12 if backend == "threads" else 1.5))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            survived += 1
        elif os.WEXITSTATUS(status):
            raise SystemExit(f"the run failed after {survived} kills")
        else:
            (out / "manifest.json").unlink()
    child = in_child(out, keep_rows, (out / "manifest.json").exists(), 333, backend)
    _, status = os.waitpid(child, 0)
    if status:
        raise SystemExit(f"the run could not be finished after {survived} kills")
    return survived


if __name__ == "__main__":
    folder, number, kind = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    workers = "processes" if kind == "processes" else "threads"
    killed = kill_and_go_on(folder, number, kind != "no-rows", workers)
    print(f"{killed} kills survived")
