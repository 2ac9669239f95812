"""Each knob that can forbid something in a turn: the knob, its value, and the words of a card player."""

from __future__ import annotations

from typing import Any

import pytest

from canasta_sim.rules.knob import as_toml
from tests.explain.asking import explained, forbidden, judged, legal, of_way


def position(hand: str, melds: str = "", knobs: dict[str, Any] | None = None, **keys: Any) -> str:
    """Return a position at a table of four under `hoyle` with some knobs changed; seat 0 is to move."""
    laid = f"[[{melds}], []]"
    settings = ", ".join(f"{as_toml(knob)} = {as_toml(value)}" for knob, value in (knobs or {}).items())
    lines = [f"{key} = {as_toml(value)}" for key, value in keys.items()]
    return "\n".join(
        [
            'rules = "hoyle"',
            f"set = {{ {settings} }}",
            f'hands = ["{hand}", "?9", "?9", "?9"]',
            f"melds = {laid}",
            *lines,
        ]
    )


KINGS = '"K K K"'
LOCKS: dict[str, Any] = {"pile.wild_discard": "locks"}
OPTIONAL: dict[str, Any] = {"red_threes.lay": "optional"}
PLAY: dict[str, Any] = {"phase": "play"}


@pytest.mark.parametrize(
    ("text", "play", "knob", "value", "words"),
    [
        (
            position("K 2 4 5", KINGS, pile="2 9 K"),
            "take K 2",
            "pile.wild_discard",
            "freezes",
            "the pile is frozen: a two lies in it; only two natural kings from hand take it, you hold one",
        ),
        (
            position("K 4 5", KINGS, pile="9 3b K", knobs={"pile.black_three": "freezes"}),
            "take",
            "pile.black_three",
            "freezes",
            "the pile is frozen: a black three lies in it",
        ),
        (
            position("K 4 5", KINGS, pile="3r 8 K"),
            "take",
            "pile.upcard_red_three_freezes",
            True,
            "the pile is frozen: a red three was turned at the deal",
        ),
        (
            position("K 4 5", KINGS, pile="9 K", knobs={"pile.always_frozen": True}),
            "take K",
            "pile.always_frozen",
            True,
            "the pile is always frozen",
        ),
        (
            position("9 9 4 5", KINGS, pile="3r 8 9", blocked_by=3, knobs=OPTIONAL),
            "take 9 9",
            "red_threes.discard_blocks",
            "lap",
            "the pile is closed: seat 3 discarded a red three, until its next turn",
        ),
        (
            position("9 9 4 5", KINGS, pile="3b 8 9", blocked_by=2, knobs={"pile.black_three": "blocks_lap"}),
            "take 9 9",
            "pile.black_three",
            "blocks_lap",
            "the pile is closed: seat 2 discarded a black three",
        ),
        (
            position("9 9 4 5", KINGS, pile="9 3r", knobs=OPTIONAL),
            "take 9 9",
            "red_threes.discard_blocks",
            "lap",
            "a red three lies on top",
        ),
        (
            position("9 9 4 5", KINGS, pile="4 9", knobs={"pile.min_cards": 3}),
            "take 9 9",
            "pile.min_cards",
            3,
            "the pile has two cards; three at least are needed",
        ),
        (
            position("9 9 4 5", pile="4 9", knobs={"pile.before_initial_meld": "never"}),
            "take 9 9",
            "pile.before_initial_meld",
            "never",
            "your side has not melded yet",
        ),
        (
            position("9 4 5", KINGS, pile="9 9"),
            "take 9",
            "pile.match_in_pile",
            False,
            "a card inside the pile does not help",
        ),
        (
            position("9 2 4 5 6", KINGS, pile="8 9", locks="2", knobs=LOCKS),
            "take 9 2",
            "pile.wild_discard",
            "locks",
            "the pile is locked: 2 lies beside it; only two natural nines from hand take it, you hold one",
        ),
        (
            position("9 9 2 4 5 6", KINGS, pile="8 9", locks="2 Jk", knobs=LOCKS),
            "take 9 9",
            "pile.wild_discard",
            "locks",
            "you must hold two more wild cards",
        ),
        (
            position(
                "9 9 2 2 5 6", '"K K K 2"', pile="8 9", locks="2 Jk", knobs={**LOCKS, "melds.max_wilds": 1}
            ),
            "take 9 9",
            "pile.wild_discard",
            "locks",
            "your melds have no room",
        ),
        (
            position("9 2 2 5 6", KINGS, knobs={"melds.min_naturals": 2}, **PLAY),
            "meld 9 2 2",
            "melds.min_naturals",
            2,
            "needs two naturals at least, this one has one nine",
        ),
        (
            position("2 5 6", '"K K K K 2 2 2"', **PLAY),
            "meld 2 to K",
            "melds.max_wilds",
            3,
            "three wild cards at the most, this one would have four",
        ),
        (
            position("Jk 2 5 6", KINGS, knobs={"melds.wild_melds": True}, **PLAY),
            "meld Jk 2 to wild",
            "melds.wild_melds",
            True,
            "three cards at least",
        ),
        (
            position("K K K 2 2 5 6", knobs={"initial_meld.unmixed_below": 1500}, **PLAY),
            "meld K K K 2",
            "initial_meld.unmixed_below",
            1500,
            "none mixed",
        ),
        (
            position("K K K 5 6", knobs={"initial_meld.minimum": [["-inf", "canasta"]]}, **PLAY),
            "meld K K K",
            "initial_meld.minimum",
            [["-inf", "canasta"]],
            "must hold a canasta",
        ),
        (
            position("K K K A 6", first_turn=True, knobs={"deal.first_turn": "discard_only"}),
            "meld K K K",
            "deal.first_turn",
            "discard_only",
            "the player only discards",
        ),
        (
            position("K K K A 6", first_turn=True, knobs={"deal.first_turn": "no_draw"}),
            "draw",
            "deal.first_turn",
            "no_draw",
            "nobody draws",
        ),
        (
            position("K K K A 6", first_turn=True, pile="A", knobs={"deal.first_turn": "no_draw"}),
            "take A",
            "deal.first_turn",
            "no_draw",
            "nobody takes the pile",
        ),
        (
            position("4 5 6", KINGS, **PLAY),
            "lay 3r",
            "red_threes.lay",
            "at_once",
            "as soon as they are held",
        ),
        (
            position("3r", '"K K K K K K K"', knobs=OPTIONAL, **PLAY),
            "lay 3r",
            "red_threes.lay",
            "optional",
            "never laid as the last card",
        ),
        (
            position("3r 5", KINGS, stock=0, knobs=OPTIONAL, **PLAY),
            "lay 3r",
            "going_out.canastas",
            1,
            "nothing would replace it, and going out needs one canasta, your side has none",
        ),
        (
            position("K 5", '"K K K"', **PLAY),
            "meld K",
            "going_out.canastas",
            1,
            "you would have to go out",
        ),
        (
            position("4", KINGS, **PLAY),
            "discard 4",
            "going_out.canastas",
            1,
            "it is your last card",
        ),
        (
            position("3b 3b 3b 4 5", '"K K K K K K K"', **PLAY),
            "meld 3b 3b 3b",
            "melds.black_threes",
            "three_or_four",
            "only in the turn of going out",
        ),
        (
            position("4 5", KINGS, stock=0, pile="9"),
            "draw",
            "stock.on_empty",
            "play_on",
            "the stock is empty and stays so",
        ),
        (
            position("4 5", KINGS, stock=0, pile="9", knobs={"stock.on_empty": "turn_over"}),
            "draw",
            "stock.on_empty",
            "turn_over",
            "there is nothing to turn over",
        ),
    ],
)  # fmt: skip
def test_what_forbids_a_step(text: str, play: str, knob: str, value: Any, words: str) -> None:
    assert forbidden(text, play) == (knob, value)
    assert words in judged(text, play)["reason"]


