"""The referee: replays a traced round card by card by the rules alone and judges every event and every score.

It is written from RULES.md and the trace format of INTERFACE.md, shares no code with the package it
judges, and imports nothing but the standard library. The readings it chose are in README.md beside it.
"""

from tests.referee.judge import judge_round
from tests.referee.state import Violation

__all__ = ["Violation", "judge_round"]
