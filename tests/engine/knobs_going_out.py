"""Cases for the knobs of going out."""

from __future__ import annotations

from typing import Any

from tests.engine.bench import LEGAL, Bench, case

NATURAL, MIXED = "Q Q Q Q Q Q Q", "J J J J J J 2"
OPENED = ["Q Q Q", ""]
CANASTAS = ["", NATURAL, f"{NATURAL}, {MIXED}", f"{NATURAL}, {MIXED}, T T T T T T T"]


def may_close(bench: Bench, melds: str) -> bool:
    """Return whether a side with these melds may discard its last card in going out."""
    table = bench.table(hand="4 5 5 5", stock="5", melds=[melds or "9 9 9", ""])
    played = table.play("draw; meld 5 5 5 5; discard 4")
    assert (played == LEGAL) == (table.ended == "went out")
    return played == LEGAL


@case("going_out.canastas", {0: [0, 1, 2, 3], 1: [1, 2, 3], 2: [2, 3], 3: [3], 4: []})
def canastas_to_go_out(bench: Bench) -> Any:
    """RULES.md 4: the side needs so many."""
    return [number for number, melds in enumerate(CANASTAS) if may_close(bench, melds)]


@case("going_out.canastas", {0: (LEGAL, LEGAL), 1: ("too few canastas", "too few canastas")})
def a_card_must_be_kept(bench: Bench) -> Any:
    """RULES.md 3: a take or a meld is legal only if the turn can still end in a discard or in going out."""
    take = bench.table(hand="K K", pile="9 K", melds=OPENED)
    meld = bench.table(hand="K K K", stock="5", melds=OPENED)
    kept = bench.table(hand="K K 4", pile="9 K", melds=OPENED)
    assert kept.play("take K K; discard 4") == LEGAL
    return take.play("take K K; discard 9"), meld.play("draw; meld K K K; discard 5")


@case("going_out.canastas", {1: LEGAL, 2: "too few canastas"})
def canasta_of_this_turn(bench: Bench) -> Any:
    """RULES.md 5.6: those completed in this turn included; the last card may be melded."""
    table = bench.table(hand="Q Q Q", stock="Q", melds=["Q Q Q", ""])
    return table.play("draw; meld Q Q Q Q")


@case(
    "going_out.natural_canastas",
    {0: [0, 1, 2], 1: [1, 2], 2: [2]},
    {"going_out.canastas": 2},
)
def natural_canastas_to_go_out(bench: Bench) -> Any:
    """RULES.md 4: how many of them natural at least."""
    melds = [f"{MIXED}, T T T T T T Jk", f"{MIXED}, {NATURAL}", f"{NATURAL}, T T T T T T T"]
    return [number for number, each in enumerate(melds) if may_close(bench, each)]


@case("going_out.concealed_needs_canasta", {True: (0, 1), False: (1, 1)}, {"going_out.canastas": 0})
def own_canasta_to_be_concealed(bench: Bench) -> Any:
    """RULES.md 4: a concealed closing needs a canasta of the player's own, laid in that turn."""
    small = bench.table(hand="A A A A K K K", stock="4")
    assert small.play("draw; meld A A A A, K K K; discard 4") == LEGAL
    large = bench.table(hand="A A A A A A A", stock="4")
    assert large.play("draw; meld A A A A A A A; discard 4") == LEGAL
    return small.score(0)["concealed"], large.score(0)["concealed"]


@case("going_out.concealed_needs_canasta", {True: 0, False: 1}, {"table.players": 4})
def partners_canasta(bench: Bench) -> Any:
    """RULES.md 2 and 5.6: nothing melded by that player before; a canasta of the partner's is not the own."""
    table = bench.table(hand="A A A A K K K", stock="4", seat=2, melds=[NATURAL, ""], has_melded=(0,))
    assert table.play("draw; meld A A A A, K K K; discard 4") == LEGAL
    again = bench.table(hand="A A A A A A A", stock="4", seat=2, melds=["Q Q Q", ""], has_melded=(0, 2))
    assert again.play("draw; meld A A A A A A A; discard 4") == LEGAL
    assert again.score(0)["concealed"] == 0
    joined = bench.table(hand="A A A A A A A", stock="Q", seat=2, melds=["Q Q Q", ""], has_melded=(0,))
    assert joined.play("draw; meld A A A A A A A, Q") == LEGAL
    assert joined.score(0)["concealed"] == 0
    return table.score(0)["concealed"]


@case(
    "melds.wild_melds",
    {True: 0},
    {
        "table.players": 4,
        "going_out.canastas": 0,
        "going_out.concealed_needs_canasta": False,
        "melds.max_wilds": "none",
    },
)
def jokers_to_the_partners_meld_of_twos(bench: Bench) -> Any:
    """RULES.md 5.6: twos and jokers make one wild meld; adding to the partner's is not concealed."""
    table = bench.table(hand="A A A Jk Jk", stock="4", seat=2, melds=["2 2 2", ""], has_melded=(0,))
    assert table.play("draw; meld A A A, Jk Jk; discard 4") == LEGAL
    assert table.ended == "went out"
    return table.score(0)["concealed"]


