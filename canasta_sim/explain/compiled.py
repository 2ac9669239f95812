"""The compiled form of the questions and steps (`canasta_sim.explain.questions`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from canasta_sim.explain import questions
from canasta_sim.strategy.generate import wrapping_module

__all__ = ["compiled_questions"]


def compiled_questions(notify: Callable[[str], None] | None = None) -> Any:
    """Return the module of the compiled questions; `notify` is told where it has to be compiled first."""
    module, kept = wrapping_module("questions", questions)
    if not kept and notify is not None:
        notify("compiling the rules (the first time only) ...")
    return module
