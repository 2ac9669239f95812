"""Finding rule sets: presets by name, files by path, with settings on top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from canasta_sim.errors import RulesError, near_miss
from canasta_sim.rules.contradictions import contradictions
from canasta_sim.rules.files import RuleFile, parse_rule_file, read_rule_file
from canasta_sim.rules.knob import shown
from canasta_sim.rules.knobs import KNOBS, KnobValue, find_knob, parse_setting
from canasta_sim.rules.ruleset import RuleSet

__all__ = ["check_rule_file", "load_rules", "preset_names"]

_SUFFIX = ".toml"


def preset_names() -> tuple[str, ...]:
    """Return the names of the built-in rule sets, in alphabetical order."""
    folder = files("canasta_sim.rules").joinpath("presets")
    found = (entry.name for entry in folder.iterdir() if entry.name.endswith(_SUFFIX))
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found))


def load_rules(
    rules: str | Path | RuleSet, set: Mapping[str, object] | Sequence[str] | None = None
) -> RuleSet:
    """Find a rule set and change some of its knobs.

    Parameters
    ----------
    rules : str, Path or RuleSet
        The name of a preset (`preset_names`), the path of a rule file, or a rule set at hand.
    set : mapping of str to object, or sequence of str, optional
        Knobs to change: a mapping of names to values, or settings as ``--set`` takes them
        (``["draw.count=2"]``; of several for one knob the last one holds).

    Returns
    -------
    RuleSet

    Raises
    ------
    RulesError
        If there is no such rule set, a file or a setting is wrong, or the rules contradict themselves. The
        sentence names the file, line and key where there is one, and the name that was probably meant.
    """
    found = rules if isinstance(rules, RuleSet) else _find(rules)
    changes = _settings(set)
    return found.with_knobs(changes) if changes else found


def check_rule_file(path: str | Path) -> RuleSet:
    """Load a rule file and nothing else: a name is never taken for a preset's. Raises as `load_rules`."""
    return _resolve(read_rule_file(str(path)), (_identity(str(path)),))


def _settings(set: object) -> dict[str, object]:
    if set is None:
        return {}
    if isinstance(set, Mapping):
        return {find_knob(name).name: value for name, value in set.items()}
    if isinstance(set, str) or not isinstance(set, Iterable):
        raise RulesError("settings: expected a table of knobs and values, or a list of KNOB=VALUE")
    changes: dict[str, object] = {}
    for setting in set:
        if not isinstance(setting, str):
            raise RulesError("settings: expected KNOB=VALUE in each")
        knob, value = parse_setting(setting)
        changes[knob] = value
    return changes


def _find(rules: object) -> RuleSet:
    if not isinstance(rules, str | Path):
        raise RulesError("rules: expected the name of a rule set or the path of a rule file")
    name = str(rules)
    if name in preset_names():
        return _preset(name)
    if _is_path(name):
        return check_rule_file(name)
    known = preset_names()
    raise RulesError(
        f"there is no rule set {shown(name)}{near_miss(name, known)}: expected {', '.join(known)} "
        "or the path of a rule file"
    )


def _is_path(name: str) -> bool:
    """Tell a file from a mistyped name: by its suffix, a folder in it, or because it is there."""
    if name.endswith(_SUFFIX) or "/" in name or "\\" in name:
        return True
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _preset(name: str, chain: tuple[str, ...] = ()) -> RuleSet:
    text = files("canasta_sim.rules").joinpath("presets", name + _SUFFIX).read_text("utf-8")
    return _resolve(parse_rule_file(text, name + _SUFFIX), (*chain, name), preset=name)


def _identity(path: str) -> str:
    """Return what makes two paths the same file."""
    try:
        return str(Path(path).resolve())
    except (OSError, ValueError, RuntimeError):
        return path


def _resolve(file: RuleFile, chain: tuple[str, ...], preset: str | None = None) -> RuleSet:
    """Make the rule set of a file, its base first; `chain` holds the files that led here, itself last."""
    name = preset or Path(file.path).stem
    start = _base(file, chain)
    knobs: dict[str, KnobValue] = {**(start.knobs if start else {}), **file.knobs}
    if len(knobs) < len(KNOBS):
        missing = next(knob for knob in KNOBS if knob not in knobs)
        raise RulesError(
            f'{file.path}: expected a rule set to start from, such as base = "classic", or every knob; '
            f"{missing} is not given"
        )
    for contradiction in contradictions(knobs):
        raise RulesError(f"{file.at(*contradiction.knobs)}: {contradiction.sentence}")
    return RuleSet.from_knobs(
        name,
        knobs,
        title=file.head.get("title", start.title if start else name),
        source=file.head.get("source", start.source if start else ""),
        version=file.head.get("version", start.version if start else 1),
        base=preset or (start.base if start else None),
    )


def _base(file: RuleFile, chain: tuple[str, ...]) -> RuleSet | None:
    base = file.head.get("base")
    if base is None:
        return None
    if base in preset_names():
        return _preset(base, chain)
    where = file.at("base")
    if not (base.endswith(_SUFFIX) or "/" in base or "\\" in base):
        known = preset_names()
        raise RulesError(
            f"{where}: base = {shown(base)}: there is no rule set of that name{near_miss(base, known)}; "
            f"expected {', '.join(known)} or the path of a rule file"
        )
    path = str(Path(file.path).parent / base)  # a base is looked for beside the file that names it
    identity = _identity(path)
    if identity in chain:
        raise RulesError(f"{where}: base = {shown(base)}: the file would start from itself")
    try:
        return _resolve(read_rule_file(path), (*chain, identity))
    except RecursionError:
        raise RulesError(
            f"{where}: base = {shown(base)}: too many files that start from each other"
        ) from None
