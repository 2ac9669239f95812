"""Command lines made at random, for every command: options that exist and do not, with values right and wrong."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from canasta_sim.rules.knobs import KNOBS
from canasta_sim.stats.metrics import METRICS
from tests.fuzz.values import FLOATS, NUMBERS, mostly, texts

Words = st.SearchStrategy[list[str]]

#: What lies in the place where commands run (`tests.fuzz.place`), and what does not.
EXPERIMENTS = (
    "good.toml",
    "two.toml",
    "league.toml",
    "surprise",
    "surprise.toml",
    "wrong.toml",
    "latin.toml",
    "empty.toml",
)
RULES = (
    "hoyle",
    "classic",
    "house.toml",
    "romanian-house-2p",
    "hoil",
    "wrong.toml",
    "latin.toml",
    "self.toml",
    "./house.toml",
)
STRATEGIES = (
    "greedy", "balanced,greedy", "greedy,balanced,greedy,balanced", "greedi", "own.py", "bad.py", "own.py,greedy",
    "balanced:hold=5", "greedy,greedy,greedy", "random,greedy",
)  # fmt: skip
RESULTS = (
    "done",
    "half",
    "hurt",
    "games",
    "emptied",
    "unread",
    "folder",
    "file",
    "nothing",
    ".",
    "..",
    "../keep",
    "loop.toml",
)
#: Where results may go: inside the place, or where nothing can be made.
OUTS = (
    "out", "results/out", "a/b/c", "done", "half", "hurt", "folder", "file", "file/out", "emptied", ".", "..",
    "loop.toml",
    "/proc/out", "/dev/null", "/dev/null/out", "x" * 300, "läufe/名前", "<script>", "a|b", "a\nb", "\x1b[31m",
    "\udcff", "",
)  # fmt: skip
#: Few rounds, and what is none; many only where nothing is played.
AMOUNTS = (
    "1",
    "2",
    "3",
    "4",
    "10",
    "10.0",
    "1e1",
    "40",
    "0.2k",
    "100",
    "0",
    "-1",
    "1.5",
    "1e16",
    "1e400",
    "nan",
    "many",
    "",
    "1_0",
    "9" * 5000,
    "١",
)


def option(name: str, values: st.SearchStrategy[str] | Sequence[str] | None = None) -> Words:
    """Return an option with a value, most often one that makes sense; a flag where there are none."""
    if values is None:
        return st.just([name])
    if not isinstance(values, st.SearchStrategy):
        values = st.sampled_from(list(values))
    value = mostly(values, wild())
    return st.one_of(value.map(lambda one: [name, one]), value.map(lambda one: [f"{name}={one}"]))


def wild() -> st.SearchStrategy[str]:
    """Return any text that an argument can be."""
    numbers = st.one_of(st.sampled_from(NUMBERS[:-6]), st.sampled_from(FLOATS), st.integers(-9, 99)).map(str)
    return st.one_of(texts(), numbers).map(lambda text: text.replace("\x00", ""))


def knobs() -> st.SearchStrategy[str]:
    """Return settings of knobs."""
    words = sorted({word for knob in KNOBS.values() for word in map(str, knob.choices)})
    values = st.one_of(st.integers(-2, 20).map(str), st.sampled_from([*words, "true", "no", "none"]), wild())
    return st.builds("{}={}".format, st.sampled_from(list(KNOBS)), values)


def metrics() -> st.SearchStrategy[str]:
    """Return METRIC=VALUE."""
    values = st.sampled_from(["5", "50", "2%", "0", "-1", "nan", "1e400", "inf", "0.0001", "x"])
    return st.builds("{}={}".format, st.sampled_from(list(METRICS)), values)


def varied() -> st.SearchStrategy[str]:
    """Return KNOB=V1,V2."""
    some = [
        "draw.count=1,2",
        "rules=hoyle,classic",
        "going_out.canastas=1,2",
        "rules=hoyle,hoyle",
        "draw.count=1",
        "draw.count=",
    ]
    return mostly(st.sampled_from(some), knobs(), 3)


FLAG = ("--json", "--quiet")
TABLE = (option("--rules", RULES), option("--set", knobs()), option("--strategies", STRATEGIES))
PLAYED = (
    option("--rounds", AMOUNTS), option("--games", AMOUNTS), option("--seed", ("7", "0", str(2**63 - 1), str(2**63))),
    option("--swap"), option("--no-swap"), option("--until-ci", metrics()), option("--jobs", ("1", "2", "-1", "0",
    "1e9")),
    option("--resume"), option("--overwrite"), option("--no-rounds"), option("--chunk", ("1", "4", "1e15", "0")),
    option("--backend", ("threads", "dask", "steam")), option("--scheduler", ("tcp://127.0.0.1:9", "x")),
    option("--time-limit", ("0.1", "60", "1e6", "1e7")), option("--no-report"), option("--dry-run"),
    option("--quiet"),
    option("--json"),
)  # fmt: skip
COMPARED = (
    option("--vary", varied()), option("--baseline", ("draw.count=1", "hoyle", "one card")), option("--skill"),
    option("--metrics", ("score", "closed,score", "all", "skore")), option("--smallest", metrics()),
)  # fmt: skip
OF_LEAGUE = (option("--sprt", ("10", "1e-9", "0", "nan")), option("--error-rate", ("5%", "0.5", "50%", "0")))
OUT = option("--out", OUTS)


def line(command: Sequence[str], arguments: Words, options: Sequence[Words], most: int = 5) -> Words:
    """Return lines of one command: some options, then what it is about; now and then something else."""
    some = st.lists(st.one_of(*options), max_size=most).map(_flat)
    stray = mostly(st.just([]), wild().map(lambda word: [word]))
    return st.builds(lambda *parts: [*command, *_flat(parts)], some, arguments, stray)


def _flat(parts: Sequence[list[str]]) -> list[str]:
    return [word for part in parts for word in part]


def one(values: Sequence[str]) -> Words:
    """Return one argument."""
    return mostly(st.sampled_from(list(values)), wild()).map(lambda word: [word])


def one_or_none(values: Sequence[str]) -> Words:
    """Return one argument, or none."""
    return mostly(st.just([]), one(values), 1)


def lines() -> Words:
    """Return command lines of every command, each as often as it has things to get wrong."""
    flags = [option(flag) for flag in FLAG]
    set_, rules = option("--set", knobs()), option("--rules", RULES)
    about = {
        "run": one_or_none(EXPERIMENTS),
        "compare": mostly(option("--vary", varied()), one(("two.toml", "two.toml", *EXPERIMENTS)), 1),
        "league": one_or_none(("league.toml", *EXPERIMENTS)),
    }
    playing = [line([name], about[name], options) for name, options in PLAYING.items()]
    steps = st.sampled_from(
        ["draw", "draw; discard 4", "take K K", "take K K; meld 7 7 2; discard 4", "lay 3r", "meld Jk to K", ";"]
    )
    position = one(("table.toml", "wrong.toml", "latin.toml", "nothing.toml", "folder", "/dev/null"))
    others = st.one_of(
        line(
            ["report"],
            st.lists(one(RESULTS), max_size=3).map(_flat),
            [option("--strategy", STRATEGIES), OUT, *flags],
            2,
        ),
        line(["verify"], one(RESULTS), [option("--sample", AMOUNTS), *flags], 2),
        line(["trace"], st.just([]), TRACING),
        line(["explain"], position, [rules, set_, option("--play", steps), option("--json")], 3),
        line(["rules", "list"], st.just([]), flags, 1),
        line(["rules", "show"], one(RULES), [set_, option("--toml"), option("--json")], 3),
        line(["rules", "diff"], st.tuples(one(RULES), one(RULES)).map(_flat), [set_, option("--json")], 3),
        line(["rules", "check"], one(RULES), [option("--json")], 1),
        line(["strategies", "list"], st.just([]), flags, 1),
        line(["strategies", "show"], one(STRATEGIES), [option("--json")], 1),
        line(["strategies", "new"], one(NEW), [option("--json")], 1),
        line(["strategies", "check"], one(STRATEGIES), CHECKING, 2),
        line(["cache"], st.just([]), [option("--clear"), option("--clear-outdated"), *flags], 2),
        line(["bench"], st.just([]), BENCHING, 4),
        st.lists(wild(), max_size=4),
    )
    return mostly(st.one_of(*playing), others, 1)


NEW = (
    "new.py",
    "own.py",
    "new",
    "folder/new.py",
    "nothing/new.py",
    "1.py",
    "a b.py",
    "class.py",
    "é.py",
    "../keep/new.py",
)
INIT = option("--init", ("new.toml", "good.toml", "nothing/new.toml", "folder", "../keep/new.toml"))
PLAYING = {
    "run": [*TABLE, *PLAYED, *PLAYED, OUT, OUT, OUT, INIT],
    "compare": [*TABLE, *PLAYED, *COMPARED, *COMPARED, OUT, OUT],
    "league": [*TABLE, *PLAYED, *OF_LEAGUE, OUT, OUT],
}
TRACING = [
    *TABLE, option("--seed", ("7", "-1")), option("--round", ("0", "3:5", "5:3", "1e3", str(2**62), f"{2**62 - 1}")),
    option("--game", ("0", "1", str(10**15), "-1")), option("--from", RESULTS), option("--variant", ("hoyle", "x")),
    option("--format", ("text", "jsonl", "xml")), option("--no-swap"),
]  # fmt: skip
CHECKING = [
    option("--rounds", AMOUNTS),
    option("--seed", ("1", "-1")),
    option("--time-limit", ("0.1", "nan")),
    option("--json"),
]
BENCHING = [
    option("--rules", RULES), option("--strategies", STRATEGIES), option("--jobs", ("1", "2", "0", "9999")),
    option("--quiet"),
    option("--repeats", ("1", "0", "1001")), option("--seconds", ("0.01", "nan", "61", "-1")), option("--json"),
    option("--compare", ("before.json", "odd.json", "good.toml", "nothing.json", "folder")),
]  # fmt: skip
