"""Cases for the knobs of the table, the deck, the deal, the draw and red threes."""

from __future__ import annotations

from typing import Any

from tests.engine.bench import LEGAL, Bench, case

CANASTA = "Q Q Q Q Q Q Q"


@case("table.players", {2: (2, 0), 4: (4, 2)})
def seats_take_turns(bench: Bench) -> Any:
    """RULES.md 4: two or four play; after seat 1 comes seat 0 or seat 2."""
    table = bench.table()
    assert table.play("draw; discard 4 / draw; discard 4") == LEGAL
    return len(bench.deal("9").hands), table.view.seat


@case("table.players", {2: 30, 4: 60})
def partners_hands_count_for_their_side(bench: Bench) -> Any:
    """RULES.md 5.7: the value of the cards left in the hands of a side's players counts against it."""
    return bench.table(hand="K K K", others="Q Q Q").score(0)["in_hand"]


@case("deck.jokers", {number: (number, 104 + number) for number in (0, 3, 4, 6, 8)})
def jokers_in_the_deck(bench: Bench) -> Any:
    """RULES.md 1: two packs of 52 and so many jokers."""
    dealt = bench.deal("9")
    cards = [*" ".join(dealt.hands).split(), *dealt.pile.split(), *dealt.stock.split()]
    cards += ["3r"] * sum(dealt.red_threes)
    return cards.count("Jk"), len(cards)


@case("deal.hand_size", {size: [size, size] for size in (5, 11, 15, 30)})
def cards_dealt(bench: Bench) -> Any:
    """RULES.md 4: cards each."""
    return [len(hand.split()) for hand in bench.deal("9").hands]


@case("deal.first_player_extra", {0: [11, 11], 1: [12, 11], 3: [14, 11]})
def extra_cards_of_the_first(bench: Bench) -> Any:
    """RULES.md 4 and 5.10: extra cards of the first player, whatever the first turn."""
    return [len(hand.split()) for hand in bench.deal("9").hands]


@case(
    "deal.first_turn",
    {
        "normal": (LEGAL, "5 7"),
        "no_draw": (LEGAL, "5"),
        "discard_only": ("not asked: meld K K K, A A A", "5 K K K A A A"),
    },
)
def first_turn(bench: Bench) -> Any:
    """RULES.md 5.10: no drawing with `no_draw`, no melding either with `discard_only`."""
    table = bench.table(hand="K K K A A A 4 5", stock="7 8", turn=1)
    return table.play("draw; meld K K K, A A A; discard 4"), table.hand(0)


@case(
    "deal.first_turn",
    {"normal": LEGAL, "no_draw": "not asked: take K K, A A A", "discard_only": "not asked: take K K, A A A"},
    {"initial_meld.minimum": [["-inf", 0]]},
)
def pile_in_the_first_turn(bench: Bench) -> Any:
    """RULES.md 5.10: no taking in a first turn without a draw; the next turn is as any other."""
    hand = "K K A A A 4 5"
    table = bench.table(hand=hand, others=hand, pile="8 K", turn=1)
    later = bench.table(hand=hand, pile="8 K", turn=2)
    assert later.play("take K K, A A A; discard 4") == LEGAL
    return table.play("take K K, A A A; discard 4")


@case(
    "deal.upcard_rejects",
    {
        (): "2",
        ("wild",): "2 3r",
        ("3r",): "2",
        ("wild", "3r"): "2 3r 3b",
        ("wild", "3b"): "2 3r",
        ("wild", "3r", "3b"): "2 3r 3b Jk K",
    },
)
def upcard_turned_again(bench: Bench) -> Any:
    """RULES.md 4: these kinds are turned again; those left there are the upcard."""
    return bench.deal("2 3r 3b Jk K 4").pile


@case("deal.upcard_rejects", {("3b",): "K", ("3r",): "3b", ("wild",): "3b", (): "3b"})
def black_three_as_upcard(bench: Bench) -> Any:
    """RULES.md 4: a black three stays where it is not among the kinds turned again."""
    return bench.deal("3b K").pile.split()[-1]


@case("deal.rejected_wild_goes", {"shuffled_back": ("3r K", 1), "under": ("2 3r K", 0)})
def wild_turned(bench: Bench) -> Any:
    """RULES.md 4: a wild card that may not be the upcard goes under it, or back and the stock is shuffled."""
    dealt = bench.deal("2 3r K 4")
    assert dealt.stock.split().count("2") == 8 - dealt.pile.split().count("2")
    return dealt.pile, dealt.shuffles


