"""What can be said of a strategy without playing it: docstring, facts, parameters. Nothing is compiled."""

from __future__ import annotations

import inspect
from typing import Any

from canasta_sim.errors import StrategyError
from canasta_sim.strategy.loading import built_in_names, facts_of, find_source, is_decorated, load_module


def described(name: str) -> dict[str, Any]:
    """Describe a strategy.

    Parameters
    ----------
    name : str
        Its name, or the path of its file; parameters behind a colon are left aside.

    Returns
    -------
    dict
        ``name``, ``path``, ``own`` (a file of the user's own), ``sentence`` and ``docstring``, ``version``,
        ``random``, ``memory`` and ``compiled`` (declared, not tested), ``parameters`` (per name: default,
        lowest, highest, meaning), ``source_hash``.

    Raises
    ------
    StrategyError
        There is none, or its file does not load.
    """
    source = find_source(name.partition(":")[0])
    module = load_module(source)
    facts = facts_of(module)
    docstring = inspect.cleandoc(module.__doc__ or "")
    return {
        "name": source.name,
        "path": source.path,
        "own": source.own,
        "sentence": _sentence(source.name, docstring),
        "docstring": docstring,
        "version": facts.version,
        "random": facts.random,
        "memory": facts.memory,
        "compiled": is_decorated(module),
        "parameters": {key: vars(parameter) for key, parameter in facts.parameters.items()},
        "source_hash": source.hash,
    }


def all_described() -> list[dict[str, Any]]:
    """Describe every built-in strategy, sorted by name."""
    return [described(name) for name in built_in_names()]


def _sentence(name: str, docstring: str) -> str:
    """Return the first paragraph of a docstring as one line, without the strategy's name before a colon."""
    first = " ".join(docstring.partition("\n\n")[0].split())
    before, colon, rest = first.partition(": ")
    if colon and before.lower() == name.lower():
        first = rest[:1].upper() + rest[1:]
    return first or "(no docstring)"


def write_template(path: str) -> None:
    """Write the file of a strategy to start from.

    Raises
    ------
    StrategyError
        If the file exists already, is not called ``.py``, or cannot be written.
    """
    from importlib.resources import files
    from pathlib import Path

    if not path.endswith(".py"):
        raise StrategyError(f"{path}: a strategy's file ends in .py")
    if not Path(path).stem.isidentifier():
        raise StrategyError(f"{path}: a strategy's file is named by letters, digits and underscores")
    text = files("canasta_sim.strategy").joinpath("new_strategy.txt").read_text(encoding="utf-8")
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise StrategyError(f"{path} exists already; choose another name") from error
    except OSError as error:
        raise StrategyError(f"{path} cannot be written: {error.strerror or error}") from error
