"""Cases for the knobs of the discard pile."""

from __future__ import annotations

from typing import Any

from tests.engine.bench import LEGAL, Bench, case

QUEENS = ["Q Q Q", ""]
CANASTA = "K K K K K K K"


@case("pile.before_initial_meld", {"never": "before initial meld", "natural_pair": LEGAL})
def pile_before_the_initial_meld(bench: Bench) -> Any:
    """RULES.md 5.1: with two naturals, meeting the minimum at once; or never."""
    return bench.table(hand="K K Q Q Q 4 5", pile="9 K").play("take K K, Q Q Q; discard 4")


@case("pile.before_initial_meld", {"never": "before initial meld", "natural_pair": "below minimum"})
def minimum_at_once(bench: Bench) -> Any:
    """RULES.md 5.1: the top card and cards from hand count for the minimum, the rest of the pile does not."""
    return bench.table(hand="K K 4 5", pile="A A A K").play("take K K; discard 4")


@case("pile.before_initial_meld", {"never": "before initial meld", "natural_pair": "frozen for side"})
def frozen_before_the_initial_meld(bench: Bench) -> Any:
    """RULES.md 5.1: frozen for a side that has not melded: a natural and a wild card do not take it."""
    table = bench.table(hand="K 2 A A A 4 5", pile="9 K")
    pile, view = table.engine.pile, table.view
    view.hand, view.hand_size = table.hidden.hands[0], 7
    refusal = pile.pile_refusal(table.rules, view) or pile.way_refusal(table.rules, view, 4)
    assert pile.take_options(table.rules, view, table.hidden) == 0
    return table.reason(refusal)


@case("pile.before_initial_meld", {"never": "before initial meld", "natural_pair": "pair not laid"})
def pair_laid_in_opening(bench: Bench) -> Any:
    """RULES.md 5.1: a side that has not melded lays the top card with two naturals from hand."""
    return bench.table(hand="K K 2 A A A 4 5", pile="9 K").play("take K 2, A A A; discard 4")


@case("pile.with_natural_and_wild", {True: (LEGAL, LEGAL), False: ("wild not allowed", "wild not allowed")})
def natural_and_wild(bench: Bench) -> Any:
    """RULES.md 4: unfrozen pile: one natural and one wild card from hand suffice."""
    tables = [bench.table(hand=f"K {wild} 4 5", pile="9 K", melds=QUEENS) for wild in ("2", "Jk")]
    return tables[0].play("take K 2; discard 4"), tables[1].play("take K Jk; discard 4")


@case("pile.with_natural_and_wild", {True: "Q Q Q, K K 2", False: "Q Q Q"})
def melded_with_natural_and_wild(bench: Bench) -> Any:
    """RULES.md 5.1: the top card is melded with what justified it; the rest goes into the hand."""
    table = bench.table(hand="K 2 4 5", pile="9 K", melds=QUEENS)
    if table.play("take K 2; discard 4") == LEGAL:
        assert table.hand(0) == "5 9"
    return table.melds(0)


@case("pile.add_to_meld", {True: (LEGAL, "Q Q Q Q"), False: ("join not allowed", "Q Q Q")})
def top_card_joins_a_meld(bench: Bench) -> Any:
    """RULES.md 4: unfrozen pile: the top card may just join an own meld of its rank."""
    table = bench.table(hand="4 5", pile="9 Q", melds=QUEENS)
    assert bench.table(hand="4 5", pile="9 J", melds=["Q Q Q", "J J J"]).play("take ; discard 4") != LEGAL
    played = table.play("take ; discard 4")
    return played, table.melds(0)


@case("pile.add_to_canasta", {True: LEGAL, False: "join canasta not allowed"})
def top_card_joins_a_canasta(bench: Bench) -> Any:
    """RULES.md 4: ... also when that meld is a canasta already; a pair may join one in any case."""
    mixed = bench.table(hand="4 5", pile="9 K", melds=["K K K K K K", ""])
    assert mixed.play("take ; discard 4") == LEGAL
    pair = bench.table(hand="K 2 4 5", pile="9 K", melds=["K K K K K", ""])
    assert pair.play("take K 2; discard 4") == LEGAL
    both = [bench.table(hand="4 5 6", pile="9 K", melds=[meld, ""]) for meld in (CANASTA, "K K K K K K 2")]
    played = {table.play("take ; discard 4") for table in both}
    assert len(played) == 1
    return played.pop()