@case(
    "deal.rejected_three_goes",
    {"shuffled_back": ("2 K", 2), "under": ("2 3r 3b K", 0)},
    {"deal.upcard_rejects": ["wild", "3r", "3b"]},
)
def three_turned(bench: Bench) -> Any:
    """RULES.md 4 and 5.2: a three that may not be the upcard; put back, the stock is shuffled again."""
    dealt = bench.deal("2 3r 3b K 4")
    return dealt.pile, dealt.shuffles


@case("deal.surprise", {"none": ("", "2 9"), "upcard_number": ("4 5 6 7 8 T J Q K", "4 5 6 7 8 T J Q K 2 9")})
def surprise_under_the_upcard(bench: Bench) -> Any:
    """RULES.md 5.12: from the top of the stock after the upcard is settled, below the rejected cards."""
    dealt = bench.deal("2 9 4 5 6 7 8 T J Q K A")
    return dealt.surprise, dealt.pile


@case("deal.surprise_ace", {1: 1, 11: 11}, {"deal.surprise": "upcard_number"})
def surprise_under_an_ace(bench: Bench) -> Any:
    """RULES.md 4: number of an ace; every other rank has its own, whatever the knob."""
    numbers = {"4": 4, "9": 9, "T": 10, "J": 12, "Q": 13, "K": 14, "3b": 3}
    for upcard, number in numbers.items():
        assert len(bench.deal(upcard).surprise.split()) == number, upcard
    return len(bench.deal("A").surprise.split())


@case("draw.count", {count: "4 5 6 7 8 9"[: 2 * count - 1] for count in range(1, 6)})
def cards_drawn(bench: Bench) -> Any:
    """RULES.md 4: cards drawn from the stock."""
    table = bench.table(hand="K K", stock="4 5 6 7 8 9")
    assert table.play("draw; discard K") == LEGAL
    return table.hand(0).removesuffix(" K")


@case("draw.count", {1: 1, 2: 2, 5: 2})
def short_stock(bench: Bench) -> Any:
    """RULES.md 5.3: a stock with fewer gives what it has."""
    table = bench.table(hand="K K", stock="4 5")
    assert table.play("draw; discard K") == LEGAL
    return len(table.hand(0).split()) - 1


@case("red_threes.lay", {"at_once": ("5 6", 2), "optional": ("3r 3r", 0)}, {"draw.count": 2})
def red_threes_drawn(bench: Bench) -> Any:
    """RULES.md 5.2: laid and replaced until the card drawn is none; or kept."""
    table = bench.table(hand="4", stock="3r 3r 5 6 7")
    assert table.play("draw; discard 4") == LEGAL
    return table.hand(0), table.view.red_threes[0]


@case("red_threes.lay", {"at_once": ([3, 0], 0, 11), "optional": ([0, 0], 1, 11)})
def red_threes_dealt(bench: Bench) -> Any:
    """RULES.md 3.1: red threes dealt are laid and replaced until no hand holds one, where laid at once."""
    dealt = bench.deal("9 3r 3r K", hand="3r")
    hand = dealt.hands[0].split()
    return dealt.red_threes, hand.count("3r"), len(hand)


@case("red_threes.lay", {"at_once": "not asked: lay", "optional": LEGAL})
def red_three_laid_in_a_turn(bench: Bench) -> Any:
    """RULES.md 5.2: its owner may lay it in the own turn after drawing, for a replacement."""
    table = bench.table(hand="3r 4", stock="7 5")
    return table.play("draw; lay; discard 4")


@case("red_threes.lay", {"at_once": "", "optional": "not asked: lay"}, {"stock.on_empty": "end"})
def red_three_as_the_last_card(bench: Bench) -> Any:
    """RULES.md 5.2: one that may be kept is never laid as the last card in hand."""
    if bench.rules["red_threes.lay"] == "at_once":
        return bench.table(hand="4", stock="", melds=[CANASTA, ""]).play("draw; discard 4")
    return bench.table(hand="3r", stock="", melds=[CANASTA, ""]).play("draw; lay; discard 3r")


@case("red_threes.value", {0: (0, 0), 50: (150, -150), 100: (300, -300)})
def each_red_three(bench: Bench) -> Any:
    """RULES.md 4: each, for a side with a meld; against one without."""
    with_meld = bench.table(melds=["K K K", ""], red_threes=(3, 0)).score(0)
    return with_meld["bonus_red_threes"], bench.table(red_threes=(3, 0)).score(0)["bonus_red_threes"]


