"""Stand-ins for what the engine takes from compiled code: decorators, bit instructions, wrapping words."""

from __future__ import annotations

from types import ModuleType
from typing import Any

_WORD = (1 << 64) - 1


class UnsignedWord(int):
    """A uint64: sums and products wrap, and so does what it is made from."""

    def __new__(cls, value: int = 0) -> UnsignedWord:
        return super().__new__(cls, int(value) & _WORD)

    def __add__(self, other: int) -> UnsignedWord:
        return UnsignedWord(int.__add__(self, other))

    def __mul__(self, other: int) -> UnsignedWord:
        return UnsignedWord(int.__mul__(self, other))

    def __xor__(self, other: int) -> UnsignedWord:
        return UnsignedWord(int.__xor__(self, other))

    def __rshift__(self, other: int) -> UnsignedWord:
        return UnsignedWord(int.__rshift__(self, other))

    def __and__(self, other: int) -> UnsignedWord:
        return UnsignedWord(int.__and__(self, other))


def _same(function: Any) -> Any:
    """Leave a function as it is: what every decorator of the engine does here."""
    return function


def _popcount(word: int) -> int:
    return (word & _WORD).bit_count()


def _trailing_zeros(word: int) -> int:
    return (word & -word).bit_length() - 1 if word & _WORD else 64


def _leading_zeros(word: int) -> int:
    return 64 - (word & _WORD).bit_length()


def compiling_module() -> ModuleType:
    """Return what stands for ``canasta_sim.engine.compiling``."""
    module = ModuleType("compiling")
    module.__dict__.update(
        inlined=_same,
        apart=_same,
        compiled=_same,
        seldom=_same,
        entry=_same,
        popcount=_popcount,
        trailing_zeros=_trailing_zeros,
        leading_zeros=_leading_zeros,
    )
    return module


def number_types() -> ModuleType:
    """Return what stands for NumPy where the engine's steps use it: its two whole-number types."""
    module = ModuleType("number_types")
    module.__dict__.update(uint64=UnsignedWord, int64=int)
    return module


def total(cards: int) -> int:
    """Return how many cards a word holds.

    Stands for ``cards.total``, whose product is meant to lose what does not fit into 64 bits.
    """
    number = 0
    while cards:
        number += cards & 15
        cards >>= 4
    return number
