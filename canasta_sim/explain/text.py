"""Answers about positions written for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from canasta_sim.explain.cards import listed
from canasta_sim.explain.play import Verdict
from canasta_sim.rules import RuleSet
from canasta_sim.rules.describe import value_in_words

__all__ = ["answer_lines", "verdict_lines"]

_WAYS = {
    "pair": "with a natural pair",
    "join": "by adding the top card to a meld",
    "natural_and_two": "with a natural and a two",
    "natural_and_joker": "with a natural and a joker",
    "match_in_pile": "with a natural and one inside the pile",
}


def answer_lines(document: Mapping[str, Any], rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Go through an answer as pairs of heading and text; a heading is empty where the one before goes on."""
    pile = document["pile"]
    yield "rules", document["rules"]
    yield "seat", f"{document['to_move']} (side {document['side']}), {_PHASES[document['phase']]}"
    yield "hand", document["hand"]
    yield "initial meld", _initial(document["initial_meld"])
    yield "pile", _pile(pile, rules)
    yield "draw", _draw(document["draw"], rules)
    yield from _headed("take", _takings(document["take"], rules))
    if document["after"]:
        yield "", f"(what follows is judged after: {document['after']})"
    yield from _headed("meld", _melds(document["melds"], rules))
    yield from _headed("discard", _discards(document["discards"], rules))
    yield "red three", _lay(document["lay_red_three"], rules)
    yield "going out", _going_out(document["going_out"], rules)
    if document["no_move"]:
        yield "", "you can neither discard nor go out: the round ends without a move"


_PHASES = {
    "draw": "to draw or to take the pile",
    "play": "to meld and discard",
    "over": "the round is over",
}


def _headed(heading: str, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for place, text in enumerate(texts):
        yield (heading if place == 0 else ""), text


def _because(entry: Mapping[str, Any], rules: RuleSet) -> str:
    """Write reason and knob of an entry."""
    knob = entry["knob"]
    return (
        f"{entry['reason']} ({knob}: {value_in_words(knob, rules[knob])})" if knob else str(entry["reason"])
    )


def _no(entry: Mapping[str, Any], rules: RuleSet) -> str:
    return f"no: {_because(entry, rules)}"


def _initial(initial: Mapping[str, Any]) -> str:
    if initial["done"]:
        return "done"
    needs = "a canasta" if initial["minimum"] == "canasta" else f"{initial['minimum']} points"
    unmixed = ", no mixed melds" if initial["unmixed"] else ""
    return f"{needs}{unmixed} (score {initial['score']})"


def _pile(pile: Mapping[str, Any], rules: RuleSet) -> str:
    if pile["top"] is None:
        return "none"
    cards = f"{pile['cards']} card{'' if pile['cards'] == 1 else 's'}, {pile['top']} on top"
    return f"{cards}; {_because(pile, rules)}" if pile["frozen"] else cards


def _draw(draw: Mapping[str, Any], rules: RuleSet) -> str:
    if not draw["legal"]:
        return _no(draw, rules)
    first = "yes, the pile turned over first: " if draw["turns_over"] else "yes, "
    return f"{first}{draw['cards']} card{'' if draw['cards'] == 1 else 's'}"


def _takings(ways: list[Mapping[str, Any]], rules: RuleSet) -> Iterator[str]:
    """Write the ways of taking; one reason for all of them is written once."""
    refused: dict[str, list[str]] = {}
    for way in ways:
        name = _WAYS[way["way"]]
        if not way["legal"]:
            refused.setdefault(_because(way, rules), []).append(name)
            continue
        cards = f": {way['with']}" if way["with"] else ""
        melds = f", laying {listed(way['melds'])} ({_worth(way['counts'])})" if "melds" in way else ""
        yield f"{name}{cards}: yes{melds}"
    for reason, names in refused.items():
        if len(names) == len(ways):
            yield f"no: {reason}"
        else:
            yield f"{listed(names, 'or')}: no: {reason}"


def _worth(counts: int) -> str:
    return "a canasta" if counts == 1 else f"{counts} points"


def _melds(melds: list[Mapping[str, Any]], rules: RuleSet) -> Iterator[str]:
    if not melds:
        yield "nothing"
    refused: dict[str, list[str]] = {}
    for meld in melds:
        if not meld["legal"]:
            refused.setdefault(_no(meld, rules), []).append(meld["rank"])
            continue
        ways = [
            way["cards"] + (f" with {listed(way['with'])}" if way["with"] else "") for way in meld["ways"]
        ]
        yield f"{meld['rank']}: {listed(ways, 'or')}"
    for reason, ranks in refused.items():
        yield f"{' '.join(ranks)}: {reason}"


def _discards(discards: list[Mapping[str, Any]], rules: RuleSet) -> Iterator[str]:
    legal = [entry["card"] for entry in discards if entry["legal"]]
    yield " ".join(legal) if legal else "nothing"
    for reason in dict.fromkeys(_because(entry, rules) for entry in discards if not entry["legal"]):
        cards = [
            entry["card"] for entry in discards if not entry["legal"] and _because(entry, rules) == reason
        ]
        yield f"{' '.join(cards)}: no: {reason}"


def _lay(lay: Mapping[str, Any], rules: RuleSet) -> str:
    if not lay["legal"]:
        return _no(lay, rules)
    return (
        "may be laid, for a card from the stock"
        if lay["replaced"]
        else "may be laid, but nothing replaces it"
    )


def _going_out(out: Mapping[str, Any], rules: RuleSet) -> str:
    if not out["legal"]:
        return _no(out, rules)
    concealed = "concealed, " if out["concealed"] else ""
    return f"yes ({concealed}bonus {out['bonus']}): {'; '.join(out['how'])}"


def verdict_lines(verdict: Verdict) -> Iterator[tuple[str, str]]:
    """Go through a verdict as pairs of heading and text."""
    if not verdict.legal:
        yield "not legal", f"{verdict.step}: {verdict.reason.text}"
        return
    yield "legal", verdict.reason.sentence
    if verdict.needs:
        yield "still needs", f"such as {listed(list(verdict.needs))}"
    document = verdict.table.document()
    ended = document.pop("ended", None)
    result = document.get("round")
    if ended is None:
        yield "then", f"seat {document['to_move']}, {_PHASES[document['phase']]}"
    else:
        yield (
            "then",
            {"went_out": "the round is over", "stock": "the round is over: the stock is used up"}[ended],
        )
    for seat, hand in enumerate(document["hands"]):
        yield f"hand {seat}", hand or "none"
    for side, melds in enumerate(document["melds"]):
        yield f"melds {side}", " | ".join(melds) or "none"
    frozen = ", frozen" if document["frozen"] else ""
    yield (
        "pile",
        (document["pile"] or "none")
        + (f" on {document['surprise']} face-down" if "surprise" in document else "")
        + frozen,
    )
    stock = document["stock"]
    yield "stock", f"{stock} cards" if isinstance(stock, int) else stock
    if "locks" in document:
        yield "locks", document["locks"]
    if result is not None:
        yield "round", f"{result['score'][0]} to {result['score'][1]}"
