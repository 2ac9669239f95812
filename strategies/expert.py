"""Expert: the strongest of the built-in strategies.

It reads the rules first: a table for two or for four, one canasta to go out or two, one card drawn or two,
wild canastas that pay, naturals wanted for each wild card. For the kind of game it finds it has weights of
its own, found by playing, and with them it weighs every decision. It keeps most of its cards in hand until
they make canastas, for a full hand takes piles; it counts what is still out, remembers what the next player
took and threw, and asks of every discard how likely it loses the pile and what the pile is worth. It
freezes when a wild card costs less than that. Where the initial meld is dear it plays for that first; in a
game it goes out when that wins, and plays on when going out would lose.
"""

import numpy as np

from canasta_sim.strategy.toolbox import *

FACTS = Facts(
    version=1,
    random=False,
    memory=True,
    parameters={
        "caution": Parameter(1, 0, 10, "by how much it fears to lose the pile, times the usual"),
        "score": Parameter(1, 0, 1, "1: in a game it minds the scores and the target"),
        "weights": Parameter(-1, -1, 5, "-1: those that fit the rules; 0 to 5: those of one kind of game"),
    },
)
CAUTION, SCORE, CHOSEN = range(3)

TWO_MATCHING, TWO_PLAIN, FOUR_WILD, TWO_WILD, FOUR_STRICT, FOUR_PLAIN = range(6)
"""Kinds of games, the columns below: two players who may match the pile with one card, two who may not, four
and two with wild canastas, four who need two naturals a wild card or freeze with black threes, others."""

(
    JOIN, PAIR, WITH_WILD, OPEN_PILE, USEFUL, OPEN_KEEP, OPEN_WILDS, KEEP, KEEP_OUT, KEEP_FROZEN, NEED,
    NEED_MORE, PURE, OUT, OUT_OPPONENTS, OUT_PARTNER, OUT_STOCK, OUT_CANASTAS, OUT_WILDS, LOSS, LOSS_CARD,
    LOSS_SQUARE, LOSS_FROZEN, LOSS_OPENING, LOSS_JOIN, LOSS_NEAR, THROWN_BEFORE, HOLDS, SINGLE, TWOFOLD,
    THREEFOLD, MANYFOLD, UNSEEN, FITS, FITS_CANASTA, POINTS, POINTS_LATE, BLACK, BLACK_PILE, RED, TWOS,
    JOKERS, FREEZE, FREEZE_CARD, FREEZE_UNOPENED, HOARD, REACH, WILD_OPENING, WILD_LEAST,
) = range(49)

A_CARD = 10
"""Points that a card left in hand costs, about."""
CHEAP = 60
"""Points of an initial meld that comes about by itself."""

