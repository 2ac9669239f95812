"""Exact chances at the deal, from counting alone (RULES.md 1, 3.1, 4 `deal`, 5.12)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from scipy.stats import hypergeom

from canasta_sim.rules import RuleSet

CODES = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "Jk", "3b", "3r")
_NUMBERS = {"T": 10, "J": 12, "Q": 13, "K": 14, "3b": 3, "3r": 3}
Chances = dict[int, float]


def pack(rules: RuleSet) -> dict[str, int]:
    """Return how many cards of each kind the pack holds."""
    return {**dict.fromkeys(CODES[:12], 8), "Jk": rules["deck.jokers"], "3b": 4, "3r": 4}


def in_a_hand(rules: RuleSet, code: str, size: int) -> Chances:
    """Return the chances of so many cards of a kind among ``size`` dealt."""
    cards = pack(rules)
    law = hypergeom(sum(cards.values()), cards[code], size)
    return {count: float(law.pmf(count)) for count in range(min(cards[code], size) + 1)}


def rejected(rules: RuleSet) -> set[str]:
    """Return the kinds that are turned again."""
    named = rules["deal.upcard_rejects"]
    return {code for name in named for code in (("2", "Jk") if name == "wild" else (name,))}


def upcards(rules: RuleSet) -> dict[str, float]:
    """Return the chances of the upcard: every card that may stay is as likely as any other."""
    stays = {code: number for code, number in pack(rules).items() if code not in rejected(rules)}
    total = sum(stays.values())
    return {code: number / total for code, number in stays.items()}


def surprises(rules: RuleSet) -> Chances:
    """Return the chances of each size of the surprise."""
    found: Chances = defaultdict(float)
    for code, chance in upcards(rules).items():
        number = rules["deal.surprise_ace"] if code == "A" else _NUMBERS.get(code) or int(code)
        found[number if rules["deal.surprise"] == "upcard_number" else 0] += chance
    return dict(found)


def goes_under(rules: RuleSet) -> set[str]:
    """Return the kinds that are turned again and stay under the upcard."""
    goes = {True: rules["deal.rejected_wild_goes"], False: rules["deal.rejected_three_goes"]}
    return {code for code in rejected(rules) if goes[code in ("2", "Jk")] == "under"}


def cards_under(rules: RuleSet) -> Chances:
    """Return the chances of so many rejected cards under the upcard.

    What is shuffled back leaves no trace: the cards that matter are those that stay, either way.
    """
    cards = pack(rules)
    under = sum(cards[code] for code in goes_under(rules))
    stay = sum(cards[code] for code in cards if code not in rejected(rules))
    found, reached = {}, 1.0
    for count in range(under + 1):
        found[count] = reached * stay / (under - count + stay)
        reached *= (under - count) / (under - count + stay)
    return found


def red_threes_laid(rules: RuleSet) -> Chances:
    """Return the chances of so many red threes laid by the first seat at the deal.

    Follows the deal: those in its hand and in the other hands, those that the upcard takes out of the stock,
    then its replacements, one card after the other.
    """
    if rules["red_threes.lay"] != "at_once":
        return {0: 1.0}
    size = rules["deal.hand_size"]
    first = size + rules["deal.first_player_extra"]
    others = size * (rules["table.players"] - 1)
    total = sum(pack(rules).values())
    found: Chances = defaultdict(float)
    for own in range(5):
        chance = hypergeom(total, 4, first).pmf(own)
        for away in range(5 - own):
            both = chance * hypergeom(total - first, 4 - own, others).pmf(away)
            for state, likely in _after_the_upcard(rules, total - first - others, 4 - own - away).items():
                for more, last in _replacements(own, *state).items():
                    found[own + more] += float(both * likely * last)
    return dict(found)


def _after_the_upcard(rules: RuleSet, stock: int, red: int) -> Mapping[tuple[int, int], float]:
    """Return the chances of (cards, red threes) left in the stock once the upcard lies.

    Cards that are no red threes are as likely as in the whole pack, so each of them is turned again with the
    share of its kinds, cards under the upcard counted out one by one.
    """
    if rules["deal.surprise"] != "none":
        raise ValueError("a surprise takes cards out of the stock too; no preset has one with red threes laid")
    if "3r" not in rejected(rules):
        raise ValueError("a red three as upcard is not counted here; no preset with red threes laid has one")
    cards = pack(rules)
    plain = sum(cards.values()) - cards["3r"]
    under = goes_under(rules)
    others_under = sum(cards[code] for code in under if code != "3r")
    others_stay = sum(cards[code] for code in cards if code not in rejected(rules))
    assert plain >= others_under + others_stay
    found: dict[tuple[int, int], float] = defaultdict(float)
    # hypergeometric among the plain cards of the stock: how many of them would go under
    plain_stock = stock - red
    law = hypergeom(plain, others_under, plain_stock)
    shuffled = plain - others_under - others_stay
    assert shuffled == 0, "every preset with red threes laid puts all other rejected cards under the upcard"
    for count in range(others_under + 1):
        likely = float(law.pmf(count))
        if likely:
            for state, chance in _turned(plain_stock - count, count, red, "3r" in under).items():
                found[state] += likely * chance
    return found


@cache
def _turned(stay: int, under: int, red: int, red_under: bool) -> Mapping[tuple[int, int], float]:
    """Return the chances of (cards, red threes) left after turning until a card stays."""
    total = stay + under + (red if red_under else 0)  # a red three shuffled back leaves all as it was
    found: dict[tuple[int, int], float] = defaultdict(float)
    found[stay + under + red - 1, red] += stay / total
    if under:
        for state, chance in _turned(stay, under - 1, red, red_under).items():
            found[state] += chance * under / total
    if red_under and red:
        for state, chance in _turned(stay, under, red - 1, red_under).items():
            found[state] += chance * red / total
    return found


@cache
def _replacements(needed: int, stock: int, red: int) -> Mapping[int, float]:
    """Return the chances of so many more red threes while ``needed`` cards are drawn that are none."""
    if needed == 0:
        return {0: 1.0}
    found: dict[int, float] = defaultdict(float)
    for more, chance in _replacements(needed - 1, stock - 1, red).items():
        found[more] += chance * (stock - red) / stock
    if red:
        for more, chance in _replacements(needed, stock - 1, red - 1).items():
            found[more + 1] += chance * red / stock
    return found
