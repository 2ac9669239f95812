"""Compiled functions are kept as LLVM code and used again, or made again where anything of it is gone."""

from __future__ import annotations

import numpy as np
import pytest

from canasta_sim.engine import keeping
from canasta_sim.engine.compiling import compiled, entry, inlined, popcount


class Memory:
    """Keeps parts in a dictionary."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def keeps(self, module: str) -> bool:
        return module == __name__

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def write(self, name: str, data: bytes) -> None:
        self.files[name] = data


def _bits(word):
    return popcount(word) + 1


bits = inlined(_bits)


def _greater(first, second):
    return max(bits(first), bits(second))


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Memory:
    store = Memory()
    monkeypatch.setattr(keeping, "_stores", [store])
    monkeypatch.setattr(keeping, "_libraries", {})
    return store


def called(function) -> int:
    """Return what an entry gets from a compiled function."""

    def ask(first, second):
        return function(first, second)

    made = entry(ask)
    return int(made(np.int64(7), np.int64(255)))


def test_a_kept_function_is_not_compiled_again(store: Memory) -> None:
    once = compiled(_greater)
    assert called(once) == 9
    assert sum(name.endswith(".part") for name in store.files) == 2  # with the one that it contains
    again = compiled(_greater)
    assert called(again) == 9
    assert sum(again._cache_hits.values()) == 1
    assert sum(again._cache_misses.values()) == 0
    assert [result.fndesc.mangled_name for result in again.overloads.values()] == [
        result.fndesc.mangled_name for result in once.overloads.values()
    ]


@pytest.mark.parametrize("damage", ["gone", "other"])
def test_a_function_of_which_something_is_gone_is_compiled_again(store: Memory, damage: str) -> None:
    called(compiled(_greater))
    keeping._libraries.clear()
    for name in [name for name in store.files if name.endswith(".bc")]:
        if damage == "gone":
            del store.files[name]
        else:
            store.files[name] = store.files[name][:-1]
    again = compiled(_greater)
    assert called(again) == 9
    assert sum(again._cache_misses.values()) == 1


def test_functions_of_other_modules_are_not_kept(store: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Memory, "keeps", lambda self, module: False)
    assert called(compiled(_greater)) == 9
    assert not store.files
