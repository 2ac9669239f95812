"""A position set up for the engine: its records, what is unknown, and the engine's answers and steps.

Unknown cards count for sizes only. The words of cards hold the known ones; where a function looks at a hand
of one card or none, unknown ones stand in as black threes, which can be kept or discarded and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from canasta_sim.engine.cards import BLACK_THREE, NO_CARD
from canasta_sim.engine.encoding import CANASTA_MINIMUM, encode
from canasta_sim.engine.records import HIDDEN, NO_MOVE, PLAYING, VIEW, WENT_OUT, new_record
from canasta_sim.engine.refusals import LEGAL
from canasta_sim.engine.rows import END, ROW_COLUMNS
from canasta_sim.explain import questions
from canasta_sim.explain.cards import as_text, kinds_of, melds_texts, packed
from canasta_sim.explain.compiled import compiled_questions
from canasta_sim.explain.plans import NOTHING, Plan, split_meld
from canasta_sim.explain.position import Position

__all__ = ["Table"]

_LATER_TURN = 8  # any turn of the round but the first
_STAND_INS = 2  # two cards in hand are enough to end any turn


class Table:
    """A position under way.

    Parameters
    ----------
    position : Position
        Where it starts.
    notify : callable, optional
        Told in a sentence when something has to be compiled.

    Raises
    ------
    PositionError
        Where a meld of the position is none by its rules.

    Attributes
    ----------
    view, hidden : record
        VIEW and HIDDEN, as the engine reads them.
    unknown : list of int
        Unknown cards in hand, per seat.
    stage : str
        ``draw``, ``play`` or ``over``.
    ended : str or None
        How the round ended: ``went_out``, ``stock``, ``no_move``.
    """

    def __init__(self, position: Position, notify: Callable[[str], None] | None = None) -> None:
        self.rules = position.rules
        self.position = position
        self._module = compiled_questions(notify)
        self._record = encode(position.rules)
        self.view = new_record(VIEW)
        self.hidden = new_record(HIDDEN)
        self.unknown = [hand.unknown for hand in position.hands] + [0] * (4 - len(position.hands))
        self.unknown_pile = position.pile.unknown
        self._stock_known: list[bool] = []
        self.stage = position.phase
        self.ended: str | None = None
        self._lay_out(position)

    def _lay_out(self, position: Position) -> None:
        """Fill the records."""
        view, hidden = self.view, self.hidden
        self.act(questions.SET_UP, position.to_move, (position.scores[0], position.scores[1], 0))
        view.turn = 0 if position.first_turn else _LATER_TURN
        for side, melds in enumerate(position.melds):
            self._lay_melds(side, melds)
        for side in range(2):
            view.red_threes[side] = position.red_threes[side]
        for seat in position.has_melded:
            view.has_melded[seat] = 1
        for seat, hand in enumerate(position.hands):
            hidden.hands[seat] = packed(hand.known)
            view.hand_sizes[seat] = hand.size
        self._lay_pile(position)
        self._lay_stock(position.stock)
        view.blocked_by = position.blocked_by
        view.turnovers = position.turnovers
        self.act(questions.SETTLE)
        self.act(questions.BEGIN)
        if position.first_turn and position.rules["deal.first_turn"] != "normal":
            self.stage = "play"
        elif self.stage == "play":
            view.drew = 1

    def _lay_melds(self, side: int, melds: tuple[tuple[int, ...], ...]) -> None:
        from canasta_sim.explain.words import meld_fault

        view = self.view
        own = view.side
        view.side = side
        ranks: set[int] = set()
        for meld in melds:
            rank, plan = split_meld(meld)
            name = f"side {side}: {as_text(meld)}"
            if rank is None:
                self.position.refuse("melds", f"{name}: a meld is of one rank")
            if rank in ranks:
                self.position.refuse("melds", f"{name}: a side has at most one meld of a rank")
            ranks.add(rank)
            code = self.ask(questions.LIMITS, plan=plan)
            if code != LEGAL:
                reason = meld_fault(code, self.rules, rank, plan)
                self.position.refuse("melds", f"{name} is no meld: {reason.sentence}")
        for meld in melds:
            cards, twos, jokers = split_meld(meld)[1]
            view.naturals[side] += cards
            view.twos[side] += twos
            view.jokers[side] += jokers
        view.opened_turn[side] = 1 if melds else 0
        view.side = own

    def _lay_pile(self, position: Position) -> None:
        view, hidden = self.view, self.hidden
        pile = position.pile
        view.pile = packed(pile.known)
        view.pile_size = pile.size + position.surprise
        view.surprise_size = position.surprise
        under = pile.unknown + position.surprise
        hidden.pile_order[:under] = BLACK_THREE
        hidden.pile_order[under : view.pile_size] = pile.known
        view.top = pile.known[-1] if pile.known else NO_CARD
        if pile.unknown and not pile.known:
            position.refuse("pile", "the top card lies open: expected its code as the last one")
        view.locks = packed(position.locks)
        hidden.upcard_index = -1
        hidden.upcard_red_three = int(position.turned_red_three)

    def _lay_stock(self, stock: tuple[int, ...] | int) -> None:
        hidden = self.hidden
        size = stock if isinstance(stock, int) else len(stock)
        known = not isinstance(stock, int)
        hidden.stock[:size] = BLACK_THREE if isinstance(stock, int) else stock
        hidden.stock_next = 0
        hidden.stock_end = size
        self.view.stock_size = size
        self._stock_known = [known] * size

    def copy(self) -> Table:
        """Return another table that stands the same."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.view, other.hidden = self.view.copy(), self.hidden.copy()
        other.unknown = list(self.unknown)
        other._stock_known = list(self._stock_known)
        return other

    # ------------------------------------------------------------------------------------------------------
    # Questions

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.view.seat)

    @property
    def side(self) -> int:
        """Its side."""
        return int(self.view.side)

    @property
    def hand(self) -> int:
        """Word of its known cards."""
        return int(self.view.hand)

    @property
    def unknown_in_hand(self) -> int:
        """How many more cards it holds."""
        return self.unknown[self.seat]

    @property
    def opened(self) -> bool:
        """Whether its side has melded."""
        return bool(self.view.naturals[self.side] != 0)

    @property
    def melds(self) -> Plan:
        """The melds of its side."""
        view, side = self.view, self.side
        return int(view.naturals[side]), int(view.twos[side]), int(view.jokers[side])

    @property
    def minimum(self) -> int | str:
        """What its side needs for the initial meld: points, or ``canasta``."""
        points = int(self.view.minimum[self.side])
        return "canasta" if points == CANASTA_MINIMUM else points

    @property
    def top(self) -> int:
        """Kind of the pile's top card, NO_CARD without one."""
        return int(self.view.top)

    def ask(self, question: int, way: int = 0, plan: Plan = NOTHING) -> int:
        """Return the engine's answer to a question about the table as it stands."""
        return int(self._module.ask(question, self._record, self.view, self.hidden, way, *plan))

    def ask_filled(self, question: int, way: int = 0, plan: Plan = NOTHING) -> int:
        """Ask with stand-ins for unknown cards: about what must stay in hand."""
        in_pile = self.unknown_pile + int(self.view.surprise_size)
        if not self.unknown_in_hand and not in_pile:
            return self.ask(question, way, plan)
        view, hidden = self.view.copy(), self.hidden.copy()
        view.hand += min(self.unknown_in_hand, _STAND_INS) << (4 * BLACK_THREE)
        hidden.surprise = min(in_pile, _STAND_INS) << (4 * BLACK_THREE)
        return int(self._module.ask(question, self._record, view, hidden, way, *plan))

    def meld_refusal(self, plan: Plan) -> int:
        """Return why the player may not lay a plan now, as one answer, or LEGAL."""
        refusal = self.ask(questions.IN_HAND, plan=plan)
        return refusal if refusal != LEGAL else self.ask_filled(questions.MELD, plan=plan)

    def plan_refusal(self, plan: Plan) -> int:
        """Return why the player may not take the pile and lay a plan (without the top card), or LEGAL."""
        refusal = self.ask(questions.IN_HAND, plan=plan)
        return refusal if refusal != LEGAL else self.ask_filled(questions.PLAN, plan=plan)

    def worth(self, plan: Plan) -> int:
        """Return what a plan brings towards the minimum: points, or whether it has a canasta."""
        return self.ask(questions.WORTH, plan=plan)

    def with_melds(self, plan: Plan) -> Table:
        """Return the table as if the side to move had a plan on it already; nothing else has changed."""
        other = self.copy()
        side = other.side
        other.view.naturals[side] += plan[0]
        other.view.twos[side] += plan[1]
        other.view.jokers[side] += plan[2]
        return other

    def lift_top(self) -> None:
        """Take the top card off the pile: it is part of melds shown on the table."""
        view = self.view
        view.pile -= 1 << (4 * self.top)
        view.pile_size -= 1

    def draw_unseen(self) -> None:
        """Draw without knowing the cards, as a player does who has not yet drawn."""
        start, end = int(self.hidden.stock_next), int(self.hidden.stock_end)
        self.hidden.stock[start:end] = BLACK_THREE
        self._stock_known = [False] * len(self._stock_known)
        self.draw()

    def tabulate(self, hand: int) -> Any:
        """Return the table of `canasta_sim.explain.questions.tabulate` for a word of cards."""
        table = np.zeros((questions.WILD_ROW + 1, 9, 9, 9, 4), np.int64)
        self._module.tabulate(self._record, self.view, hand, table)
        return table

    # ------------------------------------------------------------------------------------------------------
    # Steps

    def act(self, step: int, way: int = 0, plan: Plan = NOTHING) -> int:
        """Let the engine take a step; return PLAYING or how the round ended."""
        return int(self._module.act(step, self._record, self.view, self.hidden, way, *plan))

    def _drawn(self, before: int) -> None:
        """Count the unknown cards among those that the stock has given since its next card was ``before``."""
        after = int(self.hidden.stock_next)
        hidden_ones = sum(not known for known in self._stock_known[before:after])
        self.view.hand -= hidden_ones << (4 * BLACK_THREE)
        self.unknown[self.seat] += hidden_ones

    def draw(self) -> None:
        """Draw from the stock, turning the pile over first where that is the rule."""
        view, hidden = self.view, self.hidden
        before = int(hidden.stock_next)
        turnovers = int(view.turnovers)
        under = int(view.pile_size) - 1
        known = [place >= self.unknown_pile + int(view.surprise_size) for place in range(under)]
        if view.stock_size == 0 and self.rules["stock.shuffle_turned"]:
            hidden.pile_order[: max(under, 0)] = BLACK_THREE  # nobody knows where which card will lie
            known = [False] * under
        result = self.act(questions.DRAW)
        if view.turnovers != turnovers:
            before = 0
            self._stock_known = known
            self.unknown_pile = 0
        self._drawn(before)
        self.stage = "play"
        if result != PLAYING:
            self._end(result)

    def take(self, way: int, plan: Plan = NOTHING) -> None:
        """Take the pile; an unopened side lays ``plan`` with it."""
        before = int(self.hidden.stock_next)
        self.unknown[self.seat] += self.unknown_pile + int(self.view.surprise_size)
        self.unknown_pile = 0
        self.act(questions.TAKE, way, plan)
        self._drawn(before)
        self.stage = "play"
        self._out_without_a_card()

    def lay_red_three(self) -> None:
        """Lay a red three from the hand."""
        before = int(self.hidden.stock_next)
        self.act(questions.LAY_RED_THREE)
        self._drawn(before)
        self._out_without_a_card()

    def meld(self, plan: Plan) -> None:
        """Lay melds."""
        self.act(questions.LAY_MELDS, plan=plan)
        self._out_without_a_card()

    def discard(self, kind: int) -> None:
        """Discard a card and pass the turn on."""
        self.act(questions.LAY_DISCARD, way=kind)
        self._out_without_a_card()
        if self.stage != "over":
            result = self.act(questions.END_TURN)
            self.stage = "draw"
            if result != PLAYING:
                self._end(result)

    def _out_without_a_card(self) -> None:
        if self.view.hand_size == 0:
            self._end(self.act(questions.GO_OUT))

    def _end(self, result: int) -> None:
        if self.hidden.mid_turn:
            self.act(questions.PUT_BACK)
        self.stage = "over"
        self.ended = END[result]
        self._result = result

    @property
    def stuck(self) -> bool:
        """Whether the player can neither discard nor go out: the round then ends without a move."""
        if self.stage != "play" or self.view.hand_size != 1 or self.ask(questions.MAY_GO_OUT):
            return False
        if self.unknown_in_hand:
            return True
        return self.copy().act(questions.LAST_CARD) == NO_MOVE

    # ------------------------------------------------------------------------------------------------------
    # What stands

    def document(self) -> dict[str, Any]:
        """Return the position as JSON knows it: the keys of a position file and a few more."""
        view, hidden = self.view, self.hidden
        stock = self._stock_known[int(hidden.stock_next) : int(hidden.stock_end)]
        cards = [int(kind) for kind in hidden.stock[int(hidden.stock_next) : int(hidden.stock_end)]]
        under = self.unknown_pile + int(view.surprise_size)
        pile = [int(kind) for kind in hidden.pile_order[under : int(view.pile_size)]]
        document: dict[str, Any] = {
            "to_move": self.seat,
            "phase": self.stage,
            "scores": [int(score) for score in view.scores],
            "pile": " ".join(filter(None, [as_text((), self.unknown_pile), as_text(pile)])),
            "stock": as_text(cards) if stock and all(stock) else len(stock),
            "hands": [self._hand_text(seat) for seat in range(int(view.players))],
            "melds": [self._melds_texts(side) for side in range(2)],
            "red_threes": [int(number) for number in view.red_threes],
            "frozen": bool(view.frozen),
        }
        if view.surprise_size:
            document["surprise"] = int(view.surprise_size)
        if view.locks:
            document["locks"] = as_text(kinds_of(int(view.locks)))
        if self.hidden.upcard_red_three:
            document["turned_red_three"] = True
        if view.blocked_by >= 0:
            document["blocked_by"] = int(view.blocked_by)
        if view.turnovers:
            document["turnovers"] = int(view.turnovers)
        document["has_melded"] = [seat for seat in range(int(view.players)) if view.has_melded[seat]]
        if self.ended is not None:
            document["ended"] = self.ended
            document["concealed"] = bool(self._result == WENT_OUT and self.hidden.concealed)
            document["round"] = self.result()
        return document

    def _hand_text(self, seat: int) -> str:
        word = self.hand if self.hidden.mid_turn and seat == self.seat else int(self.hidden.hands[seat])
        return as_text(kinds_of(word), self.unknown[seat])

    def _melds_texts(self, side: int) -> list[str]:
        view = self.view
        return melds_texts(int(view.naturals[side]), int(view.twos[side]), int(view.jokers[side]))

    def result(self) -> dict[str, Any] | None:
        """Return what the round that has ended counts per side; None where a hand has unknown cards left."""
        if any(self.unknown):
            return None
        rows = np.zeros((len(ROW_COLUMNS), 2), np.int32)
        self._module.score(self._record, self.view, self.hidden, self._result, rows)
        names = ("score", "melded", "in_hand", "bonus_canastas", "bonus_red_threes", "bonus_going_out")
        return {name: [int(number) for number in rows[ROW_COLUMNS.index(name)]] for name in names}
