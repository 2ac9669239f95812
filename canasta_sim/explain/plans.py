"""Plans: melds as the engine takes them, three words (`canasta_sim.engine.melds`)."""

from __future__ import annotations

from canasta_sim.engine.cards import CODES, JOKER, TWO
from canasta_sim.explain.cards import is_wild, kinds_of, packed

__all__ = ["NOTHING", "Plan", "join_meld", "plan_cards", "plan_sum", "plan_total", "rank_name", "split_meld"]

Plan = tuple[int, int, int]
"""Cards (naturals by rank, wild melds, black threes), twos and jokers (by the rank they go to)."""

NOTHING: Plan = (0, 0, 0)


def plan_sum(first: Plan, second: Plan) -> Plan:
    """Return two plans joined."""
    return first[0] + second[0], first[1] + second[1], first[2] + second[2]


def plan_cards(plan: Plan) -> list[int]:
    """Return the kinds of all cards that a plan takes from the hand."""
    cards, twos, jokers = plan
    return sorted(kinds_of(cards) + [TWO] * len(kinds_of(twos)) + [JOKER] * len(kinds_of(jokers)))


def plan_total(plan: Plan) -> int:
    """Return how many cards a plan has."""
    return len(plan_cards(plan))


def split_meld(kinds: tuple[int, ...]) -> tuple[int | None, Plan]:
    """Return the rank of a meld (TWO for a wild meld, None for more than one rank) and its three words."""
    ranks = {kind for kind in kinds if not is_wild(kind)}
    if len(ranks) > 1:
        return None, NOTHING
    if not ranks:
        return TWO, (packed(kinds), 0, 0)
    return join_meld(kinds, next(iter(ranks)))


def join_meld(kinds: tuple[int, ...], rank: int) -> tuple[int, Plan]:
    """Return the rank and the three words of cards of it with wild cards."""
    naturals, twos, jokers = (sum(kind == each for kind in kinds) for each in (rank, TWO, JOKER))
    one = 1 << (4 * rank)
    return rank, (naturals * one, twos * one, jokers * one)


def rank_name(rank: int) -> str:
    """Return what a meld is called in files: a code, or ``wild``."""
    return "wild" if rank in (TWO, JOKER) else CODES[rank]
