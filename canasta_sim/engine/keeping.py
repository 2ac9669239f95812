"""Inner functions kept as LLVM code: most of compiling is Numba finding types and writing that code.

A *part* is what callers of a compiled function need: its signature, and its LLVM code with that of all that it calls.
Machine code is made of it, optimised with its callers, by whatever entry it becomes a part of. Where parts are kept
is up to a :class:`Store`, which must be one for exactly the sources that they come from.
"""

from __future__ import annotations

import hashlib
import pickle
from typing import Any, Protocol

from llvmlite import binding
from numba.core.caching import NullCache
from numba.core.compiler import compile_result

from canasta_sim.engine.linking import InnerLibrary


class Store(Protocol):
    """Keeps bytes under names."""

    def keeps(self, module: str) -> bool:
        """Return whether functions of this module are to be kept."""

    def read(self, name: str) -> bytes | None:
        """Return what was written under a name."""

    def write(self, name: str, data: bytes) -> None:
        """Keep something."""


_stores: list[Store] = []
"""The one that is used, if any: functions are compiled wherever they are first called."""
_libraries: dict[str, InnerLibrary] = {}
"""What has been read, by its name."""


def keep_parts_in(store: Store) -> None:
    """Use a store from now on, in this process."""
    _stores[:] = [store]


class PartsCache(NullCache):
    """What Numba asks for the compiled forms of one inner function."""

    def __init__(self, function: Any) -> None:
        self._module = function.__module__
        self._name = f"{function.__module__}.{function.__qualname__}"

    def _store(self) -> Store | None:
        return next((store for store in _stores if store.keeps(self._module)), None)

    def _part(self, signature: Any) -> str:
        arguments = getattr(signature, "args", signature)
        return hashlib.sha256(f"{self._name}{tuple(arguments)}".encode()).hexdigest()[:24] + ".part"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compile result of a kept part, None where there is none."""
        store = self._store()
        packed = store.read(self._part(sig)) if store else None
        if store is None or not packed:
            return None
        signature, descriptor, names = pickle.loads(packed)
        found = [_library(store, target_context.codegen(), *each) for each in names]
        libraries = [library for library in found if library is not None]
        if len(libraries) < len(names):
            return None
        libraries[0].link_with(libraries[1:])
        return compile_result(
            target_context=target_context,
            entry_point=object(),
            objectmode=False,
            signature=signature,
            library=libraries[0],
            fndesc=descriptor,
        )

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep a part, if its code means the same in another process."""
        store = self._store()
        if store is None or cres.library._reload_init:
            return
        names = []
        for library in (cres.library, *cres.library._linking_libraries):
            code = library._get_module_for_linking().as_bitcode()
            name = _name_of(code)
            store.write(name, code)
            names.append((name, library.name))
        descriptor = cres.fndesc
        descriptor.typemap = descriptor.calltypes = None
        store.write(self._part(sig), pickle.dumps((cres.signature, descriptor, names)))


def _name_of(code: bytes) -> str:
    """Return the name under which LLVM code is kept: what links with it links with just that."""
    return hashlib.sha256(code).hexdigest()[:24] + ".bc"


def _library(store: Store, codegen: Any, name: str, title: str) -> InnerLibrary | None:
    """Return the LLVM code kept under a name, one object for all that link with it."""
    if name not in _libraries:
        code = store.read(name)
        if code is None or _name_of(code) != name:
            return None
        _libraries[name] = InnerLibrary.of_module(codegen, title, binding.parse_bitcode(code))
    return _libraries[name]
