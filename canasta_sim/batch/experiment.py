"""Experiment files: one question each, in TOML, with the keys that the options of a command have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from canasta_sim import toml_text
from canasta_sim.batch.amounts import parse_amount, parse_seed, shown
from canasta_sim.errors import CanastaError, ExperimentError, near_miss
from canasta_sim.paths import experiments_dir

_LARGEST_FILE = 1_000_000
_MOST_VARIANTS = 1000
_LONGEST_NAME = 120
#: What stands for whole rule sets where knobs are varied.
RULES = "rules"


def _amount(what: str) -> BeforeValidator:
    return BeforeValidator(lambda value: parse_amount(value, what))


def _flat(table: object) -> object:
    """Return ``{draw = {count = 2}}``, as TOML reads ``draw.count = 2``, as ``{"draw.count": 2}``."""
    if not isinstance(table, dict):
        return table
    flat: dict[str, object] = {}
    for key, value in table.items():
        inner = _flat(value)
        if isinstance(inner, dict):
            flat |= {f"{key}.{rest}": leaf for rest, leaf in inner.items()}
        else:
            flat[key] = inner
    return flat


Name = Annotated[str, Field(min_length=1, max_length=120)]
Knobs = Annotated[dict[str, Any], BeforeValidator(_flat)]
Strategies = str | list[str]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class VariantEntry(_Strict):
    """One ``[[variants]]`` of an experiment file."""

    name: Name
    rules: str | None = None
    set: Knobs = Field(default_factory=dict)
    strategies: Strategies | None = None


class Experiment(_Strict):
    """What an experiment file says; every key may be left out."""

    name: str = ""
    question: str = ""
    rules: str | None = None
    set: Knobs = Field(default_factory=dict)
    strategies: Strategies | None = None
    rounds: Annotated[int, _amount("rounds")] | None = None
    games: Annotated[int, _amount("games")] | None = None
    seed: Annotated[int, BeforeValidator(parse_seed)] | None = None
    swap: bool | None = None
    variants: list[VariantEntry] = Field(default_factory=list)
    vary: Annotated[dict[str, list[Any]], BeforeValidator(_flat)] = Field(default_factory=dict)
    baseline: str | None = None
    metrics: list[str] = Field(default_factory=list)
    smallest: dict[str, float | str] = Field(default_factory=dict)
    until_ci: dict[str, float | str] = Field(default_factory=dict)
    skill: bool | None = None
    sprt: float | None = None
    error_rate: float | str | None = None
    jobs: int | None = None
    chunk: Annotated[int, _amount("chunk")] | None = None
    backend: Literal["threads", "processes", "dask"] | None = None
    scheduler: str | None = None
    time_limit: float | None = None
    no_rounds: bool | None = None
    out: str | None = None

    @model_validator(mode="after")
    def _sound(self) -> Experiment:
        if self.rounds is not None and self.games is not None:
            raise ExperimentError("rounds and games: expected one of them, not both")
        if self.variants and self.vary:
            raise ExperimentError("variants and vary: expected one of them, not both")
        empty = [knob for knob, values in self.vary.items() if not values]
        if empty:
            raise ExperimentError(f"vary.{empty[0]}: expected at least one value")
        return self

    def all_variants(self) -> list[VariantEntry]:
        """Return the variants, or those of the grid that `vary` spans."""
        return self.variants or grid(self.vary)


def grid(vary: dict[str, list[Any]]) -> list[VariantEntry]:
    """Make a variant of every combination of the values of some knobs.

    Parameters
    ----------
    vary : dict of str to list
        Values by knob, or rule sets by ``rules``; empty: no variants.

    Returns
    -------
    list of VariantEntry
        Named by their knobs: ``draw.count=2``, joined by a space where there are several; a rule set stands
        for itself.

    Raises
    ------
    ExperimentError
        If there are more than anyone can read.
    """
    if not vary:
        return []
    number = 1
    for values in vary.values():
        number *= len(values)
    if number > _MOST_VARIANTS:
        raise ExperimentError(f"vary: it makes {number} variants; {_MOST_VARIANTS} are possible at most")
    combinations = (dict(zip(vary, values, strict=True)) for values in product(*vary.values()))
    return [_cell(knobs) for knobs in combinations]


def _cell(knobs: dict[str, Any]) -> VariantEntry:
    """Return the variant of one combination."""
    words = [_brief(value) if knob == RULES else f"{knob}={_brief(value)}" for knob, value in knobs.items()]
    rules = knobs.get(RULES)
    return VariantEntry(
        name=" ".join(words)[:_LONGEST_NAME],
        rules=None if rules is None else str(rules),
        set={knob: value for knob, value in knobs.items() if knob != RULES},
    )


def parse_vary(texts: Sequence[str]) -> dict[str, list[Any]]:
    """Read what ``--vary`` takes: ``draw.count=1,2``, or ``rules=hoyle,classic``.

    Parameters
    ----------
    texts : sequence of str
        One knob each. Values are separated by commas, or by semicolons where they have commas themselves.

    Returns
    -------
    dict of str to list
        As `grid` takes it.

    Raises
    ------
    ExperimentError
        If one is something else, or a knob is varied twice.
    RulesError
        If a knob does not exist or does not take a value.
    """
    from canasta_sim.rules import parse_setting

    found: dict[str, list[Any]] = {}
    for text in texts:
        name, equals, rest = text.partition("=")
        if not equals or not rest.strip():
            raise ExperimentError(f"vary: expected KNOB=VALUE,VALUE, not {shown(text)}")
        values = rest.split(";" if ";" in rest else ",")
        if name.strip() == RULES:
            settings: list[tuple[str, Any]] = [(RULES, value.strip()) for value in values]
        else:
            settings = [parse_setting(f"{name}={value}") for value in values]
        knob = settings[0][0]
        if knob in found:
            raise ExperimentError(f"vary: {knob} is varied twice; give all its values at once")
        found[knob] = [value for _, value in settings]
    return found


def _brief(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(_brief, value)) if isinstance(value, list | tuple) else str(value)


def load_experiment(path: str | Path) -> Experiment:
    """Read an experiment file.

    Parameters
    ----------
    path : str or Path
        A file, or the name of an experiment that comes with the package. Rule and strategy files that it
        names are looked for beside it first.

    Returns
    -------
    Experiment

    Raises
    ------
    ExperimentError
        If it cannot be read or says what cannot be; the sentence names the file and the key.
    """
    file = _find(path)
    try:
        if file.stat().st_size > _LARGEST_FILE:
            raise ExperimentError(f"{path}: an experiment file has at most a megabyte")
        document = toml_text.loads(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ExperimentError(f"{path}: it is not text in UTF-8") from error
    except OSError as error:
        raise ExperimentError(f"{path} cannot be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise ExperimentError(f"{path} is not TOML: {_one_line(error)}") from error
    return _beside(parse_experiment(document, str(path)), file.parent)


def _find(path: str | Path) -> Path:
    """Return the file of that path, or the shipped experiment of that name."""
    file = Path(path)
    try:
        if file.is_file():
            return file
        shipped = {found.stem: found for found in sorted(experiments_dir().glob("*.toml"))}
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else _one_line(error)
        raise ExperimentError(f"{shown(str(path))} cannot be read: {reason}") from error
    if file.is_dir():
        raise ExperimentError(f"{path} is a folder; expected an experiment file")
    name = str(path)
    if name.removesuffix(".toml") in shipped:
        return shipped[name.removesuffix(".toml")]
    known = f"; experiments that come along are {', '.join(shipped)}" if shipped else ""
    raise ExperimentError(f"there is no experiment file {name!r}{near_miss(name, shipped)}{known}")


def parse_experiment(document: dict[str, Any], where: str) -> Experiment:
    """Check what an experiment file says.

    Raises
    ------
    ExperimentError
        If a key does not exist or a value is wrong.
    """
    try:
        return Experiment.model_validate(document)
    except ValidationError as error:
        raise ExperimentError(f"{where}: {_sentence(error)}") from error
    except CanastaError as error:
        raise ExperimentError(f"{where}: {error}") from error


def _sentence(error: ValidationError) -> str:
    """Say the first thing that is wrong, with its key."""
    first = error.errors(include_url=False)[0]
    places = [str(part) for part in first["loc"] if part not in _UNION_ARMS]
    key = ".".join(places)
    if first["type"] == "extra_forbidden":
        fields = VariantEntry.model_fields if places[0] == "variants" else Experiment.model_fields
        return f"there is no key {shown(key)}{near_miss(places[-1], fields)}"
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, CanastaError):
        return str(cause) if not key or str(cause).startswith(places[-1]) else f"{key}: {cause}"
    message = first["msg"].removeprefix("Input should be ").removeprefix("a valid ")
    if first["type"] == "missing":
        return f"{key}: expected, and not there"
    return f"{key}: expected {message}, not {shown(first['input'])}"


#: Parts of a place that pydantic adds for alternatives; no key is called so.
_UNION_ARMS = ("str", "list[str]")


def _beside(experiment: Experiment, folder: Path) -> Experiment:
    """Let the names of files in an experiment mean files beside it, where there are such."""

    def rules(name: str | None) -> str | None:
        return name if name is None else _file_beside(name, folder, ".toml")

    def strategies(names: Strategies | None) -> Strategies | None:
        if names is None:
            return None
        listed = names.split(",") if isinstance(names, str) else names
        return [_strategy_beside(name.strip(), folder) for name in listed]

    def both(entry: Any) -> dict[str, Any]:
        found = {"rules": rules(entry.rules), "strategies": strategies(entry.strategies)}
        return {key: value for key, value in found.items() if value is not None}

    update = both(experiment)
    if experiment.variants:
        update["variants"] = [entry.model_copy(update=both(entry)) for entry in experiment.variants]
    return experiment.model_copy(update=update)


def _file_beside(name: str, folder: Path, suffix: str) -> str:
    beside = folder / name
    try:
        return str(beside) if name.endswith(suffix) and beside.is_file() else name
    except (OSError, ValueError):
        return name


def _strategy_beside(text: str, folder: Path) -> str:
    path, colon, parameters = text.partition(":")
    return _file_beside(path, folder, ".py") + colon + parameters


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


TEMPLATE = """\
# An experiment of canasta-sim. Every key may be left out; an option on the command line beats the file.
name = "my experiment"
question = "Which of the two plays better under these rules?"