@case("going_out.concealed_needs_canasta", {True: 0, False: 0})
def melded_in_an_earlier_turn(bench: Bench) -> Any:
    """RULES.md 2: concealed is going out in one turn by a player who had melded nothing before."""
    table = bench.table(hand="K K K K K A A A A A A A", others="4 5 6", stock="4 6 7")
    assert table.play("draw; meld K K K K K; discard 4 / draw; discard 4") == LEGAL
    assert table.play("draw; meld A A A A A A A; discard 7") == LEGAL
    assert table.ended == "went out"
    return table.score(0)["concealed"]


@case(
    "going_out.canastas",
    {0: LEGAL, 1: "not asked: lay"},
    {"red_threes.lay": "optional", "stock.on_empty": "end"},
)
def red_three_that_leaves_one_card(bench: Bench) -> Any:
    """RULES.md 3: laying a red three is legal only if the turn can still end in a discard or in going out."""
    table = bench.table(hand="3r 4", stock="", melds=OPENED)
    return table.play("draw; lay; discard 4")


@case("going_out.concealed_after_pile", {True: 1, False: 0})
def concealed_with_the_pile(bench: Bench) -> Any:
    """RULES.md 4: concealed also in a turn that took the pile."""
    table = bench.table(hand="A A A A A A A K K", pile="4 K")
    assert table.play("take K K, A A A A A A A; discard 4") == LEGAL
    assert table.ended == "went out"
    drawn = bench.table(hand="A A A A A A A", stock="4")
    assert drawn.play("draw; meld A A A A A A A; discard 4") == LEGAL
    assert drawn.score(0)["concealed"] == 1
    return table.score(0)["concealed"]


def gone_out(bench: Bench, concealed: bool) -> dict[str, int]:
    """Return the score of a side that has gone out."""
    melds = ["", ""] if concealed else [NATURAL, ""]
    table = bench.table(hand="A A A A A A A", stock="4", melds=melds)
    assert table.play("draw; meld A A A A A A A; discard 4") == LEGAL
    assert table.score(1)["bonus_going_out"] == 0
    return table.score(0)


@case("going_out.bonus", {0: (0, 200), 100: (100, 200), 300: (300, 200)})
def bonus_for_going_out(bench: Bench) -> Any:
    """RULES.md 4: bonus; another instead when concealed."""
    return tuple(gone_out(bench, concealed)["bonus_going_out"] for concealed in (False, True))


@case("going_out.concealed_bonus", {0: (100, 0), 100: (100, 100), 200: (100, 200)})
def bonus_for_going_out_concealed(bench: Bench) -> Any:
    """RULES.md 4: bonus instead when concealed."""
    return tuple(gone_out(bench, concealed)["bonus_going_out"] for concealed in (False, True))


@case("going_out.four_black_threes_bonus", {0: (100, 100), 1000: (1000, 100)})
def bonus_for_four_black_threes(bench: Bench) -> Any:
    """RULES.md 4: instead of either when the closing turn melds all four black threes; 0: none."""
    found = []
    for threes in ("3b 3b 3b 3b", "3b 3b 3b"):
        table = bench.table(hand=threes, stock="4", melds=[NATURAL, ""])
        assert table.play(f"draw; meld {threes}; discard 4") == LEGAL
        found.append(table.score(0)["bonus_going_out"])
    return tuple(found)


@case(
    "going_out.four_black_threes_need_canastas",
    {True: ("too few canastas", "too few canastas"), False: (LEGAL, "too few canastas")},
)
def canastas_of_four_black_threes(bench: Bench) -> Any:
    """RULES.md 4: that closing needs the canastas too; one with three of them always does."""
    found = []
    for threes in ("3b 3b 3b 3b", "3b 3b 3b"):
        table = bench.table(hand=threes, stock="4", melds=["Q Q Q", ""])
        found.append(table.play(f"draw; meld {threes}; discard 4"))
    return tuple(found)


@case("going_out.discard_required", {True: ("discard required", LEGAL), False: (LEGAL, LEGAL)})
def last_card_discarded(bench: Bench) -> Any:
    """RULES.md 4 and 5.6: the last card must be discarded, or may be melded too."""
    melded = bench.table(hand="5 5", stock="5", melds=[NATURAL, ""])
    discarded = bench.table(hand="5 5 5", stock="6", melds=[NATURAL, ""])
    return melded.play("draw; meld 5 5 5"), discarded.play("draw; meld 5 5 5; discard 6")


@case("going_out.discard_required", {True: "no move", False: "went out"})
def one_card_left_that_joins(bench: Bench) -> Any:
    """RULES.md 3: who can neither discard nor go out ends the round; the last card may bring the canasta."""
    table = bench.table(hand="", stock="Q", melds=["Q Q Q Q Q Q", ""])
    assert table.play("draw") == LEGAL
    return table.ended
