"""The engine's own sources run as plain Python: any line may be changed, every line watched.

Numba compiles the engine to machine code; here the same text is executed by Python itself, on records that
are plain objects, with stand-ins for the little that only compiled code has (bit instructions, unsigned
arithmetic that wraps). :mod:`tests.rules_proved.test_uncompiled` holds the two against each other, row by
row.
"""

from tests.uncompiled.engine import Engine
from tests.uncompiled.lineup import PlainLineup

__all__ = ["Engine", "PlainLineup"]
