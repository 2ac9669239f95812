"""The modules that are generated: the driver together with strategies, wrappers, strategies alone.

Numba's disk cache does not see edits in another file that a compiled function calls. So the text of the driver and
the dispatch to the strategies is written to a folder of its own, named by a digest of *every* source that the
machine code contains and of the versions that made it; the machine code lies beside it. Nothing there is ever
stale, and a folder that is gone is made again.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import canasta_sim.engine
import canasta_sim.strategy
from canasta_sim.engine.keeping import keep_parts_in
from canasta_sim.errors import StrategyError
from canasta_sim.strategy.loading import StrategySource, find_source, load_module

CONTENTS = "contents.txt"
_FIRST_MARK = "# replaced from here\n"
_LAST_MARK = "# replaced to here\n"


def cache_root() -> Path:
    """Return the folder that keeps compiled code: ``CANASTA_SIM_CACHE`` or the user's cache folder."""
    given = os.environ.get("CANASTA_SIM_CACHE")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "canasta-sim"


def _engine_sources() -> list[Path]:
    """Return the files whose code is compiled into every table."""
    engine = Path(canasta_sim.engine.__file__ or "").parent
    strategy = Path(canasta_sim.strategy.__file__ or "").parent
    names = ("plans.py", "laying.py", "reading.py", "toolbox.py", "generate.py")
    return [*sorted(engine.glob("*.py")), *(strategy / name for name in names)]


def engine_digest() -> str:
    """Return the digest of the engine's sources and of the versions that compile them."""
    import llvmlite
    import numba
    import numpy

    digest = hashlib.sha256()
    for path in _engine_sources():
        digest.update(path.read_bytes())
    versions = (sys.version, numba.__version__, llvmlite.__version__, numpy.__version__, platform.machine())
    digest.update("|".join(versions).encode())
    return digest.hexdigest()


def _driver_parts() -> tuple[str, str, str]:
    """Return the driver's text before, between and after the two marks."""
    text = (Path(canasta_sim.engine.__file__ or "").parent / "driver.py").read_text(encoding="utf-8")
    head, rest = text.split(_FIRST_MARK)
    between, tail = rest.split(_LAST_MARK)
    return head, between, tail


def _without_decisions(imports: str) -> str:
    """Return the driver's imports without those of the plain decisions."""
    start = imports.index("from canasta_sim.engine.decisions import")
    end = imports.index(")\n", start) + 2
    return imports[:start] + imports[end:]


_DISPATCHED = {
    "take": ("STEP_TAKE", ("way", "cards", "twos", "jokers")),
    "lay": ("STEP_LAY", ("answer",)),
    "meld": ("STEP_MELD", ("cards", "twos", "jokers")),
    "discard": ("STEP_DISCARD", ("card",)),
}


def _dispatch(name: str, modules: Sequence[ModuleType]) -> str:
    """Return the source of one decision that asks the right strategy: one of the module's, or one attached."""
    step, results = _DISPATCHED[name]
    function = "lay_red_three" if name == "lay" else name
    words = ", ".join(results)
    lines = ["@compiled", f"def choose_{name}(players, seat, rules, view, me):"]
    for index, module in enumerate(modules):
        call = f"s{index}.{function}(rules, view, me)" if hasattr(module, function) else "1"
        lines.append(f"    if me.who == {index}:")
        lines.append(f"        {words} = {call}")
        lines.append("        return " + ", ".join(f"np.int64({word})" for word in results))
    lines.append(f"    answer = ask(players, seat, {step}, rules, view, me, 0, 0)")
    lines.append("    return " + ", ".join(f"answer[{place}]" for place, _ in enumerate(results)))
    return "\n".join(lines) + "\n\n\n"


