"""Each preset's own numbers, read off its source text: "001:6" is line 6 of text 001, in our words.

These are statements about the texts, written down without looking at the presets; a preset that strays from
its text fails here by the line that it strays from.
"""

from __future__ import annotations

import math

import pytest

from canasta_sim.rules import load_rules

NEVER = -math.inf
STEPS = ((NEVER, 15), (0, 50), (1500, 90), (3000, 120))

RUMMYROYAL = [
    ("000:20 for two players only", "table.players", 2),
    ("000:21 four jokers, 108 cards", "deck.jokers", 4),
    ("000:24 a red three is laid at once and replaced", "red_threes.lay", "at_once"),
    ("000:25 neither a wild card nor a red three starts the pile", "deal.upcard_rejects", ("wild", "3r")),
    ("000:25 a red three turned up is shuffled back", "deal.rejected_three_goes", "shuffled_back"),
    ("000:25 a red three taken with the pile is replaced", "red_threes.replace_from_pile", True),
    ("000:26 a black three stops the opponent until it is covered", "pile.black_three", "blocks_next"),
    ("000:27 three or four black threes when closing", "melds.black_threes", "three_or_four"),
    ("000:43 fifteen cards each", "deal.hand_size", 15),
    ("000:45 two cards are drawn", "draw.count", 2),
    ("000:48 two naturals, or a natural and a wild card", "pile.with_natural_and_wild", True),
    ("000:49 the top card may join a meld on the table", "pile.add_to_meld", True),
    ("000:50 one queen in hand, one on top, one inside", "pile.match_in_pile", True),
    ("000:56 a wild card anywhere freezes the pile for all", "pile.wild_discard", "freezes"),
    ("000:57-59 before the first meld only a natural pair", "pile.before_initial_meld", "natural_pair"),
    ("000:73, 80 at most three wild cards", "melds.max_wilds", 3),
    ("000:79 no melds of wild cards alone", "melds.wild_melds", False),
    ("000:86-96 15, 50, 90, 120 points", "initial_meld.minimum", STEPS),
    ("000:101 a concealed closing waives the minimum", "initial_meld.concealed_waives_minimum", True),
    ("000:103 two canastas to close", "going_out.canastas", 2),
    ("000:103 all cards melded, or all but one", "going_out.discard_required", False),
    ("000:105 the round ends with the stock", "stock.on_empty", "end"),
    ("000:118 closing 100", "going_out.bonus", 100),
    ("000:121 concealed 200", "going_out.concealed_bonus", 200),
    ("000:124 natural canasta 500", "score.natural_canasta", 500),
    ("000:127 mixed canasta 300", "score.mixed_canasta", 300),
    ("000:129-130 100 for each red three, with a meld", "red_threes.value", 100),
    ("000:129 with at least one meld", "red_threes.positive_needs", "meld"),
    ("000:133 all four 800", "red_threes.all_four", 800),
    ("000:135 minus 100 each without a meld, minus 800", "red_threes.without_meld", "negative"),
]

RAMINOROYAL = [
    ("004:3 for two players only", "table.players", 2),
    ("004:4 four jokers, 108 cards", "deck.jokers", 4),
    ("004:7 a red three is laid at once and replaced", "red_threes.lay", "at_once"),
    ("004:8 neither a wild card nor a red three starts the pile", "deal.upcard_rejects", ("wild", "3r")),
    ("004:8 the next card is laid on it", "deal.rejected_three_goes", "under"),
    ("004:8 the next card is laid on it", "deal.rejected_wild_goes", "under"),
    ("004:8 a red three taken with the pile is not replaced", "red_threes.replace_from_pile", False),
    ("004:9 a black three stops the opponent until it is covered", "pile.black_three", "blocks_next"),
    ("004:10 three or four black threes when closing", "melds.black_threes", "three_or_four"),
    ("004:17 fifteen cards each", "deal.hand_size", 15),
    ("004:19 two cards are drawn", "draw.count", 2),
    ("004:22 two naturals, or a natural and a wild card", "pile.with_natural_and_wild", True),
    ("004:23 the top card may join a meld on the table", "pile.add_to_meld", True),
    ("004:22-23 no other way to take the pile", "pile.match_in_pile", False),
    ("004:29 a wild card anywhere freezes the pile for all", "pile.wild_discard", "freezes"),
    ("004:29 nothing else in it does", "pile.upcard_red_three_freezes", False),
    ("004:30-31 before the first meld only a natural pair", "pile.before_initial_meld", "natural_pair"),
    ("004:33, 43 at most three wild cards", "melds.max_wilds", 3),
    ("004:42 no melds of wild cards alone", "melds.wild_melds", False),
    ("004:46-49 15, 50, 90, 120 points", "initial_meld.minimum", STEPS),
    ("004:44-54 no exception from the minimum", "initial_meld.concealed_waives_minimum", False),
    ("004:56 two canastas to close", "going_out.canastas", 2),
    ("004:56 all cards melded, or all but one", "going_out.discard_required", False),
    ("004:58 the round ends with the stock", "stock.on_empty", "end"),
    ("004:68 closing 100", "going_out.bonus", 100),
    ("004:69 concealed 200", "going_out.concealed_bonus", 200),
    ("004:70 natural canasta 500", "score.natural_canasta", 500),
    ("004:71 mixed canasta 300", "score.mixed_canasta", 300),
    ("004:72 100 for each red three, with a meld", "red_threes.value", 100),
    ("004:73 all four 800", "red_threes.all_four", 800),
    ("004:74 minus 100 each without a meld, minus 800", "red_threes.without_meld", "negative"),
]

