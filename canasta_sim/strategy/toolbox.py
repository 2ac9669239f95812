"""What a strategy may use: cards as packed words, what the rules allow, plans for melds, random numbers.

A strategy file imports from here and from nowhere else in the package::

    from canasta_sim.strategy.toolbox import *

Words of cards, masks and the three words of melds are explained in :mod:`canasta_sim.engine.cards`. Every
function works in compiled strategies and in plain Python ones alike.
"""

from __future__ import annotations

from canasta_sim.engine.cards import (
    ACE,
    BLACK_THREE,
    CODES,
    HIGH,
    JACK,
    JOKER,
    KING,
    NATURAL_FIELDS,
    NATURAL_HIGH,
    NO_CARD,
    ONE_BLACK_THREE,
    ONE_JOKER,
    ONE_RED_THREE,
    ONE_TWO,
    QUEEN,
    RED_THREE,
    TEN,
    TWO,
    WILD_FIELDS,
    at_least,
    at_least_one,
    count,
    fields_of,
    highest_kind,
    kinds_in,
    lowest_kind,
    mask_of,
    nth_kind,
    one,
    points,
    total,
    wilds_in,
    without_lowest,
)
from canasta_sim.engine.compiling import compiled, inlined
from canasta_sim.engine.decisions import DISCARDED, LAID, TOOK
from canasta_sim.engine.encoding import CANASTA_MINIMUM
from canasta_sim.engine.going_out import canastas_refusal
from canasta_sim.engine.melds import (
    at_least_seven,
    canasta_number,
    canasta_ranks,
    initial_meld_refusal,
    meld_points,
    melds_refusal,
    most_wilds,
    natural_canasta_ranks,
    wild_room,
)
from canasta_sim.engine.randomness import below
from canasta_sim.engine.records import (
    DRAW,
    TAKE_JOIN,
    TAKE_MATCH,
    TAKE_PAIR,
    TAKE_WITH_JOKER,
    TAKE_WITH_TWO,
)
from canasta_sim.engine.refusals import LEGAL
from canasta_sim.engine.turns import meld_refusal
from canasta_sim.strategy.facts import Facts, Parameter
from canasta_sim.strategy.laying import closing_melds, lay_all
from canasta_sim.strategy.plans import (
    canasta_plan,
    initial_plan,
    may_go_out_with,
    most_to_lay,
    take_plan,
    with_wild,
)

__all__ = [
    "ACE",
    "BLACK_THREE",
    "CANASTA_MINIMUM",
    "CODES",
    "DISCARDED",
    "DRAW",
    "HIGH",
    "JACK",
    "JOKER",
    "KING",
    "LAID",
    "LEGAL",
    "NATURAL_FIELDS",
    "NATURAL_HIGH",
    "NO_CARD",
    "ONE_BLACK_THREE",
    "ONE_JOKER",
    "ONE_RED_THREE",
    "ONE_TWO",
    "QUEEN",
    "RED_THREE",
    "TAKE_JOIN",
    "TAKE_MATCH",
    "TAKE_PAIR",
    "TAKE_WITH_JOKER",
    "TAKE_WITH_TWO",
    "TEN",
    "TOOK",
    "TWO",
    "WILD_FIELDS",
    "Facts",
    "Parameter",
    "at_least",
    "at_least_one",
    "at_least_seven",
    "below",
    "canasta_number",
    "canasta_plan",
    "canasta_ranks",
    "canastas_refusal",
    "closing_melds",
    "compiled",
    "count",
    "fields_of",
    "highest_kind",
    "initial_meld_refusal",
    "initial_plan",
    "inlined",
    "kinds_in",
    "lay_all",
    "lowest_kind",
    "mask_of",
    "may_go_out_with",
    "meld_points",
    "meld_refusal",
    "melds_refusal",
    "most_to_lay",
    "most_wilds",
    "natural_canasta_ranks",
    "nth_kind",
    "one",
    "points",
    "take_plan",
    "total",
    "wild_room",
    "wilds_in",
    "with_wild",
    "without_lowest",
]
