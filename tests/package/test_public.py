"""The public names: complete docstrings, types, versions that agree."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import canasta_sim
from tests.pages.marks import ROOT

#: Results and their frames are public too: they are what the functions return.
RESULTS = ("canasta_sim.batch.results.RunResult", "canasta_sim.batch.league.LeagueResult")


def public() -> Iterator[tuple[str, Any]]:
    """Go through the public functions, and the public methods and properties of public classes."""
    found = [(name, getattr(canasta_sim, name)) for name in canasta_sim.__all__ if not name.startswith("_")]
    for path in RESULTS:
        module, _, name = path.rpartition(".")
        found.append((name, getattr(sys.modules.get(module) or __import__(module, fromlist=[name]), name)))
    for name, one in found:
        yield name, one
        if inspect.isclass(one):
            for key, inner in vars(one).items():
                if not key.startswith("_") and inspect.getdoc(inner) != inspect.getdoc(type(inner)):
                    yield f"{name}.{key}", inner


NAMES = dict(public())
FUNCTIONS = {name: one for name, one in NAMES.items() if inspect.isfunction(getattr(one, "__func__", one))}


def sections(text: str) -> dict[str, str]:
    """Return the sections of a numpydoc docstring by their titles; what stands before them under ``""``."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}\n", text, flags=re.MULTILINE)
    return dict(zip(["", *parts[1::2]], parts[0::2], strict=True))


def described(section: str) -> set[str]:
    """Return the names that a section of parameters describes; some stand together in one line."""
    heads = re.findall(r"^(\w[\w, \\\n]*?)(?: : .*)?$(?=\n    )", section, flags=re.MULTILINE)
    return {name for head in heads for name in re.findall(r"\w+", head)}


def test_public_names_are_there() -> None:
    assert set(canasta_sim.__all__) == {"RuleSet", "__version__", "compare", "league", "load_rules", "simulate"}
    assert set(canasta_sim.__all__) <= set(dir(canasta_sim))
    with pytest.raises(AttributeError):
        _ = canasta_sim.nothing  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", NAMES)
def test_each_has_a_docstring_that_begins_with_a_sentence(name: str) -> None:
    text = inspect.getdoc(NAMES[name]) or ""
    assert re.match(r"[A-Z\"`0-9].*[.:]$", text.partition("\n\n")[0].replace("\n", " ")), text[:80]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_describe_parameters_results_and_errors(name: str) -> None:
    function: Callable[..., Any] = getattr(FUNCTIONS[name], "__func__", FUNCTIONS[name])
    signature = inspect.signature(function)
    found = sections(inspect.getdoc(function) or "")
    expected = {one for one in signature.parameters if one not in ("self", "cls")}
    if expected:
        assert described(found["Parameters"]) == expected
    if "." not in name:
        assert "Returns" in found
        assert "Raises" in found
    elif signature.return_annotation not in (None, "None") and expected:
        assert "Returns" in found or re.match("(Return|Make|List)", found[""])


@pytest.mark.parametrize("name", ["RuleSet"])
def test_classes_describe_their_fields(name: str) -> None:
    found = sections(inspect.getdoc(NAMES[name]) or "")
    assert described(found["Parameters"]) == set(inspect.signature(NAMES[name]).parameters)


def test_versions_agree() -> None:
    version = canasta_sim.__version__
    assert re.search(rf"^version: {re.escape(version)}$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    said = subprocess.run(
        [sys.executable, "-m", "canasta_sim", "--version"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert said == f"canasta-sim, version {version}\n"
    changes = (ROOT / "CHANGELOG.md").read_text()
    assert "## Unreleased" in changes or f"## {version}" in changes


def test_the_citation_is_one() -> None:
    """The keys that the Citation File Format 1.2.0 requires, and their kinds."""
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    keys = set(re.findall(r"^([a-z-]+):", text, re.MULTILINE))
    assert {"cff-version", "message", "title", "authors", "type", "version", "license"} <= keys
    assert re.search(r"^cff-version: 1\.2\.0$", text, re.MULTILINE)
    assert re.search(r"^type: software$", text, re.MULTILINE)
    assert re.search(r"^authors:\n  - name: \S", text, re.MULTILINE)


def test_types_come_along() -> None:
    assert (ROOT / "canasta_sim/py.typed").exists()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "Typing :: Typed" in project["classifiers"]
    assert project["requires-python"] == ">=3.11"