BY_GAME = [
    [    6,     7,     5,     5,     3,     3],  # JOIN: fewest cards of a pile to join its top to a meld
    [    3,     5,     4,     1,     2,     3],  # PAIR: ... to lay a natural pair for it
    [    9,     6,     1,     4,    11,     9],  # WITH_WILD: ... to spend a natural and a wild card on it
    [    5,     4,     1,     0,     2,     1],  # OPEN_PILE: ... to open with it
    [-0.46,  0.42, -0.31,  0.86, -0.50, -0.35],  # USEFUL: what each card that fits counts on top
    [    0,     7,     3,     5,     5,     0],  # OPEN_KEEP: cards to be left after opening from hand
    [   14,    14,     5,    10,    13,    14],  # OPEN_WILDS: most wild cards in mixed melds in opening
    [    4,     6,    11,    14,    11,    10],  # KEEP: cards kept in hand in melding
    [    4,     5,     5,     7,     3,     2],  # KEEP_OUT: ... once an opponent may go out
    [    9,    11,     2,    10,    14,    11],  # KEEP_FROZEN: ... while the pile is frozen
    [    1,     0,     2,     5,     4,     5],  # NEED: wild cards a canasta may cost to go out
    [    5,     5,     5,     5,     5,     3],  # NEED_MORE: ... and afterwards
    [    3,     4,     8,     4,     8,     8],  # PURE: naturals that keep a meld clean of wild cards
    [  229,   291,   110,   -52,   224,   298],  # OUT: wish to go out
    [ -3.9,  -4.8,   7.6,  10.5,  12.9,   5.7],  # OUT_OPPONENTS: ... for each card the opponents hold
    [ 10.5,   8.8,  -7.0,  -8.0,   6.2,  1.64],  # OUT_PARTNER: ... less this for each card the partner holds
    [-0.73, -1.42, -1.06,  1.11,  -3.7,  -3.2],  # OUT_STOCK: ... less this for each card in the stock
    [-12.5,   -21,   -82,   113,   6.7,    42],  # OUT_CANASTAS: ... for each canasta that they are ahead
    [    0,     0,    65,   321,     0,     0],  # OUT_WILDS: ... less this with four to six wild cards melded
    [  7.4,   -45,    56,  14.7,   127,   135],  # LOSS: points that a pile lost costs
    [   32,    32,    42,    79,   111,    87],  # LOSS_CARD: ... for each of its cards
    [ 1.31,  1.24,  1.99,   4.2,  0.79,   2.0],  # LOSS_SQUARE: ... for the square of their number
    [ 0.78,  1.81,  0.03,  0.36,   3.7,   2.9],  # LOSS_FROZEN: ... times this for a frozen pile
    [ 0.43,  0.82,     0,  0.69,  0.06,  0.08],  # LOSS_OPENING: ... times this if they must open with it
    [ 0.82,  0.55,  0.89,     0,   2.8,  1.90],  # LOSS_JOIN: ... times this for a card that joins their meld
    [-0.90, -0.04,  1.19,   3.1, -0.00,  0.02],  # LOSS_NEAR: ... times one and this near the end
    [ 0.25,  0.67,  0.81,  0.55,  1.01,  0.95],  # THROWN_BEFORE: chance of what he threw, against others
    [ 1.44,  1.75,  0.46,  0.51,  0.33,  0.79],  # HOLDS: what a card counts that he took with a pile
    [ 1.29, -19.8, -1.19,  19.6,    48,    31],  # SINGLE: points that a lone natural is worth in hand
    [   21,   8.0,    29,    59,    47,    54],  # TWOFOLD: ... one of two
    [  9.0,   -22,   -33,   -38,   -60,   -31],  # THREEFOLD: ... one of three
    [   20,  -2.4,  -7.4,   -70,    77,    72],  # MANYFOLD: ... one of more
    [  3.4,  -5.3, -10.4,  -5.7,   6.0,   2.3],  # UNSEEN: ... for each of its rank unseen (twos, threes)
    [   52,    82, -12.1,   -59, -19.4,   -20],  # FITS: ... when it fits a meld
    [   46,    58,  -5.0,  13.7,   7.0,   8.5],  # FITS_CANASTA: ... when it fits a canasta
    [-0.65, -0.83,  0.44,  0.08, -0.42, -0.84],  # POINTS: ... less its value times this
    [ 1.36,  1.33,  1.30,  0.74, -0.62, -0.52],  # POINTS_LATE: ... and of this more near the end
    [  -72,   -84,   -51,  11.3,   -90,   -90],  # BLACK: points that a black three is worth in hand
    [ 1.81,  11.8,   7.5,  13.4,  15.8,  11.3],  # BLACK_PILE: ... less this for each card of the pile
    [  100,   100,   177,   109,   100,   100],  # RED: points that a red three is worth in hand
    [  137,   208,   206,   235, -18.6,   -49],  # TWOS: points that a two is worth in hand
    [  136,    69,   184,   200,  17.3, -18.3],  # JOKERS: ... and a joker
    [ -161,  -106,   -91,  -132,  -162,  -120],  # FREEZE: ... less this where it freezes or locks the pile
    [-17.6,   -28, -19.5, -19.4,   9.9,  15.2],  # FREEZE_CARD: ... and this for each of its cards
    [  -28,   -42,  -170,  -173,    26,  -2.8],  # FREEZE_UNOPENED: ... and this until the own side has melded
    [    0,     0,     1,     1,     0,     0],  # HOARD: 1: keeps wild cards for a wild canasta in reach
    [    6,     6,     5,     4,     6,     6],  # REACH: wild cards the side must expect for that
    [    0,     0,     3,     2,     0,     0],  # WILD_OPENING: wild cards with which it opens, 0: never
    [    3,     3,     6,     7,     3,     3],  # WILD_LEAST: wild cards it begins a wild meld with
]  # fmt: skip
WEIGHTS = np.array(BY_GAME, dtype=np.float64).T.copy()
"""Shape (kinds of games, weights), found by playing against others and itself; mostly points."""


