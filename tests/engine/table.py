"""A table laid out by hand, and turns played on it by the engine's own driver.

>>> table = Table(ENGINE, rules, hand="K K 4 5", pile="9 K", melds=["Q Q Q", ""])
>>> table.play("take K K; discard 4")      # "" where all of it is legal, else why not
''
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from canasta_sim.rules import RuleSet
from tests.engine.cards import CODES, kinds, meld_words, melds_text, text_of, word
from tests.engine.script import NO_SUCH_CARD, Script, way_of
from tests.uncompiled import Engine

LEGAL = ""
_ENDED = ("went out", "stock", "no move")


class Table:
    """A position, the side of seat 0 (or of ``seat``) to move.

    Parameters
    ----------
    engine : Engine
        The code that plays.
    rules : RuleSet
        The rules played.
    hand : str
        Cards of the seat to move, before it draws.
    others : str
        Hand of every other seat.
    pile, surprise : str
        The pile, bottom first, and the face-down cards under it.
    stock : str
        Next card first.
    melds : sequence of str
        Per side, as in a script.
    seat, turn : int
        Who moves, and which turn of the round it is (1: the first).
    red_threes, scores : sequence of int
        Per side.
    locks : str
        Wild cards beside the pile.
    has_melded : sequence of int
        Seats that have melded (default: the first of each side that has melds).
    turned : bool
        A red three was turned at the deal, under or as the upcard.
    """

    def __init__(
        self,
        engine: Engine,
        rules: RuleSet,
        *,
        hand: str = "4 5 6 7 8",
        others: str = "4 5 6 7 8",
        pile: str = "9",
        surprise: str = "",
        stock: str = "4 5 6 7 8 9 T J Q K",
        melds: Sequence[str] = ("", ""),
        seat: int = 0,
        turn: int = 9,
        red_threes: Sequence[int] = (0, 0),
        scores: Sequence[int] = (0, 0),
        locks: str = "",
        has_melded: Sequence[int] | None = None,
        turned: bool = False,
        turnovers: int = 0,
        blocked_by: int = -1,
    ) -> None:
        self.engine, self.rules = engine, engine.encode(rules)
        self.view, self.hidden = engine.tables()
        self.ended: str | None = None
        self._result = engine.records.PLAYING
        first = (seat - turn + 1) % self.rules.table_players
        engine.dealing.reset(self.rules, self.view, self.hidden, first, *scores)
        self.hidden.stream[0] = 7
        self._seat_all(seat, turn, hand, others)
        self._lay_pile(pile, surprise, turned)
        self._lay_stock(stock)
        for side in range(2):
            self._lay_melds(side, melds[side], turn)
            self.view.red_threes[side] = red_threes[side]
        for each in range(2) if has_melded is None else has_melded:
            self.view.has_melded[each] = 1 if has_melded is not None or melds[each] else 0
        self.view.locks, self.view.turnovers, self.view.blocked_by = word(locks), turnovers, blocked_by

    def _seat_all(self, seat: int, turn: int, hand: str, others: str) -> None:
        self.view.seat, self.view.side, self.view.turn = seat, seat % 2, turn - 1
        for each in range(self.rules.table_players):
            cards = hand if each == seat else others
            self.hidden.hands[each], self.view.hand_sizes[each] = word(cards), len(cards.split())

    def _lay_pile(self, pile: str, surprise: str, turned: bool) -> None:
        view, hidden = self.view, self.hidden
        order = kinds(surprise) + kinds(pile)
        hidden.pile_order[: len(order)] = order
        hidden.surprise, view.surprise_size = word(surprise), len(kinds(surprise))
        view.pile, view.pile_size = word(pile), len(order)
        view.top = kinds(pile)[-1] if pile else NO_SUCH_CARD
        hidden.upcard_index = -1
        hidden.upcard_red_three = int(turned)
        view.frozen = self.engine.dealing.pile_frozen(self.rules, view, hidden.upcard_red_three)

    def _lay_stock(self, stock: str) -> None:
        cards = kinds(stock)
        self.hidden.stock[: len(cards)] = cards
        self.hidden.stock_next, self.hidden.stock_end = 0, len(cards)
        self.view.stock_size = len(cards)

    def _lay_melds(self, side: int, melds: str, turn: int) -> None:
        view, words = self.view, meld_words(melds)
        view.naturals[side], view.twos[side], view.jokers[side] = words
        view.canastas[side] = self.engine.melds.canasta_number(self.rules, *words)
        view.natural_canastas[side] = self.engine.melds.natural_canasta_ranks(*words).bit_count()
        view.opened_turn[side] = turn - 1 if melds else 0

    # ---- playing

    def play(self, turns: str) -> str:
        """Play one turn, or several parted by ``/``; return "" or why the first illegal one is not legal."""
        for turn in turns.split("/"):
            reason = self._play_turn(Script(turn))
            if reason:
                return reason
        return LEGAL

    def _play_turn(self, script: Script) -> str:
        assert self.ended is None, f"the round has ended: {self.ended}"
        engine, view, hidden = self.engine, self.view, self.hidden
        wanted = script.steps[0] if script.steps and script.steps[0].startswith("take") else ""
        script.begin()
        players, seats = [script] * 4, engine.seats()
        why = self._why_not_take(wanted.removeprefix("take").strip()) if wanted else ""
        result = engine.driver.play_turn(self.rules, view, hidden, players, seats, None)
        if view.took:
            why = ""  # it was taken, whatever those functions say
        if result == engine.records.FAULTY:
            return self._fault_words(hidden, script, why)
        if result != engine.records.PLAYING:
            self.ended = _ENDED[result]
        for step in [*script.not_asked, *script.steps]:
            return why or f"not asked: {step}"
        return LEGAL

    def _fault_words(self, hidden: Any, script: Script, why: str) -> str:
        """Say why the driver stopped; that it stopped since the script had ended is a lack of the test."""
        step = self.engine.records.STEP_NAMES[hidden.fault_step]
        if step == "take or draw" and why:
            return why
        for passed in script.not_asked:
            return why or f"not asked: {passed}"
        if step == "discard" and script.stopped:
            return "cannot stop here"
        return self.reason(hidden.fault)

    def reason(self, code: int) -> str:
        """Return a refusal's name in small words, "" for none."""
        if code == 0:
            return LEGAL
        names = {value: name for name, value in vars(self.engine.refusals).items() if name.isupper()}
        return names[code].lower().replace("_", " ")

    def _why_not_take(self, shown: str) -> str:
        """Say why the pile may not be taken so, as the functions behind `take_options` tell it one by one."""
        pile, view = self.engine.pile, _begun(self)
        refusal = pile.pile_refusal(self.rules, view)
        way, *plan = way_of(shown, opened=view.naturals[view.side] != 0)
        if refusal == 0:
            refusal = pile.way_refusal(self.rules, view, way)
        if refusal == 0 and view.naturals[view.side] == 0:
            refusal = pile.plan_refusal(self.rules, view, self.hidden, *plan)
        elif refusal == 0:
            refusal = pile.way_keep_refusal(self.rules, view, self.hidden, way)
        return self.reason(refusal)

    # ---- looking

    def hand(self, seat: int) -> str:
        """Return a hand as text, lowest first."""
        in_view = self.hidden.mid_turn and seat == self.view.seat
        return text_of(self.view.hand if in_view else self.hidden.hands[seat])

    def melds(self, side: int) -> str:
        """Return a side's melds as text."""
        return melds_text(self.view.naturals[side], self.view.twos[side], self.view.jokers[side])

    @property
    def pile(self) -> str:
        """The pile, bottom first."""
        return " ".join(CODES[kind] for kind in self.hidden.pile_order[: self.view.pile_size])

    @property
    def stock(self) -> str:
        """The stock, next card first."""
        return " ".join(CODES[kind] for kind in self.hidden.stock[self.hidden.stock_next : self.hidden.stock_end])

    def score(self, side: int = 0) -> dict[str, int]:
        """Return the row of a side, as the round has ended or stands."""
        names = self.engine.rows.ROW_COLUMNS
        rows = np.zeros((len(names), 1), np.int64)
        end = _ENDED.index(self.ended) if self.ended else 1
        self.engine.scoring.write_row(self.rules, self.view, self.hidden, side, end, rows, 0)
        return {name: int(rows[place, 0]) for place, name in enumerate(names)}


def _begun(table: Table) -> Any:
    """Return the view as it will be once the turn has begun, in which the pile may be taken or not."""
    view, fresh = table.view, table.engine.tables()[0]
    for name in type(view).__slots__:
        value = getattr(view, name)
        setattr(fresh, name, list(value) if isinstance(value, list) else value)
    fresh.hand, fresh.hand_size = table.hidden.hands[view.seat], view.hand_sizes[view.seat]
    if fresh.blocked_by == fresh.seat:
        fresh.blocked_by = -1
    return fresh
