"""Position files: TOML read into a plain record, and all that is impossible by itself refused.

What only the engine can tell, whether the melds of a file are melds at all, is checked where the position is
set up for it (`canasta_sim.explain.table`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from canasta_sim import toml_text
from canasta_sim.engine.cards import RED_THREE
from canasta_sim.errors import PositionError, RulesError, near_miss
from canasta_sim.explain.cards import Hand, is_wild, parse_cards
from canasta_sim.rules import RuleSet, load_rules
from canasta_sim.rules.files import RuleFile
from canasta_sim.rules.knob import shown

__all__ = ["KEYS", "Position", "parse_position", "read_position"]

KEYS = (
    "rules",
    "set",
    "to_move",
    "phase",
    "scores",
    "pile",
    "stock",
    "hands",
    "melds",
    "red_threes",
    "first_turn",
    "surprise",
    "locks",
    "blocked_by",
    "turnovers",
    "has_melded",
    "turned_red_three",
)
"""Everything that a position file may say."""

_LARGEST_FILE = 100_000
_FURTHEST_SCORE = 1_000_000
_LARGEST_SURPRISE = 14


@dataclass(frozen=True)
class Position:
    """A position as a file gives it; every field is filled, kinds are those of `canasta_sim.engine.cards`.

    Attributes
    ----------
    source : RuleFile
        The file, for messages that name a line.
    rules : RuleSet
        The rules that hold.
    to_move : int
        The seat whose turn it is.
    phase : str
        ``draw``: neither drawn nor taken yet; ``play``: has drawn from the stock.
    scores : tuple of int
        Per side, before the round.
    pile : Hand
        Its face-up cards, bottom first, and how many more of them are unknown (they lie at the bottom).
    surprise : int
        Face-down cards at the bottom of the pile.
    stock : tuple of int or int
        The cards, next first, or only their number.
    hands : tuple of Hand
        Per seat.
    melds : tuple of tuple of tuple of int
        Per side, each a list of kinds.
    red_threes : tuple of int
        Per side, laid face up.
    first_turn : bool
        Whether the first turn of the round is being played.
    locks : tuple of int
        Wild cards beside the pile.
    blocked_by : int
        Seat whose three blocks the pile for a lap; -1: none.
    turnovers : int
        How often the pile has been turned over.
    has_melded : tuple of int
        The seats that have melded in an earlier turn.
    turned_red_three : bool
        Whether a red three in the pile was turned at the deal.
    """

    source: RuleFile
    rules: RuleSet
    to_move: int
    phase: str
    scores: tuple[int, int]
    pile: Hand
    surprise: int
    stock: tuple[int, ...] | int
    hands: tuple[Hand, ...]
    melds: tuple[tuple[tuple[int, ...], ...], ...]
    red_threes: tuple[int, ...]
    first_turn: bool
    locks: tuple[int, ...]
    blocked_by: int
    turnovers: int
    has_melded: tuple[int, ...]
    turned_red_three: bool

    def refuse(self, key: str, sentence: str) -> NoReturn:
        """Raise `PositionError`, naming file, line and key."""
        raise PositionError(f"{self.source.at(key)}: {key}: {sentence}")


def read_position(path: str | Path, rules: str | None = None, settings: Sequence[str] = ()) -> Position:
    """Read a position file.

    Parameters
    ----------
    path : str or Path
        The file.
    rules : str, optional
        A rule set in place of the one that the file names (and of its ``set``).
    settings : sequence of str
        Settings ``KNOB=VALUE`` on top.

    Raises
    ------
    PositionError
        If it cannot be read, is no TOML, says what no position has, or is impossible.
    RulesError
        If `rules` or `settings` are wrong.
    """
    name = str(path)
    try:
        with Path(path).open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        raise PositionError(f"position file {name!r} cannot be read: {reason}") from None
    if len(content) > _LARGEST_FILE:
        raise PositionError(f"{name}: expected a position, not a file larger than a tenth of a megabyte")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise PositionError(
            f"{name}, line {line}: expected a TOML file in UTF-8, which this is not"
        ) from None
    return parse_position(text, name, rules, settings)


def parse_position(
    text: str, path: str = "position", rules: str | None = None, settings: Sequence[str] = ()
) -> Position:
    """Read the text of a position file; `path` is what messages call it. The rest as for `read_position`."""
    try:
        document = toml_text.loads(text)
    except RecursionError:
        raise PositionError(f"{path}: expected a position in TOML, but lists are nested too deep") from None
    except ValueError as problem:  # TOMLDecodeError, and numbers too long for Python
        raise PositionError(f"{path}: not valid TOML: {problem}") from None
    if rules is not None:
        document = {key: value for key, value in document.items() if key != "set"} | {"rules": rules}
    return _Reader(RuleFile(path, text, {}, {}), document, settings).position()


class _Reader:
    """One position file: its keys read one by one, each checked with what has been read before."""

    def __init__(self, source: RuleFile, document: Mapping[str, Any], settings: Sequence[str]) -> None:
        self._source = source
        self._settings = settings
        self._document = document
        self._rules: RuleSet | None = None

    def position(self) -> Position:
        """Read every key."""
        for key in self._document:
            if key not in KEYS:
                raise PositionError(
                    f"{self._source.at(key)}: a position has no key {shown(key)}{near_miss(key, KEYS)}; "
                    f"it has {', '.join(KEYS)}"
                )
        rules = self._rules = self._read_rules()
        seats = rules["table.players"]
        first_turn = self._yes_or_no("first_turn")
        melds = self._melds()
        hands = self._hands(seats)
        found = Position(
            source=self._source,
            rules=rules,
            to_move=self._number("to_move", 0, 0, seats - 1, f"a seat from 0 to {seats - 1}"),
            phase=self._phase(),
            scores=self._scores(),
            pile=Hand(*parse_cards(self._document.get("pile", ""), self._at("pile"))),
            surprise=self._number("surprise", 0, 0, _LARGEST_SURPRISE),
            stock=self._stock(),
            hands=hands,
            melds=melds,
            red_threes=self._red_threes(),
            first_turn=first_turn,
            locks=self._locks(),
            blocked_by=self._number("blocked_by", -1, 0, seats - 1, f"a seat from 0 to {seats - 1}"),
            turnovers=self._number("turnovers", 0, 0, 1_000),
            has_melded=self._has_melded(seats, melds),
            turned_red_three=self._turned_red_three(first_turn),
        )
        from canasta_sim.explain.checks import check, with_stock

        check(found, self._document)
        return with_stock(found) if "stock" not in self._document else found

    def _at(self, key: str) -> str:
        return f"{self._source.at(key)}: {key}"

    def _refuse(self, key: str, expected: str) -> NoReturn:
        raise PositionError(f"{self._at(key)} = {shown(self._document[key])}: expected {expected}")

    def _read_rules(self) -> RuleSet:
        name = self._document.get("rules")
        if name is None:
            raise PositionError(
                f'{self._source.path}: expected rules = "classic", or another rule set or file'
            )
        if not isinstance(name, str) or not name.strip():
            self._refuse("rules", "the name of a rule set or the path of a rule file")
        settings = self._document.get("set", {})
        if not isinstance(settings, dict):
            self._refuse("set", 'a table of knobs, such as { "draw.count" = 2 }')
        beside = Path(self._source.path).parent / name
        try:
            path = str(beside) if name.endswith(".toml") and beside.is_file() else name
        except (OSError, ValueError):
            path = name
        try:
            rules = load_rules(path)
        except RulesError as problem:
            raise PositionError(f"{self._at('rules')}: {problem}") from None
        try:
            rules = load_rules(rules, set=_dotted(settings))
        except RulesError as problem:
            raise PositionError(f"{self._at('set')}: {problem}") from None
        return load_rules(rules, set=list(self._settings)) if self._settings else rules

    def _whole(self, value: object, low: int, high: int) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            return None
        return value

    def _number(self, key: str, default: int, low: int, high: int, expected: str = "") -> int:
        if key not in self._document:
            return default
        number = self._whole(self._document[key], low, high)
        if number is None:
            self._refuse(key, expected or f"a whole number from {low} to {high}")
        return number

    def _yes_or_no(self, key: str) -> bool:
        value = self._document.get(key, False)
        if not isinstance(value, bool):
            self._refuse(key, "true or false")
        return value

    def _list(self, key: str, length: int, what: str) -> Sequence[Any]:
        value = self._document[key]
        if not isinstance(value, list):
            self._refuse(key, what)
        if len(value) != length:
            raise PositionError(f"{self._at(key)}: {len(value)} given, expected {what}")
        return value

    def _phase(self) -> str:
        phase = self._document.get("phase", "draw")
        if phase not in ("draw", "play") or not isinstance(phase, str):
            hint = near_miss(phase, ("draw", "play")) if isinstance(phase, str) else ""
            self._refuse("phase", f'"draw" (nothing drawn yet) or "play" (has drawn){hint}')
        return phase

    def _scores(self) -> tuple[int, int]:
        if "scores" not in self._document:
            return 0, 0
        numbers = [
            self._whole(value, -_FURTHEST_SCORE, _FURTHEST_SCORE)
            for value in self._list("scores", 2, "two scores, one per side")
        ]
        if numbers[0] is None or numbers[1] is None:
            self._refuse("scores", f"whole numbers from -{_FURTHEST_SCORE} to {_FURTHEST_SCORE}")
        return numbers[0], numbers[1]

    def _stock(self) -> tuple[int, ...] | int:
        value = self._document.get("stock", 0)
        if isinstance(value, str):
            kinds, unknown = parse_cards(value, self._at("stock"))
            if unknown:
                self._refuse("stock", "all its cards, next first, or only how many they are (stock = 40)")
            return kinds
        number = self._whole(value, 0, 200)
        if number is None:
            self._refuse("stock", "how many cards it has, or all of them in one text, next first")
        return number

    def _hands(self, seats: int) -> tuple[Hand, ...]:
        if "hands" not in self._document:
            raise PositionError(
                f"{self._source.path}: expected hands, a text of cards for each seat, such as "
                'hands = ["4 4 K K 2", "?11"]'
            )
        value = self._document["hands"]
        if isinstance(value, list) and len(value) > seats:
            raise PositionError(
                f"{self._at('hands')}: {len(value)} given, but the table has {seats} seats "
                f"(table.players = {seats})"
            )
        texts = self._list("hands", seats, f"a text of cards for each of the {seats} seats")
        return tuple(
            Hand(*parse_cards(text, f"{self._at('hands')}, seat {seat}")) for seat, text in enumerate(texts)
        )

    def _melds(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        if "melds" not in self._document:
            return (), ()
        sides = []
        for side, texts in enumerate(self._list("melds", 2, "a list of melds for each of the two sides")):
            if not isinstance(texts, list):
                self._refuse("melds", 'a list of melds for each side: [["K K K 2"], []]')
            sides.append(tuple(self._meld(text, side) for text in texts))
        return tuple(sides)

    def _meld(self, text: object, side: int) -> tuple[int, ...]:
        kinds, unknown = parse_cards(text, f"{self._at('melds')}, side {side}")
        if unknown or not kinds:
            raise PositionError(
                f"{self._at('melds')}, side {side}: expected the cards of each meld; they lie face up"
            )
        return kinds

    def _red_threes(self) -> tuple[int, ...]:
        if "red_threes" not in self._document:
            return 0, 0
        numbers = [
            self._whole(value, 0, 4)
            for value in self._list("red_threes", 2, "how many each of the two sides has laid")
        ]
        found = tuple(number for number in numbers if number is not None)
        if len(found) < 2 or sum(found) > 4:
            self._refuse("red_threes", "how many each side has laid, four together at the most")
        return found

    def _locks(self) -> tuple[int, ...]:
        kinds, unknown = parse_cards(self._document.get("locks", ""), self._at("locks"))
        if unknown or not all(map(is_wild, kinds)):
            self._refuse("locks", "twos and jokers: the wild cards beside the pile")
        return kinds

    def _has_melded(self, seats: int, melds: Sequence[Sequence[object]]) -> tuple[int, ...]:
        if "has_melded" not in self._document:
            return tuple(seat for seat in range(seats) if melds[seat % 2])
        value = self._document["has_melded"]
        if not isinstance(value, list):
            self._refuse("has_melded", "a list of seats, such as [0, 2]")
        for seat in value:
            if self._whole(seat, 0, seats - 1) is None:
                self._refuse("has_melded", f"seats from 0 to {seats - 1}")
            if not melds[seat % 2]:
                raise PositionError(
                    f"{self._at('has_melded')}: seat {seat} cannot have melded: side {seat % 2} has no meld"
                )
        for side in range(2):
            if melds[side] and not any(seat % 2 == side for seat in value):
                raise PositionError(
                    f"{self._at('has_melded')}: side {side} has melds, but no player who laid them"
                )
        return tuple(sorted(set(value)))

    def _turned_red_three(self, first_turn: bool) -> bool:
        assert self._rules is not None
        kinds = parse_cards(self._document.get("pile", ""), self._at("pile"))[0]
        if "turned_red_three" in self._document:
            turned = self._yes_or_no("turned_red_three")
            if turned and RED_THREE not in kinds:
                self._refuse("turned_red_three", "a red three (3r) in the pile for it")
            return turned
        # where red threes are laid at once none is ever discarded: one in the pile was turned at the deal
        return RED_THREE in kinds and (first_turn or self._rules["red_threes.lay"] == "at_once")


def _dotted(settings: Mapping[str, Any]) -> dict[str, object]:
    """Return settings by knob, also where TOML read ``draw.count = 2`` as a table in a table."""
    flat: dict[str, object] = {}
    for key, value in settings.items():
        if isinstance(value, dict):
            flat.update({f"{key}.{inner}": each for inner, each in value.items()})
        else:
            flat[key] = value
    return flat
