"""The referee on melds and the initial meld (RULES.md 2, 4 `melds.*` and `initial_meld.*`, 5.6, 5.9)."""

from __future__ import annotations

import pytest

from tests.referee.script import check, judge, lay_out

NEVER = float("-inf")
HAND = "K K K K Q Q Q 4 4 2 2 2 Jk 3b 3b 3b"


@pytest.mark.parametrize(
    ("knobs", "melds", "wanted"),
    [
        ({}, "meld! 0 K: K K K", None),
        ({}, "meld! 0 K: K K", "a meld of 2 cards"),
        ({}, "meld! 0 K: K K Q", "laid as a meld of K"),
        ({}, "meld! 0 K:", "none is laid as a meld"),
        ({}, "meld! 0 A: A A A", "holds only"),
        ({}, "meld! 0 K: K 2 2", "melds.min_naturals is 2"),
        ({"melds.min_naturals": 1}, "meld! 0 K: K 2 2", None),
        ({"melds.min_naturals": 1}, "meld! 0 K: 2 2 2", "no meld of this rank"),
        ({}, "meld! 0 K: K K 2", None),
        ({}, "meld! 0 K: K K K K 2 2 2 Jk", "melds.max_wilds is 3"),
        ({"melds.max_wilds": 0}, "meld! 0 K: K K K 2", "melds.max_wilds is 0"),
        ({"melds.max_wilds": 4}, "meld! 0 K: K K K K 2 2 2 Jk", None),
        ({"melds.max_wilds": "none"}, "meld! 0 K: K K 2 2 2 Jk", None),
        ({}, "meld! 0 K: K K K; meld 0 K: 2 2 2; meld 0 K: Jk", "melds.max_wilds is 3"),
        ({"melds.wild_ratio": "not_more"}, "meld! 0 K: K K 2 2", None),
        ({"melds.wild_ratio": "not_more"}, "meld! 0 K: K K 2 2 2", "wild_ratio is not_more"),
        ({"melds.wild_ratio": "fewer"}, "meld! 0 K: K K 2", None),
        ({"melds.wild_ratio": "fewer"}, "meld! 0 K: K K 2 2", "wild_ratio is fewer"),
        ({"melds.wild_ratio": "half"}, "meld! 0 K: K K K K 2 2", None),
        ({"melds.wild_ratio": "half"}, "meld! 0 K: K K K 2 2", "wild_ratio is half"),
        ({}, "meld! 0 wild: 2 2 2", "no melds of wild cards alone"),
        ({"melds.wild_melds": True}, "meld! 0 wild: 2 2 2 Jk", None),
        ({"melds.wild_melds": True}, "meld! 0 wild: 2 2", "a meld of 2 cards"),
        ({"melds.wild_melds": True, "melds.max_wilds": 0}, "meld! 0 wild: 2 2 2 Jk", None),
        ({"melds.wild_melds": True}, "meld! 0 wild: 2 2 2 K", "laid as a meld of wild"),
        ({}, "meld! 0 3b: 3b 3b 3b", "melds black threes and does not go out"),
        ({}, "meld! 0 3b: 3b 3b 2", "no wild card goes with black threes"),
        ({"melds.black_threes": "four"}, "meld! 0 3b: 3b 3b 3b", "black threes are melded all four"),
        ({"melds.black_threes": "never"}, "meld! 0 3b: 3b 3b 3b", "black threes are never melded"),
        ({}, "meld 0 K: K K K", "still part of the initial meld"),
        ({}, "meld! 0 K: K K K; meld! 0 Q: Q Q Q", "no longer part of the initial meld"),
        ({}, "meld! 0 K: K K K; meld 0 K: K 2", None),
        ({}, "meld! 1 K: 4 4 4", "plays in the turn of seat 0"),
        ({"initial_meld.minimum": [[NEVER, 50]]}, "meld! 0 K: K K K", "30 points, the minimum is 50"),
        ({"initial_meld.minimum": [[NEVER, 50]]}, "meld! 0 K: K K K; meld! 0 Q: Q Q Q", None),
        ({"initial_meld.minimum": [[NEVER, 15], [0, 40]]}, "meld! 0 K: K K K", "the minimum is 40"),
        ({"initial_meld.minimum": [[NEVER, 15], [5, 40]]}, "meld! 0 K: K K K", None),
        ({"initial_meld.minimum": [[NEVER, 160]]}, "meld! 0 K: K K K 2 2 2; meld! 0 Q: Q Q Jk", None),
        ({"initial_meld.minimum": [[NEVER, 165]]}, "meld! 0 K: K K K 2 2 2; meld! 0 Q: Q Q Jk", "160 points"),
        ({"initial_meld.minimum": [[NEVER, "canasta"]]}, "meld! 0 K: K K K K 2 2 2", None),
        ({"initial_meld.minimum": [[NEVER, "canasta"]]}, "meld! 0 K: K K K K 2 2; meld! 0 K: 2", None),
        (
            {"initial_meld.minimum": [[NEVER, "canasta"]]},
            "meld! 0 K: K K K K 2 2; meld! 0 Q: Q Q Q",
            "the minimum is canasta",
        ),
        ({"initial_meld.unmixed_below": 5}, "meld! 0 K: K K 2", "a mixed initial meld of K"),
        ({"initial_meld.unmixed_below": 5}, "meld! 0 K: K K K; meld 0 K: 2", None),
        (
            {"initial_meld.unmixed_below": 5, "initial_meld.minimum": [[NEVER, 50]]},
            "meld! 0 K: K K K; meld! 0 K: 2",
            "a mixed initial meld of K",
        ),
        ({"initial_meld.unmixed_below": 0}, "meld! 0 K: K K 2", None),
        ({"initial_meld.unmixed_below": 5, "melds.wild_melds": True}, "meld! 0 wild: 2 2 2", None),
    ],
)
def test_melds_of_one_turn(knobs, melds, wanted):
    deal = lay_out(knobs, [HAND], "9", "4 5 6 6")
    check(judge(deal, "draw 0: 4", melds, "discard 0: 4"), wanted)