def test_the_pair_that_is_not_there() -> None:
    entry = of_way(explained(position("K 4 5", KINGS, pile="2 9 K")), "pair")
    assert entry["reason"] == (
        "the pile is frozen: a two lies in it; you need two natural kings, you hold one"
    )
    assert (entry["knob"], entry["value"]) == ("pile.wild_discard", "freezes")
    open_pile = of_way(explained(position("K 4 5", KINGS, pile="9 K")), "pair")
    assert (open_pile["reason"], open_pile["knob"]) == ("you need two natural kings, you hold one", None)


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("discard 4", "a turn begins with drawing or with taking the pile"),
        ("meld 5 5 5", "a turn begins with"),
        ("draw; draw", "drawn or taken the pile already"),
        ("draw; take 9 9", "drawn or taken the pile already"),
        ("draw; discard 7", "you hold no seven"),
        ("draw; meld 5 5 5 5", "you hold three fives, not four"),
        ("draw; meld 5 5 9", "a meld is of one rank, these are fives and nines"),
        ("draw; meld 9 to K", "only kings and wild cards join"),
        ("draw; meld 2 to J", "wild cards need naturals"),
        ("draw; meld 5 5", "three cards at least, this would be two"),
        ("draw; lay 4", "only red threes are laid"),
        ("draw; discard 4; discard 5", "the turn is over"),
        ("take 4 4", "the top card is a nine: nines take it"),
        ("take 9 9 9", "you hold two nines, not three"),
        ("take Jk", "you hold no joker"),
    ],
)
def test_what_no_knob_allows(play: str, words: str) -> None:
    verdict = judged(position("4 4 5 5 5 9 9 2", KINGS, pile="8 9", stock=30), play)
    assert (verdict["legal"], verdict["knob"], verdict["value"]) == (False, None, None)
    assert words in verdict["reason"]


def test_further_cards_of_the_rank_go_with_the_pair() -> None:
    text = position("9 9 9 2 4 5", KINGS, pile="Jk 9", stock=30)
    assert legal(text, "take 9 9 9 2; discard 4")["melds"][0] == ["9 9 9 9 2", "K K K"]


def test_mixed_melds_may_follow_the_initial_meld() -> None:
    text = position("A A A 9 9 2 4 5", knobs={"initial_meld.unmixed_below": 1500}, scores=[0, 0], **PLAY)
    assert legal(text, "meld A A A; meld 9 9 2; discard 4")["melds"][0] == ["9 9 2", "A A A"]
    assert forbidden(text, "meld 9 9 2; meld A A A")[0] == "initial_meld.unmixed_below"
    assert legal(text, "meld A A A; meld 2 to A; discard 4")["melds"][0] == ["A A A 2"]


def test_black_threes_may_come_before_the_melds_that_go_out() -> None:
    text = position("3b 3b 3b 9 9 9 4", '"K K K K K K K"', **PLAY)
    beginning = judged(text, "meld 3b 3b 3b")
    assert (beginning["legal"], beginning["needs"]) == (True, ["9 9 9"])
    assert legal(text, "meld 3b 3b 3b; meld 9 9 9; discard 4")["ended"] == "went_out"
    assert forbidden(text, "meld 3b 3b 3b; discard 4")[0] == "melds.black_threes"
