"""The referee on the discard pile: who may take it, with what, and what follows (RULES.md 5.1, 5.4)."""

from __future__ import annotations

import pytest

from tests.referee.script import check, judge, lay_out

HAND = "K K K Q Q Q 2 Jk 7 5 4"
OTHER = "Q 8 8 8 T T J J 6 6 9"
OPEN = "draw 0: 4; meld! 0 K: K K K; discard 0: 4; draw 1: 5; "  # then seat 1 discards

CLOSED = "draw 0: 4; discard 0: Q; draw 1: 5; discard 1: Q; "

# name, knobs, moves, what must be found (None: all by the rules)
CASES = [
    ("pair", {}, OPEN + "discard 1: Q; take 0: Q Q from 9 4 Q; meld 0 Q: Q Q Q; discard 0: 7", None),
    (
        "pair with further cards from hand",
        {},
        OPEN + "discard 1: Q; take 0: Q Q from 9 4 Q; meld 0 Q: Q Q Q Q 2; discard 0: 7",
        None,
    ),
    (
        "natural and wild",
        {},
        OPEN + "discard 1: Q; take 0: Q 2 from 9 4 Q; meld 0 Q: Q Q 2; discard 0: 7",
        None,
    ),
    (
        "natural and wild forbidden",
        {"pile.with_natural_and_wild": False},
        OPEN + "discard 1: Q; take 0: Q 2 from 9 4 Q; meld 0 Q: Q Q 2; discard 0: 7",
        "with_natural_and_wild is false",
    ),
    (
        "natural and wild make no meld",
        {"melds.min_naturals": 3},
        OPEN + "discard 1: Q; take 0: Q 2 from 9 4 Q; meld 0 Q: Q Q Q 2; discard 0: 7",
        "melds.min_naturals is 3",
    ),
    ("two wilds", {}, OPEN + "discard 1: Q; take 0: 2 Jk from 9 4 Q; meld 0 Q: Q 2 Jk", "no way to take a Q"),
    ("cards not held", {}, OPEN + "discard 1: 8; take 0: 8 8 from 9 4 8", "lacks 8 8"),
    ("no cards", {}, OPEN + "discard 1: Q; take 0: from 9 4 Q; meld 0 Q: Q Q Q", "no meld of its rank"),
    (
        "match in the pile forbidden",
        {},
        OPEN + "discard 1: 8; draw 0: 6; discard 0: 7; draw 1: 6; discard 1: 9; take 0: 9 from 9 4 8 7 9",
        "lacks 9",
    ),
    (
        "wrong pile",
        {},
        OPEN + "discard 1: Q; take 0: Q Q from 4 9 Q; meld 0 Q: Q Q Q",
        "not what seat 0 takes",
    ),
    (
        "locks told that are none",
        {},
        OPEN + "discard 1: Q; take 0: Q Q from 9 4 Q locks 2",
        "not what seat 0",
    ),
    ("after drawing", {}, OPEN + "discard 1: Q; draw 0: 6; take 0: Q Q from 9 4 Q", "takes the pile after"),
    (
        "top card not melded first",
        {},
        OPEN + "discard 1: Q; take 0: Q Q from 9 4 Q; meld 0 K: 2; meld 0 Q: Q Q Q; discard 0: 7",
        "before Q Q Q",
    ),
    (
        "top card melded without the cards shown",
        {},
        OPEN + "discard 1: Q; take 0: Q 2 from 9 4 Q; meld 0 Q: Q Q Q; discard 0: 7",
        "before Q Q 2",
    ),
    (
        "top card never melded",
        {},
        OPEN + "discard 1: Q; take 0: Q Q from 9 4 Q; discard 0: 7",
        "before melding the top card",
    ),
    (
        "always frozen",
        {"pile.always_frozen": True},
        OPEN + "discard 1: Q; take 0: Q 2 from 9 4 Q; meld 0 Q: Q Q 2; discard 0: 7",
        "the pile is always frozen",
    ),
    (
        "too few cards",
        {"pile.min_cards": 4},
        OPEN + "discard 1: Q; take 0: Q Q from 9 4 Q; meld 0 Q: Q Q Q; discard 0: 7",
        "fewer than 4",
    ),
    (
        "just enough cards",
        {"pile.min_cards": 3},
        OPEN + "discard 1: Q; take 0: Q Q from 9 4 Q; meld 0 Q: Q Q Q; discard 0: 7",
        None,
    ),
    (
        "opening with a pair on the top card",
        {},
        CLOSED + "take 0: Q Q from 9 Q Q; meld! 0 Q: Q Q Q; discard 0: 7",
        None,
    ),
    (
        "opening without a pair",
        {},
        CLOSED + "take 0: Q 2 from 9 Q Q; meld! 0 Q: Q Q 2; discard 0: 7",
        "the side has not melded",
    ),
    (
        "never before the initial meld",
        {"pile.before_initial_meld": "never"},
        CLOSED + "take 0: Q Q from 9 Q Q; meld! 0 Q: Q Q Q; discard 0: 7",
        "a side that has not melded may not take",
    ),
    (
        "what lies inside the pile does not count for the minimum",
        {"initial_meld.minimum": [[float("-inf"), 40]]},
        CLOSED + "take 0: Q Q from 9 Q Q; meld! 0 Q: Q Q Q Q; discard 0: 7",
        "Q of the initial meld is from inside the pile",
    ),
    (
        "what lies inside the pile may be added after the minimum",
        {"initial_meld.minimum": [[float("-inf"), 30]]},
        CLOSED + "take 0: Q Q from 9 Q Q; meld! 0 Q: Q Q Q; meld 0 Q: Q; discard 0: 7",
        None,
    ),
]