@compiled
def weights_for(rules, me):
    """Return the weights for these rules."""
    chosen = int(me.parameters[CHOSEN])
    if chosen >= 0:
        return WEIGHTS[chosen]
    if rules.table_players == 2:
        if rules.melds_wild_melds:
            return WEIGHTS[TWO_WILD]
        return WEIGHTS[TWO_MATCHING if rules.pile_match_in_pile else TWO_PLAIN]
    if rules.melds_wild_melds:
        return WEIGHTS[FOUR_WILD]
    strict = rules.melds_wild_ratio == RATIO_HALF or rules.pile_black_three == BLACK_FREEZES
    return WEIGHTS[FOUR_STRICT if strict else FOUR_PLAIN]


@compiled
def still_to_open(rules, view):
    """Return whether the side has yet to reach a dear initial meld: the weights come from cheap ones."""
    return view.naturals[view.side] == 0 and view.minimum[view.side] > CHEAP


@compiled
def watch(rules, me, seat, actor, event, cards):
    remember(me, seat, actor, event, cards)


@compiled
def take(rules, view, me):
    w = weights_for(rules, me)
    side = view.side
    fitting = at_least_one(view.naturals[side] & NATURAL_FIELDS) | pairs_held(view)
    rest = view.pile - one(view.top)
    worth = w[USEFUL] * (total(rest & fields_of(fitting)) + 2 * wilds_in(rest))
    if view.naturals[side] == 0:
        gain = view.pile_size - rules.draw_count + 1 + worth
        if gain >= w[OPEN_PILE] or still_to_open(rules, view):
            return take_plan(rules, view)
        return DRAW, 0, 0, 0
    less = 1 + worth
    return pile_way(rules, view, w[JOIN] - less, w[PAIR] - less, w[WITH_WILD] - less), 0, 0, 0


@compiled
def opening(rules, view, w):
    """Return the initial meld, or zeros to wait for a better one."""
    wilds = view.hand & WILD_FIELDS
    enough = rules.melds_wild_melds and 0 < w[WILD_OPENING] <= wilds_in(wilds)
    if enough and meld_refusal(rules, view, wilds, 0, 0) == LEGAL:
        return wilds, 0, 0
    cards, twos, jokers = initial_plan(rules, view, view.hand, max(0, view.hand_size - 2), -1)
    if still_to_open(rules, view):
        return cards, twos, jokers
    mixed = total(twos) + total(jokers)
    if mixed > w[OPEN_WILDS] and view.stock_size > 20:
        return 0, 0, 0
    if view.hand_size - total(cards) - mixed < w[OPEN_KEEP]:
        return 0, 0, 0
    return cards, twos, jokers


@compiled
def wants_out(rules, view, me, w, cards, twos, jokers):
    """Return whether going out now with these melds is better than playing on."""
    side = view.side
    opponents = view.hand_sizes[1 - side]
    partner = 0
    if view.players == 4:
        opponents += view.hand_sizes[3 - side]
        partner = view.hand_sizes[(view.seat + 2) & 3]
    if me.parameters[SCORE] and rules.game_mode == MODE_TARGET:
        own = view.scores[side] + standing(rules, view, side, cards, twos, jokers)
        own += rules.going_out_bonus - A_CARD * partner
        theirs = view.scores[1 - side] + standing(rules, view, 1 - side, 0, 0, 0) - A_CARD * opponents
        leads = own > theirs
        if max(own, theirs) >= rules.game_target and (leads or rules.game_winner_must_go_out):
            return True
        if theirs >= rules.game_target and not leads and fewest_to_go(rules, view) > 2:
            return False
    wish = w[OUT] + w[OUT_OPPONENTS] * opponents - w[OUT_PARTNER] * partner - w[OUT_STOCK] * view.stock_size
    wish += w[OUT_CANASTAS] * (view.canastas[1 - side] - view.canastas[side])
    if 4 <= wilds_in(view.naturals[side]) < 7:
        wish -= w[OUT_WILDS]
    return wish > 0


@compiled
def meld(rules, view, me):
    w = weights_for(rules, me)
    side = view.side
    cards, twos, jokers = going_out_plan(rules, view)
    possible = (cards | twos | jokers) != 0
    if possible and (view.naturals[side] == 0 or wants_out(rules, view, me, w, cards, twos, jokers)):
        return cards, twos, jokers
    if view.naturals[side] == 0:
        return opening(rules, view, w)
    keep = w[KEEP] if fewest_to_go(rules, view) == 99 else w[KEEP_OUT]
    if view.frozen or view.locks:
        keep = w[KEEP_FROZEN]
    need = w[NEED] if view.canastas[side] < rules.going_out_canastas else w[NEED_MORE]
    cards = lay_naturals(rules, view, NATURAL_HIGH, 3, int(keep))
    twos, jokers = 0, 0
    if view.hand & WILD_FIELDS:
        if not collects(rules, view, w):
            twos, jokers = complete_with_wilds(rules, view, cards, int(need), int(w[PURE]), 2)
        cards = wild_meld(rules, view, cards, twos, jokers, int(w[WILD_LEAST]), 2)
    return cards, twos, jokers


