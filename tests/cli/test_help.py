"""Help: each command and option says what it does and its default; the same option is the same everywhere."""

from __future__ import annotations

import re

import click
import pytest

from tests.cli.commands import every_command, examples_of, help_of

COMMANDS = dict(every_command())
#: What is played, against what it is measured, how much, what exactly is shown, how and where, what is printed.
ORDER = [
    *("rules", "set", "strategies", "vary", "baseline", "metrics", "smallest", "skill"),
    *("rounds", "games", "seed", "swap", "until-ci", "sprt", "error-rate"),
    *("round", "game", "from", "variant", "strategy"),
    *("jobs", "out", "resume", "overwrite", "no-rounds", "chunk", "backend", "scheduler", "time-limit"),
    *("report", "dry-run", "play", "sample", "repeats", "seconds", "compare", "clear", "clear-outdated"),
    *("format", "toml", "quiet", "json", "init"),
]


def options_of(command: click.Command) -> list[click.Option]:
    return [one for one in command.params if isinstance(one, click.Option)]


def name_of(option: click.Option) -> str:
    return option.opts[0].removeprefix("--")


@pytest.mark.parametrize("words", COMMANDS)
def test_every_option_says_what_it_does_and_its_default(words: str) -> None:
    context = click.Context(COMMANDS[words])
    for option in options_of(COMMANDS[words]):
        record = option.get_help_record(context)
        assert record is not None
        told = record[1].partition("  [")[0]
        assert re.match(r"[A-Z-].{10,}[.;]", told), f"{words} --{name_of(option)}: {told!r} is no sentence"
        if not option.is_flag or option.secondary_opts:
            assert "[default: " in record[1], f"{words} --{name_of(option)} does not say its default"


@pytest.mark.parametrize("words", COMMANDS)
def test_options_stand_in_the_same_order_everywhere(words: str) -> None:
    names = [name_of(option) for option in options_of(COMMANDS[words])]
    assert names == sorted(names, key=ORDER.index)


def test_an_option_means_the_same_everywhere() -> None:
    """Only these have other words where a command gives them another turn (`bench` plays each by itself)."""
    said: dict[str, set[str]] = {}
    for words, command in COMMANDS.items():
        for option in options_of(command) if words != "bench" else []:
            said.setdefault(name_of(option), set()).add((option.help or "").partition("  [")[0])
    different = {name for name, texts in said.items() if len(texts) > 1}
    assert different == {"set", "strategies", "rounds", "out", "seed", "swap", "time-limit"}


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_says_what_it_does_and_shows_examples(words: str) -> None:
    text = help_of(words, COMMANDS[words])
    told = text.splitlines()[2].strip()
    assert re.match(r"[A-Z].{20,}", told)
    assert examples_of(text), f"{words} has no example"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["rum"], "run"),
        (["rules", "shwo"], "show"),
        (["strategies", "chek"], "check"),
        (["run", "--strateges", "a"], "--strategies"),
        (["run", "--rules", "hoil"], "hoyle"),
        (["run", "--strategies", "balancd"], "balanced"),
        (["run", "--strategies", "balanced:hlod=3"], "hold"),
        (["run", "--set", "draw.cuont=2"], "draw.count"),
        (["run", "--set", "pile.black_three=freezez"], "freezes"),
        (["compare", "surprize"], "surprise"),
        (["compare", "--vary", "draw.count=1,2", "--metrics", "scor"], "score"),
        (["rules", "diff", "hoyle", "clasic"], "classic"),
        (["strategies", "show", "gredy"], "greedy"),
        (["league", "--strategies", "balanced,gredy"], "greedy"),
        (["bench", "--rules", "hoil"], "hoyle"),
    ],
)
def test_what_was_probably_meant_is_suggested(
    words: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.cli.test_main import leave

    assert leave(*words) == 2
    said = capsys.readouterr().err.rstrip("\n")
    assert re.search(rf"[Dd]id you mean .{meant}.", said), said
    assert said.startswith("Error: ")
    assert "\n" not in said