ROMANIAN_HOUSE = [
    ("001:4 four players, two sides", "table.players", 4),
    ("001:5 two packs, six jokers in all", "deck.jokers", 6),
    ("001:6 fourteen cards each", "deal.hand_size", 14),
    ("001:6 the first has fifteen", "deal.first_player_extra", 1),
    ("001:6, 8 and only discards", "deal.first_turn", "discard_only"),
    ("001:7 as many cards under the upcard as its number", "deal.surprise", "upcard_number"),
    ("001:7 a wild card is passed over", "deal.upcard_rejects", ("wild",)),
    ("001:10 4 to 7 count five, 8 to 14 ten", "score.five_points_up_to", 7),
    ("001:10 a red three 100", "red_threes.value", 100),
    ("001:10 a black three in hand at the end, minus 100", "score.black_three_in_hand", 100),
    ("001:13 red canasta 500", "score.natural_canasta", 500),
    ("001:14 black canasta 300", "score.mixed_canasta", 300),
    ("001:15 canasta of wild cards 2000", "score.wild_canasta", 2000),
    ("001:15 so there are melds of wild cards", "melds.wild_melds", True),
    ("001:16 canasta of twos 3000", "score.twos_canasta", 3000),
    ("001:16 red canasta of aces 1500", "score.natural_ace_canasta", 1500),
    ("001:17 black canasta of aces 700", "score.mixed_ace_canasta", 700),
    ("001:18 all four red threes 800", "red_threes.all_four", 800),
    (
        "001:20-22 50, 90 from 1500, 120 from 3000, a canasta beyond 5000",
        "initial_meld.minimum",
        ((NEVER, 50), (1500, 90), (3000, 120), (5005, "canasta")),
    ),
    ("001:20 below 1500 cards only or wild cards only", "initial_meld.unmixed_below", 1500),
    ("001:22 won beyond 10000", "game.target", 10005),
    ("001:22 only by a side that closed the round", "game.winner_must_go_out", True),
    ("001:23 only a side with melds takes the pile", "pile.before_initial_meld", "never"),
    ("001:23 of three cards at least", "pile.min_cards", 3),
    ("001:23 two more of its number, or one and a wild card", "pile.with_natural_and_wild", True),
    ("001:23 the top card alone does not join a meld", "pile.add_to_meld", False),
    ("001:24 a black three stops the next player", "pile.black_three", "blocks_next"),
    ("001:25 a red three closes the pile for a lap", "red_threes.discard_blocks", "lap"),
    ("001:26 a wild card beside the pile locks it", "pile.wild_discard", "locks"),
    ("001:28 two canastas to close", "going_out.canastas", 2),
    ("001:28 closing 100", "going_out.bonus", 100),
    ("001:28 concealed or not", "going_out.concealed_bonus", 100),
    ("001:29 with four black threes 1000", "going_out.four_black_threes_bonus", 1000),
    ("001:29 with all four", "melds.black_threes", "four"),
    ("001:30 two cards and a wild card at least", "melds.min_naturals", 2),
    ("001:31 fewer wild cards than naturals", "melds.wild_ratio", "fewer"),
    ("001:31 and no other limit", "melds.max_wilds", "none"),
    ("001:33 the pile is turned over", "stock.on_empty", "turn_over"),
    ("001:34 a red three may be laid", "red_threes.lay", "optional"),
    ("001:34 one more card is drawn, so one in all", "draw.count", 1),
    ("001:35 not replaced after turning over", "red_threes.replace_after_turnover", False),
    ("001:36 three times at most", "stock.max_turnovers", 3),
]

