"""Taking the pile: who may, in which ways, and what then happens (RULES.md 5.1, 5.4)."""

from __future__ import annotations

from canasta_sim.engine.cards import (
    ACE,
    BLACK_THREE,
    JOKER,
    NATURAL_HIGH,
    NO_CARD,
    ONE_JOKER,
    ONE_TWO,
    RED_THREE,
    TWO,
    WILD_FIELDS,
    any_of,
    at_least_one,
    count,
    highest_kind,
    mask_of,
    one,
    total,
    wilds_in,
)
from canasta_sim.engine.compiling import compiled, inlined, seldom
from canasta_sim.engine.encoding import BEFORE_INITIAL_NEVER, EMPTY_PLAY_ON, LAY_AT_ONCE
from canasta_sim.engine.going_out import short_hand_refusal
from canasta_sim.engine.melds import (
    canasta_ranks,
    cards_used,
    initial_meld_refusal,
    melds_refusal,
    mixed_refusal,
    total_wild_room,
    wild_room,
    words_refusal,
)
from canasta_sim.engine.records import (
    TAKE_JOIN,
    TAKE_MATCH,
    TAKE_PAIR,
    TAKE_WAYS,
    TAKE_WITH_JOKER,
    TAKE_WITH_TWO,
    own_side,
)
from canasta_sim.engine.refusals import (
    BEFORE_INITIAL_MELD,
    FROZEN_FOR_ALL,
    FROZEN_FOR_SIDE,
    JOIN_CANASTA_NOT_ALLOWED,
    JOIN_NOT_ALLOWED,
    LEGAL,
    LOCK_NEEDS_ROOM,
    LOCK_NEEDS_WILDS,
    LOCKED,
    MATCH_NOT_ALLOWED,
    NO_MATCH_IN_PILE,
    NO_MELD_OF_RANK,
    NO_NATURAL,
    NO_PAIR,
    NO_WILD,
    NOT_A_MELD,
    PAIR_NOT_LAID,
    PILE_BLOCKED,
    PILE_EMPTY,
    PILE_TOO_SMALL,
    SINGLE_CARD_HAND,
    TOP_BLACK_THREE,
    TOP_RED_THREE,
    TOP_WILD,
    WILD_NOT_ALLOWED,
)


@compiled
def top_refusal(top: int) -> int:
    """Return why a pile with this top card (not a natural) can never be taken."""
    if top == NO_CARD:
        return PILE_EMPTY
    if top == BLACK_THREE:
        return TOP_BLACK_THREE
    return TOP_RED_THREE if top == RED_THREE else TOP_WILD


@inlined
def pile_refusal(rules, view) -> int:
    """Return why the player may not take the pile in any way, as far as his hand's cards do not matter."""
    if view.top > ACE:
        return top_refusal(view.top)
    if view.blocked_by >= 0 and view.blocked_by != view.seat:
        return PILE_BLOCKED
    if view.pile_size < rules.pile_min_cards:
        return PILE_TOO_SMALL
    if view.naturals[own_side(view)] == 0 and rules.pile_before_initial_meld == BEFORE_INITIAL_NEVER:
        return BEFORE_INITIAL_MELD
    if view.hand_size == 1 and view.pile_size == 1 and not rules.pile_single_card_hand_may_take_single_card:
        return SINGLE_CARD_HAND
    return LEGAL


@seldom
def _lock_refusal(rules, view) -> int:
    """Return why a locked pile may not be taken with a natural pair, or LEGAL (RULES.md 5.4)."""
    if wilds_in(view.hand) < 2:
        return LOCK_NEEDS_WILDS
    side = own_side(view)
    naturals = view.naturals[side] + 3 * one(view.top)
    if total_wild_room(rules, naturals, view.twos[side], view.jokers[side]) < total(view.locks):
        return LOCK_NEEDS_ROOM
    return LEGAL


@inlined
def _with_wild_refusal(rules, view, wild: int) -> int:
    """Return why one natural and one wild card (of kind ``wild``) may not take the pile, or LEGAL."""
    side = own_side(view)
    if not rules.pile_with_natural_and_wild:
        return WILD_NOT_ALLOWED
    if count(view.hand, view.top) < 1:
        return NO_NATURAL
    if count(view.hand, wild) < 1:
        return NO_WILD
    wilds = count(view.twos[side], view.top) + count(view.jokers[side], view.top)
    return mixed_refusal(rules, count(view.naturals[side], view.top) + 2, wilds + 1)


@inlined
def _join_refusal(rules, view) -> int:
    """Return why the top card alone may not join a meld of the side, or LEGAL."""
    side = own_side(view)
    if not rules.pile_add_to_meld:
        return JOIN_NOT_ALLOWED
    if count(view.naturals[side], view.top) == 0:
        return NO_MELD_OF_RANK
    if not rules.pile_add_to_canasta:
        canastas = canasta_ranks(rules, view.naturals[side], view.twos[side], view.jokers[side])
        if canastas & mask_of(view.top):
            return JOIN_CANASTA_NOT_ALLOWED
    return LEGAL


