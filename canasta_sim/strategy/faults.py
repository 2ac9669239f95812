"""What a strategy did wrong, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Any

from canasta_sim.engine import refusals
from canasta_sim.engine.records import STEP_NAMES
from canasta_sim.errors import RunFailed
from canasta_sim.strategy.specs import StrategySpec

_CODES = {value: name for name, value in vars(refusals).items() if name.isupper()}


class StrategyFault(RunFailed):
    """A strategy gave an illegal answer, raised, changed what it may only read, or did not answer.

    Attributes
    ----------
    strategies : tuple of str
        Label of the strategy; several where it is not known which of them it was, none for a fault of the engine.
    """

    strategies: tuple[str, ...] = ()


def blaming(sentence: str, strategies: Sequence[str]) -> StrategyFault:
    """Return a fault of one of these strategies."""
    fault = StrategyFault(sentence)
    fault.strategies = tuple(strategies)
    return fault


def suspects(seats: Sequence[StrategySpec], seat: int, rotation: int) -> list[str]:
    """Return the labels of those who may have failed while ``seat`` was to move.

    That is its strategy; where it comes along with canasta-sim, and others are files of users, those others: they
    may be watching.
    """
    mover = seats[(seat + rotation) % len(seats)]
    own = sorted({spec.label for spec in seats if spec.own})
    return own if own and not mover.own else [mover.label]


def refusal_words(code: int) -> str:
    """Return a refusal code's name in small words."""
    return _CODES.get(code, f"refusal {code}").lower().replace("_", " ")


def _told(error: BaseException, files: Sequence[str]) -> str:
    """Return an exception in words, with its line in one of these files where that is known.

    Compiled code knows it for what it raises by ``raise``, not for a place outside of an array or a division by zero.
    """
    names = {Path(file).name for file in files}
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if Path(frame.filename).name in names]
    place = f"line {lines[-1]}: " if lines else ""
    return f"{place}{type(error).__name__}: {error}"


def describe_fault(
    seats: Sequence[StrategySpec],
    view: Any,
    hidden: Any,
    seed: int,
    place: str,
    rotation: int | None,
    error: BaseException | None = None,
    raised: tuple[int, int, int] | None = None,
) -> StrategyFault:
    """Return the fault of the seat to move, or of the one whose strategy raised something.

    Parameters
    ----------
    seats : sequence of StrategySpec
        The table's strategies, unrotated.
    view, hidden : record
        The table as the fault left it.
    seed : int
        Of the run.
    place : str
        The round or game.
    rotation : int or None
        By how many seats the strategies had moved; None where that is not known.
    error : BaseException, optional
        What the strategy raised.
    raised : tuple of (int, int, int), optional
        The rotation, turn and seat at which it did, where that is known.
    """
    seat, turn = int(view.seat), int(view.turn)
    if raised is not None:
        rotation, turn, seat = raised
    names = sorted({spec.label for spec in seats})
    if rotation is not None:
        names = [seats[(seat + rotation) % len(seats)].label]
    if rotation is not None and error is not None and raised is None:
        names = suspects(seats, seat, rotation)
    who = " or ".join(names)
    where = f"seed {seed}, {place}, turn {turn}, seat {seat}"
    if error is not None:
        files = [spec.path for spec in seats if spec.label in names]
        return blaming(f"strategy {who} failed ({where}): {_told(error, files)}", names)
    if int(hidden.fault) == refusals.CAUGHT_IN_CHECK:
        return StrategyFault(f"cards are not conserved ({where}, strategy {who}): a fault of the engine")
    step = STEP_NAMES[int(hidden.fault_step)]
    return blaming(
        f"strategy {who} gave an illegal answer to '{step}' ({where}): {refusal_words(int(hidden.fault))}", names
    )
