"""Cards as people write and name them, and as the engine packs them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from canasta_sim.engine.cards import (
    BLACK_THREE,
    CODES,
    JOKER,
    NATURAL_FIELDS,
    RED_THREE,
    TWO,
)
from canasta_sim.errors import PositionError, near_miss

__all__ = [
    "Hand",
    "a_card",
    "amount",
    "as_text",
    "cards_of",
    "counted",
    "kinds_of",
    "listed",
    "named",
    "packed",
    "parse_cards",
]

_NAMES = (
    ("four", "fours"),
    ("five", "fives"),
    ("six", "sixes"),
    ("seven", "sevens"),
    ("eight", "eights"),
    ("nine", "nines"),
    ("ten", "tens"),
    ("jack", "jacks"),
    ("queen", "queens"),
    ("king", "kings"),
    ("ace", "aces"),
    ("two", "twos"),
    ("joker", "jokers"),
    ("black three", "black threes"),
    ("red three", "red threes"),
)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_KIND = {code.casefold(): kind for kind, code in enumerate(CODES)} | {"10": CODES.index("T")}
_MOST_UNKNOWN = 999


@dataclass(frozen=True)
class Hand:
    """The cards of a player: known kinds, and how many are unknown."""

    known: tuple[int, ...]
    unknown: int

    @property
    def size(self) -> int:
        """Return how many cards it holds."""
        return len(self.known) + self.unknown


def parse_cards(text: object, where: str) -> tuple[tuple[int, ...], int]:
    """Read cards such as ``"K K 2 ?11"``.

    Parameters
    ----------
    text : object
        What stands in the file or the move.
    where : str
        What messages begin with.

    Returns
    -------
    kinds : tuple of int
        The known cards, in order.
    unknown : int
        How many cards are unknown (``?n``).

    Raises
    ------
    PositionError
        Where it is no text or a word in it is no card.
    """
    if not isinstance(text, str):
        raise PositionError(f'{where}: expected cards in one text, such as "K K 2 ?11"')
    kinds: list[int] = []
    unknown = 0
    for word in text.replace(",", " ").split():
        hidden = re.fullmatch(r"\?([0-9]{0,3})", word)
        if hidden:
            unknown += int(hidden[1] or 1)
        else:
            kinds.append(kind_of(word, where))
    if unknown > _MOST_UNKNOWN:
        raise PositionError(f"{where}: {unknown} unknown cards are more than any deck has")
    return tuple(kinds), unknown


def kind_of(word: str, where: str) -> int:
    """Return the kind that a code names; raise `PositionError` where it names none."""
    kind = _KIND.get(word.casefold())
    if kind is not None:
        return kind
    shown = word if len(word) <= 20 else word[:17] + "..."
    if word == "3":
        raise PositionError(f'{where}: "3" is black or red: expected 3b or 3r')
    known = " ".join(CODES)
    raise PositionError(
        f"{where}: there is no card {shown!r}{near_miss(word, CODES)}; "
        f"the cards are {known}, and ?n for n unknown ones"
    )


def packed(kinds: Iterable[int]) -> int:
    """Return the word of some cards."""
    return sum(1 << (4 * kind) for kind in kinds)


def cards_of(word: int, kind: int) -> int:
    """Return how many cards of a kind a word holds."""
    return (word >> (4 * kind)) & 15


def kinds_of(word: int) -> list[int]:
    """Return the cards of a word, lowest kind first."""
    return [kind for kind in range(len(CODES)) for _ in range(cards_of(word, kind))]


def as_text(kinds: Iterable[int], unknown: int = 0) -> str:
    """Write cards in their codes: ``K K 2 ?11``."""
    words = [CODES[kind] for kind in kinds]
    return " ".join([*words, f"?{unknown}"] if unknown else words)


def meld_text(rank: int, naturals: int, twos: int, jokers: int) -> str:
    """Write the cards of one meld."""
    return as_text([rank] * naturals + [TWO] * twos + [JOKER] * jokers)


def melds_texts(cards: int, twos: int, jokers: int) -> list[str]:
    """Write the melds of three words, one text each: ranks, the wild meld, black threes."""
    texts = []
    for rank in range(TWO):
        parts = (cards_of(cards, rank), cards_of(twos, rank), cards_of(jokers, rank))
        if any(parts):
            texts.append(meld_text(rank, *parts))
    wilds = cards & ~NATURAL_FIELDS & ~(15 << (4 * BLACK_THREE)) & ~(15 << (4 * RED_THREE))
    if wilds:
        texts.append(as_text(kinds_of(wilds)))
    if cards_of(cards, BLACK_THREE):
        texts.append(as_text([BLACK_THREE] * cards_of(cards, BLACK_THREE)))
    return texts


def amount(number: int) -> str:
    """Write a small number as a word."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def named(kind: int, number: int = 2) -> str:
    """Return the name of a kind: ``king`` for one, ``kings`` otherwise."""
    return _NAMES[kind][number != 1]


def counted(number: int, kind: int) -> str:
    """Return ``two kings``, ``one king``, ``no king``."""
    return f"{amount(number)} {named(kind, 1 if number in (0, 1) else 2)}"


def a_card(kind: int) -> str:
    """Return ``a two``, ``an ace``."""
    name = named(kind, 1)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def is_wild(kind: int) -> bool:
    """Return whether a kind is a two or a joker."""
    return kind in (TWO, JOKER)
