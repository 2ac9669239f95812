"""What is tried: a command, and perhaps a file for it."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import HypothesisWarning

from tests.fuzz import documents, lines
from tests.fuzz.values import anything, texts


@dataclass(frozen=True)
class Case:
    """A command line, and the file it is about: its name, and what stands in it; "" where there is none."""

    arguments: Sequence[str]
    name: str = ""
    content: bytes = b""


Cases = st.SearchStrategy[Case]

OF_EXPERIMENT = (
    "run made.toml --no-report", "run made.toml --no-report --quiet", "run made.toml --dry-run --json",
    "compare made.toml --no-report", "compare made.toml --dry-run", "compare made.toml --json --no-report --rounds 4",
    "league made.toml --no-report", "league made.toml --rounds 4 --no-report",
    "run made.toml --strategies greedy --rounds 2",
    "compare made.toml --rounds 4 --strategies greedy",
    "run made.toml --rules house.toml --set draw.count=3 --rounds 2",
)  # fmt: skip
OF_RULES = (
    "rules check made.toml", "rules check made.toml --json", "rules show made.toml", "rules show made.toml --toml",
    "rules show made.toml --json", "rules diff hoyle made.toml",
    "run --rules made.toml --strategies greedy --rounds 2",
    "compare --rules made.toml --vary draw.count=1,2 --strategies greedy --rounds 4 --no-report",
    "trace --rules made.toml --strategies greedy --seed 1",
    "trace --rules ./made.toml --strategies random --seed 2 --format jsonl",
)  # fmt: skip
OF_POSITION = (
    "explain made.toml", "explain made.toml --json", "explain made.toml --rules hoyle",
    "explain made.toml --play draw",
    "explain made.toml --set draw.count=2 --json",
)  # fmt: skip
OF_MANIFEST = (
    "report made", "report made --json", "report made done --out both", "report made --strategy greedy",
    "verify made",
    "run --out made --resume --no-report", "run --out made --resume --rounds 12 --no-report", "trace --from made",
    "run --out made --overwrite --strategies greedy --rounds 2 --seed 1 --no-report",
    "run --out made --resume --dry-run",
)  # fmt: skip
PLAYS = (
    "draw; discard 4",
    "take K K; meld 7 7 2; discard 4",
    "take; discard 4",
    "draw; meld 4 4 2; discard K",
    "lay 3r",
)


def _words(commands: Sequence[str]) -> st.SearchStrategy[list[str]]:
    return st.sampled_from(list(commands)).map(str.split)


def experiments() -> Cases:
    """Return experiment files, played by every command that takes one."""
    return st.builds(Case, _words(OF_EXPERIMENT), st.just("made.toml"), documents.contents(documents.experiments()))


def rules() -> Cases:
    """Return rule files, read by every command that takes rules."""
    return st.builds(Case, _words(OF_RULES), st.just("made.toml"), documents.contents(documents.rule_files()))


def positions() -> Cases:
    """Return position files, and moves in them."""
    move = st.one_of(st.sampled_from(PLAYS), texts()).map(lambda text: ["explain", "made.toml", f"--play={text}"])
    commands = st.one_of(_words(OF_POSITION), move)
    return st.builds(Case, commands, st.just("made.toml"), documents.contents(documents.positions()))


def manifests(whole: bytes) -> Cases:
    """Return results folders whose manifest is another one than was written."""
    document = json.loads(whole)
    keys = st.one_of(st.sampled_from(list(document)), texts())
    changes = st.dictionaries(keys, anything().map(_plain), max_size=3)
    inner = st.tuples(st.sampled_from(["name", "swap", "rules", "seats"]), anything().map(_plain))

    def changed(change: dict[str, Any], within: tuple[str, Any] | None) -> bytes:
        made = {**document, **change}
        if within is not None:
            made["variants"] = [{**document["variants"][0], within[0]: within[1]}]
        return json.dumps(made).encode()

    contents = st.one_of(
        st.builds(changed, changes, st.one_of(st.none(), inner)),
        st.builds(lambda at, scrap: whole[:at] + scrap, st.integers(0, len(whole)), st.binary(max_size=3)),
        st.builds(lambda key: json.dumps({k: v for k, v in document.items() if k != key}).encode(), keys),
    )
    return st.builds(Case, _words(OF_MANIFEST), st.just("made/manifest.json"), contents)


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, int) and abs(value) > 10**300:
        return str(value)[:99]
    return value if isinstance(value, str | int | float | bool) else str(value)


def commands() -> Cases:
    """Return command lines of all commands."""
    return lines.lines().map(Case)


def tried(cases: Cases, check: Callable[[Case], None], number: int, start: int, shrink: bool = True) -> int:
    """Check so many cases; return how many were checked. Raises what the smallest case that fails raises."""
    count = 0

    @seed(start)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def one(case: Case) -> None:
        nonlocal count
        count += 1
        check(case)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)  # of values that are long to write
        one()
    return count
