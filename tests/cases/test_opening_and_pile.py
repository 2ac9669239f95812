"""Disputed questions about the initial meld and the pile, each asked of `explain` as a player would ask it.

The numbers are those of the collection of cases; what no knob expresses is listed in not_expressible.md.
"""

from __future__ import annotations

import pytest

from tests.explain.asking import explained, forbidden, judged, legal, of_rank, of_way, with_rules

FOUR = """
to_move = 0
stock = 40
"""
KINGS_AND_QUEENS = FOUR + 'pile = "Q K 7 K"\nhands = ["K K Q Q 2 4 5 6 7 9 T", "?11", "?11", "?11"]\n'


@pytest.mark.parametrize("rules", ["hoyle", "classic"])
def test_case_01_top_and_hand_open_with_the_pile(rules: str) -> None:
    text = f'rules = "{rules}"\n{KINGS_AND_QUEENS}'
    verdict = judged(text, "take K K; meld Q Q 2; discard 4")
    assert verdict["legal"]
    assert "counts 70 points, 50 are needed" in verdict["reason"]
    assert verdict["position"]["melds"][0] == ["Q Q 2", "K K K"]
    pair = of_way(explained(text), "pair")
    assert (pair["legal"], pair["counts"]) == (True, 50)  # the fewest cards that will do: K K K 2
    # the cards below the top may be laid in the same turn, but only once the pile is taken
    assert legal(text, "take K K; meld Q Q 2; meld K; meld Q")["melds"][0] == ["Q Q Q 2", "K K K K"]
    assert not judged(text, "take K K; meld Q Q Q 2")["legal"]


def test_case_02_cards_inside_the_pile_do_not_count() -> None:
    text = f'rules = "hoyle"\nscores = [1500, 0]\n{KINGS_AND_QUEENS}'
    verdict = judged(text, "take K K; meld Q Q 2")
    assert (verdict["legal"], verdict["knob"]) == (False, "initial_meld.minimum")
    assert "must count 90 points" in verdict["reason"]
    assert "at most 70" in verdict["reason"]
    assert of_way(explained(text), "pair")["knob"] == "initial_meld.minimum"


def test_case_03_a_buried_ace_does_not_help() -> None:
    text = f'rules = "hoyle"\n{FOUR}pile = "4 A 9"\nhands = ["9 9 A A 4 6", "?11", "?11", "?11"]'
    assert forbidden(text, "take 9 9; meld A A")[0] == "initial_meld.minimum"
    three_aces = text.replace("9 9 A A 4 6", "9 9 A A A 4 6")
    assert legal(three_aces, "take 9 9; meld A A A")["melds"][0] == ["9 9 9", "A A A"]


@pytest.mark.parametrize(("score", "enough"), [(0, True), (1500, True), (2995, True), (3000, False)])
def test_case_05_several_melds_count_together(score: int, enough: bool) -> None:
    text = (
        f'rules = "hoyle"\nscores = [{score}, 0]\n{FOUR}'
        'pile = "5 Q"\nhands = ["Q Q A A A 6", "?11", "?11", "?11"]'
    )
    assert judged(text, "take Q Q; meld A A A; discard 6")["legal"] is enough
    assert of_way(explained(text), "pair")["legal"] is enough


def test_case_07_a_natural_and_a_joker_do_not_open_with_the_pile() -> None:
    text = f'rules = "hoyle"\n{FOUR}pile = "8"\nhands = ["8 Jk 5 6", "?11", "?11", "?11"]'
    assert forbidden(text, "take 8 Jk") == ("pile.before_initial_meld", "natural_pair")
    opened = text + '\nmelds = [["K K K"], []]'
    assert legal(opened, "take 8 Jk; discard 5")["melds"][0] == ["8 8 Jk", "K K K"]
    assert forbidden(with_rules(text, pile__before_initial_meld="never"), "take 8 Jk")[1] == "never"


SEVEN_FOURS = (
    f'rules = "hoyle"\n{FOUR}phase = "play"\nhands = ["4 4 4 4 4 4 4 J J 9 Q 6", "?11", "?11", "?11"]'
)


def test_case_08_the_bonus_of_a_canasta_does_not_count() -> None:
    verdict = judged(SEVEN_FOURS, "meld 4 4 4 4 4 4 4")
    assert (verdict["legal"], verdict["knob"]) == (False, "initial_meld.minimum")
    assert "must count 50 points" in verdict["reason"]
    assert "35" in verdict["reason"]
    by_canasta = with_rules(SEVEN_FOURS, initial_meld__minimum=[["-inf", "canasta"]])
    assert legal(by_canasta, "meld 4 4 4 4 4 4 4")["melds"][0] == ["4 4 4 4 4 4 4"]


