"""Compiling the functions of users' files: they raise what plain Python raises, and change only what they may change.

Compiled code of the engine and of the strategies that come along does without either: it is proved to stay
inside, and fast.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, ClassVar

from numba import from_dtype, types
from numba.core import errors, ir
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import NopythonTypeInference

from canasta_sim.engine.compiling import recompiled
from canasta_sim.engine.encoding import RULES
from canasta_sim.engine.linking import InnerCompiler
from canasta_sim.engine.records import PLAYER, VIEW

_CHANGED = {"memory", "stream"}
"""Fields of PLAYER that are there to be changed."""


def checked(function: Any) -> Any:
    """Return ``function`` (of Numba) so that it raises IndexError outside of an array, and ZeroDivisionError.

    Numba refuses it where it writes to ``rules``, to ``view``, or to another field of ``me`` than memory and stream.
    """
    return recompiled(function, CheckedCompiler)


def checked_with_its_own(function: Any) -> Any:
    """Return ``checked`` of a function of the toolbox, with the functions of its module that it calls checked too."""
    plain = function.py_func
    around = dict(plain.__globals__)
    for name in plain.__code__.co_names:
        called: Any = around.get(name)
        if hasattr(called, "py_func") and called.py_func.__module__ == plain.__module__:
            around[name] = checked_with_its_own(called)
    copy = FunctionType(plain.__code__, around, plain.__name__, plain.__defaults__, plain.__closure__)
    return recompiled(function, CheckedCompiler, text=copy)


@register_pass(mutates_CFG=False, analysis_only=True)
class ReadOnlyRecords(AnalysisPass):
    """Refuses a function that writes to a field of a record that strategies may only read."""

    _name = "read_only_records"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Look at all that the typed function assigns to."""
        for block in state.func_ir.blocks.values():
            for statement in block.body:
                field = _written(state, statement)
                if field:
                    raise errors.UnsupportedError(f"it changes {field}, which it may only read", loc=statement.loc)
        return False


def _written(state: Any, statement: Any) -> str | None:
    """Return which field a statement writes to that is not there to be changed, None for any other statement."""
    if isinstance(statement, ir.SetAttr):
        field = statement.attr
        record = _record_name(state.typemap[statement.target.name])
    elif isinstance(statement, ir.SetItem | ir.StaticSetItem):
        if isinstance(state.typemap[statement.target.name], types.Record):
            field = str(getattr(statement, "index", ""))
            record = _record_name(state.typemap[statement.target.name])
        else:
            record, field = _field_of(state, statement.target)
    else:
        return None
    if record is None or (record == "me" and field in _CHANGED):
        return None
    return f"{record}.{field}"


def _record_name(kind: Any) -> str | None:
    """Return what strategies call a record of this type, None where it is none."""
    names = {from_dtype(RULES): "rules", from_dtype(VIEW): "view", from_dtype(PLAYER): "me"}
    return names.get(kind)


def _field_of(state: Any, variable: Any) -> tuple[str | None, str]:
    """Return the record and the field that an array belongs to, as far as the function itself shows it."""
    definition = _definition(state, variable)
    while isinstance(definition, ir.Expr):
        if definition.op == "getattr":
            return _record_name(state.typemap[definition.value.name]), definition.attr
        if definition.op not in {"getitem", "static_getitem"}:
            break
        definition = _definition(state, definition.value)
    return None, ""


def _definition(state: Any, variable: Any) -> Any:
    """Return what a variable is assigned, None where it is not assigned exactly once."""
    try:
        return state.func_ir.get_definition(variable)
    except KeyError:
        return None


class CheckedCompiler(InnerCompiler):
    """Compiles the functions of users' files."""

    after: ClassVar[dict[Any, Any]] = {NopythonTypeInference: ReadOnlyRecords}