def _tell(modules: Sequence[ModuleType]) -> str:
    """Return the source of the functions that tell the watching strategies what happened."""
    lines = [
        "@seldom",
        "def tell_watchers(players, rules, view, seats, event, cards):",
        "    for seat in range(view.players):",
        "        if players.watches[seat & 3] == 0:",
        "            continue",
        "        me = seats.seat[seat & 3]",
    ]
    for index, module in enumerate(modules):
        if hasattr(module, "watch"):
            lines.append(f"        if me.who == {index}:")
            lines.append(f"            s{index}.watch(rules, me, seat, view.seat, event, cards)")
            lines.append("            continue")
    lines.append("        ask(players, seat, STEP_WATCH, rules, view, me, event, cards)")
    lines += ["", "", "@inlined", "def tell(players, rules, view, seats, event, cards):"]
    lines += ["    if players.any_watches:", "        tell_watchers(players, rules, view, seats, event, cards)"]
    return "\n".join(lines) + "\n\n\n"


def table_source(sources: Sequence[StrategySource]) -> str:
    """Return the text of the module that plays with these strategies, numbered in this order."""
    modules = [load_module(source) for source in sources]
    head, imports, tail = _driver_parts()
    names = "".join(f"import {source.module_name} as s{index}\n" for index, source in enumerate(sources))
    return "".join(
        [
            head,
            "import numpy as np\n\n",
            "from canasta_sim.engine.attaching import STEP_DISCARD, STEP_LAY, STEP_MELD, STEP_TAKE, STEP_WATCH\n",
            "from canasta_sim.engine.attaching import ask, raise_kept\n",
            "from canasta_sim.engine.compiling import inlined, seldom\n",
            "from canasta_sim.engine.decisions import DISCARDED, LAID, TOOK\n",
            _without_decisions(imports),
            names,
            "\n\n",
            *(_dispatch(name, modules) for name in _DISPATCHED),
            _tell(modules),
            tail,
        ]
    )


def steps_source() -> str:
    """Return the text of the module through which Python calls compiled functions, each compiled when first used.

    It holds a wrapper, kept on disk, for every engine function that the driver or the toolbox offers.
    """
    from canasta_sim.strategy import toolbox

    lines = ["from canasta_sim.engine.compiling import entry\n"]
    functions = {**_driver_functions(), **{name: getattr(toolbox, name) for name in toolbox.__all__}}
    for name, function in functions.items():
        if hasattr(function, "py_func"):
            lines.append(f"from {function.py_func.__module__} import {name} as _{name}\n")
            lines.append(_wrapper(name, f"_{name}", function))
    return "".join(lines)


def _driver_functions() -> dict[str, Any]:
    """Return the engine functions that the driver calls, by name."""
    functions = {}
    for node in ast.parse(_without_decisions(_driver_parts()[1])).body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.module.endswith("compiling"):
            module = importlib.import_module(node.module)
            functions.update({alias.name: getattr(module, alias.name) for alias in node.names})
    return functions


def _wrapper(name: str, called: str, function: Any) -> str:
    """Return the source of a function that Python calls and that calls the compiled ``function``."""
    code = function.py_func.__code__
    arguments = ", ".join(code.co_varnames[: code.co_argcount])
    return f"\n\n@entry\ndef {name}({arguments}):\n    return {called}({arguments})\n\n\n"


def plain_driver_source() -> str:
    """Return the text of the driver as plain Python, its imports of engine functions left out."""
    head, _, tail = _driver_parts()
    shell = "def compiled(function):\n    return function\n\n\nentry = inlined = compiled\n"
    return head + shell + tail


def table_module(sources: Sequence[StrategySource]) -> tuple[ModuleType, bool]:
    """Return the module of the driver with these strategies, numbered in this order, and whether it is on disk.

    "On disk" means, here and below, that machine code of it is.
    """
    for source in sources:
        load_module(source)
    names = ", ".join(source.name for source in sources)
    return loaded_module("table", _table_key(sources), names, lambda: table_source(sources))


def _table_key(sources: Sequence[StrategySource]) -> str:
    """Return what tells tables apart."""
    return str([source.hash for source in sources])


def steps_module() -> tuple[ModuleType, bool]:
    """Return the module of the wrappers of ``steps_source``, and whether it is on disk."""
    return loaded_module("steps", "", "", steps_source)


def kept_table(needed: Sequence[StrategySource]) -> list[StrategySource] | None:
    """Return the strategies of the smallest table on disk that has those needed; None where there is none."""
    engine = engine_digest()
    found = []
    for folder in cache_root().glob(folder_name("table", engine, "*")):
        sources = _strategies_in(folder, engine)
        if sources is not None and set(needed) <= set(sources):
            found.append(sources)
    return min(found, key=lambda sources: (len(sources), _table_key(sources)), default=None)


