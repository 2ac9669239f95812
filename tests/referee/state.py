"""Cards, melds, the pile, a turn and a round: what the referee remembers between two events."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn

NATURALS = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
WILDS = ("2", "Jk")
THREES = ("3b", "3r")
KINDS = (*NATURALS, *WILDS, *THREES)
MELD_RANKS = (*NATURALS, "wild", "3b")


def full_deck(jokers: int) -> Counter[str]:
    """Two packs of 52 and the jokers (RULES.md section 1)."""
    cards = Counter(dict.fromkeys(NATURALS, 8))
    cards.update({"2": 8, "3b": 4, "3r": 4, "Jk": jokers})
    return cards


def words(cards: Any) -> str:
    """Cards as a reader of a violation wants them."""
    return " ".join(cards) or "none"


@dataclass(frozen=True)
class Violation:
    """One broken rule: index of the event, section of RULES.md (or "trace": INTERFACE.md), what is wrong."""

    event: int
    section: str
    sentence: str

    def __str__(self) -> str:
        return f"event {self.event} [{self.section}]: {self.sentence}"


class StopJudging(Exception):
    """After this violation the table is not known any more and the replay cannot go on."""


@dataclass
class Meld:
    """Cards of one rank on the table."""

    rank: str
    naturals: int = 0
    twos: int = 0
    jokers: int = 0

    @property
    def wilds(self) -> int:
        return self.twos + self.jokers

    @property
    def size(self) -> int:
        return self.naturals + self.twos + self.jokers

    @property
    def is_canasta(self) -> bool:
        return self.size >= 7

    @property
    def is_natural_canasta(self) -> bool:
        return self.is_canasta and self.wilds == 0

    def plus(self, cards: list[str]) -> Meld:
        """Return this meld with the cards added."""
        twos, jokers = cards.count("2"), cards.count("Jk")
        naturals = len(cards) - twos - jokers
        return Meld(self.rank, self.naturals + naturals, self.twos + twos, self.jokers + jokers)

    def cards(self) -> list[str]:
        return [self.rank] * self.naturals + ["2"] * self.twos + ["Jk"] * self.jokers


class PileCard(NamedTuple):
    """A card in the pile; one of the surprise lies face down until the pile is taken or turned over."""

    kind: str
    face_down: bool = False
    from_deal: bool = False


class Laid(NamedTuple):
    """One meld event of the turn."""

    event: int
    rank: str
    cards: list[str]
    initial: bool


@dataclass
class Turn:
    """What a player has done in this turn, and what the table was before it."""

    seat: int
    first: bool
    had_melded: bool  # the player, before this turn
    side_had_melded: bool
    ranks_before: frozenset[str]  # of the side's melds
    begun: bool = False  # has drawn, taken or (where nothing is drawn) acted
    drew: bool = False
    turned_over: bool = False
    took: bool = False
    discarded: bool = False
    acted: bool = False  # has taken, melded or laid a red three by choice
    to_lay: int = 0  # red threes drawn that must be laid next
    in_draw: bool = False  # the red threes to lay come from the draw of the turn
    ends_here: bool = False  # the very last stock card was a red three
    pile_threes: int = 0  # red threes of a pile taken, still to be laid
    at_once: list[str] = field(default_factory=list)  # top card and what justified it, to be melded next
    top: str = ""
    countable: Counter[str] | None = None  # after a taking: hand before it and top card
    locks: list[str] = field(default_factory=list)
    laid: list[Laid] = field(default_factory=list)


class Round:
    """The whole table, as far as the events up to now tell it."""

    def __init__(self) -> None:
        self.violations: list[Violation] = []
        self.index = 0
        self.rules: dict[str, Any] = {}
        self.players = 0
        self.first = 0
        self.scores: list[int] = [0, 0]
        self.deck: Counter[str] = Counter()
        self.deck_size = 0
        self.hands: list[list[str]] = []
        self.stock: deque[str] = deque()
        self.pile: list[PileCard] = []
        self.locks: list[str] = []
        self.melds: tuple[dict[str, Meld], dict[str, Meld]] = ({}, {})
        self.red_threes = [0, 0]
        self.melded: list[bool] = []
        self.block_by: int | None = None  # seat whose three closes the pile until its next turn
        self.turnovers = 0
        self.turns = 0
        self.turn: Turn | None = None  # None before the first turn
        self.must: tuple[str, str, str] | None = None  # event that must come now, section, why
        self.ends_by_stock = False
        self.out: tuple[int, bool, bool] | None = None  # seat, concealed, all four black threes melded
        self.over = False

    def fault(self, section: str, sentence: str, event: int | None = None) -> None:
        """Note a violation; the replay goes on."""
        self.violations.append(Violation(self.index if event is None else event, section, sentence))

    def stop(self, section: str, sentence: str) -> NoReturn:
        """Note a violation after which the cards are not known any more."""
        self.fault(section, sentence)
        raise StopJudging

    def current(self) -> Turn:
        """Return the turn being played."""
        if self.turn is None:
            self.stop("3", "no turn has begun yet")
        return self.turn

    def side_melds(self, seat: int) -> dict[str, Meld]:
        return self.melds[seat % 2]

    def from_stock(self, count: int) -> list[str]:
        """Take the next cards of the stock."""
        return [self.stock.popleft() for _ in range(count)]

    def from_hand(self, seat: int, cards: list[str]) -> None:
        """Take cards out of a hand, which must hold them."""
        hand = self.hands[seat]
        for card in cards:
            if card not in hand:
                self.stop("3", f"seat {seat} plays {words(cards)} but holds only {words(hand)}")
            hand.remove(card)

    def count(self) -> int:
        """Count all cards in the game, wherever they lie."""
        total = len(self.stock) + len(self.pile) + len(self.locks) + sum(self.red_threes)
        for hand in self.hands:
            total += len(hand)
        for side in self.melds:
            for meld in side.values():
                total += meld.naturals + meld.twos + meld.jokers
        return total

    def census(self) -> Counter[str]:
        """All cards in the game by kind."""
        cards = Counter(self.stock)
        cards.update(card.kind for card in self.pile)
        cards.update(self.locks)
        cards["3r"] += sum(self.red_threes)
        for hand in self.hands:
            cards.update(hand)
        for side in self.melds:
            for meld in side.values():
                cards.update(meld.cards())
        return cards
