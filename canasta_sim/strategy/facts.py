"""What a strategy says of itself: facts that are tested, parameters that can be set."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Parameter:
    """A named number that changes how a strategy plays.

    Attributes
    ----------
    default, lowest, highest : float
        Its value where none is given, and the range it may have.
    meaning : str
        What it changes, in a sentence.
    """

    default: float
    lowest: float
    highest: float
    meaning: str


@dataclass(frozen=True)
class Facts:
    """What is true of a strategy (`canasta-sim strategies check` tests it).

    Attributes
    ----------
    version : int
        Of its behaviour: raised whenever the same seed gives other moves.
    random : bool
        It uses random numbers.
    memory : bool
        It keeps something in ``me.memory`` from one decision to the next.
    parameters : dict
        Its parameters by name, in the order of ``me.parameters``.
    """

    version: int = 1
    random: bool = True
    memory: bool = True
    parameters: dict[str, Parameter] = field(default_factory=dict)
