"""Files made at random: good ones with some keys changed, written as TOML, and then some bytes of them changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from canasta_sim.batch.experiment import TEMPLATE, Experiment
from canasta_sim.explain.position import KEYS
from canasta_sim.rules.knob import as_toml
from canasta_sim.rules.knobs import KNOBS
from tests.fuzz.values import anything, deep, mostly, scalars, texts

Document = Mapping[str, Any]

POSITION: Document = {
    "rules": "classic", "to_move": 0, "phase": "draw", "scores": [0, 1600], "pile": "9 K 2 7", "stock": 40,
    "hands": ["4 4 K K 2 Jk 3b", "?11", "?11", "?11"], "melds": [["K K K 2", "7 7 7 7"], []], "red_threes": [1, 0],
}  # fmt: skip
EXPERIMENTS: Sequence[Document] = (
    {"name": "one", "rules": "hoyle", "strategies": "greedy", "rounds": 4, "seed": 7},
    {"name": "games", "rules": "classic", "strategies": "balanced,greedy", "games": 2, "no_rounds": True},
    {"name": "two", "rules": "hoyle", "rounds": 40, "seed": 1, "strategies": "greedy",
     "variants": [{"name": "one card", "set": {"draw.count": 1}}, {"name": "two cards", "set": {"draw.count": 2}}]},
    {"vary": {"draw.count": [1, 2]}, "strategies": "greedy", "rounds": "20", "metrics": ["closed", "score"],
     "smallest": {"closed": "2%"}, "seed": 3, "skill": True},
    {"strategies": ["balanced", "greedy"], "rounds": 20, "sprt": 10, "error_rate": "5%", "seed": 2},
    {"rules": "house.toml", "strategies": "own.py,greedy", "rounds": 10,
    "until_ci": {"score": 50}, "out": "results/e"},
)  # fmt: skip
RULE_FILE: Document = {"base": "classic", "title": "House rules", "version": 1, "draw": {"count": 2}}

#: What people (and editors, and accidents) do to a file.
SCRAPS = (
    "\ufeff", "\r\n", "\r", "\x00", "\x1b[2J", '"""', "'''", '"', "'", "[", "]", "[[", "]]", "{", "}", "=", ".",
    ",", "#",
    "\n[", "\n[[variants]]\n", "\n[vary]\n", "\n[set]\n", "nan", "inf", "1e400", "9" * 5000, "0x",
    "1979-05-27T07:32:00Z",
    "\\u0000", "\\ud800", "\\U00110000", "true", "../", "a.b.c.d = 1\n", "\n= 1\n", "\nrounds = 1\nrounds = 1\n", "é",
)  # fmt: skip


def documents(good: st.SearchStrategy[Document], keys: Sequence[str], values: st.SearchStrategy[Any]) -> Any:
    """Return good documents of which some keys are changed, left out or added."""
    names = st.one_of(st.sampled_from(keys), st.sampled_from(keys), texts())
    changes = st.dictionaries(names, st.one_of(values, st.none()), max_size=3)

    def changed(document: Document, change: Document) -> Document:
        return {key: value for key, value in {**document, **change}.items() if value is not None}

    return st.builds(changed, good, changes)


def experiments() -> st.SearchStrategy[Document]:
    """Return experiment files as documents."""
    return documents(st.sampled_from(EXPERIMENTS), list(Experiment.model_fields), st.one_of(anything(), _knobs()))


def rule_files() -> st.SearchStrategy[Document]:
    """Return rule files as documents: knobs with values of all kinds, dotted or in tables."""
    whole = st.builds(lambda knobs: {**RULE_FILE, **knobs}, st.one_of(st.just({}), _knobs()))
    return documents(whole, [*KNOBS, "base", "title", "source", "version", "draw", "meld"], anything())


def positions() -> st.SearchStrategy[Document]:
    """Return position files as documents: cards of all kinds in all places among them."""
    codes = ["4", "5", "9", "T", "K", "A", "2", "Jk", "3b", "3r", "3", "10", "?5", "?999", "X"]
    cards = st.lists(st.sampled_from(codes), max_size=14).map(" ".join)
    places = st.one_of(
        cards, st.lists(cards, min_size=4, max_size=4), st.lists(st.lists(cards, max_size=3), min_size=2, max_size=2)
    )
    return documents(st.just(POSITION), list(KEYS), st.one_of(places, places, anything(), _knobs()))


def _knobs() -> st.SearchStrategy[Document]:
    """Return knobs with values that some of them take."""
    words = sorted({word for knob in KNOBS.values() for word in map(str, knob.choices)})
    values = st.one_of(
        st.integers(-2, 20), st.sampled_from(words), st.booleans(), st.lists(scalars(), max_size=3), scalars()
    )
    return st.dictionaries(st.sampled_from(list(KNOBS)), values, max_size=4)


def written(document: Document) -> str:
    """Write a document as TOML."""
    return "".join(f"{_key(key)} = {as_toml(value)}\n" for key, value in document.items())


def _key(key: str) -> str:
    plain = key and all(part.isascii() and part.replace("_", "a").isalnum() for part in key.split("."))
    return key if plain else as_toml(key)


def contents(documents: st.SearchStrategy[Document]) -> st.SearchStrategy[bytes]:
    """Return what stands in a file: documents as they are, changed as texts, changed as bytes, and monsters."""
    text = documents.map(written)
    mutated = st.builds(_mutated, text, st.lists(_mutations(), min_size=1, max_size=3))
    rare = st.one_of(
        st.builds(_torn, text.map(_encoded), st.integers(0, 400), st.binary(max_size=3)),
        text.map(lambda one: one.replace("\n", "\r\n")).map(_encoded),
        text.map(lambda one: "\ufeff" + one).map(_encoded),
        st.builds(lambda one, key: f"{one}{_key(key)} = {as_toml(deep(90))}\n".encode(), text, texts()),
        st.sampled_from(MONSTERS),
    )
    return mostly(mostly(text.map(_encoded), mutated.map(_encoded), 2), rare, 4)


MONSTERS = (
    b"", b"\x00" * 99, b"\xff\xfe" + "rounds = 1".encode("utf-16-le"), b"x = " + b"[" * 100_000,
    b"a." * 50_000 + b"a = 1",
    b"x = " + b"{a=" * 5_000, b"#" * 1_000_001, b"x = '" + b"y" * 2_000_000 + b"'", b"x = " + b"9" * 100_000,
    b"\n" * 200_000, b"[a]\n" * 1_000, "".join(f"k{i} = {i}\n" for i in range(20_000)).encode(), TEMPLATE.encode(),
    b"\n".join(line.lstrip(b"# ") if b"=" in line else line for line in TEMPLATE.encode().splitlines()),
)  # fmt: skip

Mutation = tuple[int, int, str]


def _mutations() -> st.SearchStrategy[Mutation]:
    """Return changes of a text: where, how much goes, and what comes."""
    return st.tuples(st.integers(0, 300), st.integers(0, 9), st.one_of(st.sampled_from(SCRAPS), texts()))


def _mutated(text: str, mutations: Sequence[Mutation]) -> str:
    for at, length, scrap in mutations:
        text = text[:at] + scrap + text[at + length :]
    return text


def _torn(content: bytes, at: int, scrap: bytes) -> bytes:
    """Return a file that ends too early, in the middle of a character perhaps."""
    return content[:at] + scrap


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
