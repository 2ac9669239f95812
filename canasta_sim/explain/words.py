"""Why something is not legal, in the words of a card player, with the knob behind it and its value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from canasta_sim.engine import refusals as code
from canasta_sim.engine.cards import BLACK_THREE, JOKER, RED_THREE, TWO
from canasta_sim.explain.cards import a_card, amount, as_text, cards_of, counted, kinds_of, listed, named
from canasta_sim.rules import RuleSet, value_as_json
from canasta_sim.rules.describe import value_in_words

if TYPE_CHECKING:
    from canasta_sim.explain.plans import Plan
    from canasta_sim.explain.table import Table

__all__ = [
    "Reason",
    "closing_fault",
    "initial_fault",
    "lay_fault",
    "meld_fault",
    "pile_fault",
    "plain",
    "way_fault",
]


@dataclass(frozen=True)
class Reason:
    """Why something is not legal.

    Attributes
    ----------
    sentence : str
        For a card player, without the knob.
    knob : str or None
        The knob that forbids it; None where no knob would allow it (cards that are not there).
    value : object
        The knob's value as JSON knows it.
    shown : str
        The value in words.
    """

    sentence: str
    knob: str | None = None
    value: Any = None
    shown: str = ""

    @property
    def text(self) -> str:
        """The sentence with the knob behind it."""
        return f"{self.sentence} ({self.knob}: {self.shown})" if self.knob else self.sentence

    def to_json(self) -> dict[str, Any]:
        """Return reason, knob and value for a document."""
        return {"reason": self.sentence, "knob": self.knob, "value": self.value}


def plain(sentence: str) -> Reason:
    """Return a reason that no knob stands behind."""
    return Reason(sentence)


def by_knob(rules: RuleSet, knob: str, sentence: str) -> Reason:
    """Return a reason that a knob stands behind."""
    return Reason(sentence, knob, value_as_json(rules[knob]), value_in_words(knob, rules[knob]))


# ----------------------------------------------------------------------------------------------------------
# The pile


def frozen_by(table: Table) -> tuple[str, str] | None:
    """Return the knob and the clause that say what freezes the pile for everyone; None where nothing does."""
    rules, pile = table.rules, int(table.view.pile)
    if not table.view.frozen:
        return None
    if rules["pile.always_frozen"]:
        return "pile.always_frozen", "the pile is always frozen"
    if rules["pile.wild_discard"] == "freezes":
        for kind in (TWO, JOKER):
            if cards_of(pile, kind):
                return "pile.wild_discard", f"the pile is frozen: {a_card(kind)} lies in it"
    if table.hidden.upcard_red_three and rules["pile.upcard_red_three_freezes"]:
        return "pile.upcard_red_three_freezes", "the pile is frozen: a red three was turned at the deal"
    return "pile.black_three", "the pile is frozen: a black three lies in it"


def _blocking_three(table: Table) -> tuple[str, str]:
    """Return the knob and the name of the three that blocks the pile for a lap."""
    rules, pile = table.rules, int(table.view.pile)
    red = rules["red_threes.lay"] == "optional" and rules["red_threes.discard_blocks"] == "lap"
    black = rules["pile.black_three"] == "blocks_lap"
    if red and (not black or not cards_of(pile, BLACK_THREE) or table.top == RED_THREE):
        return "red_threes.discard_blocks", a_card(RED_THREE)
    return "pile.black_three", a_card(BLACK_THREE)


def pile_fault(table: Table, refusal: int) -> Reason:
    """Say why the pile may not be taken at all."""
    if refusal == code.PILE_EMPTY:
        return plain("there is no pile to take")
    if refusal in (code.TOP_WILD, code.TOP_BLACK_THREE, code.TOP_RED_THREE):
        return _top_fault(table, refusal)
    return _closed_fault(table, refusal)


def _top_fault(table: Table, refusal: int) -> Reason:
    """Say why a pile with this top card is never taken."""
    rules = table.rules
    if refusal == code.TOP_WILD:
        return by_knob(
            rules,
            "pile.wild_discard",
            f"{a_card(table.top)} lies on top: nobody takes a pile with a wild card on it",
        )
    if refusal == code.TOP_BLACK_THREE:
        return by_knob(
            rules, "pile.black_three", "a black three lies on top: while it does, nobody takes the pile"
        )
    knob = "red_threes.discard_blocks" if rules["red_threes.lay"] == "optional" else "deal.upcard_rejects"
    return by_knob(rules, knob, "a red three lies on top: while it does, nobody takes the pile")


def _closed_fault(table: Table, refusal: int) -> Reason:
    """Say what closes the pile to the player."""
    rules, view = table.rules, table.view
    if refusal == code.PILE_BLOCKED:
        knob, three = _blocking_three(table)
        seat = int(view.blocked_by)
        return by_knob(rules, knob, f"the pile is closed: seat {seat} discarded {three}, until its next turn")
    if refusal == code.PILE_TOO_SMALL:
        size, fewest = int(view.pile_size), rules["pile.min_cards"]
        has = f"the pile has {amount(size)} card{'' if size == 1 else 's'}"
        return by_knob(rules, "pile.min_cards", f"{has}; {amount(fewest)} at least are needed to take it")
    if refusal == code.BEFORE_INITIAL_MELD:
        return by_knob(
            rules,
            "pile.before_initial_meld",
            "your side has not melded yet: until it has, the pile is closed to it",
        )
    return by_knob(
        rules,
        "pile.single_card_hand_may_take_single_card",
        "with one card in hand you may not take a pile of one card",
    )


def _holding(table: Table, kind: int) -> str:
    """Return ``you hold one``."""
    return f"you hold {amount(cards_of(table.hand, kind)).replace('no', 'none')}"


def _no_pair(table: Table) -> Reason:
    """Say that the pair that takes the pile is not there, and why a pair is needed."""
    need = f"you need two natural {named(table.top)}, {_holding(table, table.top)}"
    cause = pair_needed(table)
    if cause is None:
        return plain(need)
    return by_knob(table.rules, cause[0], f"{cause[1]}; {need}")


def pair_needed(table: Table) -> tuple[str, str] | None:
    """Return the knob and the clause that say why only a natural pair takes the pile, or None."""
    frozen = frozen_by(table)
    if frozen is not None:
        return frozen
    if table.view.locks:
        locks = kinds_of(int(table.view.locks))
        lie = "lies" if len(locks) == 1 else "lie"
        return "pile.wild_discard", f"the pile is locked: {as_text(locks)} {lie} beside it"
    if not table.opened:
        return "pile.before_initial_meld", "your side has not melded yet, so the pile is frozen for it"
    return None


def way_fault(table: Table, refusal: int, kind: int = 0) -> Reason:
    """Say why the pile may not be taken in one way; `kind` is the wild card of that way, where it has one."""
    rules, top = table.rules, table.top
    if refusal in (code.NO_PAIR, code.PAIR_NOT_LAID):
        return _no_pair(table)
    if refusal in (code.FROZEN_FOR_ALL, code.FROZEN_FOR_SIDE, code.LOCKED):
        cause = pair_needed(table)
        assert cause is not None
        need = f"only two natural {named(top)} from hand take it"
        if cards_of(table.hand, top) < 2:
            need += f", {_holding(table, top)}"
        return by_knob(rules, cause[0], f"{cause[1]}; {need}")
    if refusal == code.NO_WILD:
        return plain(f"you hold no {named(kind, 1)}")
    if refusal in _SIMPLE:
        knob, make = _SIMPLE[refusal]
        return by_knob(rules, knob, make(table)) if knob else plain(make(table))
    return _laying_fault(table, refusal, kind)


def _laying_fault(table: Table, refusal: int, kind: int) -> Reason:
    """Say why the cards that would take the pile cannot be laid."""
    if refusal in CLOSING:
        return closing_fault(
            table, refusal, before="with so few cards you could not end the turn after taking: "
        )
    if refusal in INITIAL:
        return initial_fault(table, refusal)
    naturals, twos, jokers = table.melds
    one = 1 << (4 * table.top)
    plan = naturals + 2 * one, twos + one * (kind == TWO), jokers + one * (kind == JOKER)
    return meld_fault(refusal, table.rules, table.top, plan)


_SIMPLE: dict[int, tuple[str, Callable[[Any], str]]] = {
    code.LOCK_NEEDS_WILDS: (
        "pile.wild_discard",
        lambda table: "the pile is locked: you must hold two more wild cards to show, and keep them",
    ),
    code.LOCK_NEEDS_ROOM: (
        "pile.wild_discard",
        lambda table: "the pile is locked: your melds have no room for the wild cards beside it",
    ),
    code.NO_NATURAL: ("", lambda table: f"you hold no {named(table.top, 1)}"),
    code.NO_MELD_OF_RANK: ("", lambda table: f"your side has no meld of {named(table.top)}"),
    code.NO_MATCH_IN_PILE: ("", lambda table: f"the pile holds no second {named(table.top, 1)}"),
    code.JOIN_NOT_ALLOWED: (
        "pile.add_to_meld",
        lambda table: "the top card alone may not join a meld to take the pile",
    ),
    code.JOIN_CANASTA_NOT_ALLOWED: (
        "pile.add_to_canasta",
        lambda table: f"your {named(table.top)} are a canasta: its next card does not take the pile",
    ),
    code.WILD_NOT_ALLOWED: (
        "pile.with_natural_and_wild",
        lambda table: "a natural and a wild card never take the pile",
    ),
    code.MATCH_NOT_ALLOWED: (
        "pile.match_in_pile",
        lambda table: "a card inside the pile does not help to take it",
    ),
}


# ----------------------------------------------------------------------------------------------------------
# Melds


def meld_fault(refusal: int, rules: RuleSet, rank: int, plan: Plan) -> Reason:
    """Say why cards are no meld.

    Parameters
    ----------
    refusal : int
        The engine's code.
    rules : RuleSet
    rank : int
        The meld's rank; TWO or JOKER for a wild meld.
    plan : tuple of int
        The whole meld, what lay there before included, as the three words.
    """
    cards, twos, jokers = plan
    naturals = cards_of(cards, rank)
    wilds = cards_of(twos, rank) + cards_of(jokers, rank) if rank < TWO else 0
    simple: dict[int, tuple[str, str]] = {
        code.NOT_IN_HAND: ("", "you do not hold these cards"),
        code.MELD_TOO_SMALL: (
            "",
            f"a meld has three cards at least, this would be {amount(naturals + wilds)}",
        ),
        code.TOO_FEW_NATURALS: (
            "melds.min_naturals",
            f"a meld with wild cards needs {amount(rules['melds.min_naturals'])} naturals at least, "
            f"this one has {counted(naturals, rank)}",
        ),
        code.TOO_MANY_WILDS: (
            "melds.max_wilds",
            f"a meld holds {amount(_limit(rules))} wild card{'' if _limit(rules) == 1 else 's'} at the most, "
            f"this one would have {amount(wilds)}",
        ),
        code.WILD_RATIO: (
            "melds.wild_ratio",
            f"{_RATIOS[rules['melds.wild_ratio']]}: {counted(naturals, rank)} with {amount(wilds)} wild "
            f"card{'' if wilds == 1 else 's'} {'is' if naturals + wilds == 1 else 'are'} no meld",
        ),
        code.NO_WILD_MELDS: ("melds.wild_melds", "wild cards alone are never a meld"),
        code.WILD_MELD_TOO_SMALL: ("melds.wild_melds", "a meld of wild cards has three cards at least"),
        code.NO_BLACK_THREE_MELDS: ("melds.black_threes", "black threes are never melded"),
        code.BLACK_THREES_NUMBER: (
            "melds.black_threes",
            f"{_BLACK.get(rules['melds.black_threes'], 'black threes are never melded')}, these are "
            f"{amount(cards_of(cards, BLACK_THREE))}",
        ),
        code.BLACK_THREES_ONLY_GOING_OUT: (
            "melds.black_threes",
            "black threes are melded only in the turn of going out, and this one cannot end so",
        ),
        code.DISCARD_ONLY: ("deal.first_turn", "in the first turn of the round the player only discards"),
    }
    if refusal == code.NOT_A_MELD:
        if rank == BLACK_THREE:
            return by_knob(rules, "melds.black_threes", "black threes are melded without wild cards")
        if rank == RED_THREE:
            return by_knob(rules, "red_threes.lay", "red threes are laid, never melded")
        return plain("wild cards need naturals to join")
    knob, sentence = simple.get(refusal, ("", "these cards are no meld"))
    return by_knob(rules, knob, sentence) if knob else plain(sentence)


def _limit(rules: RuleSet) -> int:
    most = rules["melds.max_wilds"]
    return 99 if most == "none" else int(most)


_RATIOS = {
    "none": "a meld may not hold so many wild cards",
    "not_more": "a meld may not have more wild cards than naturals",
    "fewer": "a meld must have fewer wild cards than naturals",
    "half": "a meld needs two naturals for each wild card",
}
_BLACK = {
    "three_or_four": "black threes are melded by three or four",
    "four": "black threes are melded only all four together",
}

INITIAL = (code.BELOW_MINIMUM, code.NO_CANASTA_TO_OPEN, code.MIXED_IN_INITIAL_MELD)


def initial_fault(table: Table, refusal: int, reached: int | None = None, most: bool = True) -> Reason:
    """Say why melds are no initial meld; `reached` is what they count, or the most that could be reached."""
    rules = table.rules
    score = int(table.view.scores[table.side])
    if refusal == code.MIXED_IN_INITIAL_MELD:
        return by_knob(
            rules,
            "initial_meld.unmixed_below",
            f"at a score of {score} the initial meld must be of natural or all-wild melds, none mixed",
        )
    if table.minimum == "canasta":
        sentence = (
            f"at a score of {score} the initial meld must hold a canasta; bonuses and the pile do not help"
        )
        return by_knob(rules, "initial_meld.minimum", sentence)
    counts = "" if reached is None else f"; these cards make {'at most ' if most else ''}{reached}"
    sentence = f"the initial meld must count {table.minimum} points at a score of {score}{counts}"
    return by_knob(rules, "initial_meld.minimum", sentence)


# ----------------------------------------------------------------------------------------------------------
# Going out, red threes

CLOSING = (code.TOO_FEW_CANASTAS, code.TOO_FEW_NATURAL_CANASTAS, code.DISCARD_REQUIRED)


def closing_fault(table: Table, refusal: int, plan: Plan = (0, 0, 0), before: str = "") -> Reason:
    """Say why the side may not go out with its melds and a plan; `before` begins the sentence."""
    from canasta_sim.explain.questions import CANASTAS, NATURAL_CANASTAS

    rules = table.rules
    if refusal == code.DISCARD_REQUIRED:
        return by_knob(
            rules,
            "going_out.discard_required",
            f"{before}going out needs a last card to discard, and none would be left",
        )
    natural = refusal == code.TOO_FEW_NATURAL_CANASTAS
    knob = "going_out.natural_canastas" if natural else "going_out.canastas"
    has, needed = table.ask(NATURAL_CANASTAS if natural else CANASTAS, plan=plan), rules[knob]
    what = "natural canasta" if natural else "canasta"
    sentence = (
        f"{before}going out needs {amount(needed)} {what}{'' if needed == 1 else 's'}, "
        f"your side {'would have' if any(plan) else 'has'} {amount(has).replace('no', 'none')}"
    )
    return by_knob(rules, knob, sentence)


def lay_fault(table: Table, refusal: int) -> Reason:
    """Say why no red three may be laid."""
    rules = table.rules
    if refusal == code.RED_THREES_LAID_AT_ONCE:
        return by_knob(rules, "red_threes.lay", "red threes are laid as soon as they are held, never later")
    if refusal == code.NO_RED_THREE:
        return plain("you hold no red three")
    if refusal == code.RED_THREE_LAST_CARD:
        return by_knob(rules, "red_threes.lay", "a red three is never laid as the last card in hand")
    return closing_fault(table, refusal, before="nothing would replace it, and ")


def spare_cards(kinds: list[int]) -> str:
    """Return ``a four and two nines`` for cards."""
    return listed([counted(kinds.count(kind), kind) for kind in sorted(set(kinds))])
