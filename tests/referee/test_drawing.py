"""The referee on drawing, red threes, an empty stock and lost turns (RULES.md 5.2, 5.3, 5.5, 5.11)."""

from __future__ import annotations

import pytest

from tests.referee.script import check, judge, lay_out

# --- the stock

LONG = ["K K K 4 5 6 7 8", "Q 4 5 6 7 8 9 T"]
TURN = "draw 0: 4; discard 0: 4; "


@pytest.mark.parametrize(
    ("knobs", "stock", "moves", "wanted"),
    [
        ({"stock.on_empty": "end"}, "4", "draw 0: 4; discard 0: 4; end stock", None),
        ({"stock.on_empty": "end"}, "4", "draw 0: 4; end stock", "in the middle of a turn"),
        ({"stock.on_empty": "end"}, "4", "draw 0: 4; discard 0: 4; draw 1: 5", "end must come"),
        (
            {"stock.on_empty": "end"},
            "4",
            "draw 0: 4; discard 0: 4; end no_move",
            "it is the stock that ends it",
        ),
        ({"stock.on_empty": "end"}, "4 5", "draw 0: 4; discard 0: 4; end stock", "the stock has 1 cards"),
        ({"stock.on_empty": "end"}, "", "discard 0: 4; end stock", None),
        ({"stock.on_empty": "end"}, "", "end stock", "only after a turn"),
        ({"stock.on_empty": "end", "draw.count": 2}, "4", "draw 0: 4; discard 0: 4; end stock", None),
        ({"draw.count": 2}, "4 5", "draw 0: 4; discard 0: 4", "the stock gives 4 5"),
        ({"draw.count": 2}, "4 5 6", "draw 0: 4 5 6; discard 0: 4", "the stock gives 4 5"),
        ({}, "4 5", "draw 0: 5; discard 0: 4", "the stock gives 4"),
        ({}, "4", "draw 0: 4; discard 0: 4; end stock", None),
        ({}, "4", "draw 0: 4; discard 0: 4; draw 1: 5", "draws from an empty stock"),
        ({}, "4", "draw 0: 4; discard 0: 4; discard 1: 4", "discards before drawing"),
        ({"deal.first_turn": "no_draw"}, "", "discard 0: 4; end stock", None),
        ({"deal.first_turn": "no_draw"}, "", "end stock", "played whatever the stock"),
    ],
)
def test_the_stock_runs_out(knobs, stock, moves, wanted):
    check(judge(lay_out(knobs, LONG, "9", stock, short=True), moves), wanted)


JOIN = "draw 0: 4; meld! 0 K: K K K; discard 0: 4; draw 1: K; discard 1: K; "


@pytest.mark.parametrize(
    ("knobs", "wanted"),
    [
        ({}, "must take the pile onto a meld"),
        ({"pile.add_to_meld": False}, None),
        ({"pile.always_frozen": True}, None),
        ({"pile.min_cards": 30}, "must take"),
        ({"stock.on_empty": "turn_over"}, "the pile is to be turned over"),
        ({"stock.on_empty": "turn_over", "stock.max_turnovers": 0}, None),
    ],
)
def test_a_taking_that_is_forced(knobs, wanted):
    check(judge(lay_out(knobs, LONG, "9", "4 K", short=True), JOIN, "end stock"), wanted)


def test_a_forced_taking_is_played_as_any_other():
    deal = lay_out({}, LONG, "9", "4 K", short=True)
    pile = " ".join([*deal["pile"], "4", "K"])
    red = "red 0 pile: 3r 3r 3r 3r ->; "
    taken = f"take 0: from {pile}; meld 0 K: K; {red} discard 0: 4; end stock"
    check(judge(deal, JOIN, taken), None)
    check(judge(deal, JOIN, taken.replace(red, "")), "has not laid 4 red threes of the pile")
    check(judge(deal, JOIN, taken.replace("3r 3r 3r 3r ->", "3r ->")), "where 4 x 3r from pile are due")


TURNED = {"stock.on_empty": "turn_over", "deal.surprise": "none"}


@pytest.mark.parametrize(
    ("knobs", "moves", "wanted"),
    [
        ({}, "{over}; draw 1: {bottom}; discard 1: 4", None),
        ({}, "{over}; discard 1: 4", "draw must come"),
        ({}, "{wrong}; draw 1: {bottom}", "after turning over, pile and stock should be"),
        ({"stock.shuffle_turned": True}, "{wrong}; draw 1: {other}; discard 1: 4", None),
        ({}, "draw 1: {bottom}", "draws from an empty stock"),
        ({"stock.max_turnovers": 0}, "{over}; draw 1: {bottom}", "turned over once more"),
        ({"stock.on_empty": "play_on"}, "{over}; draw 1: {bottom}", "stock.on_empty is play_on"),
    ],
)
def test_turning_the_pile_over(knobs, moves, wanted):
    deal = lay_out({**TURNED, **knobs}, LONG, "9", "4", short=True)
    pile = deal["pile"]
    swapped = [pile[-1], *pile[1:-1], pile[0]]
    lines = moves.format(
        over=f"over: {' '.join(pile)} top 4",
        wrong=f"over: {' '.join(swapped)} top 4",
        bottom=pile[0],
        other=pile[-1],
    )
    check(judge(deal, TURN, lines), wanted)


