"""How the engine's functions become one piece of machine code.

By default Numba links, optimises and translates every function by itself, with all that it calls inside,
level by level. Here the functions that compiled code calls (*inner* ones) stay LLVM code until an *entry*
links them all: they are optimised once, together, and LLVM knows that nobody else calls them.

The record arguments of a function never overlap (``noalias``): what is read from one stays known when
another is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from llvmlite.binding import Linkage, create_pass_builder, create_pipeline_tuning_options
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering


class InnerLibrary(JITCodeLibrary):
    """The LLVM code of one inner function, and the libraries of all that it calls."""

    @classmethod
    def of_module(cls, codegen: Any, name: str, module: Any) -> InnerLibrary:
        """Return the library of an LLVM module made earlier."""
        library = cls(codegen, name)
        library._final_module = module
        library._finalized = True
        return library

    def add_linking_library(self, library: Any) -> None:
        """Note, once, a library that this one needs, and what that one needs."""
        library._ensure_finalized()
        self.link_with([library, *(library._linking_libraries if isinstance(library, InnerLibrary) else [])])

    def link_with(self, libraries: Sequence[Any]) -> None:
        """Note, once each, libraries that are linked wherever this one is."""
        for library in libraries:
            if library not in self._linking_libraries:
                self._linking_libraries.append(library)

    def finalize(self) -> None:
        """Leave linking, optimising and translating to the entry."""
        self._raise_if_finalized()
        self._finalized = True


class EntryLibrary(JITCodeLibrary):
    """The code of an entry with all that it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Note a library that this one needs, and what that one needs."""
        super().add_linking_library(library)
        if isinstance(library, InnerLibrary):
            self._linking_libraries.extend(library._linking_libraries)

    def _optimize_final_module(self) -> None:
        """Optimise: inner functions have no callers elsewhere, loops are too short to be worth vectors or unrolling.

        The last pass is Numba's own: it takes out the counting of references to arrays that nobody lets go of.
        """
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        tuning = create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
        builder = create_pass_builder(self._codegen._tm, tuning)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):
    """Lower a function to LLVM code and make no executable."""

    _name = "inner_lowering"
    attributes: ClassVar[tuple[str, ...]] = ()

    def run_pass(self, state: Any) -> bool:
        """Lower, and register the function under a token by which callers find it."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        state.flags.noalias = True
        super().run_pass(state)
        function = state.library.get_function(state.cr.fndesc.mangled_name)
        for attribute in self.attributes:
            function.add_function_attribute(attribute)
        token = object()
        libraries = [state.library, *state.library._linking_libraries]
        state.targetctx.insert_user_function(token, state.cr.fndesc, libraries)
        state.cr = state.cr._replace(cfunc=token)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class ApartLowering(InnerLowering):
    """Lower a function that is kept out of its callers: its registers are its own."""

    _name = "apart_lowering"
    attributes = ("noinline",)


@register_pass(mutates_CFG=True, analysis_only=False)
class SeldomLowering(InnerLowering):
    """Lower a function that runs seldom: kept out of its callers and out of the way."""

    _name = "seldom_lowering"
    attributes = ("noinline", "cold")


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Lower an entry and make the executable of all that it calls."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower, link, optimise and translate."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.noalias = True
        return bool(super().run_pass(state))


class _Compiler(CompilerBase):
    """Numba's steps of compiling with a lowering of our own."""

    lowering: ClassVar[Any]
    after: ClassVar[dict[Any, Any]] = {}
    """Further steps, by the one of Numba's that they follow."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        manager = PassManager("nopython")
        for step, text in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            manager.add_pass(self.lowering if step is NativeLowering else step, text)
            if step in self.after:
                manager.add_pass(self.after[step], self.after[step].__doc__)
        manager.finalize()
        return [manager]


class InnerCompiler(_Compiler):
    """Compiles inner functions."""

    lowering = InnerLowering


class ApartCompiler(_Compiler):
    """Compiles inner functions that stay functions."""

    lowering = ApartLowering


class SeldomCompiler(_Compiler):
    """Compiles inner functions that run seldom."""

    lowering = SeldomLowering


class EntryCompiler(_Compiler):
    """Compiles entries."""

    lowering = EntryLowering
