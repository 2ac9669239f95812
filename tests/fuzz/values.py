"""Values that nobody expects: of every type of TOML, at the edges of every range, and texts full of traps."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from hypothesis import strategies as st

#: Names that are paths, markup, terminal sequences, or text in strange scripts.
TRAPS = (
    "", " ", ".", "..", "../keep/letter", "../../x", "/", "/dev/null", "/dev/zero", "/dev/full/x", "~", "~root",
    "./././x", "a/b/c", "keep\\letter", "C:\\x", "con", "nul", "-", "--", "--out", "-1", "=", "==", ":", "::",
    "a:b=c",
    ",", ",,", "a,,b", "a,b,c", "%s%n", "{0}", "{content}", "{{ 7*7 }}", "${HOME}", "$(id)", "`id`", "; rm x", "|",
    "&&",
    "<script>alert(1)</script>", "[x](javascript:x)", "# x", "**x**", "a|b", "'", '"', '"""', "\\", "\\n", "\\u0000",
    "\n", "\r\n", "\t", "\x00", "\x1b[31mred", "\x07", "\x7f", "\u2028", "\u202eabc", "\ufeff", "\u200b", "\udcffx",
    "\ud7ff",
    "é", "e\u0301", "ß", "İ", "ſ", "Ω", "名前", "🂡", "🂡" * 50, "x" * 300, "ÿ" * 130, "١٢٣", "Ⅷ", "½", "hoyle", "Hoyle",
    "hoyle.toml", "house", "house.toml", "own.py", "bad.py", "../keep/own.py", "loop.toml", "folder", "file", "done",
    "greedy", "greedy:hold=5", "balanced:hold=nan", "balanced:hold=1e400", "balanced:", "balanced:x", "random",
    "balanced,greedy", "greedy,", "greedy,greedy,greedy", "(all)", "all", "rules", "score", "closed", "none", "true",
    "null", "nan", "inf", "-inf", "0", "00", "-0", "1e400", "1e-400", "9" * 25, "9" * 5000, "0x10", "1_000", "1__0",
    "1e",
    "1e3", "1.5", ".5", "5.", "1k", "1kk", "1e15", "1e16", "1e999", "5%", "-5%", "%", "1:2", "2:1", "1:", ":1",
    "K K 2",
)  # fmt: skip

NUMBERS = (
    0, 1, 2, 3, 4, 5, 7, 15, 16, 100, 255, 256, 1000, 32767, 32768, 10**6, 10**6 + 1, 2**31 - 1, 2**31, 2**32, 2**53,
    2**53 + 1, 10**15, 10**15 + 1, 2**62, 2**63 - 1, 2**63, 2**64, 10**30, 10**400, -1, -2, -100, -(2**31), -(2**63),
    -(10**400),
)  # fmt: skip

FLOATS = (0.0, -0.0, 0.5, 1.0, 1.5, -1.0, 2.0, 1e-320, 1e15, 1e16, 1e308, float("inf"), -float("inf"), float("nan"))

DATES = (date(1, 1, 1), date(9999, 12, 31), time(23, 59, 59), datetime(2000, 2, 29, 12, tzinfo=UTC))


def mostly(usual: st.SearchStrategy[Any], other: st.SearchStrategy[Any], times: int = 9) -> st.SearchStrategy[Any]:
    """Return one kind of value so many times as often as another (`one_of` does not count)."""
    return st.sampled_from([usual] * times + [other]).flatmap(lambda chosen: chosen)


def texts() -> st.SearchStrategy[str]:
    """Texts: the traps, and any other; no lone surrogates, which no file and no document holds."""
    free = st.text(st.characters(codec="utf-8"), max_size=12)
    return st.one_of(st.sampled_from(TRAPS), st.sampled_from(TRAPS), free)


def scalars() -> st.SearchStrategy[Any]:
    """Return values that hold no others."""
    return st.one_of(
        texts(),
        st.sampled_from(NUMBERS),
        st.integers(-20, 30_000),
        st.sampled_from(FLOATS),
        st.floats(width=32),
        st.booleans(),
        st.sampled_from(DATES),
    )


def anything() -> st.SearchStrategy[Any]:
    """Return values of every type, lists and tables in each other among them."""
    return st.recursive(
        scalars(),
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts(), inner, max_size=3)),
        max_leaves=6,
    )


def deep(depth: int) -> list[Any]:
    """Return a list in a list in a list."""
    result: list[Any] = []
    for _ in range(depth):
        result = [result]
    return result
