"""The modules that are generated for a table: the driver together with its strategies.

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
from pathlib import Path
from types import ModuleType
from typing import Any

import canasta_sim.engine
import canasta_sim.strategy
from canasta_sim.strategy.loading import DECISIONS, OPTIONAL, StrategySource, load_module

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


def _branch(index: int, last: int) -> str:
    """Return the line that begins the dispatch to strategy ``index``."""
    if last == 0:
        return "    if True:"
    if index == last:
        return "    else:"
    return f"    {'if' if index == 0 else 'elif'} who == {index}:"


def _dispatch(name: str, results: str, modules: Sequence[ModuleType], missing: str = "") -> str:
    """Return the source of one decision that asks the right strategy."""
    lines = ["@compiled", f"def choose_{name}(players, seat, rules, view, me):", "    who = me.who"]
    function = "lay_red_three" if name == "lay" else name
    for index, module in enumerate(modules):
        lines.append(_branch(index, len(modules) - 1))
        call = f"s{index}.{function}(rules, view, me)" if hasattr(module, function) else missing
        lines.append(f"        {results} = {call}")
    numbers = ", ".join(f"np.int64({word})" for word in results.split(", "))
    lines.append(f"    return {numbers}")
    return "\n".join(lines) + "\n\n\n"


def _tell(modules: Sequence[ModuleType]) -> str:
    """Return the source of the function that tells the watching strategies what happened."""
    watchers = [index for index, module in enumerate(modules) if hasattr(module, "watch")]
    lines = ["@inlined", "def tell(players, rules, view, seats, event, cards):"]
    if not watchers:
        return "\n".join([*lines, "    pass"]) + "\n\n\n"
    lines.append("    for seat in range(view.players):")
    for index in watchers:
        lines.append(f"        if seats.seat[seat].who == {index}:")
        lines.append(f"            s{index}.watch(rules, seats.seat[seat], seat, view.seat, event, cards)")
    return "\n".join(lines) + "\n\n\n"


def table_source(sources: Sequence[StrategySource]) -> str:
    """Return the text of the module that plays with these strategies, numbered in this order."""
    modules = [load_module(source) for source in sources]
    head, imports, tail = _driver_parts()
    names = "".join(f"import {source.module_name} as s{index}\n" for index, source in enumerate(sources))
    return "".join(
        [
            head,
            "import numpy as np\n\nfrom canasta_sim.engine.compiling import inlined\n",
            "from canasta_sim.engine.decisions import DISCARDED, LAID, TOOK\n",
            _without_decisions(imports),
            names,
            "\n\n",
            _dispatch("take", "way, cards, twos, jokers", modules),
            _dispatch("meld", "cards, twos, jokers", modules),
            _dispatch("discard", "card", modules),
            _dispatch("lay", "answer", modules, "1"),
            _tell(modules),
            tail,
        ]
    )


def steps_source(sources: Sequence[StrategySource]) -> str:
    """Return the text of the module through which Python calls compiled functions, each compiled when first used.

    It holds a wrapper, kept on disk, for every engine function that the driver or the toolbox offers, and for the
    decisions of the compiled strategies at a mixed table.
    """
    from canasta_sim.strategy import toolbox

    lines = ["from canasta_sim.engine.compiling import entry\n"]
    functions = {**_driver_functions(), **{name: getattr(toolbox, name) for name in toolbox.__all__}}
    for name, function in functions.items():
        if hasattr(function, "py_func"):
            lines.append(f"from {function.py_func.__module__} import {name} as _{name}\n")
            lines.append(_wrapper(name, f"_{name}", function))
    for index, source in enumerate(sources):
        module = load_module(source)
        lines.append(f"import {source.module_name} as s{index}\n")
        for name in (*DECISIONS, *OPTIONAL):
            function = getattr(module, name, None)
            if hasattr(function, "py_func"):
                lines.append(_wrapper(f"{name}_{index}", f"s{index}.{name}", function))
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
    shell = "def compiled(function):\n    return function\n\n\nentry = compiled\n"
    return head + shell + tail


def generated_module(kind: str, sources: Sequence[StrategySource]) -> tuple[ModuleType, bool]:
    """Return the module generated for these strategies, and whether its machine code is on disk already.

    Parameters
    ----------
    kind : str
        ``"table"`` or ``"steps"``.
    sources : sequence of StrategySource
        The strategies in it, in the order of their numbers.
    """
    for source in sources:
        load_module(source)
    make = table_source if kind == "table" else steps_source
    names = ", ".join(source.name for source in sources)
    return _loaded(kind, str([source.hash for source in sources]), names, lambda: make(sources))


def wrapping_module(kind: str, module: ModuleType) -> tuple[ModuleType, bool]:
    """Return a module of wrappers for the compiled functions in ``module.__all__``, and whether it is on disk."""
    functions = [getattr(module, name) for name in module.__all__]

    def text() -> str:
        imports = f"from {module.__name__} import " + ", ".join(f"{name} as _{name}" for name in module.__all__)
        wrappers = [_wrapper(name, f"_{name}", each) for name, each in zip(module.__all__, functions, strict=True)]
        return "".join(["from canasta_sim.engine.compiling import entry\n", imports, "\n", *wrappers])

    return _loaded(kind, Path(module.__file__ or "").read_text(encoding="utf-8"), "", text)


def folder_name(kind: str, engine: str, digest: str) -> str:
    """Return the name of the folder of compiled code, made by the engine of this digest."""
    return f"{kind}-{engine[:8]}-{digest}"


def _loaded(kind: str, sources: str, contents: str, make_text: Callable[[], str]) -> tuple[ModuleType, bool]:
    """Return the generated module of this kind and these sources, and whether its machine code is on disk already.

    ``contents``: what people are told that it holds.
    """
    engine = engine_digest()
    digest = hashlib.sha256(f"{kind}|{engine}|{sources}".encode()).hexdigest()[:20]
    name = f"canasta_{kind}_{digest}"
    if name in sys.modules:
        return sys.modules[name], True
    text = make_text()
    folder = _writable_folder(folder_name(kind, engine, digest))
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
    return module, any((folder / "__pycache__").glob("*.nbc"))


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
