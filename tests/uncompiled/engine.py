"""Loads the engine's modules from their text, apart from the compiled ones, changed where asked."""

from __future__ import annotations

import builtins
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import canasta_sim
from tests.uncompiled import words
from tests.uncompiled.records import from_numpy

_PACKAGE = Path(canasta_sim.__file__ or "").parent
_OWN = ("canasta_sim.engine",)
_OWN_TOO = ("canasta_sim.strategy.tracing", "canasta_sim.strategy.recount")
_WITH_NUMBERS = tuple(f"canasta_sim.engine.{name}" for name in ("randomness", "dealing", "drawing", "driver"))


class Engine:
    """One set of the engine's modules, executed as plain Python.

    Parameters
    ----------
    changes : mapping of str to str, optional
        Text to run in place of a file's own, by the file's path inside the package (``engine/pile.py``).
    """

    def __init__(self, changes: Mapping[str, str] | None = None) -> None:
        self._changes = dict(changes or {})
        self._modules: dict[str, ModuleType] = {"canasta_sim.engine.compiling": words.compiling_module()}
        self._numbers = words.number_types()

    def __getattr__(self, name: str) -> ModuleType:
        """Return a module of the engine by its short name."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self.module(f"canasta_sim.engine.{name}")

    def module(self, name: str) -> ModuleType:
        """Return a module of the set, executed when first asked for."""
        if name == "canasta_sim.engine":
            return self._package
        if name not in self._modules:
            file = f"{name.removeprefix('canasta_sim.').replace('.', '/')}.py"
            text = self._changes.get(file)
            if text is None:
                text = (_PACKAGE / file).read_text(encoding="utf-8")
            self.execute(name, text, str(_PACKAGE / file))
            if name == "canasta_sim.engine.cards":
                self._modules[name].__dict__["total"] = words.total
        return self._modules[name]

    def execute(self, name: str, text: str, path: str) -> ModuleType:
        """Run a text as a module of the set: it imports from the set what the set holds."""
        module = ModuleType(name)
        module.__file__ = path
        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": self._import}
        self._modules[name] = module
        exec(compile(text, path, "exec", dont_inherit=True), module.__dict__)
        return module

    @cached_property
    def _package(self) -> ModuleType:
        """The package itself, for ``from canasta_sim.engine import events``."""
        package = ModuleType("canasta_sim.engine")
        package.__dict__["__getattr__"] = lambda name: self.module(f"canasta_sim.engine.{name}")
        return package

    def _import(self, name: str, caller: Any = None, local: Any = None, names: Any = (), level: int = 0) -> Any:
        if name == "numpy" and caller and caller.get("__name__") in _WITH_NUMBERS:
            return self._numbers
        if names and (name.startswith(_OWN) or name in _OWN_TOO or is_compiled(name)):
            return self.module(name)
        return builtins.__import__(name, caller, local, names, level)

    def encode(self, rules: Any) -> Any:
        """Return a rule set as the record that the engine reads."""
        return from_numpy(self.encoding.encode(rules))

    def tables(self) -> tuple[Any, Any]:
        """Return new records of the table: what the player to move sees, and what is hidden."""
        records = self.records
        return from_numpy(records.new_record(records.VIEW)), from_numpy(records.new_record(records.HIDDEN))

    def seats(self) -> Any:
        """Return new records of the seats of one table."""
        return from_numpy(self.records.new_record(self.records.SEATS))


@cache
def is_compiled(name: str) -> bool:
    """Return whether a module of the strategies' part holds or passes on functions that are compiled."""
    if not name.startswith("canasta_sim.strategy."):
        return False
    path = _PACKAGE / "strategy" / f"{name.rpartition('.')[2]}.py"
    return path.exists() and "from canasta_sim.engine.compiling import" in path.read_text(encoding="utf-8")


def source_of(file: str) -> str:
    """Return the text of a file of the package, by its path inside it."""
    return (_PACKAGE / file).read_text(encoding="utf-8")


def path_in_package(file: str) -> str:
    """Return the whole path of a file of the package."""
    return str(_PACKAGE / file)


def files_of_engine() -> list[str]:
    """Return the engine's files, by their paths inside the package."""
    return sorted(f"engine/{path.name}" for path in (_PACKAGE / "engine").glob("*.py") if path.name != "__init__.py")
