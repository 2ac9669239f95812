"""The referee on going out, concealed or not, and on a player who cannot move (RULES.md 3, 5.6)."""

from __future__ import annotations

import pytest

from tests.referee.script import check, judge, lay_out

NEVER = float("-inf")
SEVEN = "K K K K K K K"
FIRST = f"draw 0: 5; meld! 0 K: {SEVEN}; "


@pytest.mark.parametrize(
    ("knobs", "moves", "wanted"),
    [
        ({}, "meld 0 4: 4 4 4; discard 0: 5; out! 0; end went_out", None),
        ({}, "meld 0 4: 4 4 4; discard 0: 5; out 0; end went_out", "it is: True"),
        ({}, "meld 0 4: 4 4 4; discard 0: 5; end went_out", "go_out must come"),
        ({}, "meld 0 4: 4 4 4; discard 0: 5; out! 0; end stock", "a player went out"),
        ({}, "meld 0 4: 4 4 4; discard 0: 5; out! 0; draw 1: 6", "end must come"),
        ({}, "meld 0 4: 4 4 4; discard 0: 5; out! 0; end went_out; draw 1: 6", "after the end of the round"),
        ({}, "meld 0 4: 4 4 4; out! 0; end went_out", "goes out holding 1 cards"),
        ({}, "meld 0 4: 4 4 4; end went_out", "nobody went out"),
        (
            {"going_out.canastas": 2},
            "meld 0 4: 4 4 4; discard 0: 5; out! 0",
            "1 canastas, going_out.canastas is 2",
        ),
        ({"going_out.natural_canastas": 1}, "meld 0 4: 4 4 4; discard 0: 5; out! 0; end went_out", None),
        ({"going_out.concealed_needs_canasta": False}, "meld 0 4: 4 4 4; discard 0: 5; out! 0", None),
    ],
)
def test_going_out_with_a_discard(knobs, moves, wanted):
    deal = lay_out(knobs, [f"{SEVEN} 4 4 4", "6 7 8 9 T J Q A 5 5"], "9", "5 6")
    check(judge(deal, FIRST, moves), wanted)


@pytest.mark.parametrize(
    ("required", "wanted"), [(False, None), (True, "without the discard that is required")]
)
def test_going_out_without_a_discard(required, wanted):
    deal = lay_out({"going_out.discard_required": required}, [f"{SEVEN} 4 4 4"], "9", "4")
    moves = f"draw 0: 4; meld! 0 K: {SEVEN}; meld 0 4: 4 4 4 4; out! 0; end went_out"
    check(judge(deal, moves), wanted)


def test_natural_canastas():
    deal = lay_out({"going_out.natural_canastas": 1}, ["K K K K K K 2 4 4 4"], "9", "5")
    moves = "draw 0: 5; meld! 0 K: K K K K K K 2; meld 0 4: 4 4 4; discard 0: 5; out! 0"
    check(judge(deal, moves), "0 natural canastas, going_out.natural_canastas is 1")


LATER = f"draw 0: 5; meld! 0 K: {SEVEN}; discard 0: 5; draw 1: 6; discard 1: 6; draw 0: 4; "


def test_going_out_later_is_not_concealed():
    deal = lay_out({}, [f"{SEVEN} 4 4 4", "6 7 8 9 T J Q A 5 5"], "9", "5 6 4")
    check(judge(deal, LATER, "meld 0 4: 4 4 4 4; out 0; end went_out"), None)
    check(judge(deal, LATER, "meld 0 4: 4 4 4 4; out! 0; end went_out"), "it is: False")


PARTNERS = ["K K K 4 4 4 5 5 6 6 7", "6 6 7 7 8 8 9 9 T T J", "Q Q Q Q Q Q Q 4 4 4 K"]
PARTNER = "draw 0: 5; meld! 0 K: K K K; discard 0: 7; draw 1: 7; discard 1: J; draw 2: 4; "


