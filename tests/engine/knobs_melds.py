"""Cases for the knobs of melds and of the initial meld."""

from __future__ import annotations

from typing import Any

from tests.engine.bench import LEGAL, Bench, case

NATURAL = "Q Q Q Q Q Q Q"
OPENED = ["Q Q Q", ""]
FREE = {"melds.min_naturals": 1, "melds.max_wilds": "none", "deck.jokers": 8}


def meld_of(bench: Bench, naturals: int, wilds: int) -> str:
    """Return whether an opened side may lay so many kings with so many wild cards: "" or why not."""
    twos, jokers = min(wilds, 8), max(0, wilds - 8)
    meld = " ".join(["K"] * naturals + ["2"] * twos + ["Jk"] * jokers)
    table = bench.table(hand=f"{meld} 4 5", melds=OPENED)
    return table.play(f"draw; meld {meld}; discard 4")


def most_wilds(bench: Bench, naturals: int) -> int:
    """Return how many wild cards a meld of so many kings may hold, none below it refused."""
    legal = [number for number in range(14) if meld_of(bench, naturals, number) == LEGAL]
    assert legal == list(range(legal[0], legal[-1] + 1))
    return legal[-1]


@case(
    "melds.min_naturals",
    {number: (number, "too few naturals" if number > 1 else LEGAL) for number in range(1, 8)},
    {"melds.max_wilds": "none"},
)
def fewest_naturals(bench: Bench) -> Any:
    """RULES.md 4: per meld with naturals and wild cards; a meld of naturals alone has three in any case."""
    legal = [number for number in range(1, 9) if meld_of(bench, number, 2) == LEGAL]
    assert legal == list(range(legal[0], 9))
    assert meld_of(bench, 3, 0) == LEGAL
    assert meld_of(bench, 2, 0) == "meld too small"
    return legal[0], meld_of(bench, 1, 2)


@case("melds.min_naturals", {2: ("meld too small", LEGAL), 1: ("meld too small", LEGAL)})
def three_cards_make_a_meld(bench: Bench) -> Any:
    """RULES.md 5.6, 2: a meld has three cards or more, wild ones included."""
    return meld_of(bench, 1, 1), meld_of(bench, 2, 1)


@case(
    "melds.max_wilds",
    {0: 0, 1: 1, 3: 3, 7: 7, 12: 12, "none": 13},
    {"deck.jokers": 8},
)
def most_wilds_of_a_meld(bench: Bench) -> Any:
    """RULES.md 4: 0 to 12, or no limit (sixteen wild cards are in the deck; thirteen are tried)."""
    most = most_wilds(bench, 8)
    if most < 13:
        assert meld_of(bench, 8, most + 1) == "too many wilds"
    return most


@case("melds.max_wilds", {2: ("too many wilds", LEGAL), 3: (LEGAL, LEGAL), "none": (LEGAL, LEGAL)})
def wilds_that_join_a_meld(bench: Bench) -> Any:
    """RULES.md 2: cards laid of a rank it already has join that meld, within the wild-card limits."""
    table = bench.table(hand="2 4 5", melds=["Q Q Q Q 2 2", ""])
    naturals = bench.table(hand="Q 4 5", melds=["Q Q Q Q 2 2", ""])
    return table.play("draw; meld 2 to Q; discard 4"), naturals.play("draw; meld Q; discard 4")


@case("melds.max_wilds", dict.fromkeys((1, 7, "none"), (0, 300, 300, 500)))
def seven_cards_are_a_canasta(bench: Bench) -> Any:
    """RULES.md 2: a meld of seven or more, natural or mixed, however large melds may grow."""
    melds = ("K K K K K 2", "K K K K K K 2", "K K K K K K K 2", "K K K K K K K")
    return tuple(bench.table(melds=[meld, ""]).score(0)["bonus_canastas"] for meld in melds)