@case("red_threes.all_four", {0: (0, 300), 800: (800, 300), 1000: (1000, 300)})
def all_four_red_threes(bench: Bench) -> Any:
    """RULES.md 4: total when a side has all four, not on top of the value of each."""
    scores = [bench.table(melds=["K K K", ""], red_threes=(n, 0)).score(0) for n in (4, 3)]
    return tuple(score["bonus_red_threes"] for score in scores)


@case("red_threes.without_meld", {"negative": (-100, -800), "zero": (0, 0), "positive": (100, 800)})
def red_threes_of_a_side_without_meld(bench: Bench) -> Any:
    """RULES.md 4: a side that never melded; one that has gets them whatever the knob."""
    assert bench.table(melds=["K K K", ""], red_threes=(1, 0)).score(0)["bonus_red_threes"] == 100
    return tuple(bench.table(red_threes=(number, 0)).score(0)["bonus_red_threes"] for number in (1, 4))


@case("red_threes.replace_from_pile", {True: ("4 5 9", 1), False: ("5 9", 1)})
def red_three_from_the_pile(bench: Bench) -> Any:
    """RULES.md 4: with `at_once`, a red three taken with the pile is replaced from the stock."""
    table = bench.table(hand="K K 7 5", pile="3r 9 K", stock="4 6", melds=["Q Q Q", ""], turned=True)
    assert table.play("take K K; discard 7") == LEGAL
    return table.hand(0), table.view.red_threes[0]


@case(
    "red_threes.replace_after_turnover",
    {True: "4 7 8", False: "7 8"},
    {"red_threes.lay": "optional", "stock.on_empty": "turn_over"},
)
def red_three_after_turning_over(bench: Bench) -> Any:
    """RULES.md 4: with `optional`, replaced also once the pile has been turned over; before it always."""
    before = bench.table(hand="3r 8 8", stock="7 4", turnovers=0)
    assert before.play("draw; lay; discard 8") == LEGAL
    assert before.hand(0) == "4 7 8"
    table = bench.table(hand="3r 8 8", stock="7 4", turnovers=1)
    assert table.play("draw; lay; discard 8") == LEGAL
    return table.hand(0)


@case("red_threes.positive_needs", {"meld": (100, 100), "canasta": (-100, 100)})
def what_red_threes_need(bench: Bench) -> Any:
    """RULES.md 4 and 5.7: a side without what they need is scored by `without_meld`."""
    sides = ("K K K", CANASTA)
    return tuple(bench.table(melds=[m, ""], red_threes=(1, 0)).score(0)["bonus_red_threes"] for m in sides)


@case("red_threes.last_stock_card", {"ends": ("stock", "stock"), "plays_on": (None, None)})
def red_three_as_last_stock_card(bench: Bench) -> Any:
    """RULES.md 5.2: drawn or as a replacement, it ends the round there: no meld, no discard."""
    found = []
    for stock in ("3r", "3r 3r"):
        table = bench.table(hand="K K 4", stock=stock)
        table.play("draw; discard 4")
        found.append(table.ended)
        assert len(table.hand(0).split()) == (3 if table.ended else 2)
    natural = bench.table(hand="K K 4", stock="3r 5")
    assert natural.play("draw; discard 4") == LEGAL
    assert natural.ended is None
    return tuple(found)


@case("red_threes.last_stock_card", {"ends": None, "plays_on": None}, {"stock.on_empty": "turn_over"})
def last_stock_card_where_the_pile_is_turned(bench: Bench) -> Any:
    """RULES.md 5.2: it applies with `on_empty` other than `turn_over`."""
    table = bench.table(hand="K K 4", stock="3r")
    assert table.play("draw; discard 4") == LEGAL
    return table.ended


@case(
    "red_threes.discard_blocks",
    {"lap": "pile blocked", "next": LEGAL},
    {"red_threes.lay": "optional", "table.players": 4},
)
def red_three_discarded(bench: Bench) -> Any:
    """RULES.md 4: a lap, until its player's next turn; or the next player only."""
    table = bench.table(hand="3r 4", others="K K K 7 5", melds=["Q Q Q", "J J J"])
    assert table.play("draw; discard 3r") == LEGAL
    top = bench.table(hand="K K 7", pile="9 3r", melds=["Q Q Q", ""])
    assert top.play("take K K; discard 7") == "top red three"
    assert table.play("draw; discard K") == LEGAL
    return table.play("take K K; discard 7")