@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        ("meld 2 Q: Q Q Q Q Q Q Q; meld 2 4: 4 4 4 4; discard 2: K; out! 2", None),
        ("meld 2 Q: Q Q Q Q Q Q Q; meld 2 4: 4 4 4 4; discard 2: K; out 2", "it is: True"),
        ("meld 2 Q: Q Q Q Q Q Q Q; meld 2 4: 4 4 4 4; meld 2 K: K; out 2", None),
        ("meld 2 Q: Q Q Q Q Q Q Q; meld 2 4: 4 4 4 4; meld 2 K: K; out! 2", "it is: False"),
    ],
)
def test_concealed_adds_nothing_to_the_partners_melds(moves, wanted):
    deal = lay_out({"table.players": 4}, PARTNERS, "9", "5 7 4")
    check(judge(deal, PARTNER, moves), wanted)


@pytest.mark.parametrize(
    ("knobs", "out", "wanted"),
    [
        ({}, "out! 0", None),
        ({"going_out.concealed_after_pile": False}, "out 0", None),
        ({"going_out.concealed_after_pile": False}, "out! 0", "it is: False"),
        (
            {"initial_meld.minimum": [[NEVER, 90]]},
            "out! 0",
            "an initial meld of 65 points, the minimum is 90",
        ),
    ],
)
def test_concealed_after_taking_the_pile(knobs, out, wanted):
    deal = lay_out(knobs, ["4 4 4 4 4 4 4 9 9 T"], "9")
    flag = "!" if "initial_meld.minimum" in knobs else ""
    moves = f"take 0: 9 9 from 9; meld! 0 9: 9 9 9; meld{flag} 0 4: 4 4 4 4 4 4 4; discard 0: T;"
    check(judge(deal, moves, out), wanted)


@pytest.mark.parametrize(
    ("knobs", "scores", "moves", "wanted"),
    [
        ({}, (0, 0), "meld! 0 4: 4 4 4 4 4 4 4; meld! 0 5: 5 5 5 5; out! 0", None),
        (
            {"initial_meld.concealed_waives_minimum": False},
            (0, 0),
            "meld! 0 4: 4 4 4 4 4 4 4; meld! 0 5: 5 5 5 5; out! 0",
            "55 points, the minimum is 90",
        ),
        ({}, (0, 0), "meld! 0 4: 4 4 4 4 4 4 4; discard 0: 5", "35 points, the minimum is 90"),
        ({}, (0, 0), "meld! 0 4: 4 4 4 4 4 4 4; meld 0 5: 5 5 5 5; out! 0", "still part of the initial meld"),
    ],
)
def test_a_concealed_going_out_may_waive_the_minimum(knobs, scores, moves, wanted):
    knobs = {"initial_meld.minimum": [[NEVER, 90]], **knobs}
    deal = lay_out(knobs, ["4 4 4 4 4 4 4 5 5 5"], "9", "5", scores=scores)
    check(judge(deal, "draw 0: 5", moves), wanted)


def test_the_waiver_lifts_the_minimum_alone():
    knobs = {"initial_meld.minimum": [[NEVER, 90]], "initial_meld.unmixed_below": 1500}
    deal = lay_out(knobs, ["4 4 4 4 4 4 2 5 5 5"], "9", "5")
    moves = "draw 0: 5; meld! 0 4: 4 4 4 4 4 4 2; meld! 0 5: 5 5 5 5; out! 0"
    check(judge(deal, moves), "a mixed initial meld of 4")


def test_no_waiver_in_a_first_turn_without_drawing():
    knobs = {"initial_meld.minimum": [[NEVER, 90]], "deal.first_turn": "no_draw"}
    deal = lay_out(knobs, ["4 4 4 4 4 4 4 5 5 5"], "9", "5")
    moves = "meld! 0 4: 4 4 4 4 4 4 4; meld! 0 5: 5 5 5; out! 0"
    check(judge(deal, moves), "50 points, the minimum is 90")


BLACK = f"{SEVEN} 3b 3b 3b"


