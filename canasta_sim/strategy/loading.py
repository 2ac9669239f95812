"""Finding strategies and loading their files.

A strategy is a Python file with three decisions, ``take``, ``meld`` and ``discard``, and, if it likes,
``lay_red_three`` and ``watch``. Loading a file runs its code.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from canasta_sim.errors import StrategyError, near_miss
from canasta_sim.paths import is_utf8, strategies_dir
from canasta_sim.strategy.facts import Facts

DECISIONS = ("take", "meld", "discard")
OPTIONAL = ("lay_red_three", "watch")


@dataclass(frozen=True)
class StrategySource:
    """A strategy's file as text, enough to load it in another process or on another machine.

    Attributes
    ----------
    name : str
        Its name in tables: the file's name without ``.py``.
    path : str
        Where it was read from (in messages).
    text : str
        The file's text.
    """

    name: str
    path: str
    text: str

    @cached_property
    def hash(self) -> str:
        """Hexadecimal digest of the text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    @cached_property
    def module_name(self) -> str:
        """Name under which its module is registered while the process lives."""
        return f"canasta_{'own' if self.own else 'strategy'}_{self.hash}"

    @cached_property
    def own(self) -> bool:
        """Whether it is a file of the user's own, not one that comes along."""
        return Path(self.path).resolve().parent != strategies_dir().resolve()

    def __reduce__(self) -> tuple[Any, ...]:
        """Say whose it is where it is read: on another machine, paths may mean something else."""
        return _arrived, (self.name, self.path, self.text, self.own)


def _arrived(name: str, path: str, text: str, own: bool) -> StrategySource:
    """Return a source as it was elsewhere."""
    source = StrategySource(name, path, text)
    source.__dict__["own"] = own
    return source


def built_in_names() -> list[str]:
    """Return the names of the built-in strategies, sorted."""
    return sorted(path.stem for path in strategies_dir().glob("*.py") if not path.stem.startswith("_"))


def find_source(name: str) -> StrategySource:
    """Return the strategy called ``name``, or in the file of that path where it ends in ``.py``.

    Raises
    ------
    StrategyError
        Where there is none, or the file cannot be read.
    """
    if name.endswith(".py"):
        path = Path(name)
        if not is_utf8(name):  # it names the strategy in every table
            raise StrategyError(f"strategy file {name!r}: expected a name in UTF-8")
        if not _is_file(path):
            raise StrategyError(f"there is no strategy file {name}")
    else:
        path = strategies_dir() / f"{name}.py"
        if name not in built_in_names():
            hint = near_miss(name, built_in_names())
            raise StrategyError(
                f"there is no strategy {name!r}{hint}; `canasta-sim strategies list` shows the built-in ones, "
                "and a path that ends in .py names a file of your own"
            )
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise StrategyError(f"strategy file {name} cannot be read: {error}") from error
    return StrategySource(path.stem, str(path), text)


def _is_file(path: Path) -> bool:
    """Whether there is a file of that name, which may be one that nothing can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def load_module(source: StrategySource) -> ModuleType:
    """Return the module of a strategy's file, run once in a process.

    Raises
    ------
    StrategyError
        Where running it fails: names the file, the line and what is wrong.
    """
    known = sys.modules.get(source.module_name)
    if known is not None:
        return known
    module = ModuleType(source.module_name)
    module.__file__ = source.path
    sys.modules[source.module_name] = module
    try:
        exec(compile(source.text, source.path, "exec"), module.__dict__)
    except BaseException as error:
        del sys.modules[source.module_name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise StrategyError(_import_fault(source, error)) from error
    try:
        _check_shape(source, module)
    except StrategyError:
        del sys.modules[source.module_name]
        raise
    if source.own:
        _check_its_arrays(module)
    return module


def _check_its_arrays(module: ModuleType) -> None:
    """Have the compiled functions of a user's file checked for places outside of their arrays."""
    from canasta_sim.engine.checked import checked, checked_with_its_own
    from canasta_sim.strategy.toolbox import GIVEN_PLACES

    for name, value in list(vars(module).items()):
        if not hasattr(value, "py_func"):
            continue
        if not value.targetoptions.get("no_cpython_wrapper"):
            value.targetoptions["boundscheck"] = True  # made by Numba's own decorators
        elif value in GIVEN_PLACES:
            setattr(module, name, checked_with_its_own(value))
        elif value.py_func.__globals__ is vars(module):
            setattr(module, name, checked(value))


def _import_fault(source: StrategySource, error: BaseException) -> str:
    """Return the sentence for a file that does not run."""
    line: int | None = None
    if isinstance(error, SyntaxError):
        line = error.lineno
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == source.path:
                line = frame.lineno
    where = f", line {line}" if line else ""
    reason = error.msg if isinstance(error, SyntaxError) else error
    return f"strategy file {source.path}{where} does not load: {type(error).__name__}: {reason}"


def _check_shape(source: StrategySource, module: ModuleType) -> None:
    """Refuse a module without the three decisions or with facts of another kind."""
    for name in DECISIONS:
        if not callable(getattr(module, name, None)):
            raise StrategyError(
                f"strategy file {source.path} has no function {name}(rules, view, me): "
                f"a strategy needs {', '.join(DECISIONS)}"
            )
    if not isinstance(getattr(module, "FACTS", Facts()), Facts):
        raise StrategyError(f"strategy file {source.path}: FACTS must be made by Facts(...)")


def facts_of(module: ModuleType) -> Facts:
    """Return what the module declares of itself."""
    facts: Facts = getattr(module, "FACTS", Facts())
    return facts


def is_decorated(module: ModuleType) -> bool:
    """Return whether all decisions of the module carry the ``@compiled`` decorator."""
    functions = [getattr(module, name, None) for name in (*DECISIONS, *OPTIONAL)]
    return all(hasattr(function, "py_func") for function in functions if function is not None)


def plain_module(source: StrategySource, steps: Any) -> ModuleType:
    """Return the module of a strategy's file for plain Python: nothing in it is compiled.

    Its own decorated functions stand without the decorator; functions of the toolbox are replaced by the wrappers
    through which Python calls them (``steps``, a generated module).
    """
    module = ModuleType(source.module_name + "_plain")
    module.__file__ = source.path
    exec(compile(source.text, source.path, "exec"), module.__dict__)
    for name, value in list(vars(module).items()):
        if hasattr(value, "py_func"):
            own = value.py_func.__globals__ is vars(module)
            setattr(module, name, value.py_func if own else getattr(steps, name, value))
    return module
