"""A player that does what it is told: the steps of turns written as text.

``draw`` · ``take K K`` (the cards from hand that justify it, nothing where the top joins a meld; for a side
that has not melded all it lays from hand: ``take K K, Q Q Q``) · ``meld K K K, 2 to Q`` (all of one
decision) · ``lay`` (a red three) · ``discard 4``. Steps are parted by ``;``.
"""

from __future__ import annotations

from typing import Any

from tests.engine.cards import CODES, WILDS, meld_words

DRAW, JOIN, PAIR, MATCH, WITH_TWO, WITH_JOKER = range(6)
NO_SUCH_CARD = 15


class Script:
    """The decisions of one turn, taken from a list of steps."""

    watch = None

    def __init__(self, turn: str) -> None:
        self.steps = [step.strip() for step in turn.split(";") if step.strip()]
        self.not_asked: list[str] = []
        self.stopped = False

    def _next(self, verb: str) -> str | None:
        """Return what follows a verb, where it begins the next step, and strike the step off."""
        if self.steps and self.steps[0].split()[0] == verb:
            return self.steps.pop(0).removeprefix(verb).strip()
        return None

    def _pass_over(self, *verbs: str) -> None:
        """Strike off the steps that come first and that the engine has not asked for."""
        while self.steps and self.steps[0].split()[0] in verbs:
            self.not_asked.append(self.steps.pop(0))

    def take(self, rules: Any, view: Any, me: Any) -> tuple[int, int, int, int]:
        """Answer the first decision."""
        shown = self._next("take")
        if shown is None:
            return DRAW, 0, 0, 0
        return way_of(shown, opened=view.naturals[view.side] != 0)

    def lay_red_three(self, rules: Any, view: Any, me: Any) -> int:
        """Lay a red three where the script says so."""
        self._pass_over("take")
        return 0 if self._next("lay") is None else 1

    def meld(self, rules: Any, view: Any, me: Any) -> tuple[int, int, int]:
        """Lay what comes next."""
        self._pass_over("take", "lay")
        return meld_words(self._next("meld") or "")

    def discard(self, rules: Any, view: Any, me: Any) -> int:
        """Discard what comes next, or nothing at all where the script ends."""
        self._pass_over("take", "lay", "meld")
        card = self._next("discard")
        self.stopped = card is None
        return NO_SUCH_CARD if card is None else CODES.index(card)

    def begin(self) -> None:
        """Pass over drawing: the engine draws where the pile is not taken."""
        self._next("draw")


def way_of(shown: str, opened: bool) -> tuple[int, int, int, int]:
    """Return the way of taking, and what an unopened side lays."""
    codes = shown.replace(",", " ").split()
    naturals = [code for code in codes if code not in WILDS]
    if not opened:
        return (PAIR, *meld_words(shown))
    if not codes:
        return JOIN, 0, 0, 0
    if len(naturals) == len(codes):
        return (PAIR if len(codes) == 2 else MATCH), 0, 0, 0
    return (WITH_TWO if "2" in codes else WITH_JOKER), 0, 0, 0