@inlined
def way_refusal(rules, view, way: int) -> int:
    """Return why the pile may not be taken in ``way`` where pile_refusal has nothing against it, or LEGAL.

    What a side that has not melded must lay for its minimum, and the card that must be kept, are judged by
    plan_refusal and keep_refusal.
    """
    if way == TAKE_PAIR:
        if count(view.hand, view.top) < 2:
            return NO_PAIR
        return _lock_refusal(rules, view) if view.locks else LEGAL
    if view.naturals[own_side(view)] == 0:
        return FROZEN_FOR_SIDE
    if view.locks:
        return LOCKED
    if view.frozen:
        return FROZEN_FOR_ALL
    if way == TAKE_JOIN:
        return _join_refusal(rules, view)
    if way == TAKE_MATCH:
        if not rules.pile_match_in_pile:
            return MATCH_NOT_ALLOWED
        if count(view.hand, view.top) < 1:
            return NO_NATURAL
        return LEGAL if count(view.pile, view.top) >= 2 else NO_MATCH_IN_PILE
    return _with_wild_refusal(rules, view, TWO if way == TAKE_WITH_TWO else JOKER)


@inlined
def justifying_cards(way: int, top: int) -> int:
    """Return the word of the cards from hand that justify taking in ``way``."""
    if way == TAKE_JOIN:
        return 0
    if way == TAKE_PAIR:
        return 2 * one(top)
    if way == TAKE_MATCH:
        return one(top)
    return one(top) + (ONE_TWO if way == TAKE_WITH_TWO else ONE_JOKER)


@seldom
def _replacements(rules, hidden, red_threes: int) -> int:
    """Return how many cards the stock would give for red threes from the pile."""
    if not rules.red_threes_replace_from_pile:
        return 0
    given = 0
    for index in range(hidden.stock_next, hidden.stock_end):
        if given < red_threes and hidden.stock[index] != RED_THREE:
            given += 1
    return given


@seldom
def keep_refusal(rules, view, hidden, naturals: int, twos: int, jokers: int, hand: int) -> int:
    """Return why the turn could not end after taking the pile, or LEGAL (RULES.md 3).

    ``naturals``, ``twos``, ``jokers``: the side's melds after the taking; ``hand``: the cards left in hand with
    the pile's.
    """
    size = total(hand)
    if rules.red_threes_lay == LAY_AT_ONCE:
        red_threes = count(hand, RED_THREE)
        hand -= red_threes * one(RED_THREE)
        size -= red_threes
        if size < 2 and red_threes > 0:
            size += _replacements(rules, hidden, red_threes)
    if size >= 2:
        return LEGAL
    naturals, twos, jokers = place_locks(rules, view, naturals, twos, jokers)
    return short_hand_refusal(rules, naturals, twos, jokers, hand, 0)


@compiled
def melds_after_taking(rules, view, way: int):
    """Return the side's three meld words and the taken cards melded from inside the pile, after taking in ``way``."""
    side = own_side(view)
    added = one(view.top)
    naturals = view.naturals[side] + added
    twos, jokers = view.twos[side], view.jokers[side]
    inside = 0
    if way == TAKE_PAIR:
        naturals += 2 * added
    elif way == TAKE_MATCH:
        naturals += 2 * added
        inside = added
    elif way == TAKE_WITH_TWO:
        naturals += added
        twos += added
    elif way == TAKE_WITH_JOKER:
        naturals += added
        jokers += added
    return naturals, twos, jokers, inside


@compiled
def way_keep_refusal(rules, view, hidden, way: int) -> int:
    """Return keep_refusal for an opened side that takes in ``way``."""
    naturals, twos, jokers, inside = melds_after_taking(rules, view, way)
    rest = view.pile + hidden.surprise - one(view.top) - inside
    hand = view.hand - justifying_cards(way, view.top) + rest
    return keep_refusal(rules, view, hidden, naturals, twos, jokers, hand)


@seldom
def _options_that_keep(rules, view, hidden, options: int) -> int:
    """Return ``options`` without those after which the turn could not end."""
    for way in range(1, TAKE_WAYS):
        if options & (1 << way) and way_keep_refusal(rules, view, hidden, way) != LEGAL:
            options &= ~(1 << way)
    return options


@inlined
def _red_threes_at_hand(view, hidden) -> int:
    """Return how many red threes lie in the pile and the hand."""
    return count(view.pile, RED_THREE) + count(hidden.surprise, RED_THREE) + count(view.hand, RED_THREE)


