"""Cases for the knobs of the stock, the score and the game."""

from __future__ import annotations

from typing import Any

from tests.engine.bench import LEGAL, Bench, case
from tests.uncompiled import PlainLineup

NATURAL = "Q Q Q Q Q Q Q"


@case(
    "stock.on_empty",
    {"end": ("stock", 0, "4"), "play_on": (None, 1, "4"), "turn_over": (None, 1, "4")},
)
def last_card_of_the_stock(bench: Bench) -> Any:
    """RULES.md 5.5: `end`: after the turn in which the last card was drawn, which is still played."""
    table = bench.table(hand="K K 4", stock="5", pile="9")
    assert table.play("draw; discard 4") == LEGAL
    return table.ended, table.view.seat, table.pile.split()[-1]


@case("stock.on_empty", {"end": (None, "stock"), "play_on": (None, None), "turn_over": (None, None)})
def last_but_one_card_of_the_stock(bench: Bench) -> Any:
    """RULES.md 5.5: it is the turn of the last card that ends the round, none before."""
    table = bench.table(hand="K K 4", others="K K 4", stock="5 6", pile="9")
    ended = []
    for _ in range(2):
        assert table.play("draw; discard 4") == LEGAL
        ended.append(table.ended)
    return tuple(ended)


@case(
    "stock.on_empty",
    {
        "end": (None, "8 9 4", "K K"),
        "play_on": ("stock", "8 9", "4 K K"),
        "turn_over": (None, "9 4", "8 K K"),
    },
)
def nothing_to_draw(bench: Bench) -> Any:
    """RULES.md 5.5: the first who does not take ends the round; or the pile but its top is the new stock."""
    table = bench.table(hand="K K 4", stock="", pile="8 9")
    table.play("draw; discard 4")
    if bench.rules["stock.on_empty"] == "end":
        table.ended = None if table.ended == "stock" else "?"  # after the turn, which is played
    return table.ended, table.pile, " ".join(sorted(table.hand(0).split()))


@case("stock.on_empty", {"end": LEGAL, "play_on": "must take", "turn_over": LEGAL})
def forced_to_take(bench: Bench) -> Any:
    """RULES.md 5.5: `play_on`: who may join the top card to an own meld must take; otherwise one may."""
    pair = bench.table(hand="9 9 4 5", stock="", pile="8 9", melds=[NATURAL, ""])
    pair.play("draw; discard 4")
    assert pair.ended == (None if bench.rules["stock.on_empty"] == "turn_over" else "stock")
    joins = bench.table(hand="5 4", stock="", pile="8 Q", melds=[NATURAL, ""])
    assert joins.play("take ; discard 4") == LEGAL
    return bench.table(hand="5 4", stock="", pile="8 Q", melds=[NATURAL, ""]).play("draw; discard 4")


@case(
    "stock.on_empty",
    {"turn_over": (0, LEGAL), "end": (1, "frozen for all"), "play_on": (1, "frozen for all")},
)
def freezing_and_the_turned_pile(bench: Bench) -> Any:
    """RULES.md 5.1: frozen until it is taken or turned over."""
    table = bench.table(hand="4 5 6", others="9 8 8 2", stock="", pile="2 8 9", melds=["Q Q Q", "J J J, T T T"])
    if bench.rules["stock.on_empty"] != "turn_over":
        frozen = table.view.frozen
        return frozen, bench.table(hand="9 2 7 8", pile="2 8 9", melds=["Q Q Q", ""]).play("take 9 2; discard 7")
    assert table.play("draw; discard 4") == LEGAL
    frozen = table.view.frozen
    other = bench.table(hand="9 2 7 8", pile="8 9", melds=["Q Q Q", ""], turnovers=1)
    return frozen, other.play("take 9 2; discard 7")


@case(
    "stock.max_turnovers",
    {
        0: ("stock", "stock", "stock"),
        1: (None, "stock", "stock"),
        2: (None, None, "stock"),
        3: (None, None, None),
    },
    {"stock.on_empty": "turn_over"},
)
def pile_turned_so_often(bench: Bench) -> Any:
    """RULES.md 5.5: when it has been turned so many times already, the round ends: `stock`."""
    found = []
    for turnovers in (0, 1, 2):
        table = bench.table(hand="K K 4", stock="", pile="8 9", turnovers=turnovers)
        table.play("draw; discard 4")
        found.append(table.ended)
        single = bench.table(hand="K K 4", stock="", pile="9", turnovers=turnovers)
        single.play("draw; discard 4")
        assert single.ended == "stock"  # no card to turn over
    return tuple(found)


