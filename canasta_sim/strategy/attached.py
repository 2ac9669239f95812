"""Strategies compiled alone: each is kept on disk by itself, whatever it plays with.

At a compiled table the files of users are attached to the engine (:mod:`canasta_sim.engine.attaching`); at a mixed
one Python asks every compiled strategy in this form.
"""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import canasta_sim
from canasta_sim.engine.attaching import address_of, decide_signature
from canasta_sim.strategy.generate import loaded_module
from canasta_sim.strategy.loading import DECISIONS, OPTIONAL, StrategySource, load_module
from canasta_sim.strategy.refused import reason_of, refused_sources

_COMPILING = "compiling {name} (again only when its file changes) ..."
_HEAD = """import numpy as np

import {module} as strategy
from canasta_sim.engine.attaching import STEP_DISCARD, STEP_LAY, STEP_MELD, STEP_TAKE, STEP_WATCH
from canasta_sim.engine.compiling import entry


@entry
def decide(step, rules, view, me, seat, actor, event, cards):
    if step == STEP_TAKE:
        way, taken, taken_twos, taken_jokers = strategy.take(rules, view, me)
        return np.int64(way), np.int64(taken), np.int64(taken_twos), np.int64(taken_jokers)
    if step == STEP_MELD:
        laid, laid_twos, laid_jokers = strategy.meld(rules, view, me)
        return np.int64(laid), np.int64(laid_twos), np.int64(laid_jokers), 0
    if step == STEP_DISCARD:
        return np.int64(strategy.discard(rules, view, me)), 0, 0, 0
"""
_LAY = "    if step == STEP_LAY:\n        return np.int64(strategy.lay_red_three(rules, view, me)), 0, 0, 0\n"
_WATCH = "    if step == STEP_WATCH:\n        strategy.watch(rules, me, seat, actor, event, cards)\n"
_ELSE = "    return 1, 0, 0, 0\n"
"""Lay every red three: what a strategy does that does not say otherwise."""


class NotCompiled(Exception):
    """Numba refuses a strategy.

    Attributes
    ----------
    source : StrategySource
        The strategy.
    reason : str
        Its line, and what is wrong there.
    """

    def __init__(self, source: StrategySource, reason: str) -> None:
        super().__init__(reason)
        self.source, self.reason = source, reason


@dataclass(frozen=True)
class Attached:
    """A strategy compiled alone.

    Attributes
    ----------
    decide : callable
        Its decisions in one function, for Python too.
    address : int
        Of the machine code of ``decide``, as long as the process lives.
    decisions : frozenset of str
        Which functions it has.
    """

    decide: Callable[..., Any]
    address: int
    decisions: frozenset[str]


def attach(source: StrategySource, notify: Callable[[str], None] | None = None) -> Attached:
    """Compile a strategy alone, or load it from disk.

    Raises
    ------
    NotCompiled
        Numba refuses it.
    """
    from numba.core.errors import NumbaError

    strategy = load_module(source)
    has = frozenset(name for name in (*DECISIONS, *OPTIONAL) if hasattr(strategy, name))
    text = _HEAD.format(module=source.module_name)
    text += (_LAY if "lay_red_three" in has else "") + (_WATCH if "watch" in has else "") + _ELSE
    sources = f"{source.module_name}|{_digest_of_imports(strategy)}"
    module, kept = loaded_module("strategy", sources, source.name, lambda: text)
    if not kept and notify is not None:
        notify(_COMPILING.format(name=source.name))
    try:
        module.decide.compile(decide_signature())
    except NumbaError as error:
        reason = refused_sources(str(error), [source]).get(source, reason_of(str(error)))
        raise NotCompiled(source, reason) from error
    return Attached(module.decide, address_of(module.decide), has)


def _digest_of_imports(module: ModuleType) -> str:
    """Return the digest of the files, other than installed ones, that a strategy's module takes names from."""
    digest = hashlib.sha256()
    for path in sorted({Path(each.__file__ or "") for each in _imported(module, {module.__name__})}):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _imported(module: ModuleType, seen: set[str]) -> Iterator[ModuleType]:
    """Yield the modules from which a module's names come, and theirs, without those that are installed."""
    for value in list(vars(module).values()):
        function = getattr(value, "py_func", value)
        name = value.__name__ if isinstance(value, ModuleType) else getattr(function, "__module__", None)
        found = sys.modules.get(name) if isinstance(name, str) else None
        if found is None or found.__name__ in seen or not _is_users(found):
            continue
        seen.add(found.__name__)
        yield found
        yield from _imported(found, seen)


def _is_users(module: ModuleType) -> bool:
    """Return whether a module is a file that is neither installed nor a part of canasta-sim."""
    file = getattr(module, "__file__", None)
    if not file or not file.endswith(".py"):
        return False
    places = (Path(canasta_sim.__file__ or "").parent, *(Path(sysconfig.get_path(name)) for name in _INSTALLED))
    return not any(Path(file).resolve().is_relative_to(place.resolve()) for place in places)


_INSTALLED = ("stdlib", "platstdlib", "purelib", "platlib")