@inlined
def _top_in_reach(rules, view) -> bool:
    """Return whether some way to take the pile might do for its top card: one question for all, rarely in vain."""
    naturals = view.naturals[own_side(view)]
    # what stands in for cards of a natural pair: a meld for both, a wild card or a match in the pile for one
    helpers = 1 if (rules.pile_match_in_pile | (view.hand & WILD_FIELDS)) != 0 else 0
    helpers = 2 if count(naturals, view.top) != 0 else helpers
    helpers = 0 if naturals == 0 else helpers
    helpers = 0 if (view.frozen | view.locks) != 0 else helpers
    return count(view.hand, view.top) + helpers >= 2


@inlined
def take_options(rules, view, hidden) -> int:
    """Return the ways in which the player may take the pile, as bits ``1 << way``.

    For a side that has not melded the bit of the natural pair says that taking is possible if the initial
    meld is laid with it.
    """
    if not _top_in_reach(rules, view) or pile_refusal(rules, view) != LEGAL:
        return 0
    in_hand = count(view.hand, view.top)
    opened = view.naturals[own_side(view)] != 0
    options = 0
    if in_hand >= 2 and way_refusal(rules, view, TAKE_PAIR) == LEGAL:
        options = 1 << TAKE_PAIR
    if opened and not view.frozen and view.locks == 0:
        if way_refusal(rules, view, TAKE_JOIN) == LEGAL:
            options |= 1 << TAKE_JOIN
        if in_hand >= 1:
            for way in (TAKE_MATCH, TAKE_WITH_TWO, TAKE_WITH_JOKER):
                if way_refusal(rules, view, way) == LEGAL:
                    options |= 1 << way
    # no way lays more than three of these cards, red threes apart: where five more are there, two are left
    if options != 0 and opened and view.hand_size + view.pile_size < 5 + _red_threes_at_hand(view, hidden):
        options = _options_that_keep(rules, view, hidden, options)
    return options


@inlined
def taking_is_forced(rules, view, options: int) -> int:
    """Return 1 where a player with these ``options`` must take the pile (RULES.md 5.5, ``play_on``), else 0."""
    if view.stock_size == 0 and rules.stock_on_empty == EMPTY_PLAY_ON:
        return (options >> TAKE_JOIN) & 1
    return 0


@seldom
def plan_refusal(rules, view, hidden, cards: int, twos: int, jokers: int) -> int:
    """Return why a side that has not melded may not take the pile and lay these cards from hand, or LEGAL."""
    if cards >> (4 * BLACK_THREE):
        return NOT_A_MELD  # black threes can only follow, in going out
    refusal = words_refusal(view.hand, cards, twos, jokers)
    if refusal != LEGAL:
        return refusal
    if count(cards, view.top) < 2:
        return PAIR_NOT_LAID
    side = own_side(view)
    laid = cards + one(view.top)
    if view.locks:
        if wilds_in(view.hand) - wilds_in(cards) - total(twos) - total(jokers) < 2:
            return LOCK_NEEDS_WILDS
        if wild_room(rules, laid, twos, jokers, view.top) < total(view.locks):
            return LOCK_NEEDS_ROOM
    refusal = melds_refusal(rules, 0, 0, 0, laid, twos, jokers)
    if refusal == LEGAL:
        refusal = initial_meld_refusal(rules, view.minimum[side], view.unmixed[side], laid, twos, jokers)
    if refusal != LEGAL:
        return refusal
    hand = view.hand - cards_used(cards, twos, jokers) + view.pile + hidden.surprise - one(view.top)
    return keep_refusal(rules, view, hidden, laid, twos, jokers, hand)


@seldom
def place_locks(rules, view, naturals: int, twos: int, jokers: int):
    """Return a side's meld words with the wild cards beside the pile joined to them (RULES.md 5.4).

    ``naturals``, ``twos``, ``jokers``: with the top card and what was laid for it. The locks join melds that lay
    there before and that of the top card: the wild meld where there is one, then mixed melds, then natural ones,
    the highest rank first, so that natural melds stay natural as long as they can.
    """
    locks = view.locks
    before = view.naturals[own_side(view)]
    if locks and wilds_in(before) > 0:
        return naturals + locks, twos, jokers
    melds = (at_least_one(before) | mask_of(view.top)) & NATURAL_HIGH
    for spoil_natural in (False, True):
        mixed = any_of(twos | jokers)
        ranks = melds & ~mixed if spoil_natural else melds & mixed
        while ranks and locks:
            rank = highest_kind(ranks)
            ranks &= ~mask_of(rank)
            room = wild_room(rules, naturals, twos, jokers, rank)
            while room > 0 and locks:
                room -= 1
                if count(locks, TWO):
                    twos += one(rank)
                    locks -= ONE_TWO
                else:
                    jokers += one(rank)
                    locks -= ONE_JOKER
    return naturals, twos, jokers