@case("pile.always_frozen", {True: ("frozen for all", "frozen for all", LEGAL), False: (LEGAL, LEGAL, LEGAL)})
def always_frozen(bench: Bench) -> Any:
    """RULES.md 4: only ever a natural pair takes it."""
    joins = bench.table(hand="4 5", pile="9 Q", melds=QUEENS).play("take ; discard 4")
    wild = bench.table(hand="K 2 4 5", pile="9 K", melds=QUEENS).play("take K 2; discard 4")
    return joins, wild, bench.table(hand="K K 4 5", pile="9 K", melds=QUEENS).play("take K K; discard 4")


@case("pile.always_frozen", {True: ("frozen for all", 1), False: (LEGAL, 0)})
def still_frozen_after_taking(bench: Bench) -> Any:
    """RULES.md 5.1: `always_frozen` holds for the next pile too; other freezing ends with the taking."""
    table = bench.table(hand="Q Q 4 Q", others="4 4 5", pile="2 Q", melds=["Q Q Q", "4 4 4"])
    assert table.play("take Q Q; discard 4") == LEGAL
    frozen = table.view.frozen
    return table.play("take ; discard 5"), frozen


@case("pile.match_in_pile", {True: (LEGAL, "Q Q Q, K K K"), False: ("match not allowed", "Q Q Q")})
def match_inside_the_pile(bench: Bench) -> Any:
    """RULES.md 4: side has melded: one natural in hand and another of that rank inside the pile suffice."""
    table = bench.table(hand="K 4 5", pile="K 9 K", melds=QUEENS)
    played = table.play("take K; discard 4")
    lone = bench.table(hand="K 4 5", pile="8 9 K", melds=QUEENS).play("take K; discard 4")
    assert lone == ("no match in pile" if played == LEGAL else "match not allowed")
    if played == LEGAL:
        assert table.hand(0) == "5 9"
    return played, table.melds(0)


@case("pile.match_in_pile", {True: "no match in pile", False: "match not allowed"})
def match_in_the_surprise(bench: Bench) -> Any:
    """RULES.md 5.1: `match_in_pile` does not see the cards of a face-down surprise."""
    return bench.table(hand="K 4 5", surprise="K", pile="9 K", melds=QUEENS).play("take K; discard 4")


@case(
    "pile.min_cards",
    {
        1: (LEGAL, LEGAL, LEGAL),
        2: ("pile too small", LEGAL, LEGAL),
        3: ("pile too small", "pile too small", LEGAL),
        4: ("pile too small", "pile too small", "pile too small"),
    },
)
def fewest_cards_of_a_pile(bench: Bench) -> Any:
    """RULES.md 4: fewest cards in a pile that may be taken."""
    piles = ("K", "9 K", "8 9 K")
    return tuple(bench.table(hand="K K 4 5", pile=pile, melds=QUEENS).play("take K K; discard 4") for pile in piles)


@case(
    "pile.min_cards",
    {3: (LEGAL, "pile too small"), 4: ("pile too small", "pile too small"), 2: (LEGAL, LEGAL)},
    {"pile.wild_discard": "locks"},
)
def what_counts_for_the_fewest(bench: Bench) -> Any:
    """RULES.md 5.1: the surprise counts, locks do not."""
    surprise = bench.table(hand="K K 4 5", surprise="8", pile="9 K", melds=QUEENS)
    locked = bench.table(hand="K K 2 2 4", pile="9 K", locks="2", melds=["Q Q Q Q", ""])
    return surprise.play("take K K; discard 4"), locked.play("take K K; discard 4")


