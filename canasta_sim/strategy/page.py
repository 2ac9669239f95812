"""The tables of docs/strategies.md, made from the code.

``python -m canasta_sim.strategy.page docs/strategies.md`` renews them.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from canasta_sim.engine import records

#: What the names of fields say by themselves, and comments in the code do not.
_MEANINGS = {
    "players": "seats at the table, 2 or 4",
    "seat": "the own seat, from 0; it moves on by one with each turn",
    "side": "the own side, seat % 2",
    "hand_size": "cards in the own hand",
    "surprise_size": "cards of the surprise still at the bottom of the pile",
    "stock_size": "cards in the stock",
    "turnovers": "how often the pile has been turned over",
    "who": "number of the strategy at a compiled table",
    "uses_memory": "1: it declares memory",
    "uses_random": "1: it declares random numbers",
    "parameters": "its parameters in the order in which they are declared, zeros behind them",
    "stream": "state of its random numbers, for below(me.stream, n)",
    "jokers": "per side: jokers in natural melds, by rank",
    "canastas": "per side: canastas, wild ones included",
    "natural_canastas": "per side: canastas of naturals alone",
}
_FIELD = re.compile(r'^\s*\("(\w+)", "\w+"(?:, [^#]*?)?\),?\s*(?:# (.*))?$')


def field_table(name: str) -> list[str]:
    """Return the lines of the table of a record's fields: name, shape, type, meaning.

    Parameters
    ----------
    name : str
        ``"VIEW"`` or ``"PLAYER"``.
    """
    text = inspect.getsource(records)
    block = text[text.index(f"\n{name} = ") :]
    found = [match for line in block.splitlines() if (match := _FIELD.match(line))]
    comments = {str(match[1]): str(match[2] or "") for match in reversed(found)}
    dtype = getattr(records, name)
    lines = ["| field | shape | type | meaning |", "|---|---|---|---|"]
    for field in dtype.names:
        kind = dtype[field]
        shape = "×".join(str(number) for number in kind.shape) or "one"
        meaning = (_MEANINGS.get(field) or comments.get(field) or "").replace("|", "\\|")
        if not meaning:
            raise LookupError(f"{name}.{field} has neither a comment nor a meaning here")
        lines.append(f"| `{field}` | {shape} | {kind.base.name} | {meaning} |")
    return lines


def toolbox_table() -> list[str]:
    """Return the lines of the table of what the toolbox offers: functions first, then names of numbers."""
    from canasta_sim.strategy import toolbox

    values = {name: getattr(toolbox, name) for name in toolbox.__all__}
    functions = {name: value for name, value in values.items() if hasattr(value, "py_func")}
    lines = ["| function | what it returns |", "|---|---|"]
    lines += [f"| `{name}{_signature(value)}` | {_first(value)} |" for name, value in functions.items()]
    numbers = [f"`{name}`" for name, value in values.items() if isinstance(value, int)]
    return [*lines, "", f"Numbers with names: {', '.join(numbers)}."]


def _signature(function: Any) -> str:
    names = function.py_func.__code__.co_varnames[: function.py_func.__code__.co_argcount]
    return f"({', '.join(names)})"


def _first(function: Any) -> str:
    """Return the first sentence of a docstring, without "Return"."""
    text = " ".join((function.py_func.__doc__ or "").partition("\n\n")[0].split())
    text = text.removeprefix("Return ").removesuffix(".")
    return text.replace("``", "`").replace("|", "\\|")


_TABLES = {
    "view": lambda: field_table("VIEW"),
    "me": lambda: field_table("PLAYER"),
    "toolbox": toolbox_table,
}


def renewed(page: str) -> str:
    """Return a page with its tables made anew, each between ``<!-- NAME -->`` and ``<!-- end -->``."""
    for name, make in _TABLES.items():
        begin = page.index(f"<!-- {name} -->\n") + len(f"<!-- {name} -->\n")
        end = page.index("<!-- end -->", begin)
        page = page[:begin] + "\n".join(_wrapped(make())) + "\n" + page[end:]
    return page


def _wrapped(lines: list[str]) -> Iterator[str]:
    """Yield lines, long ones of text wrapped."""
    import textwrap

    for line in lines:
        yield from [line] if line.startswith("|") or not line else textwrap.wrap(line, 118)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