def test_a_side_that_has_melded_has_no_initial_meld_any_more():
    deal = lay_out({"table.players": 4}, ["K K K 4 5", "4 5 6 7 8", "Q Q Q 4 5"], "9", "4 5 6 7")
    moves = "draw 0: 4; meld! 0 K: K K K; discard 0: 4; draw 1: 5; discard 1: 4; draw 2: 6; "
    check(judge(deal, moves, "meld 2 Q: Q Q Q; discard 2: 4"), None)
    check(judge(deal, moves, "meld! 2 Q: Q Q Q; discard 2: 4"), "no initial meld")


def test_the_minimum_is_that_of_the_own_side():
    minimum = {"initial_meld.minimum": [[NEVER, 15], [1500, 90]]}
    for scores, wanted in (((1500, 0), "the minimum is 90"), ((1495, 0), None), ((0, 1500), None)):
        deal = lay_out(minimum, [HAND], "9", "4 5 6 6", scores=scores)
        check(judge(deal, "draw 0: 4; meld! 0 K: K K K; discard 0: 4"), wanted)


def test_melding_before_drawing():
    deal = lay_out({}, [HAND], "9", "4 5 6 6")
    check(judge(deal, "meld! 0 K: K K K"), "melds before drawing or taking")


@pytest.mark.parametrize(
    ("first_turn", "moves", "wanted"),
    [
        ("normal", "draw 0: 4; discard 0: 4", None),
        ("normal", "discard 0: 4", "discards before drawing"),
        ("no_draw", "meld! 0 K: K K K; discard 0: 4; draw 1: 4; discard 1: 4", None),
        ("no_draw", "draw 0: 4; discard 0: 4", "draws in a first turn without drawing"),
        ("no_draw", "take 0: K K from K; meld! 0 K: K K K; discard 0: 4", "takes the pile in a first turn"),
        ("no_draw", "discard 0: 4; discard 1: 4", "discards before drawing"),
        ("discard_only", "discard 0: 4; draw 1: 4; discard 1: 4", None),
        ("discard_only", "meld! 0 K: K K K; discard 0: 4", "in which it only discards"),
        ("discard_only", "draw 0: 4; discard 0: 4", "draws in a first turn without drawing"),
    ],
)
def test_first_turn(first_turn, moves, wanted):
    deal = lay_out({"deal.first_turn": first_turn}, ["K K K 4 5", "4 5 6 7 8"], "K", "4 5 6 7")
    check(judge(deal, moves), wanted)


def test_cards_count_for_the_minimum_at_their_value():
    minimum = {"initial_meld.minimum": [[NEVER, 50]], "score.five_points_up_to": 9}
    for rank, three in (("8", "15"), ("T", "30"), ("A", None)):
        deal = lay_out(minimum, [f"{rank} {rank} {rank} 4 5"], "9", "4 5 6 7")
        wanted = three and f"{three} points, the minimum is 50"
        check(judge(deal, f"draw 0: 4; meld! 0 {rank}: {rank} {rank} {rank}; discard 0: 4"), wanted)