@case("stock.shuffle_turned", {True: False, False: True}, {"stock.on_empty": "turn_over"})
def pile_turned_in_order(bench: Bench) -> Any:
    """RULES.md 5.5: unshuffled, its bottom card drawn first; or shuffled."""
    pile = "4 5 6 7 8 9 T J Q K A 4 5 6 7 8"
    table = bench.table(hand="A A", stock="", surprise="9", pile=f"{pile} 9")
    assert table.play("draw; discard A") == LEGAL
    drawn = [code for code in table.hand(0).split() if code != "A"] or ["A"]
    order = [*drawn, *table.stock.split()]
    assert sorted(order) == sorted(["9", *pile.split()])
    assert table.pile == "9 A"
    return order == ["9", *pile.split()]


@case(
    "score.five_points_up_to",
    {rank: 5 * (rank - 3) + 10 * (13 - rank) for rank in range(4, 11)},
)
def ranks_of_five_points(bench: Bench) -> Any:
    """RULES.md 4: from 4 to this count 5, above it to K 10; A and 2 count 20, a joker 50 always."""
    assert bench.table(hand="A 2 Jk").score(0)["in_hand"] == 90
    return bench.table(hand="4 5 6 7 8 9 T J Q K").score(0)["in_hand"]


@case("score.five_points_up_to", {4: (220, 60), 7: (205, 45), 10: (175, 45)})
def five_points_on_the_table(bench: Bench) -> Any:
    """RULES.md 5.7: value of the melded cards, wild ones with their own, wherever they lie."""
    table = bench.table(melds=["5 5 5, 8 8 8, A A A, 9 9 2 Jk, T", "5 5 5, K K K"])
    return table.score(0)["melded"], table.score(1)["melded"]


POINTS = (0, 5, 100, 1000)


@case("score.black_three_melded", {value: (4 * value, 5) for value in POINTS})
def black_threes_on_the_table(bench: Bench) -> Any:
    """RULES.md 4: value of each melded."""
    melded = bench.table(melds=["3b 3b 3b 3b", ""]).score(0)["melded"]
    return melded, bench.table(hand="3b").score(0)["in_hand"]


@case(
    "score.black_three_melded",
    {0: "below minimum", 5: "below minimum", 20: LEGAL},
    {"going_out.canastas": 0, "initial_meld.concealed_waives_minimum": False},
)
def black_threes_in_the_initial_meld(bench: Bench) -> Any:
    """RULES.md 5.9: black threes count at their meld value."""
    return bench.table(hand="3b 3b 3b", stock="4").play("draw; meld 3b 3b 3b; discard 4")


@case("score.black_three_in_hand", {value: (2 * value, 15) for value in POINTS})
def black_threes_left_in_hand(bench: Bench) -> Any:
    """RULES.md 4: penalty for each left in hand at the end."""
    table = bench.table(hand="3b 3b", melds=["3b 3b 3b", ""])
    return table.score(0)["in_hand"], table.score(0)["melded"]


@case("score.red_three_in_hand", {value: 2 * value for value in POINTS}, {"red_threes.lay": "optional"})
def red_threes_left_in_hand(bench: Bench) -> Any:
    """RULES.md 4: penalty each, where they may be kept; they are not laid and count nothing else."""
    score = bench.table(hand="3r 3r").score(0)
    assert score["bonus_red_threes"] == 0
    return score["in_hand"]


CANASTAS = (
    "K K K K K K K",
    "K K K K K 2 Jk",
    "A A A A A A A",
    "A A A A A 2 2",
    "2 2 2 2 2 Jk Jk",
    "2 2 2 2 2 2 2",
)
STANDARD = (500, 300, 500, 300, 2000, 3000)


def canasta_bonuses(bench: Bench) -> tuple[int, ...]:
    """Return the bonus for each kind of canasta; six cards bring none."""
    for canasta in CANASTAS:
        six = canasta.rsplit(" ", 1)[0]
        assert bench.table(melds=[six, ""]).score(0)["bonus_canastas"] == 0
    eight = bench.table(melds=["K K K K K K K K", ""]).score(0)["bonus_canastas"]
    found = tuple(bench.table(melds=[canasta, ""]).score(0)["bonus_canastas"] for canasta in CANASTAS)
    assert eight == found[0]
    return found


def instead(place: int) -> dict[int, tuple[int, ...]]:
    """Return the bonuses expected for values of the knob of one kind of canasta."""
    return {value: (*STANDARD[:place], value, *STANDARD[place + 1 :]) for value in (0, 250, 700, STANDARD[place])}


@case("score.natural_canasta", instead(0))
def natural_canasta(bench: Bench) -> Any:
    """RULES.md 4: bonus for a natural canasta, not of aces."""
    return canasta_bonuses(bench)


@case("score.mixed_canasta", instead(1))
def mixed_canasta(bench: Bench) -> Any:
    """RULES.md 4: bonus for a mixed canasta, not of aces."""
    return canasta_bonuses(bench)