def test_case_09_melds_of_one_turn_are_added() -> None:
    text = f'rules = "classic"\n{FOUR}hands = ["5 5 5 K K K K 6 9", "?11", "?11", "?11"]'
    verdict = judged(text, "draw; meld 5 5 5; meld K K K K; discard 6")
    assert verdict["legal"]
    assert "55 points" in verdict["reason"]
    beginning = judged(text, "draw; meld 5 5 5")
    assert (beginning["legal"], beginning["needs"]) == (True, ["K K K K"])
    assert forbidden(text, "draw; meld 5 5 5; discard 6")[0] == "initial_meld.minimum"
    assert of_rank(explained(text), "5")["ways"][0] == {"cards": "5 5 5", "with": ["K K K K"]}


@pytest.mark.parametrize(("score", "enough"), [(-5, True), (0, False)])
def test_case_10_below_zero_any_three_cards_open(score: int, enough: bool) -> None:
    text = (
        f'rules = "hoyle"\nscores = [{score}, 0]\n{FOUR}phase = "play"\n'
        'hands = ["4 4 4 6 7 9 J Q", "?11", "?11", "?11"]'
    )
    assert judged(text, "meld 4 4 4; discard 6")["legal"] is enough


@pytest.mark.parametrize("rules", ["hoyle", "classic", "rummyroyal", "raminoroyal"])
def test_case_11_where_the_minimum_changes(rules: str) -> None:
    hands = '["4 4", "?9"]' if "royal" in rules else '["4 4", "?9", "?9", "?9"]'
    text = f'rules = "{rules}"\nto_move = 0\nhands = {hands}\n'
    needed = [
        explained(f"{text}scores = [{score}, 0]")["initial_meld"]["minimum"]
        for score in (1495, 1500, 2995, 3000)
    ]
    assert needed == [50, 90, 90, 120]


def test_case_14_a_side_opens_once() -> None:
    text = f'rules = "hoyle"\n{FOUR}phase = "play"\nhands = ["5 5 5 6 9", "?11", "?11", "?11"]\n'
    assert legal(text + 'melds = [["A A A"], []]\nhas_melded = [2]', "meld 5 5 5; discard 9")
    assert forbidden(text + 'melds = [[], ["A A A"]]', "meld 5 5 5")[0] == "initial_meld.minimum"


OPENED = (
    f'rules = "hoyle"\n{FOUR}pile = "4 8"\nhands = ["HAND", "?11", "?11", "?11"]\nmelds = [["MELD"], []]\n'
)


def test_case_15_a_natural_and_a_wild_card_take_an_open_pile() -> None:
    text = OPENED.replace("HAND", "8 2 5 6").replace("MELD", "K K K")
    assert legal(text, "take 8 2; discard 5")["melds"][0] == ["8 8 2", "K K K"]
    without = with_rules(text, pile__with_natural_and_wild=False)
    assert forbidden(without, "take 8 2") == ("pile.with_natural_and_wild", False)


def test_case_16_the_top_card_may_join_a_meld() -> None:
    text = OPENED.replace("HAND", "J Q 5 6").replace("MELD", "8 8 8")
    assert legal(text, "take; discard 5")["melds"][0] == ["8 8 8 8"]
    assert forbidden(with_rules(text, pile__add_to_meld=False), "take") == ("pile.add_to_meld", False)


def test_case_17_or_a_canasta() -> None:
    text = OPENED.replace("HAND", "J Q K 6").replace("MELD", "5 5 5 5 5 5 5").replace("4 8", "4 5")
    assert legal(text, "take; discard J")["melds"][0] == ["5 5 5 5 5 5 5 5"]
    closed = with_rules(text, pile__add_to_canasta=False)
    assert forbidden(closed, "take") == ("pile.add_to_canasta", False)
    six = closed.replace("5 5 5 5 5 5 5", "5 5 5 5 5 5")
    assert legal(six, "take; discard J")


def test_case_19_a_frozen_pile_needs_a_pair_whatever_is_on_the_table() -> None:
    text = OPENED.replace("HAND", "7 2 K 4").replace("MELD", "7 7 7").replace("4 8", "Jk 9 7")
    for play in ("take 7 2", "take", "take 7"):
        assert forbidden(text, play) == ("pile.wild_discard", "freezes")
    assert "a joker lies in it" in of_way(explained(text), "join")["reason"]
    assert "two natural sevens, you hold one" in of_way(explained(text), "pair")["reason"]
    assert legal(text.replace("7 2 K 4", "7 7 K 4"), "take 7 7; discard K")["melds"][0] == ["7 7 7 7 7 7"]


def test_case_21_cards_on_it_do_not_thaw_a_frozen_pile() -> None:
    text = OPENED.replace("HAND", "4 2 K T").replace("MELD", "K K K").replace("4 8", "2 9 J 4")
    assert forbidden(text, "take 4 2") == ("pile.wild_discard", "freezes")
    assert explained(text)["pile"]["frozen"]
    skipping = with_rules(text, pile__wild_discard="skips_next")
    assert legal(skipping, "take 4 2; discard T")
    assert not explained(skipping)["pile"]["frozen"]