def _strategies_in(folder: Path, engine: str) -> list[StrategySource] | None:
    """Return the strategies in the folder of a table, None where they are not as they were or nothing is compiled."""
    try:
        names = (folder / CONTENTS).read_text(encoding="utf-8").strip()
        sources = [find_source(name) for name in names.split(", ")] if names else []
    except (OSError, StrategyError):
        return None
    if folder.name != folder_name("table", engine, _digest("table", engine, _table_key(sources))):
        return None
    return sources if _is_compiled(folder) else None


def wrapping_module(kind: str, module: ModuleType) -> tuple[ModuleType, bool]:
    """Return a module of wrappers for the compiled functions in ``module.__all__``, and whether it is on disk."""
    functions = [getattr(module, name) for name in module.__all__]

    def text() -> str:
        imports = f"from {module.__name__} import " + ", ".join(f"{name} as _{name}" for name in module.__all__)
        wrappers = [_wrapper(name, f"_{name}", each) for name, each in zip(module.__all__, functions, strict=True)]
        return "".join(["from canasta_sim.engine.compiling import entry\n", imports, "\n", *wrappers])

    return loaded_module(kind, Path(module.__file__ or "").read_text(encoding="utf-8"), "", text)


def folder_name(kind: str, engine: str, digest: str) -> str:
    """Return the name of the folder of compiled code, made by the engine of this digest."""
    return f"{kind}-{engine[:8]}-{digest}"


def loaded_module(kind: str, sources: str, contents: str, make_text: Callable[[], str]) -> tuple[ModuleType, bool]:
    """Return the generated module of this kind and these sources, and whether its machine code is on disk already.

    ``contents``: what people are told that it holds.
    """
    engine = engine_digest()
    digest = _digest(kind, engine, sources)
    name = f"canasta_{kind}_{digest}"
    if name in sys.modules:
        return sys.modules[name], True
    text = make_text()
    folder = _writable_folder(folder_name(kind, engine, digest))
    if folder.parent == cache_root():
        keep_parts_in(_Parts(cache_root() / folder_name("parts", engine, _digest("parts", engine, ""))))
    (folder / CONTENTS).write_text(contents + "\n", encoding="utf-8")
    path = folder / f"{kind}.py"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        temporary = folder / f"{kind}-{os.getpid()}.tmp"
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module, _is_compiled(folder)


def _digest(kind: str, engine: str, sources: str) -> str:
    """Return the digest of all that the machine code in a folder is made of."""
    return hashlib.sha256(f"{kind}|{engine}|{sources}".encode()).hexdigest()[:20]


def _is_compiled(folder: Path) -> bool:
    """Return whether there is machine code in a folder."""
    return any((folder / "__pycache__").glob("*.nbc"))


class _Parts:
    """Keeps the parts of the engine, the toolbox and the strategies that come along, in a folder of their digest."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._modules = {f"canasta_sim.{path.parent.name}.{path.stem}" for path in _engine_sources()}

    def keeps(self, module: str) -> bool:
        """Return whether the digest, or the module's own name, stands for all of its sources."""
        return module in self._modules or module.startswith("canasta_strategy_")

    def read(self, name: str) -> bytes | None:
        """Return what a file holds, None where there is none."""
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, data: bytes) -> None:
        """Write a file, in one step; where it cannot be written the part is made again when needed."""
        temporary = self._folder / f"{name}-{os.getpid()}.tmp"
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            temporary.write_bytes(data)
            temporary.replace(self._folder / name)


def _writable_folder(name: str) -> Path:
    """Return the folder for generated code; a temporary one, with a warning, where the cache cannot be written."""
    folder = cache_root() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        import warnings

        warnings.warn(
            f"compiled code cannot be kept in {cache_root()} ({error.strerror}): it is compiled anew each time; "
            "CANASTA_SIM_CACHE names another folder",
            stacklevel=2,
        )
        return Path(tempfile.mkdtemp(prefix="canasta-sim-"))