@case(
    "melds.wild_ratio",
    {"none": (13, 13, 13), "not_more": (2, 4, 5), "fewer": (1, 3, 4), "half": (1, 2, 2)},
    FREE,
)
def wilds_by_naturals(bench: Bench) -> Any:
    """RULES.md 4: none, wilds <= naturals, wilds < naturals, naturals >= 2 x wilds."""
    most = tuple(most_wilds(bench, naturals) for naturals in (2, 4, 5))
    if most[1] < 13:
        assert meld_of(bench, 4, most[1] + 1) == "wild ratio"
    return most


@case("melds.wild_melds", {True: (LEGAL, LEGAL, "wild meld too small"), False: ("no wild melds",) * 3})
def wild_melds(bench: Bench) -> Any:
    """RULES.md 4: three or more, no maximum; the three limits do not bind them."""
    hands = ("2 2 Jk", "2 2 2 2 2 2 Jk Jk Jk", "2 2")
    tables = [bench.table(hand=f"{hand} 4 5", melds=OPENED) for hand in hands]
    return tuple(table.play(f"draw; meld {hand}; discard 4") for table, hand in zip(tables, hands, strict=True))


@case(
    "melds.black_threes",
    {
        "three_or_four": (LEGAL, LEGAL),
        "four": ("black threes number", LEGAL),
        "never": ("no black three melds", "no black three melds"),
    },
)
def black_threes_melded(bench: Bench) -> Any:
    """RULES.md 5.6: a meld of three or four, no wilds, in the turn of going out; a discard may follow."""
    found = []
    for threes in ("3b 3b 3b", "3b 3b 3b 3b"):
        table = bench.table(hand=threes, stock="4", melds=[NATURAL, ""])
        found.append(table.play(f"draw; meld {threes}; discard 4"))
        assert table.ended == ("went out" if found[-1] == LEGAL else None)
    return tuple(found)


@case(
    "melds.black_threes",
    {
        "three_or_four": ("black threes only going out", "not a meld", "black threes number"),
        "four": ("black threes number", "not a meld", "black threes number"),
        "never": ("no black three melds", "not a meld", "no black three melds"),
    },
)
def black_threes_not_melded(bench: Bench) -> Any:
    """RULES.md 5.6: only in the turn of going out, and never with wild cards; two are none."""
    table = bench.table(hand="3b 3b 3b 5 6", melds=[NATURAL, ""])
    wild = bench.table(hand="3b 3b 3b 2", stock="4", melds=[NATURAL, ""])
    two = bench.table(hand="3b 3b", stock="4", melds=[NATURAL, ""])
    return (
        table.play("draw; meld 3b 3b 3b; discard 5"),
        wild.play("draw; meld 3b 3b 3b 2; discard 4"),
        two.play("draw; meld 3b 3b; discard 4"),
    )


def opening(bench: Bench, meld: str, score: int) -> str:
    """Return whether a side at a score may open with a meld: "" or why not."""
    table = bench.table(hand=meld.replace(",", "") + " 4 5", scores=(score, 0))
    return table.play(f"draw; meld {meld}; discard 4")


STEPS = (("-inf", 15), (0, 50), (1500, 90), (3000, 120))
MELDS = {"4 4 4": 15, "5 5 5 5 5 5 5, 6 6 6": 50, "K K K K K K, 8 8 8": 90, "A A A A A A": 120}


@case(
    "initial_meld.minimum",
    {
        STEPS: (15, 15, 50, 50, 90, 90, 120),
        (("-inf", 50),): (50,) * 7,
        (("-inf", 0), (1500, 120)): (15, 15, 15, 15, 120, 120, 120),
    },
)
def points_by_score(bench: Bench) -> Any:
    """RULES.md 4: points by the side's score before the round, the step whose start it has reached."""
    lowest = []
    for score in (-2000, -5, 0, 1495, 1500, 2995, 3000):
        legal = [points for meld, points in MELDS.items() if opening(bench, meld, score) == LEGAL]
        assert legal == [points for points in MELDS.values() if points >= legal[0]]
        lowest.append(legal[0])
    return tuple(lowest)


