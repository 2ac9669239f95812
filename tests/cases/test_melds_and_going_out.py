"""Disputed questions about melds, wild cards, going out and black threes, asked of `explain`."""

from __future__ import annotations

import pytest

from tests.explain.asking import explained, forbidden, judged, legal, of_rank, refused, with_rules

PLAY = 'to_move = 0\nphase = "play"\nstock = 40\n'


def holding(hand: str, melds: str = "", rules: str = "hoyle") -> str:
    """Return a position in which seat 0 has drawn and holds these cards."""
    seats = 2 if rules in ("rummyroyal", "raminoroyal", "romanian-house-2p") else 4
    hands = ", ".join([f'"{hand}"'] + ['"?9"'] * (seats - 1))
    return f'rules = "{rules}"\n{PLAY}hands = [{hands}]\nmelds = [[{melds}], []]\n'


@pytest.mark.parametrize(
    ("ratio", "three", "two", "one"),
    [
        ("none", True, True, True),
        ("not_more", False, True, True),
        ("fewer", False, False, True),
        ("half", False, False, True),
    ],
)
def test_case_36_wild_cards_beside_naturals(ratio: str, three: bool, two: bool, one: bool) -> None:
    text = with_rules(holding("9 9 2 2 Jk 4 5 6", '"K K K"'), melds__wild_ratio=ratio)
    for play, expected in (("meld 9 9 2 2 Jk", three), ("meld 9 9 2 2", two), ("meld 9 9 2", one)):
        verdict = judged(text, play)
        assert verdict["legal"] is expected, (play, verdict)
        if not expected:
            assert (verdict["knob"], verdict["value"]) == ("melds.wild_ratio", ratio)


def test_case_36_in_the_presets() -> None:
    for rules, legal_there in (
        ("hoyle", True),
        ("classic", False),
        ("rummyroyal", True),
        ("romanian-house", False),
    ):
        melds = '"K K K"'
        assert judged(holding("9 9 2 2 Jk 4 5 6", melds, rules), "meld 9 9 2 2 Jk")["legal"] is legal_there


def test_case_37_a_second_wild_card_in_a_meld_of_three() -> None:
    # no knob caps wild cards by the size of the meld; here two naturals for each wild card say the same
    text = holding("2 4 5 6", '"K K 2"', "classic")
    assert forbidden(text, "meld 2 to K") == ("melds.wild_ratio", "half")
    assert legal(holding("2 4 5 6", '"K K 2"'), "meld 2 to K")["melds"][0] == ["K K 2 2"]


def test_case_39_wild_cards_alone() -> None:
    hand = "2 2 2 Jk 4 5 6"
    assert forbidden(holding(hand, '"K K K"', "classic"), "meld 2 2 2 Jk") == ("melds.wild_melds", False)
    assert of_rank(explained(holding(hand, '"K K K"', "classic")), "wild")["knob"] == "melds.wild_melds"
    house = holding(hand, '"K K K"', "romanian-house")
    assert legal(house, "meld 2 2 2 Jk; discard 4")["melds"][0] == ["K K K", "2 2 2 Jk"]
    assert legal(with_rules(holding(hand, '"K K K"'), melds__wild_melds=True), "meld 2 2 2 to wild")
    # such a meld cannot lie on the table of a game without them
    assert "wild cards alone" in refused(holding("4 5 6", '"2 2 Jk"', "classic"))


def test_case_40_no_second_meld_of_a_rank() -> None:
    eights = '"8 8 8 8 8"'
    assert legal(holding("8 8 8 4 5", eights), "meld 8 8 8; discard 4")["melds"][0] == ["8 8 8 8 8 8 8 8"]
    assert "at most one meld of a rank" in refused(holding("4 5", '"8 8 8", "8 8 8"'))


def test_case_42_a_canasta_completed_in_the_turn_of_going_out() -> None:
    text = holding("9 9 9 K", '"9 9 9 9"')
    assert legal(text, "meld 9 9 9; discard K")["ended"] == "went_out"
    out = explained(text)["going_out"]
    assert (out["legal"], out["how"]) == (True, ["meld 9 9 9", "discard K"])
    verdict = judged(with_rules(text, going_out__canastas=2), "meld 9 9 9")
    assert (verdict["legal"], verdict["knob"], verdict["value"]) == (False, "going_out.canastas", 2)
    assert not judged(holding("9 9 K", '"9 9 9 9"'), "meld 9 9; discard K")["legal"]


CANASTA = '"K K K K K K K"'


def test_case_44_two_black_threes_are_not_played_away() -> None:
    for rules in ("classic", "hoyle"):
        text = holding("3b 3b", CANASTA, rules)
        out = explained(text)["going_out"]
        assert (out["legal"], out["knob"], out["value"]) == (False, "melds.black_threes", "three_or_four")
        assert legal(text, "discard 3b")["hands"][0] == "3b"
        assert forbidden(text, "meld 3b 3b")[0] == "melds.black_threes"
    three = holding("3b 3b 3b 5", CANASTA)
    assert legal(three, "meld 3b 3b 3b; discard 5")["ended"] == "went_out"
    assert forbidden(with_rules(three, melds__black_threes="four"), "meld 3b 3b 3b")[1] == "four"
    assert forbidden(with_rules(three, melds__black_threes="never"), "meld 3b 3b 3b")[1] == "never"


