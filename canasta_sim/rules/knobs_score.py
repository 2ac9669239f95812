"""The knobs of melds, going out, the stock, the score and the game, in the order of RULES.md section 4."""

from __future__ import annotations

from canasta_sim.rules.knob import NEVER, Knob
from canasta_sim.rules.knobs_play import choice, number, points, switch

__all__ = ["KNOBS_OF_SCORE"]

KNOBS_OF_SCORE = (
    number("melds.min_naturals", 2, (1, 7), "The fewest naturals in a meld with naturals and wild cards."),
    Knob(
        "melds.max_wilds",
        "limit",
        3,
        'The most wild cards in a meld with naturals; "none": no limit.',
        lowest=0,
        highest=12,
    ),
    choice(
        "melds.wild_ratio",
        "none",
        "How the wild cards of a meld stand to its naturals.",
        {
            "none": "as they like",
            "not_more": "no more wild cards than naturals",
            "fewer": "fewer wild cards than naturals",
            "half": "at least two naturals for each wild card",
        },
    ),
    switch("melds.wild_melds", False, "Three or more wild cards may be a meld of their own."),
    choice(
        "melds.black_threes",
        "three_or_four",
        "How many black threes may be melded, in the turn of going out and without wild cards.",
        {"three_or_four": "three or four", "four": "only all four", "never": "none"},
        "5.6",
    ),
    Knob(
        "initial_meld.minimum",
        "minimum",
        ((NEVER, 15), (0, 50), (1500, 90), (3000, 120)),
        'What the first melds must count, by the side\'s score before the round; "canasta": seven of a rank.',
        "5.9",
    ),
    Knob(
        "initial_meld.unmixed_below",
        "threshold",
        NEVER,
        "Below this score the first melds must be natural or all wild, none of them mixed; -inf: never.",
        "5.9",
    ),
    switch(
        "initial_meld.concealed_waives_minimum",
        True,
        "A player who goes out concealed after drawing from the stock needs no minimum.",
        "5.6",
    ),
    number("going_out.canastas", 1, (0, 10), "How many canastas a side needs to go out.", "5.6"),
    number("going_out.natural_canastas", 0, (0, 10), "How many of them must be natural.", "5.6"),
    switch(
        "going_out.concealed_needs_canasta",
        True,
        "Going out concealed needs a canasta of the player's own, laid in that turn.",
        "5.6",
    ),
    switch(
        "going_out.concealed_after_pile",
        True,
        "Going out concealed is possible after taking the pile too.",
        "5.6",
    ),
    points("going_out.bonus", 100, "The bonus for going out.", "5.7"),
    points("going_out.concealed_bonus", 200, "The bonus, instead, for going out concealed.", "5.7"),
    points(
        "going_out.four_black_threes_bonus",
        0,
        "The bonus, instead of either, for melding all four black threes in the turn of going out; 0: none.",
        "5.6",
    ),
    switch(
        "going_out.four_black_threes_need_canastas",
        True,
        "Going out with all four black threes needs the canastas too.",
        "5.6",
    ),
    switch("going_out.discard_required", False, "Whoever goes out must discard the last card.", "5.6"),
    choice(
        "stock.on_empty",
        "play_on",
        "What happens when the stock runs out.",
        {
            "end": "the round ends after the turn in which its last card was drawn",
            "play_on": "play goes on from the pile until somebody does not take it",
            "turn_over": "the pile is turned over and becomes the stock",
        },
        "5.5",
    ),
    number(
        "stock.max_turnovers", 3, (0, 100), "How many times the pile may be turned over in a round.", "5.5"
    ),
    switch("stock.shuffle_turned", False, "The pile is shuffled when it is turned over.", "5.5"),
    number(
        "score.five_points_up_to",
        7,
        (4, 10),
        "Cards from 4 to this rank count 5, higher ones up to the king 10 (ace and two 20, joker 50).",
    ),
    points("score.black_three_melded", 5, "What each melded black three counts."),
    points("score.black_three_in_hand", 5, "What each black three left in hand counts against its side."),
    points("score.red_three_in_hand", 100, "What each red three kept in hand counts against its side."),
    points("score.natural_canasta", 500, "The bonus for a natural canasta."),
    points("score.mixed_canasta", 300, "The bonus for a mixed canasta."),
    points("score.natural_ace_canasta", 500, "The bonus for a natural canasta of aces."),
    points("score.mixed_ace_canasta", 300, "The bonus for a mixed canasta of aces."),
    points("score.wild_canasta", 2000, "The bonus for a canasta of wild cards, twos and jokers."),
    points("score.twos_canasta", 3000, "The bonus for a canasta of twos alone."),
    choice(
        "game.mode",
        "target",
        "When a game is over.",
        {"target": "when a side reaches the target", "rounds": "after a fixed number of rounds"},
        "5.8",
    ),
    number(
        "game.target", 5000, (5, 1_000_000), "The score that a side must reach, in a game to a target.", "5.8"
    ),
    number("game.rounds", 10, (1, 100_000), "How many rounds a game of a fixed number has.", "5.8"),
    number(
        "game.max_rounds",
        200,
        (1, 100_000),
        "After so many rounds a game to a target ends without a winner.",
        "5.8",
    ),
    switch(
        "game.winner_must_go_out",
        False,
        "Reaching the target wins only in a round that the side closed.",
        "5.8",
    ),
)
