"""Playing what may never answer in a process of its own, which can be ended.

Compiled code cannot be interrupted in a thread. So the files of users play in processes, and where one of
them is silent or dies, a child plays the same rounds again, one at a time, with the view of the seat to move
in memory that its parent sees: there it stands where a strategy loops for ever or has crashed.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import numpy as np

from canasta_sim.engine.records import VIEW
from canasta_sim.errors import RunFailed
from canasta_sim.strategy.faults import StrategyFault, blaming, suspects
from canasta_sim.strategy.specs import StrategySpec

#: What a child does. Plain strategies compile what they use of the toolbox while they play a first round.
LOADING, COMPILING, WARMING, PLAYING = range(4)
#: Seconds without a sign of life after which a child is ended while it does something else than play.
PATIENCE = {LOADING: 60.0, COMPILING: 1800.0, WARMING: 60.0}
#: A decision takes microseconds compiled, and milliseconds in plain Python.
SECONDS_TO_ANSWER = 10.0
_SECONDS_BETWEEN_LOOKS = 0.1
_STOP_NAMES = {"SIGSEGV": "reached past its arrays", "SIGBUS": "reached past its arrays"}

_BOX = np.dtype([("phase", "i8"), ("number", "i8"), ("view", VIEW)])


class Box:
    """What a child is doing, in a file that its parent maps into memory too.

    Parameters
    ----------
    path : Path
        The file.
    new : bool
        Make it.
    """

    def __init__(self, path: Path, new: bool = False) -> None:
        self._table = np.memmap(path, _BOX, "w+" if new else "r+", shape=(1,))

    @property
    def view(self) -> Any:
        """The view of the seat to move; ndarray of VIEW, shape (1,)."""
        return np.asarray(self._table["view"])

    def enter(self, phase: int, number: int = 0) -> None:
        """Say what is done now, and with which round or game."""
        self._table["view"]["turn"] = 0
        self._table["number"] = number
        self._table["phase"] = phase

    def stamp(self) -> bytes:
        """Return everything in it: what does not change for long is silent."""
        return self._table.tobytes()

    def patience(self, limit: float) -> float:
        """Return for how many seconds silence is no reason to worry: ``limit`` while a strategy plays.

        Before the first turn no strategy has been asked; whatever is called for the first time compiles then.
        """
        if self.phase in (COMPILING, PLAYING):
            return limit if self.turn > 0 else PATIENCE[COMPILING]
        return PATIENCE[self.phase]

    @property
    def phase(self) -> int:
        """LOADING, COMPILING, WARMING or PLAYING."""
        return int(self._table["phase"][0])

    @property
    def number(self) -> int:
        """The round or game."""
        return int(self._table["number"][0])

    @property
    def turn(self) -> int:
        """Its turn; 0 before the first."""
        return int(self._table["view"]["turn"][0])

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self._table["view"]["seat"][0])


@dataclass
class Lost(Exception):
    """A child that was silent for too long, or died.

    Attributes
    ----------
    how : str
        In words that go on "the strategy ...".
    phase, number, turn, seat : int
        What it was doing.
    """

    how: str
    phase: int
    number: int
    turn: int
    seat: int


def watched(function: str, arguments: tuple[Any, ...], limit: float = SECONDS_TO_ANSWER) -> Iterator[Any]:
    """Run a generator function in a process of its own and yield what it yields.

    Parameters
    ----------
    function : str
        ``"package.module:function"``; called with a Box before the arguments.
    arguments : tuple
        What can be pickled.
    limit : float
        Seconds a strategy may take for an answer.

    Raises
    ------
    Lost
        The process was silent for too long and has been ended, or it has died.
    Exception
        What the function raised.
    """
    with tempfile.TemporaryDirectory(prefix="canasta-sim-") as folder:
        path = Path(folder) / "box"
        box = Box(path, new=True)
        child = _started(path, function, arguments)
        try:
            yield from _received(child, box, limit)
        finally:
            _end(child)
            del box  # the file is mapped as long as it lives


def _started(path: Path, function: str, arguments: tuple[Any, ...]) -> subprocess.Popen[bytes]:
    """Start a child and tell it what to do."""
    places = os.pathsep.join(place or str(Path.cwd()) for place in sys.path)
    environment = {**os.environ, "PYTHONPATH": places}
    code = "from canasta_sim.strategy.isolation import _serve; _serve()"
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert child.stdin is not None
    with suppress(BrokenPipeError):  # it died at once: its end will be met
        pickle.dump((str(path), function, pickle.dumps(arguments)), child.stdin)
        child.stdin.flush()
    return child


def _received(child: subprocess.Popen[bytes], box: Box, limit: float) -> Iterator[Any]:
    """Yield what a child sends, as long as it shows signs of life."""
    arrived: queue.Queue[tuple[str, Any]] = queue.Queue()
    assert child.stdout is not None
    threading.Thread(target=_read, args=(child.stdout, arrived), daemon=True).start()
    stamp, since = box.stamp(), time.monotonic()
    while True:
        try:
            kind, value = arrived.get(timeout=_SECONDS_BETWEEN_LOOKS)
        except queue.Empty:
            new = box.stamp()
            if new != stamp:
                stamp, since = new, time.monotonic()
            elif time.monotonic() - since > box.patience(limit):
                what = f"did not answer for {box.patience(limit):g} s"
                raise Lost(what, box.phase, box.number, box.turn, box.seat) from None
            continue
        since = time.monotonic()
        if kind == "value":
            yield value
        elif kind == "raised":
            raise value
        elif kind == "done":
            return
        else:
            raise Lost(_end_words(child.wait()), box.phase, box.number, box.turn, box.seat)


def _read(stream: IO[bytes], arrived: queue.Queue[tuple[str, Any]]) -> None:
    """Read the messages of a child until there are no more."""
    try:
        while True:
            arrived.put(pickle.load(stream))
    except (EOFError, pickle.UnpicklingError, OSError, ValueError):
        arrived.put(("gone", None))


def _end_words(status: int) -> str:
    """Return how a process ended, in words that go on "the strategy ..."."""
    if status >= 0:
        return f"ended its process with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    words = _STOP_NAMES.get(name)
    return f"{words} ({name})" if words else f"had its process ended by {name}"


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a child, whatever it is doing."""
    child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()


