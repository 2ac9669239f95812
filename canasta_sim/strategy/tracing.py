"""The log of a traced round as the events that others rely on (INTERFACE.md, "A trace")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from canasta_sim.engine import events as log_codes
from canasta_sim.engine.cards import CODES, NATURAL_FIELDS
from canasta_sim.engine.rows import END, ROW_COLUMNS
from canasta_sim.rules import RuleSet
from canasta_sim.rules.ruleset import knobs_as_json
from canasta_sim.strategy.recount import kind_values

_FIRST_ROOM = 4096
Event = dict[str, Any]


def cards_of(word: int) -> list[str]:
    """Return the codes of a packed word of cards, lowest kind first."""
    return [CODES[kind] for kind in range(15) for _ in range((word >> (4 * kind)) & 15)]


def read_log(rules: RuleSet, play: Callable[[Any], None], rows: Any) -> list[Event]:
    """Return the events of the one round that ``play`` writes into the log it is given.

    Parameters
    ----------
    rules : RuleSet
        The rules played.
    play : callable
        Plays the round with a log, an int64 array of shape (n, 8); called again with a larger one where it was
        too small.
    rows : ndarray of int32, shape (len(ROW_COLUMNS), 2)
        The round's rows, filled by ``play``.
    """
    room = _FIRST_ROOM
    while True:
        log = np.zeros((room, log_codes.ROW_WIDTH), np.int64)
        play(log)
        if log[0, 0] < room:
            break
        room = int(log[0, 0]) + 1
    lines = [tuple(line) for line in log[1 : log[0, 0] + 1].tolist()]
    return _Reader(rules, lines).events(rows)


class _Reader:
    """Reads the rows of a log one after the other."""

    def __init__(self, rules: RuleSet, lines: list[tuple[int, ...]]) -> None:
        self.rules = rules
        self.lines = lines
        self.at = 0
        self.values = dict(zip(CODES, (int(value) for value in kind_values(rules)), strict=True))
        self.pile: list[str] = []
        self.minimum: list[int | str] = [0, 0]
        self.opened = [False, False]
        self.points = [0, 0]
        self.laid: list[Counter[str]] = [Counter(), Counter()]
        self.unmixed = [False, False]

    def _kinds(self, code: int) -> list[str]:
        """Return the cards of the following rows of this code."""
        cards = []
        while self.at < len(self.lines) and self.lines[self.at][0] == code:
            cards.append(CODES[self.lines[self.at][1]])
            self.at += 1
        return cards

    def events(self, rows: Any) -> list[Event]:
        """Return all events of the round."""
        found = [self._deal()]
        readers = {
            log_codes.LOG_RED_THREES: self._red_three,
            log_codes.LOG_DRAW: self._draw,
            log_codes.LOG_TAKE: self._take,
            log_codes.LOG_MELD: self._meld,
            log_codes.LOG_LOCKS: self._locks,
            log_codes.LOG_DISCARD: self._discard,
            log_codes.LOG_SKIP: self._skip,
            log_codes.LOG_TURN_OVER: self._turn_over,
            log_codes.LOG_GO_OUT: self._go_out,
        }
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            found.extend(readers[line[0]](line))
        found.append(_end(rows))
        return found

    def _deal(self) -> Event:
        hands = []
        while self.lines[self.at][0] == log_codes.LOG_HAND:
            hands.append(cards_of(self.lines[self.at][1]))
            self.at += 1
        self.pile = self._kinds(log_codes.LOG_PILE)
        stock = self._kinds(log_codes.LOG_STOCK)
        _, first, surprise, *scores = self.lines[self.at][:5]
        self.at += 1
        below = self.rules["initial_meld.unmixed_below"]
        for side, score in enumerate(scores):
            steps = self.rules["initial_meld.minimum"]
            self.minimum[side] = [points for start, points in steps if score >= start][-1]
            self.unmixed[side] = score < below
        return {
            "event": "deal",
            "rules": knobs_as_json(self.rules),
            "first": first,
            "scores": scores,
            "hands": hands,
            "pile": list(self.pile),
            "surprise": surprise,
            "stock": stock,
        }

    def _red_three(self, line: tuple[int, ...]) -> list[Event]:
        _, seat, number, source, _ = line[:5]
        drawn = self._kinds(log_codes.LOG_STOCK)
        event = {
            "event": "red_three",
            "seat": seat,
            "cards": ["3r"] * number,
            "from": log_codes.FROM_NAMES[source],
            "replacement": drawn,
        }
        return [event]

    def _draw(self, line: tuple[int, ...]) -> list[Event]:
        return [{"event": "draw", "seat": line[1], "cards": self._kinds(log_codes.LOG_STOCK)}]

    def _take(self, line: tuple[int, ...]) -> list[Event]:
        _, seat, with_cards, naturals, twos, jokers, locks = line[:7]
        pile = self._kinds(log_codes.LOG_PILE)
        self.pile = []
        event = {
            "event": "take_pile",
            "seat": seat,
            "with": cards_of(with_cards),
            "pile": pile,
            "locks": cards_of(locks),
        }
        top = CODES.index(pile[-1])
        return [event, *self._melds(seat, naturals, twos, jokers, top)]

    def _locks(self, line: tuple[int, ...]) -> list[Event]:
        _, seat, naturals, twos, jokers = line[:5]
        return self._melds(seat, naturals, twos, jokers, never_initial=True)

    def _meld(self, line: tuple[int, ...]) -> list[Event]:
        _, seat, naturals, twos, jokers = line[:5]
        return self._melds(seat, naturals, twos, jokers)

    def _melds(
        self, seat: int, naturals: int, twos: int, jokers: int, first: int = -1, never_initial: bool = False
    ) -> list[Event]:
        """Return the meld events of one decision: initial melds first, up to the minimum.

        Only a concealed closing that the minimum is waived for may fall short of it: all its melds are initial.
        """
        side = seat % 2
        melds = _split_by_rank(naturals, twos, jokers)
        opening = not self.opened[side] and not never_initial
        if opening:
            canasta = self.minimum[side] == "canasta"
            mixed_last = self.unmixed[side]

            def order(meld: tuple[str, int, int, int]) -> tuple[bool, ...]:
                rank, cards, own_twos, own_jokers = meld
                is_mixed = bool(own_twos or own_jokers)
                size = len(cards_of(cards)) + len(cards_of(own_twos)) + len(cards_of(own_jokers))
                return (first < 0 or rank != CODES[first], mixed_last and is_mixed, canasta and size < 7)

            melds.sort(key=order)
        events = []
        for rank, cards, own_twos, own_jokers in melds:
            shown = cards_of(cards) + ["2"] * len(cards_of(own_twos)) + ["Jk"] * len(cards_of(own_jokers))
            events.append({"event": "meld", "seat": seat, "rank": rank, "cards": shown, "initial": opening})
            if not opening:
                continue
            self.points[side] += sum(self.values[code] for code in shown)
            self.laid[side][rank] += len(shown)
            if self.minimum[side] == "canasta":
                opening = self.laid[side][rank] < 7 or rank == "3b"
            else:
                opening = self.points[side] < int(self.minimum[side])
            self.opened[side] = not opening
        return events

    def _discard(self, line: tuple[int, ...]) -> list[Event]:
        return [{"event": "discard", "seat": line[1], "card": CODES[line[2]]}]

    def _skip(self, line: tuple[int, ...]) -> list[Event]:
        return [{"event": "skip", "seat": line[1]}]

    def _turn_over(self, line: tuple[int, ...]) -> list[Event]:
        return [
            {"event": "turn_over", "stock": self._kinds(log_codes.LOG_STOCK), "pile": self._kinds(log_codes.LOG_PILE)}
        ]

    def _go_out(self, line: tuple[int, ...]) -> list[Event]:
        return [{"event": "go_out", "seat": line[1], "concealed": bool(line[2])}]


def _split_by_rank(naturals: int, twos: int, jokers: int) -> list[tuple[str, int, int, int]]:
    """Return (rank, cards, twos, jokers) of each meld in three words; twos and jokers keep their rank's field."""
    melds = []
    for kind in range(11):
        field = 15 << (4 * kind)
        parts = (naturals & field, twos & field, jokers & field)
        if any(parts):
            melds.append((CODES[kind], *parts))
    if naturals & (255 << 44):
        melds.append(("wild", naturals & (255 << 44), 0, 0))
    if naturals & ~NATURAL_FIELDS & ~(255 << 44):
        melds.append(("3b", naturals & (15 << 52), 0, 0))
    return melds


def _end(rows: Any) -> Event:
    """Return the last event from the round's rows."""
    column = {name: rows[index] for index, name in enumerate(ROW_COLUMNS)}
    scores = [
        {
            "melded": int(column["melded"][side]),
            "in_hand": int(column["in_hand"][side]),
            "canastas": int(column["bonus_canastas"][side]),
            "red_threes": int(column["bonus_red_threes"][side]),
            "going_out": int(column["bonus_going_out"][side]),
            "total": int(column["score"][side]),
        }
        for side in range(2)
    ]
    return {"event": "end", "reason": END[int(column["end"][0])], "scores": scores}