rules = "hoyle"                    # a name (canasta-sim rules list) or a rule file beside this one
set = {{ "draw.count" = 1 }}         # knobs to change (canasta-sim rules show hoyle)
strategies = "balanced,greedy"     # one for all seats, one per side, or one per seat

rounds = "100k"                    # or: games = 1000
# seed = 7                         # a fresh one is drawn where none is given
# swap = true                      # play each deal twice, the strategies moved on by one seat

# Where and how; nothing here changes a result.
# out = "results/my-experiment"
# jobs = -1                        # workers, -1: one per core
# backend = "threads"              # or "processes", "dask"
# chunk = "50k"                    # rounds played at a time
# no_rounds = false                # keep sums only
# time_limit = 60                  # seconds for a chunk in which .py files of your own play

# For canasta-sim compare: variants of the rules, played on the same deals.
# baseline = "two cards"
# metrics = ["closed", "score"]      # the first one is what the answer is about; "all": all of them
# smallest = {{ closed = "2%" }}       # the smallest difference worth caring about
# until_ci = {{ closed = "0.5%" }}     # until the interval is ± 0.5 %; rounds are the most then
# skill = true                       # ask how much is skill and how much luck
# [[variants]]
# name = "one card"
# set = {{ "draw.count" = 1 }}
# [[variants]]
# name = "two cards"
# set = {{ "draw.count" = 2 }}
# or every combination of some values:
# [vary]
# "draw.count" = [1, 2]              # rules = ["hoyle", "classic"] varies whole rule sets

# For canasta-sim league, strategies all against all: strategies = ["balanced", "greedy", "mine.py"]
# until_ci = {{ margin = 10 }}         # pairings play on until their interval is ± 10 points
# sprt = 10                          # two strategies: a sequential test, 10 points either way
# error_rate = "5%"
""".replace("{{", "{").replace("}}", "}")


def write_template(path: Path) -> None:
    """Write a commented experiment file to start from.

    Raises
    ------
    ExperimentError
        If the file exists already or cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(TEMPLATE)
    except FileExistsError as error:
        raise ExperimentError(f"{path} exists already; choose another name") from error
    except (OSError, ValueError) as error:
        raise ExperimentError(f"{path} cannot be written: {_one_line(error)}") from error
