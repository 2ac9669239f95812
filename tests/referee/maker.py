"""A small player that makes legal traces: something for the referee to be tested on.

It knows just enough: it draws, lays red threes, opens with naturals, takes the pile with a pair or
onto a meld, adds what fits, closes when it can, and is careful wherever the rules are delicate. It
shares the names of the cards with the referee and nothing else.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.referee.state import NATURALS, WILDS

Event = dict[str, Any]
_WORTH = {"4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 11, "Q": 12, "K": 13}


def make_round(
    rules: dict[str, Any], seed: int, first: int = 0, scores: tuple[int, int] = (0, 0)
) -> list[Event]:
    """Deal and play one round; the strategy is fixed, the seed decides the cards."""
    return Maker(rules, Random(seed), first, list(scores)).play()


class Maker:
    """One round being made."""

    def __init__(self, rules: dict[str, Any], rng: Random, first: int, scores: list[int]) -> None:
        self.rules, self.rng, self.first, self.scores = rules, rng, first, scores
        self.players: int = rules["table.players"]
        self.events: list[Event] = []
        self.table: list[dict[str, list[str]]] = [{}, {}]
        self.red = [0, 0]
        self.beside: list[str] = []
        self.closed_by: int | None = None
        self.turned = 0
        self.opened_seats: set[int] = set()
        self._deal()

    def say(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, **fields})

    # --- the deal

    def _deal(self) -> None:
        pack = [*NATURALS, "2"] * 8 + ["3b", "3r"] * 4 + ["Jk"] * self.rules["deck.jokers"]
        self.rng.shuffle(pack)
        size, extra = self.rules["deal.hand_size"], self.rules["deal.first_player_extra"]
        self.hands = []
        for seat in range(self.players):
            cut = size + (extra if seat == self.first else 0)
            self.hands.append(pack[:cut])
            pack = pack[cut:]
        self.stock = pack
        self.pile = [self.stock.pop(0)]
        while (goes := self._rejected(self.pile[-1])) is not None:
            if goes == "shuffled_back":
                self.stock.append(self.pile.pop())
                self.rng.shuffle(self.stock)
            self.pile.append(self.stock.pop(0))
        surprise = 0
        if self.rules["deal.surprise"] == "upcard_number":
            numbers = {
                "A": self.rules["deal.surprise_ace"],
                "T": 10,
                "J": 12,
                "Q": 13,
                "K": 14,
                "3b": 3,
                "3r": 3,
            }
            surprise = min(len(self.stock), numbers.get(self.pile[-1]) or int(self.pile[-1]))
            self.pile = self.stock[:surprise] + self.pile
            self.stock = self.stock[surprise:]
        self.hidden = surprise
        self.freezing_three = "3r" in self.pile[surprise:] and self.rules["pile.upcard_red_three_freezes"]
        self.say(
            "deal",
            rules=self.rules,
            first=self.first,
            scores=self.scores,
            hands=[list(hand) for hand in self.hands],
            pile=list(self.pile),
            surprise=surprise,
            stock=list(self.stock),
        )

    def _rejected(self, card: str) -> str | None:
        rejects = self.rules["deal.upcard_rejects"]
        if card in WILDS:
            return self.rules["deal.rejected_wild_goes"] if "wild" in rejects else None
        return self.rules["deal.rejected_three_goes"] if card in rejects else None

    def _lay_dealt(self) -> None:
        for step in range(self.players):
            seat = (self.first + step) % self.players
            while threes := self.hands[seat].count("3r"):
                self._lay(seat, "deal", threes, threes)

    def _lay(self, seat: int, source: str, count: int, wanted: int) -> list[str]:
        drawn, self.stock = self.stock[:wanted], self.stock[wanted:]
        for _ in range(count):
            self.hands[seat].remove("3r")
        self.red[seat % 2] += count
        self.hands[seat] += drawn
        self.say("red_three", seat=seat, cards=["3r"] * count, **{"from": source}, replacement=drawn)
        return drawn

    # --- turns

    def play(self) -> list[Event]:
        """Play until the round ends and return its events."""
        if self.rules["red_threes.lay"] == "at_once":
            self._lay_dealt()
        seat, turns = self.first, 0
        while True:
            outcome = self._turn(seat, turns == 0)
            if outcome is not None:
                self._end(outcome, seat)
                return self.events
            turns += 1
            seat = (seat + 1) % self.players
            if self.events[-1]["event"] == "skip":
                self.closed_by = None if self.closed_by == seat else self.closed_by
                seat = (seat + 1) % self.players

    def _turn(self, seat: int, opening_turn: bool) -> str | None:
        self.closed_by = None if self.closed_by == seat else self.closed_by
        quiet = opening_turn and self.rules["deal.first_turn"] != "normal"
        self.has_melded_before = seat in self.opened_seats
        if not quiet and not self._take(seat):
            ended = self._draw(seat)
            if ended:
                return ended
        if not (quiet and self.rules["deal.first_turn"] == "discard_only"):
            self._meld_hand(seat)
        if len(self.hands[seat]) == 1 and not self._may_close(seat):
            return "no_move"
        return self._discard(seat)

    def _draw(self, seat: int) -> str | None:
        rule = self.rules["stock.on_empty"]
        if not self.stock:
            if rule != "turn_over" or len(self.pile) < 2 or self.turned >= self.rules["stock.max_turnovers"]:
                return "stock"
            self.turned += 1
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.hidden, self.freezing_three = 0, False
            if self.rules["stock.shuffle_turned"]:
                self.rng.shuffle(self.stock)
            self.say("turn_over", stock=list(self.stock), pile=list(self.pile))
        count = self.rules["draw.count"]
        drawn, self.stock = self.stock[:count], self.stock[count:]
        self.hands[seat] += drawn
        self.say("draw", seat=seat, cards=drawn)
        if self.rules["red_threes.lay"] == "optional":
            while "3r" in self.hands[seat] and len(self.hands[seat]) > 2:
                again = self.rules["red_threes.replace_after_turnover"] or not self.turned
                self._lay(seat, "hand", 1, 1 if again else 0)
            return None
        last = drawn[-1] == "3r" and not self.stock
        owed = drawn.count("3r")
        while owed:
            more = self._lay(seat, "stock", 1, 1)
            owed += more.count("3r") - 1
            last = last or (more == ["3r"] and not self.stock)
        ends = self.rules["red_threes.last_stock_card"] == "ends" and rule != "turn_over"
        return "stock" if last and ends else None

    def _take(self, seat: int) -> bool:
        """Take the pile with a natural pair, or onto an own meld, where nothing at all speaks against it."""
        top = self.pile[-1] if self.pile else "3b"
        melds, hand = self.table[seat % 2], self.hands[seat]
        if top not in NATURALS or self.beside or self.closed_by is not None or not melds:
            return False
        alone = len(hand) == 1 and len(self.pile) == 1
        if alone and not self.rules["pile.single_card_hand_may_take_single_card"]:
            return False
        if len(self.pile) < self.rules["pile.min_cards"]:
            return False
        frozen = self.rules["pile.always_frozen"] or self.freezing_three
        seen = self.pile[self.hidden :]
        frozen |= self.rules["pile.wild_discard"] == "freezes" and any(card in WILDS for card in seen)
        frozen |= self.rules["pile.black_three"] == "freezes" and "3b" in seen
        join = top in melds and self.rules["pile.add_to_meld"] and not frozen
        join = join and (len(melds[top]) < 7 or self.rules["pile.add_to_canasta"])
        stay = len(hand) + sum(card != "3r" for card in self.pile[:-1])
        if join and (stay >= 2 or self._closes_with(seat, top)):
            shown = []
        elif hand.count(top) >= 2 and stay >= 4:
            shown = [top, top]
        else:
            return False
        pile, self.pile, self.hidden, self.freezing_three = self.pile, [], 0, False
        hand += pile
        self.say("take_pile", seat=seat, **{"with": shown}, pile=pile, locks=[])
        self._meld(seat, top, [top, *shown])
        if self.rules["red_threes.lay"] == "at_once" and "3r" in pile:
            count = pile.count("3r")
            drawn = self._lay(seat, "pile", count, count if self.rules["red_threes.replace_from_pile"] else 0)
            owed = drawn.count("3r")
            while owed:
                owed += self._lay(seat, "stock", 1, 1).count("3r") - 1
        return True

    # --- melds

    def _meld(self, seat: int, rank: str, cards: list[str], initial: bool = False) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.table[seat % 2].setdefault(rank, []).extend(cards)
        self.opened_seats.add(seat)
        self.say("meld", seat=seat, rank=rank, cards=list(cards), initial=initial)

    def _sets(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        ranks = [rank for rank in NATURALS if hand.count(rank) >= 3]
        return sorted(ranks, key=lambda rank: -self._points(rank) * hand.count(rank))

    def _points(self, card: str) -> int:
        if card in _WORTH:
            return 5 if _WORTH[card] <= self.rules["score.five_points_up_to"] else 10
        return int({"A": 20, "2": 20, "Jk": 50, "3b": self.rules["score.black_three_melded"]}[card])

    def _meld_hand(self, seat: int) -> None:
        hand, melds = self.hands[seat], self.table[seat % 2]
        if not melds:
            self._open(seat)
        if not melds:
            return
        for rank in self._sets(seat):
            if rank not in melds and len(hand) - hand.count(rank) >= 2:
                self._meld(seat, rank, [rank] * hand.count(rank))
        spare = 1 if self._may_close(seat) and self.has_melded_before else 2
        for rank in [rank for rank in melds if rank in NATURALS]:
            count = min(hand.count(rank), len(hand) - spare)
            if count > 0:
                self._meld(seat, rank, [rank] * count)
        for rank in [rank for rank in melds if rank in NATURALS]:
            self._add_wild(seat, rank, 2)  # it may spoil a natural canasta

    def _add_wild(self, seat: int, rank: str, spare: int) -> None:
        """One wild card to a meld that is far from any limit."""
        hand, meld = self.hands[seat], self.table[seat % 2][rank]
        wild = next((card for card in hand if card in WILDS), None)
        naturals, wilds = meld.count(rank), len(meld) - meld.count(rank)
        most = self.rules["melds.max_wilds"]
        if wild is None or len(hand) <= spare or (most != "none" and wilds >= most):
            return
        if naturals >= max(2 * (wilds + 1), wilds + 2, self.rules["melds.min_naturals"]):
            self._meld(seat, rank, [wild])

    def _open(self, seat: int) -> None:
        """Lay sets of naturals from hand, dearest first, if they reach the minimum and leave two cards."""
        score = self.scores[seat % 2]
        needed = [points for start, points in self.rules["initial_meld.minimum"] if score >= start][-1]
        hand, chosen, reached = self.hands[seat], [], False
        points = kept = 0
        kept = len(hand)
        for rank in self._sets(seat):
            if not reached:
                count = hand.count(rank)
                chosen.append((rank, count))
                points, kept = points + count * self._points(rank), kept - count
                reached = count >= 7 if needed == "canasta" else points >= needed
        if reached and kept >= 2:
            for rank, count in chosen:
                self._meld(seat, rank, [rank] * count, initial=True)

    def _may_close(self, seat: int) -> bool:
        canastas = [meld for meld in self.table[seat % 2].values() if len(meld) >= 7]
        natural = [meld for meld in canastas if not set(meld) & set(WILDS)]
        enough = len(canastas) >= self.rules["going_out.canastas"]
        return bool(enough and len(natural) >= self.rules["going_out.natural_canastas"])

    def _closes_with(self, seat: int, top: str) -> bool:
        """Could the seat discard a last card once the top card has joined its meld?"""
        meld = self.table[seat % 2][top]
        meld.append(top)
        closes = self._may_close(seat)
        meld.pop()
        return closes

    def _discard(self, seat: int) -> str | None:
        hand = self.hands[seat]
        singles = sorted(hand, key=lambda card: (card in WILDS, card == "3r", hand.count(card)))
        card = self.rng.choice(hand) if self.rng.random() < 0.15 else singles[0]
        hand.remove(card)
        self.say("discard", seat=seat, card=card)
        wild = self.rules["pile.wild_discard"] if card in WILDS else ""
        (self.beside if wild == "locks" else self.pile).append(card)
        lap = {"3r": self.rules["red_threes.discard_blocks"], "3b": self.rules["pile.black_three"]}
        if lap.get(card) in ("lap", "blocks_lap"):
            self.closed_by = seat
        if not hand:
            # a first meld of this seat in this very turn would have to be looked at: never made here
            self.say("go_out", seat=seat, concealed=self._concealed(seat))
            return "went_out"
        if not self.stock and self.rules["stock.on_empty"] == "end":
            return "stock"
        if wild == "skips_next":
            self.say("skip", seat=(seat + 1) % self.players)
        return None

    def _concealed(self, seat: int) -> bool:
        never = seat not in self.opened_seats
        return never and not self.rules["going_out.concealed_needs_canasta"]

    # --- the score

    def _end(self, reason: str, seat: int) -> None:
        self.say("end", reason=reason, scores=[self._side(side, reason, seat) for side in (0, 1)])

    def _side(self, side: int, reason: str, seat: int) -> dict[str, int]:
        rules, melds = self.rules, self.table[side]
        against = {"3b": rules["score.black_three_in_hand"], "3r": rules["score.red_three_in_hand"]}
        hands = [card for place, hand in enumerate(self.hands) if place % 2 == side for card in hand]
        melded = sum(self._points(card) for meld in melds.values() for card in meld)
        in_hand = sum(against[card] if card in against else self._points(card) for card in hands)
        canastas = 0
        for rank, meld in melds.items():
            if len(meld) >= 7:
                mixed = "mixed" if set(meld) & set(WILDS) else "natural"
                canastas += rules[f"score.{mixed}{'_ace' if rank == 'A' else ''}_canasta"]
        red = (
            rules["red_threes.all_four"]
            if self.red[side] == 4
            else rules["red_threes.value"] * self.red[side]
        )
        needed = 7 if rules["red_threes.positive_needs"] == "canasta" else 1
        if not any(len(meld) >= needed for meld in melds.values()):
            red *= {"positive": 1, "zero": 0, "negative": -1}[rules["red_threes.without_meld"]]
        out = 0
        if reason == "went_out" and seat % 2 == side:
            concealed = self.events[-1]["concealed"]
            out = rules["going_out.concealed_bonus" if concealed else "going_out.bonus"]
        total = melded - in_hand + canastas + red + out
        return {
            "melded": melded,
            "in_hand": in_hand,
            "canastas": canastas,
            "red_threes": red,
            "going_out": out,
            "total": total,
        }