def test_turning_over_too_early():
    deal = lay_out(TURNED, LONG, "9", "4 5")
    check(judge(deal, TURN, "over: 9 top 4"), "cards in the stock")


def test_a_turned_pile_thaws():
    """The two that lay in the pile is turned over; its lock and its freezing are gone with it."""
    deal = lay_out(TURNED, ["K K K 4 5 6 2 8", "K Q 5 6 7 8 9 T"], "9", "4", short=True)
    pile = deal["pile"]
    over = f"over: {' '.join(pile)} top 2; draw 1: {pile[0]}; discard 1: K; "
    moves = "draw 0: 4; meld! 0 K: K K K; discard 0: 2; " + over
    check(judge(deal, moves, "take 0: from 2 K; meld 0 K: K; discard 0: 4"), "a 2 lies in the pile")
    moves = moves.replace("discard 0: 2", "discard 0: 4").replace("top 2", "top 4")
    check(judge(deal, moves, "take 0: from 4 K; meld 0 K: K; discard 0: 8"), None)


# --- red threes in play

RED = ["K K K 4 5 6 7 8", "Q 4 5 6 7 8 9 T"]


@pytest.mark.parametrize(
    ("knobs", "stock", "moves", "wanted"),
    [
        ({}, "3r 4 5", "draw 0: 3r; red 0 stock: 3r -> 4; discard 0: 4", None),
        ({}, "3r 4 5", "draw 0: 3r; discard 0: 4", "red_three must come"),
        ({}, "3r 4 5", "draw 0: 3r; red 0 stock: 3r ->; discard 0: 4", "draws none for 1 x 3r, not 4"),
        ({}, "3r 4 5", "draw 0: 3r; red 0 stock: 3r -> 4 5; discard 0: 4", "draws 4 5 for 1 x 3r, not 4"),
        ({}, "3r 4 5", "draw 0: 3r; red 1 stock: 3r -> 4; discard 0: 4", "plays in the turn of seat 0"),
        ({}, "3r 4 5", "draw 0: 3r; red 0 hand: 3r -> 4", "where red threes are laid at once"),
        ({}, "3r 4 5", "draw 0: 3r; red 0 pile: 3r -> 4", "has taken none"),
        ({}, "3r 3r 5", "draw 0: 3r; red 0 stock: 3r -> 3r; red 0 stock: 3r -> 5; discard 0: 5", None),
        ({}, "3r 3r 5", "draw 0: 3r; red 0 stock: 3r -> 3r; discard 0: 5", "red_three must come"),
        ({"draw.count": 2}, "3r 4 5 6", "draw 0: 3r 4; red 0 stock: 3r -> 5; discard 0: 4", None),
        ({"draw.count": 2}, "3r 4", "draw 0: 3r 4; red 0 stock: 3r ->; discard 0: 4", None),
        ({"draw.count": 2}, "4 3r", "draw 0: 4 3r; red 0 stock: 3r ->; end stock", None),
        ({}, "3r", "draw 0: 3r; red 0 stock: 3r ->; end stock", None),
        ({}, "3r", "draw 0: 3r; end stock", "red_three must come"),
        ({}, "3r", "draw 0: 3r; red 0 stock: 3r ->; discard 0: 4", "end must come"),
        ({}, "3r 3r", "draw 0: 3r; red 0 stock: 3r -> 3r; red 0 stock: 3r ->; end stock", None),
        ({}, "3r 4", "draw 0: 3r; red 0 stock: 3r -> 4; end stock", "in the middle of a turn"),
        (
            {"red_threes.last_stock_card": "plays_on"},
            "3r",
            "draw 0: 3r; red 0 stock: 3r ->; discard 0: 4",
            None,
        ),
        ({"stock.on_empty": "turn_over"}, "3r", "draw 0: 3r; red 0 stock: 3r ->; discard 0: 4", None),
        ({"red_threes.lay": "optional"}, "3r 4", "draw 0: 3r; red 0 hand: 3r -> 4; discard 0: 4", None),
        ({"red_threes.lay": "optional"}, "3r 4", "draw 0: 3r; discard 0: 4", None),
        ({"red_threes.lay": "optional"}, "3r 4", "draw 0: 3r; discard 0: 3r", None),
        ({"red_threes.lay": "optional"}, "3r 4", "draw 0: 3r; red 0 stock: 3r -> 4", "has drawn none"),
        ({"red_threes.lay": "optional"}, "3r 4", "draw 0: 3r; red 0 hand: 3r ->; discard 0: 4", "not 4"),
        ({"red_threes.lay": "optional"}, "4 5", "draw 0: 4; red 0 hand: 3r -> 5", "plays 3r but holds only"),
        ({"red_threes.lay": "optional"}, "4 5", "red 0 hand: 3r -> 4", "lays a red three before drawing"),
    ],
)
def test_red_threes_drawn(knobs, stock, moves, wanted):
    check(judge(lay_out(knobs, RED, "9", stock, short=True), moves), wanted)