@case("score.natural_ace_canasta", instead(2))
def natural_ace_canasta(bench: Bench) -> Any:
    """RULES.md 4: bonus for a natural canasta of aces."""
    return canasta_bonuses(bench)


@case("score.mixed_ace_canasta", instead(3))
def mixed_ace_canasta(bench: Bench) -> Any:
    """RULES.md 4: bonus for a mixed canasta of aces."""
    return canasta_bonuses(bench)


@case("score.wild_canasta", instead(4))
def wild_canasta(bench: Bench) -> Any:
    """RULES.md 4: bonus for a canasta of twos and jokers."""
    return canasta_bonuses(bench)


@case("score.twos_canasta", instead(5))
def twos_canasta(bench: Bench) -> Any:
    """RULES.md 4: bonus for a canasta of twos alone."""
    return canasta_bonuses(bench)


NOBODY, EVEN = 2, 3


def winner(bench: Bench, scores: tuple[int, int], out: int = 2, rounds: int = 4) -> int:
    """Return the side that has won at these scores, 2 for nobody yet, 3 for an even end."""
    rules = bench.engine.encode(bench.rules)
    return int(bench.engine.driver.winner_of(rules, *scores, out, rounds))


@case("game.mode", {"target": (0, 1, NOBODY, NOBODY), "rounds": (NOBODY, NOBODY, 1, EVEN)})
def end_of_a_game(bench: Bench) -> Any:
    """RULES.md 5.8: past the target the higher score wins, equal ones play on; or after so many rounds."""
    return (
        winner(bench, (5000, 4995)),
        winner(bench, (5000, 5005)),
        winner(bench, (10, 15), rounds=10),
        winner(bench, (6000, 6000), rounds=10),
    )


@case("game.mode", {"target": 0, "rounds": 1})
def end_of_a_game_played(bench: Bench) -> Any:
    """RULES.md 5.8: how a game ended (`target`, `rounds`)."""
    _, game = PlainLineup(bench.engine, bench.rules, ["greedy"]).play_game(3, 0)
    return game[3, 0]


@case("game.target", {500: (0, 0, 0), 5000: (NOBODY, 0, 0), 10005: (NOBODY, NOBODY, 0), 10010: (NOBODY,) * 3})
def target_of_a_game(bench: Bench) -> Any:
    """RULES.md 5.8: a side at or past the target at a round's end."""
    return tuple(winner(bench, (score, 0)) for score in (4995, 5000, 10005))


@case("game.target", {500: True, 5000: True})
def game_ends_at_the_target(bench: Bench) -> Any:
    """RULES.md 5.8: until a side is at or past the target; scores before a round are sums so far."""
    rows, game = PlainLineup(bench.engine, bench.rules, ["greedy"]).play_game(4, 0)
    names = bench.engine.rows.ROW_COLUMNS
    scores, before = rows[names.index("score")], rows[names.index("score_before")]
    sums = [0, 0]
    for place in range(game[0, 0]):
        assert max(sums) < bench.rules["game.target"] or sums[0] == sums[1]
        assert list(before[2 * place : 2 * place + 2]) == sums
        sums = [sums[side] + scores[2 * place + side] for side in range(2)]
    assert list(game[1]) == sums
    assert list(game[2]) == [int(sums[0] > sums[1]), int(sums[1] > sums[0])]
    return max(sums) >= bench.rules["game.target"]


@case("game.rounds", {1: (0, 1), 4: (NOBODY, 4), 6: (NOBODY, 6)}, {"game.mode": "rounds"})
def rounds_of_a_game(bench: Bench) -> Any:
    """RULES.md 5.8: after so many the higher score wins."""
    _, game = PlainLineup(bench.engine, bench.rules, ["greedy"]).play_game(5, 0)
    return winner(bench, (5, 0), rounds=1), game[0, 0]


@case("game.max_rounds", {1: (1, 2, 0), 3: (3, 2, 0)}, {"game.target": 100_000})
def game_without_a_winner(bench: Bench) -> Any:
    """RULES.md 5.8: after so many rounds a game ends as "no winner"."""
    _, game = PlainLineup(bench.engine, bench.rules, ["greedy"]).play_game(6, 0)
    return game[0, 0], game[3, 0], game[2].sum()


@case(
    "game.winner_must_go_out",
    {True: (NOBODY, 0, 0, NOBODY, NOBODY), False: (0, 0, 1, 0, 1)},
)
def winner_who_must_have_closed(bench: Bench) -> Any:
    """RULES.md 5.8: the house winner must have closed that round, and then wins even if lower."""
    return (
        winner(bench, (5000, 0), out=NOBODY),
        winner(bench, (5000, 0), out=0),
        winner(bench, (5000, 6000), out=0),
        winner(bench, (5000, 0), out=1),
        winner(bench, (4000, 6000), out=0),
    )
