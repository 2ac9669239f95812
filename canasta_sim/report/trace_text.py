"""The events of a round, written for people: one line a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

#: Cards in the order in which a hand is shown.
_ORDER = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "Jk", "3b", "3r")
_CANASTA = 7
_REASONS = {
    "went_out": "a player went out",
    "stock": "the stock is used up",
    "no_move": "a player could neither discard nor go out",
}

Event = Mapping[str, Any]


def round_lines(events: Iterable[Event], title: str, seats: Sequence[str] = ()) -> Iterator[str]:
    """Write a round for people.

    Parameters
    ----------
    events : iterable of dict
        The events of one round, in order, from its deal to its end.
    title : str
        Heading: which round it is.
    seats : sequence of str
        Strategy of each seat, where it is known.

    Yields
    ------
    str
        Lines without their ends.
    """
    yield title
    yield "=" * len(title)
    teller = _Teller(seats)
    for event in events:
        yield from teller.tell(event)
    yield from teller.finish()


def cards_text(cards: Iterable[str]) -> str:
    """Write cards as a player sorts them, several of a kind together: ``4 4 K K K 2``."""
    count = Counter(cards)
    return " ".join(" ".join([card] * count[card]) for card in _ORDER if count[card])


class _Teller:
    """Follows a round event by event; what a player does in one turn becomes one line."""

    def __init__(self, seats: Sequence[str]) -> None:
        self._names = seats
        self._hands: list[int] = []
        self._melds: dict[tuple[int, str], int] = {}
        self._turn = 0
        self._seat: int | None = None
        self._done: list[str] = []

    def tell(self, event: Event) -> Iterator[str]:
        """Take the next event in, and yield the lines that are complete now."""
        kind = event["event"]
        if kind in ("deal", "end"):
            yield from self.finish()
            yield from self._deal(event) if kind == "deal" else _end_lines(event)
            return
        if kind in ("turn_over", "skip"):
            # Both stand before what the next player does.
            yield from self.finish()
            yield f"     {self._between(event)}"
            return
        seat = int(event["seat"])
        if kind == "red_three" and event["from"] == "deal":
            yield f"  {self._who(seat)} lays {cards_text(event['cards'])}{self._replaced(event)}"
            return
        if seat != self._seat or kind in ("draw", "take_pile"):
            yield from self.finish()
            self._seat = seat
        self._done.append(self._act(event, seat))
        if kind == "discard":
            self._done[-1] += f"  [{self._hands[seat]}]"

    def finish(self) -> Iterator[str]:
        """Yield the line of the turn under way, if there is one."""
        if self._done and self._seat is not None:
            self._turn += 1
            yield f"{self._turn:4d} {self._who(self._seat)} {'; '.join(self._done)}"
        self._done, self._seat = [], None

    def _who(self, seat: int) -> str:
        name = f" {self._names[seat]}" if self._names else ""
        width = max((len(label) for label in self._names), default=-1) + 1
        return f"{seat}{name:<{width}}"

    def _deal(self, event: Event) -> Iterator[str]:
        self._hands = [len(hand) for hand in event["hands"]]
        self._melds = {}
        self._turn = 0
        scores = " : ".join(str(score) for score in event["scores"])
        yield f"scores before {scores}, first seat {event['first']}"
        for seat, hand in enumerate(event["hands"]):
            yield f"  {self._who(seat)} {cards_text(hand)}"
        surprise = f", {event['surprise']} of them face down" if event.get("surprise") else ""
        yield f"  pile {' '.join(event['pile'])}{surprise}; {len(event['stock'])} cards in the stock"

    def _between(self, event: Event) -> str:
        if event["event"] == "skip":
            return f"{self._who(int(event['seat']))} loses the turn"
        stock, pile = len(event["stock"]), " ".join(event["pile"])
        return f"the pile is turned over: {stock} cards in the stock, {pile} stays"

    def _replaced(self, event: Event) -> str:
        replacement = event["replacement"]
        seat = int(event["seat"])
        self._hands[seat] += len(replacement) - len(event["cards"])
        return f" and gets {cards_text(replacement)}" if replacement else ""

    def _act(self, event: Event, seat: int) -> str:
        """Say one thing that a player does, and keep count of the hand."""
        kind = event["event"]
        if kind == "draw":
            self._hands[seat] += len(event["cards"])
            return f"draws {' '.join(event['cards'])}"
        if kind == "take_pile":
            self._hands[seat] += len(event["pile"]) + len(event["locks"])
            justified = f" with {cards_text(event['with'])}" if event["with"] else ""
            locks = f" and the locks {cards_text(event['locks'])}" if event["locks"] else ""
            return f"takes the pile ({' '.join(event['pile'])}){locks}{justified}"
        if kind == "red_three":
            return f"lays {cards_text(event['cards'])}{self._replaced(event)}"
        if kind == "meld":
            self._hands[seat] -= len(event["cards"])
            return self._meld(event, seat % 2)
        if kind == "discard":
            self._hands[seat] -= 1
            return f"discards {event['card']}"
        return "goes out concealed" if event["concealed"] else "goes out"

    def _meld(self, event: Event, side: int) -> str:
        """Say what is melded: a new meld, or cards that join one, and whether it becomes a canasta."""
        rank, cards = str(event["rank"]), cards_text(event["cards"])
        before = self._melds.get((side, rank), 0)
        after = self._melds[side, rank] = before + len(event["cards"])
        meld = "the wild meld" if rank == "wild" else f"the {rank}s"
        text = f"adds {cards} to {meld}" if before else f"melds {cards}"
        if event.get("initial"):
            text += " (initial)"
        return f"{text} (canasta)" if before < _CANASTA <= after else text


def _end_lines(event: Event) -> Iterator[str]:
    """Write how the round ended and what each side scores."""
    yield f"end: {_REASONS.get(event['reason'], event['reason'])}"
    for side, score in enumerate(event["scores"]):
        yield (
            f"  side {side}: melded {score['melded']}, in hand -{score['in_hand']}, "
            f"canastas {score['canastas']}, red threes {score['red_threes']}, "
            f"going out {score['going_out']}: {score['total']}"
        )
