"""Cards and melds as text, and as the engine's words."""

from __future__ import annotations

CODES = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "Jk", "3b", "3r")
WILDS = ("2", "Jk")


def kinds(text: str) -> list[int]:
    """Return the kinds of cards in a text such as ``K K 2 3b``."""
    return [CODES.index(code) for code in text.split()]


def word(text: str) -> int:
    """Return the packed word of cards in a text."""
    return sum(1 << (4 * kind) for kind in kinds(text))


def text_of(cards: int) -> str:
    """Return a packed word as text, lowest kind first."""
    return " ".join(CODES[kind] for kind in range(15) for _ in range((cards >> (4 * kind)) & 15))


def meld_words(melds: str) -> tuple[int, int, int]:
    """Return the three words of melds in a text: ``K K 2, Q Q Q, 2 2 Jk, 2 to 9``.

    Wild cards go to the rank that their meld names, or the rank after ``to``; with neither they are a wild
    meld.
    """
    cards = twos = jokers = 0
    for meld in filter(str.strip, melds.split(",")):
        listed, _, target = meld.partition(" to ")
        codes = listed.split()
        naturals = [code for code in codes if code not in WILDS]
        rank = target.strip() or (naturals[0] if naturals else "wild")
        cards += word(" ".join(naturals))
        if rank == "wild":
            cards += word(" ".join(codes))
            continue
        twos += codes.count("2") * word(rank)
        jokers += codes.count("Jk") * word(rank)
    return cards, twos, jokers


def melds_text(naturals: int, twos: int, jokers: int) -> str:
    """Return a side's melds as text: ``9 9 9 2, K K K``."""
    shown = []
    for kind, code in enumerate(CODES):
        held = [(each >> (4 * kind)) & 15 for each in (naturals, twos, jokers)]
        if any(held) and code not in WILDS:
            shown.append(" ".join([code] * held[0] + ["2"] * held[1] + ["Jk"] * held[2]))
    wild_meld = text_of(naturals & word_of_wilds())
    return ", ".join([*shown, wild_meld] if wild_meld else shown)


def word_of_wilds() -> int:
    """Return the fields of twos and jokers."""
    return 15 * word("2") + 15 * word("Jk")