def _serve() -> None:
    """Do, in the child, what the parent has asked for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a strategy prints is no message
    path, function, packed = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_leave_with_parent, daemon=True).start()

    def send(kind: str, value: Any) -> None:
        out.write(pickle.dumps((kind, value)))
        out.flush()

    try:
        module, name = function.split(":")
        for value in getattr(import_module(module), name)(Box(Path(path)), *pickle.loads(packed)):
            send("value", value)
    except Exception as error:
        try:
            send("raised", error)
        except Exception:  # it cannot be pickled
            send("raised", RunFailed(f"{type(error).__name__}: {error}"))
        return
    send("done", None)


def _leave_with_parent() -> None:
    """End this process when its parent is gone."""
    sys.stdin.buffer.read()
    os._exit(1)


def play_one_by_one(
    box: Box, lineup: Any, mode: str, seed: int, first: int, amount: int, swap: bool
) -> Iterator[int]:
    """Play rounds or games one at a time; in the child."""
    lineup.memory = box.view
    box.enter(COMPILING)
    lineup.prepare()
    play = lineup.play_games if mode == "games" else lineup.play_rounds
    for number in range(first, first + amount):
        box.enter(PLAYING if lineup.compiled or number > first else WARMING, number)
        play(seed, number, 1, swap)
    yield amount


def locate(
    lineup: Any, mode: str, seed: int, first: int, amount: int, swap: bool, limit: float = SECONDS_TO_ANSWER
) -> StrategyFault | None:
    """Play rounds or games again, one at a time, and return the fault of the strategy that cannot.

    Parameters
    ----------
    lineup : Lineup
        Who plays; pickled.
    mode : str
        ``"rounds"`` or ``"games"``.
    seed, first, amount, swap
        Which ones.
    limit : float
        Seconds a strategy may take for an answer.

    Returns
    -------
    StrategyFault or None
        None where all are played.
    """
    try:
        for _ in watched(f"{__name__}:play_one_by_one", (lineup, mode, seed, first, amount, swap), limit):
            pass
    except StrategyFault as fault:
        return fault
    except Lost as lost:
        return lost_fault(lost, lineup.seats, mode, seed, swap)
    return None


def lost_fault(lost: Lost, seats: Sequence[StrategySpec], mode: str, seed: int, swap: bool) -> StrategyFault:
    """Return the fault of the strategy with which a child was lost."""
    rotation = lost.number % 2 if swap else 0
    names = suspects(seats, lost.seat, rotation)
    what = mode.removesuffix("s")
    where = f"seed {seed}, {what} {lost.number}, turn {lost.turn}, seat {lost.seat}"
    if lost.phase != PLAYING and not lost.turn:
        names = sorted({spec.label for spec in seats if spec.own} or {spec.label for spec in seats})
        where = "while it was loaded" if lost.phase == LOADING else "while it was compiled"
    return blaming(f"strategy {' or '.join(names)} {lost.how} ({where})", names)