@compiled
def collects(rules, view, w):
    """Return whether wild cards are kept for a wild canasta."""
    if rules.melds_wild_melds == 0 or w[HOARD] == 0:
        return False
    own = wilds_in(view.hand) + wilds_in(view.naturals[view.side])
    return own < 7 and own + unseen_wilds(rules, view) * 0.5 >= w[REACH]


@compiled
def loss_of_pile(rules, view, me, w):
    """Return what it costs, in points, if the next player takes the pile with the discard."""
    loss = w[LOSS] + w[LOSS_CARD] * (view.pile_size + 1) + w[LOSS_SQUARE] * view.pile_size * view.pile_size
    if view.frozen or view.locks:
        loss *= w[LOSS_FROZEN]
    if fewest_to_go(rules, view) < 4:
        loss *= 1.0 + w[LOSS_NEAR]
    if view.naturals[1 - view.side] == 0:
        loss *= w[LOSS_OPENING]
    return loss * me.parameters[CAUTION]


@compiled
def worth_in_hand(rules, view, w, kind, unseen, done):
    """Return what a natural of ``kind`` is worth in hand, in points."""
    number = count(view.hand, kind)
    if number == 1:
        worth = w[SINGLE]
    elif number == 2:
        worth = w[TWOFOLD] + w[UNSEEN] * unseen
    elif number == 3:
        worth = w[THREEFOLD] + w[UNSEEN] * unseen
    else:
        worth = w[MANYFOLD]
    if count(view.naturals[view.side], kind):
        worth += w[FITS_CANASTA] if done & mask_of(kind) else w[FITS]
    return worth


@compiled
def worth_of_special(rules, view, w, kind, share):
    """Return what a wild card or a three is worth in hand; ``share``: what a point in hand costs."""
    if kind == BLACK_THREE:
        return w[BLACK] - w[BLACK_PILE] * view.pile_size - share * rules.score_black_three_in_hand
    if kind == RED_THREE:
        return w[RED]
    worth = w[TWOS] if kind == TWO else w[JOKERS]
    if view.frozen == 0 and view.locks == 0 and view.naturals[1 - view.side] != 0:
        worth -= w[FREEZE] + w[FREEZE_CARD] * view.pile_size
        if view.naturals[view.side] == 0:
            worth -= w[FREEZE_UNOPENED]
    return worth


@compiled
def discard(rules, view, me):
    if still_to_open(rules, view):
        return careful_discard(rules, view, 0, 99)
    w = weights_for(rules, me)
    side = view.side
    follower = next_seat(view)
    odds = view.hand_sizes[follower] / unseen_total(view)
    unseen = unseen_naturals(rules, view)
    ways = pile_ways(rules, view)
    joins = joinable_ranks(rules, view) if ways & BY_JOIN else 0
    wild = 1.0 - none_chance(unseen_wilds(rules, view) * odds)
    done = canasta_ranks(rules, view.naturals[side] & NATURAL_FIELDS, view.twos[side], view.jokers[side])
    loss = loss_of_pile(rules, view, me, w)
    late = view.stock_size < 20 or view.hand_sizes[follower] <= 3
    share = w[POINTS] + (w[POINTS_LATE] if late else 0.0)
    choice, least = NO_CARD, 1e18
    kinds = at_least_one(view.hand)
    while kinds:
        kind = lowest_kind(kinds)
        kinds = without_lowest(kinds)
        if kind <= ACE:
            out = count(unseen, kind)
            mean = out * odds + count(me.memory[HELD + follower], kind) * w[HOLDS]
            if count(me.memory[THROWN + follower], kind):
                mean *= w[THROWN_BEFORE]
            chance = take_chance(ways, joins, kind, mean, wild, count(view.pile, kind))
            if joins & mask_of(kind):
                chance *= w[LOSS_JOIN]
            cost = chance * loss - share * points(rules, one(kind))
            cost += worth_in_hand(rules, view, w, kind, out, done)
        else:
            cost = worth_of_special(rules, view, w, kind, share)
        if cost < least:
            choice, least = kind, cost
    return choice
