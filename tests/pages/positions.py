"""docs/explain.md: the keys of a position file, in the order of the code."""

from __future__ import annotations

from canasta_sim.explain.position import KEYS
from tests.pages.marks import ROOT, filled, table

PAGE = ROOT / "docs/explain.md"

#: Key -> what it takes, what holds without it, what it means.
_MEANINGS = {
    "rules": ("a name or a file", "(needed)", "the rule set; a rule file is looked for beside the position first"),
    "set": ('`{ "draw.count" = 2 }`', "nothing", "knobs to change"),
    "to_move": ("a seat", "0", "whose turn it is"),
    "phase": ('`"draw"` or `"play"`', '`"draw"`', "nothing drawn yet; or: has drawn from the stock"),
    "scores": ("two whole numbers", "`[0, 0]`", "of each side, before the round"),
    "pile": ("cards, bottom first", "empty", "the discard pile, the last one on top; `?3` first: three unknown ones"),
    "stock": ("a number, or cards, next first", "what the deck leaves", "the stock"),
    "hands": ("a text for each seat", "(needed)", 'its cards; `"?11"`: eleven unknown ones, `"K K ?9"`: some known'),
    "melds": ("a list of texts for each side", "none", 'melds on the table: `[["K K K 2"], []]`'),
    "red_threes": ("two numbers", "`[0, 0]`", "red threes that each side has laid"),
    "first_turn": ("true or false", "false", "whether it is the first turn of the round"),
    "surprise": ("a number", "0", "face-down cards at the bottom of the pile (`deal.surprise`)"),
    "locks": ("twos and jokers", "none", "wild cards beside the pile (`pile.wild_discard = locks`)"),
    "blocked_by": ("a seat", "nobody", "whose three blocks the pile for a lap (`pile.black_three = blocks_lap`)"),
    "turnovers": ("a number", "0", "how often the pile has been turned over (`stock.on_empty = turn_over`)"),
    "has_melded": ("a list of seats", "all seats of a side with melds", "who has melded in an earlier turn"),
    "turned_red_three": (
        "true or false",
        "whether one lies in the pile and cannot have been discarded",
        "a red three in the pile was turned at the deal (`pile.upcard_red_three_freezes`)",
    ),
}


def renewed(page: str) -> str:
    """Return docs/explain.md with its table written anew."""
    if list(_MEANINGS) != list(KEYS):
        raise LookupError(f"meanings and keys differ: {sorted(set(_MEANINGS) ^ set(KEYS))}")
    rows = [(f"`{key}`", *words) for key, words in _MEANINGS.items()]
    return filled(page, "keys", ["", *table(("key", "takes", "without it", "meaning"), rows), ""])
