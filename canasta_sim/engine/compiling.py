"""How engine code is compiled: two decorators and the three bit instructions that Numba does not offer.

``inlined`` marks the small functions of the hot path: forcing them into their caller is worth a
quarter to a third of the time of a round. ``compiled`` marks the larger ones, which are called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from canasta_sim.engine.keeping import PartsCache
from canasta_sim.engine.linking import ApartCompiler, EntryCompiler, InnerCompiler, SeldomCompiler

F = TypeVar("F", bound=Callable[..., Any])


def _inner(function: F, pipeline: Any, forceinline: bool = False) -> F:
    """Compile ``function`` for the use of compiled code alone.

    It gets no wrappers for Python and C and is compiled once for its types, not again for every constant it is
    called with, which would double the compiling. (Constants still reach the machine code where LLVM inlines a
    call.) Python calls such functions through the wrappers of a generated module. ``forceinline`` is always said:
    else it would be that of the function compiled around it.
    """
    dispatcher = _for_compiled_code(function, pipeline, forceinline=forceinline)
    dispatcher._cache = PartsCache(function)
    return cast(F, dispatcher)


def _for_compiled_code(function: Any, pipeline: Any, **further: Any) -> Any:
    """Return Numba's form of a function, refused to Python and compiled once for the types of its arguments."""
    options: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "pipeline_class": pipeline,
        **further,
    }
    dispatcher: Any = njit(**options)(function)
    resolve = dispatcher.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain = tuple(types.unliteral(arg) for arg in args)
        return resolve(plain, {name: types.unliteral(arg) for name, arg in kws.items()})

    def add_overload(result: Any) -> None:
        dispatcher.overloads[tuple(result.signature.args)] = result

    def refuse(*args: Any, **kws: Any) -> None:
        raise TypeError(f"{function.__name__} is for compiled code; Python cannot call it")

    dispatcher.get_call_template = get_call_template
    dispatcher.add_overload = add_overload
    dispatcher._compile_for_args = refuse
    return dispatcher


def recompiled(function: Any, pipeline: Any, text: Any = None) -> Any:
    """Return a function for the use of compiled code anew, never kept, that raises what plain Python raises.

    For a place outside of an array, and for a division by zero. ``text``: the Python function, if it is another one.
    """
    forceinline = function.targetoptions["forceinline"]
    checks = {"boundscheck": True, "error_model": "python"}
    return _for_compiled_code(text or function.py_func, pipeline, forceinline=forceinline, **checks)


def inlined(function: F) -> F:
    """Compile ``function`` so that every caller contains it."""
    return _inner(function, InnerCompiler, forceinline=True)


def compiled(function: F) -> F:
    """Compile ``function`` as one that compiled code calls."""
    return _inner(function, InnerCompiler)


def apart(function: F) -> F:
    """Compile ``function`` as one that stays a function: for a loop that needs all registers, called seldom."""
    return _inner(function, ApartCompiler)


def seldom(function: F) -> F:
    """Compile ``function`` as one that is called less than once in a few turns: never part of its callers."""
    return _inner(function, SeldomCompiler)


def entry(function: F) -> F:
    """Compile ``function`` as one that Python calls; its machine code is kept on disk beside its file."""
    return cast(F, njit(nogil=True, error_model="numpy", cache=True, pipeline_class=EntryCompiler)(function))


def _unary(name: str, with_flag: bool) -> Callable[..., Any]:
    """Return Numba's description of the LLVM instruction ``name`` on one int64."""

    def describe(typing_context: Any, word: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kinds = [ir.IntType(64), ir.IntType(1)] if with_flag else [ir.IntType(64)]
            function_type = ir.FunctionType(ir.IntType(64), kinds)
            function = builder.module.declare_intrinsic(name, [ir.IntType(64)], function_type)
            extra = [ir.Constant(ir.IntType(1), 0)] if with_flag else []
            return builder.call(function, [args[0], *extra])

        return types.int64(types.int64), emit

    return describe


@cast(Any, intrinsic)
def popcount(typing_context, word):
    """Return the number of bits set in an int64."""
    return _unary("llvm.ctpop", False)(typing_context, word)


@cast(Any, intrinsic)
def trailing_zeros(typing_context, word):
    """Return the number of zero bits below the lowest bit set in an int64 (64 for zero)."""
    return _unary("llvm.cttz", True)(typing_context, word)


@cast(Any, intrinsic)
def leading_zeros(typing_context, word):
    """Return the number of zero bits above the highest bit set in an int64 (64 for zero)."""
    return _unary("llvm.ctlz", True)(typing_context, word)
