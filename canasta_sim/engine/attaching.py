"""Strategies that are compiled apart from the engine and attached to it by an address.

The machine code of an attached strategy is one function, ``decide``, that answers whatever is asked. The engine need
not be compiled again for it, nor be compiled to raise: what ``decide`` raises is kept in the table's ATTACHED record,
the question is answered by what is never legal, and the driver raises it behind the round (``raise_kept``).
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.extending import intrinsic

from canasta_sim.engine.compiling import seldom
from canasta_sim.engine.encoding import RULES
from canasta_sim.engine.records import PLAYER, STEP_DISCARD, STEP_LAY, STEP_MELD, STEP_TAKE, VIEW

STEP_WATCH = 4
"""What ``decide`` is asked beside the decisions: nothing, it is told what a player did."""

ATTACHED = np.dtype(
    [
        ("decide", "i8", (4,)),  # per seat the address of its strategy, 0 where that is compiled with the engine
        ("watches", "i8", (4,)),  # 1: the seat is told what players do
        ("any_watches", "i8"),
        ("status", "i8"),  # Numba's code of what was raised, 0 for nothing
        ("raised", "i8"),  # address of its description
        ("turn", "i8"),  # where it was raised
        ("seat", "i8"),  # whose strategy raised it
    ]
)
"""What the engine is told of the strategies of a rotation, and what they raise."""

_WORD = types.int64
_ANSWER = types.UniTuple(_WORD, 4)


def decide_signature() -> Any:
    """Return the signature of ``decide``: four words from step, rules, view, me, seat, actor, event, cards."""
    return _ANSWER(_WORD, from_dtype(RULES), from_dtype(VIEW), from_dtype(PLAYER), _WORD, _WORD, _WORD, _WORD)


def address_of(decide: Any) -> int:
    """Return the address of a function compiled for ``decide_signature``."""
    result = decide.overloads[decide_signature().args]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


@cast(Any, intrinsic)
def _call(typing_context, address, step, rules, view, me, seat, actor, event, cards):
    """Call the ``decide`` at an address: (its four words, status, address of what it raised)."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        arguments = signature.args[1:]
        convention = context.call_conv
        kind = convention.get_function_type(_ANSWER, arguments)
        function = builder.inttoptr(args[0], ir.PointerType(kind))
        status, answer = convention.call_function(builder, function, _ANSWER, arguments, args[1:])
        word = ir.IntType(64)
        code = builder.select(status.is_error, builder.sext(status.code, word), ir.Constant(word, 0))
        raised = builder.ptrtoint(status.excinfoptr, word)
        return context.make_tuple(builder, signature.return_type, (answer, code, raised))

    returned = types.Tuple((_ANSWER, _WORD, _WORD))
    return returned(_WORD, _WORD, rules, view, me, _WORD, _WORD, _WORD, _WORD), emit


@seldom
def ask(players, seat, step, rules, view, me, event, cards):
    """Return the four words of the strategy attached at ``seat``, or words that are no legal answer if it raises."""
    if players.status == 0:
        answer, status, raised = _call(
            players.decide[seat & 3], step, rules, view, me, seat, view.seat, event, cards
        )
        if status == 0:
            return answer
        players.status, players.raised = status, raised
        players.turn, players.seat = view.turn, seat
    return -1, -1, -1, -1


@cast(Any, intrinsic)
def _raise(typing_context, status, raised):
    """Raise what ``_call`` has returned, if its status is not 0."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        convention = context.call_conv
        code = builder.trunc(args[0], ir.IntType(32))
        kind = convention._get_excinfo_argument(builder.function).type.pointee
        status = convention._get_return_status(builder, code, builder.inttoptr(args[1], kind))
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return context.get_dummy_value()

    return types.none(_WORD, _WORD), emit


@seldom
def raise_kept(players):
    """Raise what an attached strategy has raised since the table was made."""
    _raise(players.status, players.raised)


__all__ = [
    "ATTACHED",
    "STEP_DISCARD",
    "STEP_LAY",
    "STEP_MELD",
    "STEP_TAKE",
    "STEP_WATCH",
    "address_of",
    "ask",
    "decide_signature",
    "raise_kept",
]
