"""Numbers as people write them: ``1e6``, ``250k``, ``1_000_000``."""

from __future__ import annotations

import re
from fractions import Fraction

from canasta_sim.errors import ExperimentError

#: More than anyone can play; keeps every round number and sum of a run within 64 bits.
MOST_ROUNDS = 10**15
#: Seeds are below this.
SEED_LIMIT = 2**63

_NUMBER = re.compile(r"(\d+(?:_\d+)*)(?:\.(\d*))?(?:[eE]\+?(\d{1,3}))?([kKmMgG]?)", re.ASCII)
_FACTORS = {"": 0, "k": 3, "m": 6, "g": 9}


def parse_whole(value: object) -> int | None:
    """Read a whole number as people write it.

    Parameters
    ----------
    value : object
        Text such as ``"1e6"``, ``"250k"``, ``"2.5M"`` or ``"1_000_000"``, or a number.

    Returns
    -------
    int or None
        The number; None where `value` is not a whole number of zero or more.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if isinstance(value, int):
        return value if value >= 0 else None
    if isinstance(value, float):
        return int(value) if value >= 0 and value.is_integer() else None
    match = _NUMBER.fullmatch(value.strip())
    if not match or len(value) > 64:
        return None
    whole, decimals, exponent, suffix = match.groups()
    decimals = decimals or ""
    power = int(exponent or 0) + _FACTORS[suffix.lower()] - len(decimals)
    number = Fraction(int(whole.replace("_", "") + decimals)) * Fraction(10) ** power
    return int(number) if number.denominator == 1 else None


def parse_amount(value: object, what: str) -> int:
    """Read how many rounds, games or deals are asked for.

    Parameters
    ----------
    value : object
        As for `parse_whole`.
    what : str
        What is counted, for the message: ``"rounds"``.

    Returns
    -------
    int
        1 to `MOST_ROUNDS`.

    Raises
    ------
    ExperimentError
        If it is no such number.
    """
    number = parse_whole(value)
    if number is None or not 1 <= number <= MOST_ROUNDS:
        raise ExperimentError(
            f"{what} must be a whole number from 1 to 1e15, such as 1e6, 250k or 1_000_000, "
            f"not {shown(value)}"
        )
    return number


def parse_seed(value: object) -> int:
    """Read a seed.

    Parameters
    ----------
    value : object
        As for `parse_whole`.

    Returns
    -------
    int
        0 to 2**63 - 1.

    Raises
    ------
    ExperimentError
        If it is no such number.
    """
    number = parse_whole(value)
    if number is None or number >= SEED_LIMIT:
        raise ExperimentError(f"seed must be a whole number from 0 to 2**63 - 1, not {shown(value)}")
    return number


def shown(value: object) -> str:
    """Return a value as a message shows it: quoted where it is text, and never long."""
    if isinstance(value, int) and value.bit_length() > 200:  # Python refuses to write out very long ones
        return "a number of more than 60 digits"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."