def test_case_46_no_wild_cards_with_black_threes() -> None:
    for hand in ("3b 3b 2", "3b 3b 3b 2 5"):
        text = holding(hand, CANASTA)
        assert forbidden(text, f"meld {hand.removesuffix(' 5')}")[0] == "melds.black_threes"
    assert not explained(holding("3b 3b 2", CANASTA))["going_out"]["legal"]


def test_case_50_a_last_card_to_discard() -> None:
    text = holding("K K Q", f'{CANASTA[:-7]}", "Q Q Q", "7 7 7 7 7 7 7"')
    assert legal(text, "meld K K; meld Q")["ended"] == "went_out"
    needed = with_rules(text, going_out__discard_required=True)
    assert forbidden(needed, "meld K K; meld Q") == ("going_out.discard_required", True)
    assert legal(needed, "meld K K; discard Q")["ended"] == "went_out"
    assert explained(needed)["going_out"]["how"][-1].startswith("discard")


MIXED = '"K K K K K 2 2", "Q Q Q Q Q Q Jk", "7 7 7"'


def test_case_54_one_canasta_natural() -> None:
    text = with_rules(holding("7 4", MIXED), going_out__canastas=2)
    assert legal(text, "meld 7; discard 4")["ended"] == "went_out"
    natural = with_rules(holding("7 4", MIXED), going_out__canastas=2, going_out__natural_canastas=1)
    out = explained(natural)["going_out"]
    assert (out["legal"], out["knob"], out["value"]) == (False, "going_out.natural_canastas", 1)
    assert forbidden(natural, "meld 7")[0] == "going_out.natural_canastas"
    one_natural = natural.replace("Q Q Q Q Q Q Jk", "Q Q Q Q Q Q Q")
    assert legal(one_natural, "meld 7; discard 4")["ended"] == "went_out"


CONCEALED = "K K K K K K K Q Q Q 5"


def test_case_55_going_out_in_the_first_turn() -> None:
    text = holding(CONCEALED).replace('phase = "play"', "first_turn = true")
    out = explained(text)["going_out"]
    assert out["legal"] is False  # the card drawn and the five would be left
    fits = text.replace("Q Q Q 5", "Q Q Q")
    out = explained(fits)["going_out"]
    assert (out["legal"], out["concealed"], out["how"][-1]) == (True, True, "discard ?1")
    first = with_rules(fits, deal__first_turn="discard_only")
    assert explained(first)["going_out"]["knob"] == "deal.first_turn"
    assert forbidden(first, "meld K K K K K K K") == ("deal.first_turn", "discard_only")
    no_draw = with_rules(fits, deal__first_turn="no_draw")
    assert legal(no_draw, "meld K K K K K K K; meld Q Q Q")["ended"] == "went_out"


FOURS = "4 4 4 4 4 4 4 5 5 5 5 K"


def test_case_56_a_concealed_closing_without_the_minimum() -> None:
    text = f"{holding(FOURS)}scores = [3000, 0]\n"
    out = explained(text)["going_out"]
    assert (out["legal"], out["concealed"], out["bonus"]) == (True, True, 200)
    verdict = judged(text, "meld 4 4 4 4 4 4 4; meld 5 5 5 5; discard K")
    assert verdict["position"]["ended"] == "went_out"
    assert "for a bonus of 200" in verdict["reason"]
    strict = with_rules(text, initial_meld__concealed_waives_minimum=False)
    assert explained(strict)["going_out"]["knob"] == "initial_meld.minimum"
    assert forbidden(strict, "meld 4 4 4 4 4 4 4")[0] == "initial_meld.minimum"
    assert forbidden(f"{holding(FOURS, '', 'classic')}scores = [3000, 0]\n", "meld 4 4 4 4 4 4 4")[0] == (
        "initial_meld.minimum"
    )
    # at 50 points no waiver is needed
    assert legal(text.replace("3000", "0"), "meld 4 4 4 4 4 4 4; meld 5 5 5 5; discard K")["concealed"]


def test_case_58_concealed_after_taking_the_pile() -> None:
    text = (
        'rules = "hoyle"\nto_move = 0\nstock = 40\npile = "K"\n'
        'hands = ["K K K K K K 9 9 9 4", "5", "5", "5"]\n'
    )
    play = "take K K; meld K K K K; meld 9 9 9; discard 4"
    for counts, bonus in ((True, 200), (False, 100)):
        asked = with_rules(text, going_out__concealed_after_pile=counts)
        after = legal(asked, play)
        assert after["concealed"] is counts
        assert after["round"]["bonus_going_out"] == [bonus, 0]
        out = explained(asked)["going_out"]
        assert (out["legal"], out["concealed"], out["bonus"]) == (True, counts, bonus)
