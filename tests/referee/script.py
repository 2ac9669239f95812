"""Traces written by hand: a table laid out as wanted, and one line for each event.

| line | event |
|---|---|
| `draw 0: 4 K` | draw |
| `take 0: K K from 4 9 K` (`... locks 2 Jk`) | take_pile |
| `meld 0 K: K K 2` (`meld!` for a meld of the initial meld) | meld |
| `discard 0: 4` | discard |
| `red 0 stock: 3r -> 5` | red_three |
| `skip 1` | skip |
| `over: 4 5 6 top 7` | turn_over |
| `out 0` (`out!` concealed) | go_out |
| `end stock` | end, with scores of nothing |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.referee.judge import judge_round
from tests.referee.presets import HOYLE, NEVER
from tests.referee.state import NATURALS, Violation, full_deck

Event = dict[str, Any]

# two players, classic rules, any three cards open
BASE: dict[str, Any] = {**HOYLE, "table.players": 2, "initial_meld.minimum": [[NEVER, 15]]}


def lay_out(
    knobs: dict[str, Any],
    hands: Sequence[str],
    pile: str = "9",
    stock: str = "",
    *,
    surprise: int = 0,
    scores: tuple[int, int] = (0, 0),
    short: bool = False,
) -> Event:
    """Make a deal event; seats without a hand get naturals, and what is left lies under the stock.

    With `short` what is left lies face down below the pile instead, a surprise larger than any (`judge`
    does not mind), so that the stock is only what was named.
    """
    rules = {**BASE, **knobs}
    left = full_deck(rules["deck.jokers"])
    dealt = [hand.split() for hand in hands]
    named = [*pile.split(), *stock.split()] + [card for hand in dealt for card in hand]
    left.subtract(named)
    assert min(left.values()) >= 0, f"too many of {[card for card, n in left.items() if n < 0]}"
    rules["deal.hand_size"] = len(dealt[-1])
    while len(dealt) < rules["table.players"]:
        dealt.append(_filler(left, len(dealt[0]) - rules["deal.first_player_extra"]))
    rest = sorted(left.elements(), key=lambda card: (card in ("3r", "Jk", "2"), card))
    return {
        "event": "deal",
        "rules": rules,
        "first": 0,
        "scores": list(scores),
        "hands": dealt,
        "pile": (rest if short else []) + pile.split(),
        "surprise": surprise + (len(rest) if short else 0),
        "stock": stock.split() + ([] if short else rest),
    }


def _filler(left: Counter[str], count: int) -> list[str]:
    hand = []
    for place in range(count):
        card = max(NATURALS[place % 2 :: 2], key=lambda rank: left[rank])
        left[card] -= 1
        hand.append(card)
    return hand


def event_of(line: str) -> Event:  # noqa: PLR0911 - one return for each kind of event
    """Read one line."""
    head, _, tail = line.partition(":")
    name, *about = head.split()
    if name == "draw":
        return {"event": "draw", "seat": int(about[0]), "cards": tail.split()}
    if name == "take":
        shown, _, rest = tail.partition("from")
        lying, _, beside = rest.partition("locks")
        cards = {"with": shown.split(), "pile": lying.split(), "locks": beside.split()}
        return {"event": "take_pile", "seat": int(about[0]), **cards}
    if name in ("meld", "meld!"):
        meld = {"seat": int(about[0]), "rank": about[1], "cards": tail.split()}
        return {"event": "meld", **meld, "initial": name == "meld!"}
    if name == "discard":
        return {"event": "discard", "seat": int(about[0]), "card": tail.strip()}
    if name == "red":
        laid, _, drawn = tail.partition("->")
        red = {"seat": int(about[0]), "from": about[1], "cards": laid.split(), "replacement": drawn.split()}
        return {"event": "red_three", **red}
    if name == "skip":
        return {"event": "skip", "seat": int(about[0])}
    if name == "over":
        turned, _, top = tail.partition("top")
        return {"event": "turn_over", "stock": turned.split(), "pile": top.split()}
    if name in ("out", "out!"):
        return {"event": "go_out", "seat": int(about[0]), "concealed": name == "out!"}
    assert name == "end", line
    nothing = dict.fromkeys(("melded", "in_hand", "canastas", "red_threes", "going_out", "total"), 0)
    return {"event": "end", "reason": about[0], "scores": [dict(nothing), dict(nothing)]}


def judge(deal: Event, *lines: str) -> list[Violation]:
    """Judge a round that may break off, but for its scores and the size of the surprise."""
    events = [deal, *(event_of(line) for block in lines for line in block.split(";") if line.strip())]
    return [v for v in judge_round(events, whole=False) if v.section not in ("5.7", "5.12")]


def told(violations: list[Violation]) -> str:
    """Return all that was found, as one text."""
    return "\n".join(str(violation) for violation in violations)


def check(violations: list[Violation], wanted: str | None) -> None:
    """See that nothing was found, or (a part of) what was to be found."""
    if wanted is None:
        assert not violations, told(violations)
    else:
        assert wanted in told(violations), told(violations) or "nothing found"