@case(
    "pile.single_card_hand_may_take_single_card",
    {True: (LEGAL, LEGAL), False: ("single card hand", LEGAL)},
)
def one_card_takes_one_card(bench: Bench) -> Any:
    """RULES.md 4: a hand of one takes a pile of one; a pile of two in any case."""
    one = bench.table(hand="4", pile="K", melds=[CANASTA, ""])
    two = bench.table(hand="4", pile="9 K", melds=[CANASTA, ""])
    return one.play("take ; discard 4"), two.play("take ; discard 4")


@case("pile.black_three", {"blocks_next": (0, 0), "blocks_lap": (0, 0), "freezes": (1, 1)})
def black_three_turned_at_the_deal(bench: Bench) -> Any:
    """RULES.md 5.1: a black three anywhere in the pile freezes it, the upcard too."""
    under = bench.table(pile="3b K").view.frozen
    return bench.deal("3b K").frozen, under


@case(
    "pile.black_three",
    {"blocks_next": LEGAL, "blocks_lap": "pile blocked", "freezes": "frozen for all"},
    {"table.players": 4},
)
def black_three_covered(bench: Bench) -> Any:
    """RULES.md 4: blocks only while on top, for a lap, or freezes until the pile is taken."""
    table = bench.table(hand="3b 4", others="K K 2 7 5", melds=["Q Q Q", "J J J"])
    assert table.play("draw; discard 3b / draw; discard K") == LEGAL
    return table.play("take K 2; discard 5")


@case(
    "pile.black_three",
    {
        "blocks_next": ("top black three", LEGAL, LEGAL),
        "blocks_lap": ("pile blocked", LEGAL, LEGAL),
        "freezes": ("top black three", "frozen for all", LEGAL),
    },
)
def black_three_on_top_and_a_lap_later(bench: Bench) -> Any:
    """RULES.md 5.1: never taken with a three on top; the block ends with the next turn of its player."""
    table = bench.table(hand="3b 4 K 2", others="3b 3b K 7", melds=["Q Q Q", "J J J"])
    assert table.play("draw; discard 3b") == LEGAL
    on_top = bench.table(hand="K K 7", pile="K 3b", blocked_by=-1, melds=QUEENS)
    first = on_top.play("take K K; discard 7")
    if bench.rules["pile.black_three"] == "blocks_lap":
        first = bench.table(hand="K K 7", pile="9 K", blocked_by=1, melds=QUEENS).play("take K K; discard 7")
        own = bench.table(hand="K K 7", pile="9 K", blocked_by=0, melds=QUEENS)
        assert own.play("take K K; discard 7") == LEGAL
    assert table.play("draw; discard K") == LEGAL
    later = table.play("take K 2; discard 4")
    pair = bench.table(hand="K K 7", pile="3b K", melds=QUEENS).play("take K K; discard 7")
    return first, later, pair


@case(
    "pile.wild_discard",
    {
        "freezes": ("9 2", 1, "", 1),
        "locks": ("9", 0, "2", 1),
        "skips_next": ("9 2", 0, "", 0),
    },
)
def wild_card_discarded(bench: Bench) -> Any:
    """RULES.md 4, 5.4, 5.11: freezes the pile, lies beside it, or the next player loses the turn."""
    table = bench.table(hand="2 4", pile="9")
    assert table.play("draw; discard 2") == LEGAL
    view = table.view
    return table.pile, view.frozen, "2" if view.locks else "", view.seat


@case(
    "pile.wild_discard",
    {"freezes": "frozen for all", "locks": LEGAL, "skips_next": LEGAL},
)
def wild_card_in_the_pile(bench: Bench) -> Any:
    """RULES.md 5.1: a wild card anywhere in the pile freezes it where `wild_discard` is `freezes`."""
    surprise = bench.table(hand="K 2 7 8", surprise="2", pile="9 K", melds=QUEENS)
    assert surprise.play("take K 2; discard 7") == LEGAL  # cards of a face-down surprise never freeze
    return bench.table(hand="K 2 7 8", pile="2 9 K", melds=QUEENS).play("take K 2; discard 7")


