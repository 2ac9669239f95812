"""Cards as packed words: fifteen kinds, four bits each, in one int64.

Bit layout, the only one in the engine: kind ``k`` (RULES.md section 1: 4 5 6 7 8 9 T J Q K A 2 Jk 3b 3r)
has its count in bits ``4k .. 4k+3``. No kind occurs more than eight times, so counts never spill over,
words of cards may be added and subtracted as numbers, and the highest bit of a four-bit field serves as
the answer to "at least n of this kind": adding ``8 - n`` to every field sets it exactly where the count
is ``n`` or more. Such an answer is called a *mask*; loops over kinds run over the bits of a mask.

Melds of a side are three words over the ranks: ``naturals`` (whose fields 2 and Jk hold the wild meld and
whose field 3b holds black threes melded), ``twos`` and ``jokers`` (the wild cards in each natural meld).
"""

from __future__ import annotations

from canasta_sim.engine.compiling import compiled, inlined, leading_zeros, popcount, trailing_zeros

CODES = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "Jk", "3b", "3r")
KINDS = 15
TEN, JACK, QUEEN, KING, ACE = 6, 7, 8, 9, 10
TWO, JOKER, BLACK_THREE, RED_THREE = 11, 12, 13, 14
NO_CARD = 15

ONES = 0x0111111111111111
HIGH = 0x0888888888888888
NATURAL_HIGH = 0x0000088888888888
ONE_TWO = 1 << (4 * TWO)
ONE_JOKER = 1 << (4 * JOKER)
ONE_BLACK_THREE = 1 << (4 * BLACK_THREE)
ONE_RED_THREE = 1 << (4 * RED_THREE)
NATURAL_FIELDS = ONE_TWO - 1
WILD_FIELDS = 15 * ONE_TWO + 15 * ONE_JOKER
WILD_MASK = 8 * ONE_TWO + 8 * ONE_JOKER
TWENTY_FIELDS = (15 << (4 * ACE)) + 15 * ONE_TWO
BLACK_THREE_FIELD = 15 * ONE_BLACK_THREE
RED_THREE_FIELD = 15 * ONE_RED_THREE
_EVEN_FIELDS = 0x0F0F0F0F0F0F0F0F
_BYTE_ONES = 0x0101010101010101


@inlined
def one(kind: int) -> int:
    """Return the word of a single card."""
    return 1 << (4 * kind)


@inlined
def count(cards: int, kind: int) -> int:
    """Return how many cards of ``kind`` a word holds."""
    return (cards >> (4 * kind)) & 15


@inlined
def wilds_in(cards: int) -> int:
    """Return how many twos and jokers a word of cards holds."""
    return ((cards >> (4 * TWO)) & 15) + ((cards >> (4 * JOKER)) & 15)


@inlined
def at_least(cards: int, number: int) -> int:
    """Return the mask of kinds that occur ``number`` (1 to 8) times or more."""
    return (cards + (8 - number) * ONES) & HIGH


@inlined
def at_least_one(cards: int) -> int:
    """Return the mask of kinds that occur at all."""
    return (cards + 7 * ONES) & HIGH


@inlined
def any_of(cards: int) -> int:
    """Return the mask of kinds that occur, also for words combined by ``|``, whose fields may hold up to fifteen."""
    return (((cards & (7 * ONES)) + 7 * ONES) | cards) & HIGH


@inlined
def or_else(mask: int, otherwise: int) -> int:
    """Return ``mask``, or ``otherwise`` where it is empty."""
    return mask if mask != 0 else otherwise


@inlined
def fields_of(mask: int) -> int:
    """Return a word with all four bits set in each kind of a mask."""
    return (mask >> 3) * 15


@inlined
def mask_of(kind: int) -> int:
    """Return the mask of one kind."""
    return 8 << (4 * kind)


@inlined
def lowest_kind(mask: int) -> int:
    """Return the lowest kind of a mask (which must not be empty)."""
    return trailing_zeros(mask) >> 2


@inlined
def highest_kind(mask: int) -> int:
    """Return the highest kind of a mask (which must not be empty)."""
    return (63 - leading_zeros(mask)) >> 2


@inlined
def without_lowest(mask: int) -> int:
    """Return a mask without its lowest kind."""
    return mask & (mask - 1)


@inlined
def kinds_in(mask: int) -> int:
    """Return how many kinds a mask holds."""
    return popcount(mask)


@compiled
def nth_kind(mask: int, index: int) -> int:
    """Return the kind at ``index`` (from 0, lowest first) of a mask."""
    for _ in range(index):
        mask = mask & (mask - 1)
    return lowest_kind(mask)


@inlined
def total(cards: int) -> int:
    """Return how many cards a word holds (up to 255)."""
    pairs = (cards & _EVEN_FIELDS) + ((cards >> 4) & _EVEN_FIELDS)
    return ((pairs * _BYTE_ONES) >> 56) & 255


@inlined
def holds(cards: int, wanted: int) -> bool:
    """Return whether ``cards`` contains ``wanted``, kind by kind, for any two words of counts up to 15."""
    return borrows(cards, wanted) == 0 and (wanted >> 60) == 0


@inlined
def borrows(cards: int, wanted: int) -> int:
    """Return 0 where ``cards - wanted`` takes no field below zero, for any two words of counts up to 15.

    A subtraction that borrows from the next field changes the lowest bit of that field.
    """
    return (cards ^ wanted ^ (cards - wanted)) & (ONES << 4)


@inlined
def natural_points(rules, rank: int) -> int:
    """Return the value in points of one natural of ``rank``."""
    return 20 if rank == ACE else 5 + 5 * ((rules.ten_fields >> (4 * rank)) & 1)


@inlined
def points(rules, cards: int) -> int:
    """Return the value in points of cards other than threes (RULES.md ``score.five_points_up_to``)."""
    return (
        5 * total(cards & rules.five_fields)
        + 10 * total(cards & rules.ten_fields)
        + 20 * total(cards & TWENTY_FIELDS)
        + 50 * ((cards >> (4 * JOKER)) & 15)
    )
