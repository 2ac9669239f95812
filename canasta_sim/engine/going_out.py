"""Going out, and whether a turn can still end (RULES.md 3, 5.6)."""

from __future__ import annotations

from canasta_sim.engine.cards import (
    ACE,
    JOKER,
    NATURAL_HIGH,
    TWO,
    at_least_one,
    count,
    kinds_in,
    lowest_kind,
    one,
    total,
    wilds_in,
    without_lowest,
)
from canasta_sim.engine.compiling import compiled, inlined, seldom
from canasta_sim.engine.melds import canasta_number, canasta_ranks, natural_canasta_ranks, wild_room
from canasta_sim.engine.refusals import (
    DISCARD_REQUIRED,
    LEGAL,
    TOO_FEW_CANASTAS,
    TOO_FEW_NATURAL_CANASTAS,
)


@inlined
def canastas_refusal(rules, canastas: int, natural_canastas: int, black_threes: int) -> int:
    """Return why a side with so many canastas may not go out, or LEGAL.

    ``black_threes`` is how many of them the closing turn melds: with all four
    ``going_out.four_black_threes_need_canastas`` = no lifts the need for canastas.
    """
    if canastas < rules.going_out_canastas or natural_canastas < rules.going_out_natural_canastas:
        if black_threes == 4 and not rules.going_out_four_black_threes_need_canastas:
            return LEGAL
        return TOO_FEW_CANASTAS if canastas < rules.going_out_canastas else TOO_FEW_NATURAL_CANASTAS
    return LEGAL


@compiled
def melds_canastas_refusal(
    rules, naturals: int, twos: int, jokers: int, black_threes: int
) -> int:
    """Return canastas_refusal for a side's melds."""
    return canastas_refusal(
        rules,
        canasta_number(rules, naturals, twos, jokers),
        kinds_in(natural_canasta_ranks(naturals, twos, jokers)),
        black_threes,
    )


@seldom
def last_card_melds(
    rules, naturals: int, twos: int, jokers: int, card: int, black_threes: int
):
    """Return the three words that meld the one card left (a kind) and bring the canastas going out needs, or zeros."""
    if card <= ACE:
        if count(naturals, card) and (
            melds_canastas_refusal(rules, naturals + one(card), twos, jokers, black_threes) == LEGAL
        ):
            return one(card), 0, 0
        return 0, 0, 0
    if card != TWO and card != JOKER:
        return 0, 0, 0
    if wilds_in(naturals) > 0 and (
        melds_canastas_refusal(rules, naturals + one(card), twos, jokers, black_threes) == LEGAL
    ):
        return one(card), 0, 0
    ranks = at_least_one(naturals) & NATURAL_HIGH
    while ranks:
        rank = lowest_kind(ranks)
        ranks = without_lowest(ranks)
        if wild_room(rules, naturals, twos, jokers, rank) > 0:
            two = one(rank) if card == TWO else 0
            joker = one(rank) - two
            if melds_canastas_refusal(rules, naturals, twos + two, jokers + joker, black_threes) == LEGAL:
                return 0, two, joker
    return 0, 0, 0


@seldom
def short_hand_refusal(
    rules, naturals: int, twos: int, jokers: int, hand: int, black_threes: int
) -> int:
    """Return why a turn cannot end from a hand of one card or none, or LEGAL.

    With one card it can be discarded or melded in going out; with none the player is out already.
    """
    refusal = melds_canastas_refusal(rules, naturals, twos, jokers, black_threes)
    if total(hand) == 0:
        return DISCARD_REQUIRED if refusal == LEGAL and rules.going_out_discard_required else refusal
    if refusal == LEGAL or rules.going_out_discard_required:
        return refusal
    card = lowest_kind(at_least_one(hand))
    cards, twos, jokers = last_card_melds(rules, naturals, twos, jokers, card, black_threes)
    return LEGAL if (cards | twos | jokers) != 0 else refusal


@seldom
def is_concealed(
    rules, melded_before: int, joined: int, took: int, ranks_before: int, naturals: int, twos: int, jokers: int
) -> bool:
    """Return whether going out now is concealed (RULES.md 2 and 5.6).

    The player melded nothing in earlier turns, adds to no meld that lay there when the turn began, and, by
    the knobs, did not take the pile and laid a canasta of the own.
    """
    if melded_before or joined or (took and not rules.going_out_concealed_after_pile):
        return False
    if not rules.going_out_concealed_needs_canasta:
        return True
    if wilds_in(naturals) >= 7 and ((ranks_before >> (4 * TWO)) | (ranks_before >> (4 * JOKER))) & 8 == 0:
        return True
    return (canasta_ranks(rules, naturals, twos, jokers) & ~ranks_before) != 0