@pytest.mark.parametrize("replaced", [True, False])
def test_red_threes_of_the_pile(replaced):
    knobs = {"red_threes.replace_from_pile": replaced}
    deal = lay_out(knobs, ["K K 4 5 6 7", "4 5 6 7 8 9"], "3r 3r K", "Q 3r J T")
    take = "take 0: K K from 3r 3r K; meld! 0 K: K K K; "
    check(judge(deal, take, "red 0 pile: 3r 3r ->; discard 0: 4"), "not Q 3r" if replaced else None)
    with_cards = "red 0 pile: 3r 3r -> Q 3r; red 0 stock: 3r -> J; discard 0: 4"
    check(judge(deal, take, with_cards), None if replaced else "draws Q 3r for 2 x 3r")


@pytest.mark.parametrize(("again", "drawn"), [(True, "{next}"), (False, "")])
def test_red_threes_after_turning_over(again, drawn):
    knobs = {**TURNED, "red_threes.lay": "optional", "red_threes.replace_after_turnover": again}
    deal = lay_out(knobs, ["K K K 4 5 6 7 8", "3r 4 5 6 7 8 9 T"], "9", "4", short=True)
    pile = deal["pile"]
    over = f"over: {' '.join(pile)} top 4; draw 1: {pile[0]}; red 1 hand: 3r -> {drawn.format(next=pile[1])}"
    check(judge(deal, TURN, over, "discard 1: 4"), None)
    other = f"over: {' '.join(pile)} top 4; draw 1: {pile[0]}; red 1 hand: 3r -> {'' if again else pile[1]}"
    check(judge(deal, TURN, other, "discard 1: 4"), "for 1 x 3r")


def test_a_red_three_is_never_laid_as_the_last_card():
    knobs = {"red_threes.lay": "optional", "going_out.canastas": 0, "deal.first_turn": "no_draw"}
    deal = lay_out(knobs, ["K K K K 3r", "5 6 7 8 9"], "9", "4")
    check(
        judge(deal, "meld! 0 K: K K K K; red 0 hand: 3r -> 4; discard 0: 4; out 0"),
        "as the last card in hand",
    )
    check(judge(deal, "meld! 0 K: K K K; red 0 hand: 3r -> 4; discard 0: 4"), None)


# --- a turn that is lost

SKIPS = {"pile.wild_discard": "skips_next"}


@pytest.mark.parametrize(
    ("players", "moves", "wanted"),
    [
        (4, "skip 1; draw 2: 5; discard 2: 5", None),
        (4, "draw 1: 5; discard 1: 5", "skip must come"),
        (4, "skip 2; draw 2: 5; discard 2: 5", "it is seat 1 that does"),
        (4, "skip 1; draw 1: 5; discard 1: 5", "plays in the turn of seat 2"),
        (2, "skip 1; draw 0: 5; discard 0: 5; draw 1: 6", None),
        (2, "skip 1; draw 1: 5", "plays in the turn of seat 0"),
    ],
)
def test_skip(players, moves, wanted):
    hands = ["2 K K 4 5", "5 6 7 8 9", "5 6 7 8 9", "5 6 7 8 9"][:players]
    deal = lay_out({**SKIPS, "table.players": players}, hands, "9", "4 5 6")
    check(judge(deal, "draw 0: 4; discard 0: 2", moves), wanted)


def test_no_skip_without_a_wild_discard():
    deal = lay_out(SKIPS, ["2 K K 4 5", "5 6 7 8 9"], "9", "4 5 6")
    check(judge(deal, "draw 0: 4; discard 0: 4; skip 1"), "nothing made it lose one")


def test_the_end_of_the_round_cancels_a_skip():
    deal = lay_out({**SKIPS, "stock.on_empty": "end"}, ["2 K K 4 5", "5 6 7 8 9"], "9", "4", short=True)
    check(judge(deal, "draw 0: 4; discard 0: 2; end stock"), None)
    check(judge(deal, "draw 0: 4; discard 0: 2; skip 1"), "end must come")