@case("pile.wild_discard", {"freezes": "top wild", "skips_next": "top wild", "locks": LEGAL})
def wild_card_on_top(bench: Bench) -> Any:
    """RULES.md 5.1: never taken with a wild card on top; the card under a lock stays the top."""
    table = bench.table(hand="2 4", others="9 9 2 2 7 5", pile="8 9", melds=["Q Q Q", "J J J J"])
    assert table.play("draw; discard 2") == LEGAL
    if bench.rules["pile.wild_discard"] == "skips_next":
        assert table.play("draw; discard 4") == LEGAL
        return bench.table(hand="9 9 7", pile="9 2", melds=QUEENS).play("take 9 9; discard 7")
    return table.play("take 9 9; discard 7")


LOCKS = {
    # hand, side's melds, locks: why not
    ("K K 2 Jk 7 5", "Q Q Q Q", "2"): LEGAL,
    ("K K 2 7 5", "Q Q Q Q", "2"): "lock needs wilds",
    ("K 2 2 7 5", "Q Q Q Q", "2"): "locked",
    ("K K 2 Jk 7 5", "Q Q Q 2 2 2", "2 2 2 2"): "lock needs room",
    ("K K 2 Jk 7 5", "Q Q Q 2 2", "2 2 2 2"): LEGAL,
}


@case("pile.wild_discard", {"locks": tuple(LOCKS.values()), "freezes": ("",) * 2, "skips_next": ("",) * 2})
def taking_a_locked_pile(bench: Bench) -> Any:
    """RULES.md 5.4: a natural pair, two wild cards shown, room for every wild card beside the pile."""
    if bench.rules["pile.wild_discard"] != "locks":
        hands = ("K K 7 5", "K K 2 7 5")
        return tuple(bench.table(hand=h, pile="9 K", melds=QUEENS).play("take K K; discard 7") for h in hands)
    found = []
    for (hand, melds, locks), wanted in LOCKS.items():
        table = bench.table(hand=hand, pile="9 K", melds=[melds, ""], locks=locks)
        with_cards = "K 2" if wanted == "locked" else "K K"
        found.append(table.play(f"take {with_cards}; discard 7"))
        if wanted == LEGAL:
            assert table.view.locks == 0
            assert table.hand(0) == "5 9 2 Jk"  # shown, not spent
            assert table.melds(0).count("2") == f"{melds} {locks}".count("2")
    return tuple(found)


@case(
    "pile.wild_discard",
    {"locks": (LEGAL, "lock needs wilds", "lock needs wilds", "lock needs room")},
)
def opening_with_a_locked_pile(bench: Bench) -> Any:
    """RULES.md 5.4: the two wild cards are shown, not spent; locks join the meld just made."""
    found = []
    for hand, laid, locks in (
        ("K K Q Q Q 2 Jk 4 5", "K K, Q Q Q", "2"),
        ("K K Q Q Q 2 7 4 5", "K K, Q Q Q", "2"),
        ("K K Q Q Q 2 Jk 4 5", "K K 2, Q Q Q", "2"),
        ("K K Q Q Q 2 Jk 4 5", "K K, Q Q Q", "2 2 2 2"),
    ):
        table = bench.table(hand=hand, pile="9 K", locks=locks)
        found.append(table.play(f"take {laid}; discard 4"))
        if found[-1] == LEGAL:
            assert table.melds(0) == "Q Q Q, K K K 2"
    return tuple(found)


@case("pile.upcard_red_three_freezes", {True: ("frozen for all", 1), False: (LEGAL, 0)})
def red_three_turned_at_the_deal(bench: Bench) -> Any:
    """RULES.md 4: a red three turned at the deal, under or as upcard, freezes the pile, whatever `lay` is."""
    table = bench.table(hand="K 2 4 5 6", pile="3r K", melds=QUEENS, turned=True)
    pair = bench.table(hand="K K 4 5 6", pile="3r K", melds=QUEENS, turned=True)
    assert pair.play("take K K; discard 4") == LEGAL
    return table.play("take K 2; discard 4"), bench.deal("3r K 4").frozen