@pytest.mark.parametrize(
    ("knobs", "moves", "wanted"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_taking_with_cards_from_hand(knobs, moves, wanted):
    check(judge(lay_out(knobs, [HAND, OTHER], "9", "4 5 6 6"), moves), wanted)


JOIN = "draw 0: 4; meld! 0 K: K K K; discard 0: 4; draw 1: 5; discard 1: K; "
TOOK = "take 0: from 9 4 K; meld 0 K: K; discard 0: 7"


@pytest.mark.parametrize(
    ("knobs", "wanted"),
    [
        ({}, None),
        ({"pile.add_to_meld": False}, "pile.add_to_meld is false"),
        ({"pile.add_to_canasta": False}, None),
        ({"pile.always_frozen": True}, "always frozen"),
    ],
)
def test_joining_a_meld(knobs, wanted):
    deal = lay_out(knobs, [HAND, "K 8 8 8 T T J J 6 6 9"], "9", "4 5 6 6")
    check(judge(deal, JOIN, TOOK), wanted)


@pytest.mark.parametrize(
    ("knobs", "wanted"),
    [
        ({}, None),
        ({"pile.add_to_canasta": False}, "pile.add_to_canasta is false"),
        ({"pile.add_to_meld": False}, "pile.add_to_meld is false"),
    ],
)
def test_joining_a_canasta(knobs, wanted):
    deal = lay_out(knobs, ["K K K K K K K 2 Jk 7 5", "K 8 8 8 T T J J 6 6 9"], "9", "4 5 6 6")
    opened = JOIN.replace("K K K;", "K K K K K K K;")
    check(judge(deal, opened, TOOK), wanted)


@pytest.mark.parametrize(
    ("knobs", "hand", "melded", "wanted"),
    [
        ({"pile.match_in_pile": True}, "K K K Q Q 8 9 2 Jk 7 5", "Q Q Q", None),
        ({"pile.match_in_pile": True}, "K K K Q 8 9 2 Jk 7 5 5", "Q Q 2", "before Q Q Q"),
        ({}, "K K K Q Q 8 9 2 Jk 7 5", "Q Q Q", "pile.match_in_pile is false"),
    ],
)
def test_match_in_the_pile(knobs, hand, melded, wanted):
    deal = lay_out(knobs, [hand, "Q 8 8 8 T T J J 6 6 9"], "Q", "4 5 6 6")
    check(judge(deal, OPEN, f"discard 1: Q; take 0: Q from Q 4 Q; meld 0 Q: {melded}"), wanted)


def test_match_in_the_pile_does_not_see_the_surprise():
    knobs = {
        "pile.match_in_pile": True,
        "deal.surprise": "upcard_number",
        "deal.upcard_rejects": ["wild", "3r"],
    }
    deal = lay_out(
        knobs, ["K K K Q J 8 9 2 Jk 7 5", "Q 8 8 8 T T J J 6 6 9"], "Q 5 6 7 4", "4 5 6 6", surprise=4
    )
    check(
        judge(deal, OPEN, "discard 1: Q; take 0: Q from Q 5 6 7 4 4 Q"), "no other Q lies face up in the pile"
    )


FREEZE_HAND = "K K K Q Q 8 9 2 3b 7 5"
FREEZE = (
    "draw 0: 4; meld! 0 K: K K K; discard 0: {thrown}; draw 1: 5; discard 1: K; "
    "take 0: from 9 {thrown} K; meld 0 K: K"
)


@pytest.mark.parametrize(
    ("knobs", "thrown", "wanted"),
    [
        ({}, "2", "a 2 lies in the pile"),
        ({"pile.wild_discard": "freezes"}, "4", None),
        ({"pile.black_three": "freezes"}, "3b", "a black three lies in the pile"),
        ({"pile.black_three": "blocks_next"}, "3b", None),
        ({"pile.black_three": "blocks_lap"}, "3b", None),  # the block is over when its player's turn comes
    ],
)
def test_frozen_by_a_discard(knobs, thrown, wanted):
    deal = lay_out(knobs, [FREEZE_HAND, "K 8 8 8 T T J J 6 6 9"], "9", "4 5 6 6")
    check(judge(deal, FREEZE.format(thrown=thrown)), wanted)


@pytest.mark.parametrize(
    ("knobs", "under", "wanted"),
    [
        ({}, "2", "a 2 lies in the pile"),
        ({"pile.wild_discard": "locks"}, "2", None),
        ({}, "3r", "a red three was turned at the deal"),
        ({"pile.upcard_red_three_freezes": False}, "3r", None),
        ({"red_threes.lay": "optional"}, "3r", "a red three was turned at the deal"),
    ],
)
def test_frozen_from_the_deal(knobs, under, wanted):
    deal = lay_out(knobs, [FREEZE_HAND, "K 8 8 8 T T J J 6 6 9"], f"{under} 9", "4 5 6 6")
    moves = f"discard 1: K; take 0: from {under} 9 4 K; meld 0 K: K"
    check(judge(deal, OPEN, moves), wanted)


def test_a_surprise_never_freezes():
    knobs = {"deal.surprise": "upcard_number"}
    deal = lay_out(knobs, [FREEZE_HAND, "K 8 8 8 T T J J 6 6 9"], "2 3b 3r 6 4", "4 5 6 6", surprise=4)
    moves = "take 0: from 2 3b 3r 6 4 4 K; meld 0 K: K"
    check(judge(deal, OPEN, "discard 1: K", moves, "red 0 pile: 3r ->; discard 0: 7"), None)


FOUR_HANDS = ["K K K 4 6 3b", "Q 5 6 7 8 9", "5 5 7 8 9 4", "T J Q A 7 4"]


@pytest.mark.parametrize(
    ("knobs", "wanted"),
    [({"pile.black_three": "blocks_lap"}, "a three of seat 0 closes the pile"), ({}, None)],
)
def test_a_lap_block(knobs, wanted):
    deal = lay_out({"table.players": 4, **knobs}, FOUR_HANDS, "9", "4 6")
    moves = "draw 0: 4; meld! 0 K: K K K; discard 0: 3b; draw 1: 6; discard 1: 5; "
    check(judge(deal, moves, "take 2: 5 5 from 9 3b 5; meld 2 5: 5 5 5; discard 2: 7"), wanted)


@pytest.mark.parametrize(
    ("knobs", "wanted"),
    [({}, "a three of seat 0 closes the pile"), ({"red_threes.discard_blocks": "next"}, None)],
)
def test_a_red_three_discarded(knobs, wanted):
    hands = [FOUR_HANDS[0].replace("3b", "3r"), *FOUR_HANDS[1:]]
    deal = lay_out({"table.players": 4, "red_threes.lay": "optional", **knobs}, hands, "9", "4 6")
    moves = "draw 0: 4; meld! 0 K: K K K; discard 0: 3r; draw 1: 6; discard 1: 5; "
    check(judge(deal, moves, "take 2: 5 5 from 9 3r 5; meld 2 5: 5 5 5; discard 2: 7"), wanted)


def test_a_lap_block_ends_with_a_turn_that_is_lost():
    knobs = {"table.players": 4, "pile.black_three": "blocks_lap", "pile.wild_discard": "skips_next"}
    hands = ["K K K 4 6 3b", "A A A 6 8 5", "T J Q 8 8 4", "T J 2 9 7 4"]
    deal = lay_out(knobs, hands, "9", "4 6 6 7 7 8")
    moves = "draw 0: 4; meld! 0 K: K K K; discard 0: 3b; draw 1: 6; discard 1: 5; draw 2: 6; discard 2: 6; "
    lost = "draw 3: 7; discard 3: 2; skip 0; draw 1: 7; discard 1: 8; "
    check(judge(deal, moves, lost, "take 2: 8 8 from 9 3b 5 6 2 8; meld 2 8: 8 8 8; discard 2: 4"), None)


def test_a_three_on_top_cannot_be_taken():
    deal = lay_out({}, [FREEZE_HAND, "3b 8 8 8 T T J J 6 6 9"], "9", "4 5 6 6")
    check(
        judge(deal, OPEN, "discard 1: 3b; take 0: 3b 3b from 9 4 3b"),
        "a 3b on top of the pile cannot be taken",
    )


LOCKS = {"pile.wild_discard": "locks"}
LOCK_MOVES = (
    "draw 0: 4; meld! 0 K: K K K; discard 0: 4; draw 1: 5; discard 1: 2; "
    "draw 0: 6; discard 0: 6; draw 1: 6; discard 1: Q; "
)
LOCK_HAND = "K K K Q Q Q 2 Jk 7 5 4"
LOCK_OTHER = "2 Q Q 8 T T J J 6 6 9"


@pytest.mark.parametrize(
    ("knobs", "hand", "moves", "wanted"),
    [
        ({}, LOCK_HAND, "take 0: Q Q from 9 4 6 Q locks 2; meld 0 Q: Q Q Q; meld 0 K: 2; discard 0: 7", None),
        ({}, LOCK_HAND, "take 0: Q Q from 9 4 6 Q locks 2; meld 0 Q: Q Q Q 2; discard 0: 7", None),
        ({}, LOCK_HAND, "take 0: Q Q from 9 4 6 Q locks 2; meld 0 Q: Q Q Q; discard 0: 7", "did not join"),
        ({}, LOCK_HAND, "take 0: Q Q from 9 4 6 Q; meld 0 Q: Q Q Q; discard 0: 7", "not what seat 0 takes"),
        (
            {},
            LOCK_HAND,
            "take 0: Q 2 from 9 4 6 Q locks 2; meld 0 Q: Q Q 2",
            "a wild card lies beside the pile",
        ),
        ({}, LOCK_HAND.replace("Jk", "8"), "take 0: Q Q from 9 4 6 Q locks 2", "two more wild cards"),
        ({"melds.max_wilds": 0}, LOCK_HAND, "take 0: Q Q from 9 4 6 Q locks 2", "have room for 0"),
    ],
)
def test_locks(knobs, hand, moves, wanted):
    deal = lay_out({**LOCKS, **knobs}, [hand, LOCK_OTHER], "9", "4 5 6 6")
    check(judge(deal, LOCK_MOVES, moves), wanted)


def test_a_lock_makes_no_new_wild_meld():
    knobs = {**LOCKS, "melds.wild_melds": True}
    deal = lay_out(knobs, [LOCK_HAND.replace("4", "Jk"), LOCK_OTHER], "9", "4 5 6 6")
    moves = "take 0: Q Q from 9 4 6 Q locks 2; meld 0 Q: Q Q Q; meld 0 wild: 2 2 Jk; discard 0: 7"
    check(judge(deal, LOCK_MOVES, moves), "did not join a meld")


def test_a_lock_is_no_part_of_the_pile():
    deal = lay_out(LOCKS, [LOCK_HAND, LOCK_OTHER], "9", "4 5 6 6")
    check(judge(deal, LOCK_MOVES, "take 0: Q Q from 9 4 2 6 Q locks"), "not what seat 0 takes")


OPENING_LOCK = (
    "draw 0: 4; discard 0: 4; draw 1: 5; discard 1: 2; draw 0: 6; discard 0: 6; draw 1: 6; discard 1: Q; "
)


@pytest.mark.parametrize(
    ("minimum", "moves", "wanted"),
    [
        (50, "meld! 0 Q: Q Q Q; meld! 0 K: K K K; meld 0 Q: 2; discard 0: 7", None),
        (
            50,
            "meld! 0 Q: Q Q Q; meld 0 Q: 2; discard 0: 7",
            "an initial meld of 30 points, the minimum is 50",
        ),
        (50, "meld! 0 Q: Q Q Q 2; discard 0: 7", "an initial meld of 30 points, the minimum is 50"),
        # one of the two twos laid is from the hand, and counts
        (50, "meld! 0 Q: Q Q Q 2 2; discard 0: 7", None),
        (60, "meld! 0 Q: Q Q Q 2; meld! 0 K: K K K; meld 0 Q: 2; discard 0: 7", None),
    ],
)
def test_locks_never_count_for_the_minimum(minimum, moves, wanted):
    knobs = {**LOCKS, "initial_meld.minimum": [[float("-inf"), minimum]]}
    deal = lay_out(knobs, [LOCK_HAND, LOCK_OTHER], "9", "4 5 6 6")
    check(judge(deal, OPENING_LOCK, "take 0: Q Q from 9 4 6 Q locks 2", moves), wanted)


def test_a_lock_does_not_make_an_initial_meld_mixed():
    knobs = {**LOCKS, "initial_meld.unmixed_below": 1500}
    deal = lay_out(knobs, [LOCK_HAND, LOCK_OTHER], "9", "4 5 6 6")
    take = "take 0: Q Q from 9 4 6 Q locks 2"
    check(judge(deal, OPENING_LOCK, take, "meld! 0 Q: Q Q Q 2; discard 0: 7"), None)
    check(judge(deal, OPENING_LOCK, take, "meld! 0 Q: Q Q Q 2 2; discard 0: 7"), "a mixed initial meld of Q")


@pytest.mark.parametrize(("allowed", "wanted"), [(True, None), (False, "a hand of one may not take")])
def test_hand_of_one_and_pile_of_one(allowed, wanted):
    knobs = {"pile.single_card_hand_may_take_single_card": allowed, "going_out.canastas": 0}
    deal = lay_out(knobs, ["K K K 4 5", "5 5 K 9 T"], "K")
    moves = (
        "take 0: K K from K; meld! 0 K: K K K; meld 0 K: K; discard 0: 5; "
        "take 1: 5 5 from 5; meld! 1 5: 5 5 5; discard 1: K; "
        "take 0: from K; meld 0 K: K; discard 0: 4; out 0"
    )
    check(judge(deal, moves), wanted)
