"""Disputed questions about the deal, drawing, red threes and the end of the stock."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_sim.engine.cards import ACE, BLACK_THREE, JOKER, RED_THREE, TWO
from canasta_sim.engine.encoding import encode
from canasta_sim.engine.records import HIDDEN, VIEW, new_record
from canasta_sim.explain.position import parse_position
from canasta_sim.explain.table import Table
from canasta_sim.rules import load_rules
from canasta_sim.strategy.generate import steps_module
from tests.explain.asking import explained, forbidden, judged, legal, of_way, with_rules

FOUR = "to_move = 0\nstock = 40\n"
OTHERS = '"?11", "?11", "?11"'


def piles(rules: str, number: int, **knobs: object) -> list[tuple[list[int], bool]]:
    """Deal rounds; return for each the pile, bottom first, and whether it is frozen."""
    ruleset = load_rules(rules, set={knob.replace("__", "."): value for knob, value in knobs.items()})
    steps = steps_module()[0]
    record, view, hidden = encode(ruleset), new_record(VIEW), new_record(HIDDEN)
    found = []
    for index in range(number):
        steps.deal(record, view, hidden, 0, 0, 0, steps.stream_key(20, index, 0, 0), None)
        found.append(([int(kind) for kind in hidden.pile_order[: int(view.pile_size)]], bool(view.frozen)))
    return found


def test_case_25_a_joker_turned_first_is_covered_and_freezes() -> None:
    dealt = piles("hoyle", 600)
    assert all(pile[-1] <= ACE or pile[-1] == BLACK_THREE for pile, _ in dealt)
    covered = [(pile, frozen) for pile, frozen in dealt if set(pile) & {TWO, JOKER, RED_THREE}]
    assert len(covered) > 50
    assert all(frozen for _, frozen in covered)
    assert any(len(pile) > 2 for pile, _ in covered)  # turned again and again
    assert not any(frozen for pile, frozen in dealt if len(pile) == 1)
    kept = piles("hoyle", 600, deal__upcard_rejects=[])
    assert any(pile[-1] == JOKER for pile, _ in kept)
    assert all(len(pile) == 1 for pile, _ in kept)
    text = f'rules = "hoyle"\n{FOUR}first_turn = true\npile = "Jk 9"\nhands = ["9 9 A A A 4", {OTHERS}]'
    assert explained(text)["pile"]["knob"] == "pile.wild_discard"
    assert legal(text, "take 9 9; meld A A A")


def test_case_27_a_black_three_turned_first() -> None:
    assert any(pile[-1] == BLACK_THREE for pile, _ in piles("hoyle", 300))
    assert not any(pile[-1] == BLACK_THREE for pile, _ in piles("classic", 300))
    text = f'rules = "hoyle"\n{FOUR}first_turn = true\npile = "3b"\nhands = ["9 9 A A A 4", {OTHERS}]'
    assert of_way(explained(text), "pair")["knob"] == "pile.black_three"
    covered = text.replace('"3b"', '"3b 9"').replace("first_turn = true", "")
    assert legal(covered, "take 9 9; meld A A A")


def test_case_28_the_upcard_says_how_many_lie_under_it() -> None:
    dealt = piles("hoyle", 200, deal__surprise="upcard_number", pile__always_frozen=True)
    numbers = {rank: rank + 4 for rank in range(7)} | {7: 12, 8: 13, 9: 14, 10: 11, BLACK_THREE: 3}
    plain = [pile for pile, _ in dealt if len(pile) == numbers[pile[-1]] + 1]
    assert len(plain) > 100
    assert {pile[-1] for pile in plain} >= set(range(ACE + 1))
    eight = next(pile for pile in plain if pile[-1] == 4)
    assert len(eight) == 9
    assert all(frozen for _, frozen in dealt)


def test_case_29_who_gets_the_hidden_cards() -> None:
    text = (
        'rules = "romanian-house-2p"\nto_move = 0\nstock = 40\nsurprise = 3\npile = "9"\n'
        'hands = ["9 9 4 5", "?14"]\nmelds = [["K K K"], []]'
    )
    assert legal(text, "take 9 9")["hands"][0] == "4 5 ?3"
    assert explained(text)["pile"]["cards"] == 4
    # they never count for the minimum
    opening = with_rules(
        text.replace('melds = [["K K K"], []]', ""),
        pile__before_initial_meld="natural_pair",
    )
    assert forbidden(opening, "take 9 9")[0] == "initial_meld.minimum"


def test_case_60_an_empty_stock_forces_the_taking() -> None:
    text = (
        'rules = "hoyle"\nto_move = 0\nstock = 0\npile = "4 J"\n'
        f'hands = ["5 6 7", {OTHERS}]\nmelds = [["J J J"], []]'
    )
    assert forbidden(text, "draw") == ("stock.on_empty", "play_on")
    assert "must take the pile" in explained(text)["draw"]["reason"]
    assert legal(text, "take; discard 5")["melds"][0] == ["J J J J"]
    assert "must take" not in explained(text.replace("4 J", "2 J"))["draw"]["reason"]  # frozen
    assert "must take" not in explained(with_rules(text, pile__add_to_meld=False))["draw"]["reason"]
    assert judged(with_rules(text, stock__on_empty="turn_over"), "draw")["legal"]
    assert legal(text.replace("stock = 0", "stock = 9"), "draw; discard 5")


def test_case_63_the_last_stock_card_is_a_red_three() -> None:
    text = (
        f'rules = "classic"\nto_move = 0\nstock = "3r"\npile = "9"\nhands = ["K K K 5 6", {OTHERS}]\n'
        'melds = [["J J J"], []]'
    )
    after = legal(text, "draw")
    assert after["ended"] == "stock"
    assert after["red_threes"] == [1, 0]
    assert not judged(text, "draw; meld K K K")["legal"]
    assert not judged(text, "draw; discard 5")["legal"]
    going_on = with_rules(text, red_threes__last_stock_card="plays_on")
    assert legal(going_on, "draw; meld K K K; discard 5")["melds"][0] == ["J J J", "K K K"]
    assert legal(text.replace('"3r"', '"3r 4"'), "draw; meld K K K; discard 5")


def ended(text: str) -> Any:
    """Return the scores of a round that ends because the player to move cannot draw."""
    table = Table(parse_position(text))
    table.draw()
    assert table.ended == "stock"
    return table.result()


EMPTY = 'to_move = 0\nstock = 0\npile = "9"\n'


def test_case_66_an_empty_stock_and_nothing_to_take() -> None:
    text = f'rules = "classic"\n{EMPTY}hands = ["A A 4", "J", "K", "3b"]\nred_threes = [2, 1]\n'
    text += 'melds = [[], ["K K K"]]'
    assert forbidden(text, "draw") == ("stock.on_empty", "play_on")
    assert "ends the round" in explained(text)["draw"]["reason"]
    result = ended(text)
    assert result["bonus_going_out"] == [0, 0]
    assert result["bonus_red_threes"] == [-200, 100]
    assert result["in_hand"] == [20 + 20 + 5 + 10, 10 + 5]
    assert result["score"] == [-200 - 55, 100 + 30 - 15]


def test_case_67_red_threes_drawn_one_after_the_other() -> None:
    text = f'rules = "hoyle"\nto_move = 0\nstock = "3r 3r 9 8"\npile = "K"\nhands = ["4 5 6", {OTHERS}]'
    after = legal(text, "draw")
    assert (after["red_threes"], after["hands"][0], after["stock"]) == ([2, 0], "4 5 6 9", "8")
    # one that comes with the pile is laid and not replaced
    taking = (
        f'rules = "hoyle"\nto_move = 0\nstock = "8 9"\npile = "3r 7 K"\nhands = ["K K 5 6", {OTHERS}]\n'
        'melds = [["Q Q Q"], []]'
    )
    after = legal(taking, "take K K")
    assert (after["red_threes"], after["hands"][0], after["stock"]) == ([1, 0], "5 6 7", "8 9")
    after = legal(with_rules(taking, red_threes__replace_from_pile=True), "take K K")
    assert (after["red_threes"], after["hands"][0], after["stock"]) == ([1, 0], "5 6 7 8", "9")


@pytest.mark.parametrize(("needs", "bonus"), [("meld", 200), ("canasta", -200)])
def test_case_69_what_red_threes_need_to_count(needs: str, bonus: int) -> None:
    text = f'rules = "classic"\n{EMPTY}hands = ["4", "J", "6", "8"]\nred_threes = [2, 0]\n'
    text += 'melds = [["K K K"], []]'
    assert ended(with_rules(text, red_threes__positive_needs=needs))["bonus_red_threes"] == [bonus, 0]
    canasta = text.replace("K K K", "K K K K K K 2")
    assert ended(with_rules(canasta, red_threes__positive_needs=needs))["bonus_red_threes"] == [200, 0]


def test_case_71_sets_in_hand_count_against() -> None:
    text = f'rules = "classic"\n{EMPTY}hands = ["6 6 6 6 2 2", "J", "6", "8"]'
    assert ended(text)["in_hand"] == [60 + 5, 20]
    assert ended(with_rules(text, score__five_points_up_to=5))["in_hand"] == [80 + 10, 20]


@pytest.mark.parametrize(("rules", "penalty"), [("classic", 5), ("romanian-house", 100)])
def test_case_72_a_black_three_in_hand(rules: str, penalty: int) -> None:
    empty = EMPTY.replace('pile = "9"', 'pile = ""') if rules == "romanian-house" else EMPTY
    text = f'rules = "{rules}"\n{empty}hands = ["3b 3b", "J", "6", "8"]'
    assert ended(text)["in_hand"] == [2 * penalty + 5, 20]


def test_case_78_two_cards_a_turn_at_a_table_of_four() -> None:
    text = f'rules = "hoyle"\n{FOUR}pile = "9"\nhands = ["4 5 6", {OTHERS}]'
    two = with_rules(text, draw__count=2)
    assert explained(text)["draw"]["cards"] == 1
    assert explained(two)["draw"]["cards"] == 2
    assert legal(two, "draw; discard 4")["stock"] == 38
    assert legal(two, "draw")["hands"][0] == "4 5 6 ?2"


def test_case_81_the_pile_turned_over() -> None:
    text = (
        'rules = "romanian-house"\nto_move = 0\nstock = 0\npile = "2 9 3r J 8"\n'
        'hands = ["4 5 6 3r", "?9", "?9", "?9"]\nmelds = [["K K K"], []]\n'
    )
    freezing = with_rules(text, pile__wild_discard="freezes")
    assert explained(freezing)["pile"]["frozen"]
    after = legal(freezing, "draw")
    assert (after["pile"], after["turnovers"], after["frozen"]) == ("8", 1, False)
    assert (after["hands"][0], after["stock"]) == ("4 5 6 2 3r", "9 3r J")  # the bottom card was drawn
    laid = legal(freezing, "draw; lay 3r")
    assert (laid["red_threes"], laid["hands"][0]) == ([1, 0], "4 5 6 2")  # nothing replaces it
    replacing = freezing.replace(
        '"pile.wild_discard" = "freezes"',
        '"pile.wild_discard" = "freezes", "red_threes.replace_after_turnover" = true',
    )
    assert legal(replacing, "draw; lay 3r")["hands"][0] == "4 5 6 9 2"
    shuffled = legal(with_rules(text, stock__shuffle_turned=True), "draw")
    assert (shuffled["hands"][0], shuffled["stock"]) == ("4 5 6 3r ?1", 3)
    thrice = text + "turnovers = 3\n"
    assert forbidden(thrice, "draw") == ("stock.max_turnovers", 3)