@case(
    "initial_meld.minimum",
    {
        (("-inf", 120),): (LEGAL, "below minimum", "below minimum"),
        (("-inf", "canasta"),): ("no canasta to open", LEGAL, LEGAL),
        (("-inf", 15),): (LEGAL, LEGAL, LEGAL),
        (("-inf", 125),): ("below minimum", "below minimum", "below minimum"),
    },
)
def canasta_to_open(bench: Bench) -> Any:
    """RULES.md 5.9: the minimum "canasta" is seven of one rank; points alone do not make it."""
    melds = ("A A A A A A", "4 4 4 4 4 4 4", "4 4 4 4 4 4 2")
    return tuple(opening(bench, meld, 0) for meld in melds)


@case(
    "initial_meld.minimum",
    {(("-inf", "canasta"),): (LEGAL, "no canasta to open"), (("-inf", 50),): (LEGAL, LEGAL)},
    {"melds.wild_melds": True},
)
def wild_canasta_to_open(bench: Bench) -> Any:
    """RULES.md 5.9: seven of one rank, or wild cards."""
    return opening(bench, "2 2 2 2 2 Jk Jk", 0), opening(bench, "2 2 2 2 Jk Jk", 0)


@case(
    "initial_meld.unmixed_below",
    {
        float("-inf"): (LEGAL, LEGAL, LEGAL),
        0: (LEGAL, LEGAL, "mixed in initial meld"),
        1500: (LEGAL, "mixed in initial meld", "mixed in initial meld"),
    },
    {"initial_meld.minimum": [["-inf", 50]]},
)
def mixed_first_melds(bench: Bench) -> Any:
    """RULES.md 4: below this score the initial meld must be of natural or wild melds."""
    return tuple(opening(bench, "A A 2", score) for score in (1500, 0, -5))


@case(
    "initial_meld.unmixed_below",
    {float("-inf"): (LEGAL, LEGAL, LEGAL), 1500: (LEGAL, LEGAL, "mixed in initial meld")},
    {"initial_meld.minimum": [["-inf", 50]], "melds.wild_melds": True},
)
def melds_after_the_minimum(bench: Bench) -> Any:
    """RULES.md 5.9: once the minimum is reached, mixed ones may follow; wild melds are not mixed."""
    melds = ("A A A, Q Q 2", "2 2 2", "4 4 4, A A 2")
    return tuple(opening(bench, meld, 0) for meld in melds)


@case("initial_meld.concealed_waives_minimum", {True: (LEGAL, LEGAL), False: (LEGAL, "below minimum")})
def minimum_waived(bench: Bench) -> Any:
    """RULES.md 5.6: going out concealed after drawing from the stock needs no minimum."""
    found = []
    for score in (0, 3000):
        table = bench.table(hand="4 4 4 4 4 4 4 5 5 5", stock="K", scores=(score, 0))
        found.append(table.play("draw; meld 4 4 4 4 4 4 4, 5 5 5; discard K"))
        if found[-1] == LEGAL:
            assert table.ended == "went out"
            assert table.score(0)["concealed"] == 1
    kept = bench.table(hand="4 4 4 4 4 4 4 5 5 5 7", stock="K", scores=(3000, 0))
    assert kept.play("draw; meld 4 4 4 4 4 4 4, 5 5 5; discard K") == "below minimum"
    return tuple(found)


@case(
    "initial_meld.concealed_waives_minimum",
    {True: ("below minimum", "below minimum"), False: ("below minimum", "below minimum")},
    {"initial_meld.unmixed_below": 5000, "deal.first_turn": "no_draw"},
)
def what_the_waiver_does_not_lift(bench: Bench) -> Any:
    """RULES.md 5.6, 5.10: only after drawing, so not in a first turn without; it lifts the minimum alone."""
    first = bench.table(hand="4 4 4 4 4 4 4 5 5 5 K", scores=(3000, 0), turn=1)
    mixed = bench.table(hand="4 4 4 4 4 4 4 5 5 2", stock="K", scores=(3000, 0))
    return (
        first.play("draw; meld 4 4 4 4 4 4 4, 5 5 5; discard K"),
        mixed.play("draw; meld 4 4 4 4 4 4 4, 5 5 2; discard K"),
    )
