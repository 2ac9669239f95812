"""What may be melded, asked of the engine with words that no hand gives."""

from __future__ import annotations

from canasta_sim.engine.encoding import encode
from canasta_sim.engine.records import VIEW, new_record
from canasta_sim.engine.refusals import LEGAL, NOT_IN_HAND
from canasta_sim.rules import load_rules
from canasta_sim.strategy.generate import steps_module
from tests.engine.cards import CODES, word


def test_more_twos_than_a_byte_counts_are_not_in_any_hand() -> None:
    """RULES.md 5.9: a player melds cards of the own hand; 165 twos are more than 127, not fewer than none."""
    rules = encode(load_rules("hoyle", {"melds.max_wilds": "none", "melds.wild_ratio": "none"}))
    view = new_record(VIEW)
    view.naturals[0] = sum(3 * word(code) for code in CODES[:11])
    view.hand = word("2 2 4 5 6")
    view.hand_size, view.turn = 5, 9
    meld_refusal = steps_module()[0].meld_refusal
    assert meld_refusal(rules, view, 0, 2 * word("K"), 0) == LEGAL
    assert meld_refusal(rules, view, 0, sum(15 * word(code) for code in CODES[:11]), 0) == NOT_IN_HAND