CLASSIC = [
    ("002:5 four players", "table.players", 4),
    ("002:7 two packs and four jokers, 108 cards", "deck.jokers", 4),
    ("002:17-19 4 to 7 count five, 8 to K ten", "score.five_points_up_to", 7),
    ("002:25 a black three five", "score.black_three_melded", 5),
    ("002:25 a black three five", "score.black_three_in_hand", 5),
    ("002:37 eleven cards each", "deal.hand_size", 11),
    ("002:37 joker, two or three: another is turned", "deal.upcard_rejects", ("wild", "3r", "3b")),
    ("002:37 on top of it", "deal.rejected_wild_goes", "under"),
    ("002:37 on top of it", "deal.rejected_three_goes", "under"),
    ("002:41 a red three is laid and replaced", "red_threes.lay", "at_once"),
    ("002:41 from the pile not necessarily", "red_threes.replace_from_pile", False),
    ("002:43 a red three 100", "red_threes.value", 100),
    ("002:43 each of four 200", "red_threes.all_four", 800),
    ("002:43 with a meld", "red_threes.positive_needs", "meld"),
    ("002:43 without one they are taken off", "red_threes.without_meld", "negative"),
    ("002:47 one card is drawn", "draw.count", 1),
    ("002:53 two naturals for each wild card", "melds.wild_ratio", "half"),
    ("002:53, 57 three wild cards at most", "melds.max_wilds", 3),
    ("002:53 black threes only when going out", "melds.black_threes", "three_or_four"),
    ("002:69-75 15, 50, 90, 120 points", "initial_meld.minimum", STEPS),
    ("002:77 the top card of the pile counts for it", "pile.before_initial_meld", "natural_pair"),
    ("002:87 a red three turned up freezes the pile", "pile.upcard_red_three_freezes", True),
    ("002:87-89 a black three freezes it until it is taken", "pile.black_three", "freezes"),
    ("002:87-89 so does a wild card", "pile.wild_discard", "freezes"),
    ("002:105 a natural and a wild card take it", "pile.with_natural_and_wild", True),
    ("002:109 the top card may join a meld", "pile.add_to_meld", True),
    ("002:115 one canasta to go out", "going_out.canastas", 1),
    ("002:115 no discard needed", "going_out.discard_required", False),
    ("002:115 not a pile of one with a hand of one", "pile.single_card_hand_may_take_single_card", False),
    ("002:117 concealed meets the minimum itself", "initial_meld.concealed_waives_minimum", False),
    ("002:121 natural canasta 500", "score.natural_canasta", 500),
    ("002:123 mixed canasta 300", "score.mixed_canasta", 300),
    ("002:127 going out 100", "going_out.bonus", 100),
    ("002:129 100 more when concealed", "going_out.concealed_bonus", 200),
    ("002:135 5000 wins", "game.target", 5000),
    ("002:135 a game to a target", "game.mode", "target"),
]

TEXTS = {
    "rummyroyal": RUMMYROYAL,
    "raminoroyal": RAMINOROYAL,
    "romanian-house": ROMANIAN_HOUSE,
    "classic": CLASSIC,
}


@pytest.mark.parametrize(
    ("preset", "line", "knob", "value"),
    [(preset, *statement) for preset, statements in TEXTS.items() for statement in statements],
)
def test_the_preset_says_what_its_text_says(preset: str, line: str, knob: str, value: object) -> None:
    assert load_rules(preset)[knob] == value, line


@pytest.mark.parametrize("preset", TEXTS)
def test_the_preset_names_its_text(preset: str) -> None:
    number = TEXTS[preset][0][0].partition(":")[0]
    assert number in load_rules(preset).source


def test_the_two_player_form_of_the_house_game_changes_the_table_alone() -> None:
    four, two = load_rules("romanian-house"), load_rules("romanian-house-2p")
    assert four.diff(two) == [("table.players", 4, 2)]
