"""The knobs of the table, the deal, the draw, red threes and the pile, in the order of RULES.md section 4."""

from __future__ import annotations

from canasta_sim.rules.knob import Knob

__all__ = ["KNOBS_OF_PLAY", "choice", "number", "points", "switch"]


def switch(name: str, default: bool, meaning: str, section: str = "4") -> Knob:
    """Make a knob that is true or false."""
    return Knob(name, "bool", default, meaning, section)


def number(name: str, default: int, span: tuple[int, int], meaning: str, section: str = "4") -> Knob:
    """Make a knob that is a whole number in a range, `span` its lowest and highest value."""
    return Knob(name, "int", default, meaning, section, lowest=span[0], highest=span[1])


def points(name: str, default: int, meaning: str, section: str = "4") -> Knob:
    """Make a knob that is a number of points: 0 to 10000, a multiple of five since all scores are."""
    return Knob(name, "int", default, meaning, section, lowest=0, highest=10_000, step=5)


def choice(name: str, default: str, meaning: str, words: dict[str, str], section: str = "4") -> Knob:
    """Make a knob that is one of several words; `words` says what each means, in the order of the rules."""
    return Knob(name, "choice", default, meaning, section, choices=tuple(words), words=tuple(words.values()))


KNOBS_OF_PLAY = (
    Knob(
        "table.players",
        "int",
        4,
        "How many play: 2, each for himself, or 4, two sides with partners opposite.",
        choices=(2, 4),
    ),
    number("deck.jokers", 4, (0, 8), "How many jokers are added to the two packs of 52 cards.", "1"),
    number("deal.hand_size", 11, (5, 30), "How many cards each player is dealt."),
    number(
        "deal.first_player_extra",
        0,
        (0, 10),
        "How many cards more the first player is dealt (the 14+15 deal: 1).",
    ),
    choice(
        "deal.first_turn",
        "normal",
        "What the first player does in the first turn of the round.",
        {
            "normal": "draws or takes, melds and discards as in any turn",
            "no_draw": "neither draws nor takes; may meld, then discards",
            "discard_only": "only discards",
        },
        "5.10",
    ),
    Knob(
        "deal.upcard_rejects",
        "cards",
        ("wild", "3r"),
        "Kinds of card that may not be the upcard: another card is turned when one comes up.",
        choices=("wild", "3r", "3b"),
        words=("a two or a joker", "a red three", "a black three"),
    ),
    choice(
        "deal.rejected_wild_goes",
        "under",
        "Where a two or joker goes that may not be the upcard.",
        {
            "shuffled_back": "back into the stock, which is shuffled again",
            "under": "under the upcard in the pile",
        },
    ),
    choice(
        "deal.rejected_three_goes",
        "under",
        "Where a three goes that may not be the upcard.",
        {
            "shuffled_back": "back into the stock, which is shuffled again",
            "under": "under the upcard in the pile",
        },
    ),
    choice(
        "deal.surprise",
        "none",
        "Whether face-down cards are put under the upcard.",
        {"none": "no", "upcard_number": "as many as the number of the upcard"},
        "5.12",
    ),
    Knob(
        "deal.surprise_ace",
        "int",
        11,
        "The number of an ace turned as upcard over a surprise (a three 3, J 12, Q 13, K 14).",
        "5.12",
        choices=(1, 11),
    ),
    number("draw.count", 1, (1, 5), "How many cards a player draws from the stock.", "5.3"),
    choice(
        "red_threes.lay",
        "at_once",
        "When red threes are laid on the table.",
        {
            "at_once": "as soon as they are held, each replaced from the stock",
            "optional": "in any own turn for a replacement; they may be kept, or discarded",
        },
        "5.2",
    ),
    points("red_threes.value", 100, "What each laid red three counts.", "5.2"),
    points("red_threes.all_four", 800, "What all four red threes of one side count together.", "5.2"),
    choice(
        "red_threes.without_meld",
        "negative",
        "How red threes count for a side that never melded.",
        {"negative": "against it", "zero": "nothing", "positive": "for it all the same"},
        "5.7",
    ),
    switch(
        "red_threes.replace_from_pile",
        False,
        "Where red threes are laid at once: one taken with the pile is replaced from the stock.",
        "5.2",
    ),
    switch(
        "red_threes.replace_after_turnover",
        True,
        "Where laying them is optional: red threes are replaced also once the pile has been turned over.",
        "5.2",
    ),
    choice(
        "red_threes.positive_needs",
        "meld",
        "What a side needs for its red threes to count for it.",
        {"meld": "a meld", "canasta": "a canasta"},
        "5.7",
    ),
    choice(
        "red_threes.last_stock_card",
        "ends",
        "What happens when the very last card of the stock is a red three, laid at once.",
        {"ends": "the round ends there", "plays_on": "the player goes on with the turn"},
        "5.2",
    ),
    choice(
        "red_threes.discard_blocks",
        "lap",
        "How long a discarded red three closes the pile.",
        {"lap": "until the next turn of the player who discarded it", "next": "for the next player"},
        "5.1",
    ),
    choice(
        "pile.before_initial_meld",
        "natural_pair",
        "Whether a side that has not melded may take the pile.",
        {"never": "no", "natural_pair": "with two naturals, if it meets its minimum at once"},
        "5.1",
    ),
    switch(
        "pile.with_natural_and_wild",
        True,
        "A pile that is not frozen may be taken with one natural and one wild card from hand.",
        "5.1",
    ),
    switch(
        "pile.add_to_meld",
        True,
        "A pile that is not frozen may be taken by adding its top card to a meld of the side.",
        "5.1",
    ),
    switch(
        "pile.add_to_canasta",
        True,
        "The pile may be taken by adding to a meld also when that is a canasta already.",
        "5.1",
    ),
    switch("pile.always_frozen", False, "Only two naturals of the top card's rank ever take it.", "5.1"),
    switch(
        "pile.match_in_pile",
        False,
        "A side that has melded may take a pile that is not frozen with one natural from hand "
        "and another inside the pile.",
        "5.1",
    ),
    number(
        "pile.min_cards",
        1,
        (1, 30),
        "The fewest cards, surprise included, in a pile that may be taken.",
        "5.1",
    ),
    switch(
        "pile.single_card_hand_may_take_single_card",
        False,
        "A player with one card in hand may take a pile of one card.",
        "5.1",
    ),
    choice(
        "pile.black_three",
        "blocks_next",
        "What a black three on the pile does.",
        {
            "blocks_next": "the pile may not be taken while it is on top",
            "blocks_lap": "the pile is closed until the next turn of the player who discarded it",
            "freezes": "the pile is frozen until it is taken",
        },
        "5.1",
    ),
    choice(
        "pile.wild_discard",
        "freezes",
        "What a discarded wild card does.",
        {
            "freezes": "freezes the pile until it is taken",
            "locks": "lies beside the pile and locks it",
            "skips_next": "the next player loses a turn; the pile is not frozen",
        },
        "5.4",
    ),
    switch(
        "pile.upcard_red_three_freezes",
        True,
        "A red three turned at the deal, as upcard or under it, freezes the pile.",
        "5.1",
    ),
)