@pytest.mark.parametrize(
    ("knobs", "drawn", "moves", "wanted"),
    [
        ({}, "5", f"meld! 0 K: {SEVEN}; meld 0 3b: 3b 3b 3b; discard 0: 5; out! 0", None),
        ({}, "3b", f"meld! 0 K: {SEVEN}; meld 0 3b: 3b 3b 3b 3b; out! 0", None),
        ({}, "3b", f"meld! 0 K: {SEVEN}; meld 0 3b: 3b 3b 3b; discard 0: 3b; out! 0", None),
        (
            {"melds.black_threes": "four"},
            "3b",
            f"meld! 0 K: {SEVEN}; meld 0 3b: 3b 3b 3b; discard 0: 3b; out! 0",
            "all four, not 3",
        ),
        ({}, "5", f"meld! 0 K: {SEVEN}; meld 0 3b: 3b 3b; discard 0: 5; discard 0: 3b", "a meld of 2 cards"),
    ],
)
def test_black_threes_in_the_turn_of_going_out(knobs, drawn, moves, wanted):
    check(judge(lay_out(knobs, [BLACK], "9", drawn), f"draw 0: {drawn}", moves), wanted)


@pytest.mark.parametrize(
    ("need", "cards", "wanted"),
    [(True, "3b 3b 3b 3b", "0 canastas"), (False, "3b 3b 3b 3b", None), (False, "3b 3b 3b", "0 canastas")],
)
def test_four_black_threes_may_need_no_canastas(need, cards, wanted):
    knobs = {"going_out.four_black_threes_need_canastas": need, "going_out.natural_canastas": 1}
    deal = lay_out(knobs, ["K K K 3b 3b 3b"], "9", "3b")
    end = "out 0" if cards.count("3b") == 4 else "discard 0: 3b; out 0"
    check(judge(deal, f"draw 0: 3b; meld! 0 K: K K K; meld 0 3b: {cards}", end), wanted)


# --- stuck with a last card


def test_no_move_is_refused_where_there_is_one():
    deal = lay_out({"deal.first_turn": "no_draw"}, ["K K K 4 4", "5 6 7 8 9"], "9", "5")
    check(judge(deal, "end no_move"), "seat 0 can discard, or go out")
    check(judge(deal, "meld! 0 K: K K K; discard 0: 4; end no_move"), "seat 1 has not drawn yet")
    check(judge(deal, "meld! 0 K: K K K; discard 0: 4; draw 1: 5; end no_move"), "seat 1 can discard")
    check(judge(deal, "meld! 0 K: K K K; meld 0 4: 4; end no_move"), "has brought itself there")


@pytest.mark.parametrize(
    ("knobs", "last", "moves", "wanted"),
    [
        ({}, "4", "end no_move", None),
        ({}, "4", "discard 0: 4; out 0", "0 canastas, going_out.canastas is 1"),
        ({}, "4", "draw 1: 5", "plays in the turn of seat 0"),
        ({}, "K", "end no_move", "can discard, or go out, with K"),
        ({}, "K", "meld 0 K: K; out 0; end went_out", None),
        ({}, "K", "discard 0: K; out 0", "0 canastas"),
        ({}, "2", "meld 0 K: 2; out 0; end went_out", None),
        ({}, "2", "end no_move", "can discard, or go out, with 2"),
        ({"going_out.natural_canastas": 1}, "2", "end no_move", None),
        ({"going_out.discard_required": True}, "K", "end no_move", None),
        ({"melds.max_wilds": 0}, "2", "end no_move", None),
        ({"going_out.canastas": 0}, "4", "end no_move", "can discard, or go out, with 4"),
        ({"going_out.canastas": 0}, "4", "discard 0: 4; out 0; end went_out", None),
    ],
)
def test_a_hand_of_one(knobs, last, moves, wanted):
    """Six kings on the table, one card in hand; the red three drawn is the last card of the stock."""
    knobs = {"red_threes.last_stock_card": "plays_on", **knobs}
    deal = lay_out(knobs, [f"K K K K K K {last}", "5 6 7 8 9 J Q"], "4", "T A 3r", short=True)
    before = "draw 0: T; meld! 0 K: K K K K K K; discard 0: T; draw 1: A; discard 1: 9; "
    check(judge(deal, before, "draw 0: 3r; red 0 stock: 3r ->", moves), wanted)