def test_case_23_a_black_three_under_other_cards() -> None:
    text = OPENED.replace("HAND", "6 2 K T").replace("MELD", "K K K").replace("4 8", "9 3b 6")
    assert legal(text, "take 6 2; discard T")
    freezing = with_rules(text, pile__black_three="freezes")
    assert forbidden(freezing, "take 6 2") == ("pile.black_three", "freezes")
    assert legal(freezing.replace("6 2 K T", "6 6 K T"), "take 6 6; discard T")
    assert (
        forbidden(text.replace("6 2 K T", "6 6 K T").replace("3b 6", "6 3b"), "take 6 6")[0]
        == "pile.black_three"
    )


@pytest.mark.parametrize("rules", ["hoyle", "classic", "rummyroyal", "raminoroyal"])
def test_case_24_a_wild_card_on_top_is_never_taken(rules: str) -> None:
    seats = 2 if "royal" in rules else 4
    hands = ", ".join(['"2 2 Jk K"'] + ['"?9"'] * (seats - 1))
    text = f'rules = "{rules}"\nto_move = 0\npile = "9 2"\nhands = [{hands}]\nmelds = [["K K K"], []]'
    for play in ("take 2 2", "take 2 2 Jk", "take"):
        assert not judged(text, play)["legal"]
    assert "a two lies on top" in explained(text)["take"][0]["reason"]


def test_case_32_a_pile_that_is_always_frozen() -> None:
    text = with_rules(
        OPENED.replace("HAND", "9 K 4 J").replace("MELD", "9 9 9").replace("4 8", "4 9"),
        pile__always_frozen=True,
    )
    assert forbidden(text, "take") == ("pile.always_frozen", True)
    assert forbidden(text, "take 9") == ("pile.always_frozen", True)
    assert legal(text.replace("9 K 4 J", "9 9 4 J"), "take 9 9; discard J")
    assert legal(
        text.replace('"pile.always_frozen" = true', '"pile.always_frozen" = false'), "take; discard J"
    )


def test_case_33_the_top_card_is_melded_at_once() -> None:
    text = OPENED.replace("HAND", "8 8 5 6").replace("MELD", "K K K")
    taken = legal(text, "take 8 8")
    assert taken["melds"][0] == ["8 8 8", "K K K"]
    assert taken["hands"][0] == "4 5 6"
    assert legal(text, "take 8 8; discard 4")["hands"][0] == "5 6"
    assert not judged(text, "take 8 8; discard 8")["legal"]


def test_case_48_one_card_and_a_pile_of_one() -> None:
    text = (
        f'rules = "hoyle"\n{FOUR}pile = "7"\nhands = ["J", "?11", "?11", "?11"]\n'
        'melds = [["7 7 7 7 7 7", "K K K K K K K"], []]\n'
    )
    knob = "pile.single_card_hand_may_take_single_card"
    assert forbidden(text, "take") == (knob, False)
    assert explained(text)["going_out"]["legal"] is False  # the jack and the card drawn would be left
    allowed = with_rules(text, pile__single_card_hand_may_take_single_card=True)
    assert legal(allowed, "take; discard J")["ended"] == "went_out"
    assert legal(text.replace('pile = "7"', 'pile = "9 7"'), "take")
    royal = 'rules = "rummyroyal"\nto_move = 0\nstock = 40\npile = "7"\nhands = ["J", "?9"]\n'
    royal += 'melds = [["7 7 7 7 7 7", "K K K K K K K"], []]\n'
    assert legal(royal, "take; discard J")["ended"] == "went_out"


def test_case_77_freezing_again_is_allowed() -> None:
    text = f'rules = "classic"\n{FOUR}phase = "play"\npile = "9"\nhands = ["2 4 5", "?11", "?11", "?11"]\n'
    assert legal(text, "discard 2")["frozen"]


def test_case_79_asking_changes_nothing() -> None:
    text = 'rules = "classic"\nto_move = 0\nstock = 0\npile = "9"\nhands = ["2 4 5", "?11", "?11", "?11"]\n'
    first = explained(text)
    assert not first["draw"]["legal"]
    assert not any(way["legal"] for way in first["take"])
    assert first["melds"] == first["discards"] == []
    assert explained(text) == first


def test_case_80_a_beginning_that_cannot_reach_the_minimum() -> None:
    text = f'rules = "hoyle"\n{FOUR}hands = ["5 5 5 K K K 6 9", "?11", "?11", "?11"]'
    verdict = judged(text, "draw; meld 5 5 5")
    assert (verdict["legal"], verdict["knob"], verdict["step"]) == (
        False,
        "initial_meld.minimum",
        "meld 5 5 5",
    )
    assert "at most 45" in verdict["reason"]
    # the points would do, but two cards must stay in hand as long as the side may not go out
    short = f'rules = "hoyle"\n{FOUR}hands = ["5 5 5 A A A", "?11", "?11", "?11"]'
    assert not judged(short, "draw; meld 5 5 5")["legal"]
    assert legal(short.replace("A A A", "A A A 6"), "draw; meld 5 5 5; meld A A A; discard 6")
