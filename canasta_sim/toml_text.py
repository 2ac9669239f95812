"""TOML, read without running out of memory."""

from __future__ import annotations

import re
import tomllib
from typing import Any

_MOST_PARTS = 100
_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_PART}){{{_MOST_PARTS}}}")


def loads(text: str) -> dict[str, Any]:
    """Read TOML, as `tomllib.loads` does.

    Reading a dotted key takes memory by the square of its parts: one of 50,000, in a file of 100 kB, ten
    gigabytes. No key here has more than a few.

    Parameters
    ----------
    text : str
        The text of a file.

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        If it is no TOML, or a key has more than a hundred parts.
    RecursionError
        If lists are nested too deep.
    """
    long = _LONG_KEY.search(text)
    if long:
        line = text.count("\n", 0, long.start()) + 1
        raise ValueError(f"a key of more than {_MOST_PARTS} parts (at line {line})")
    return tomllib.loads(text)
