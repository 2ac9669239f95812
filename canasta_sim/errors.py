"""What can go wrong, and the one sentence that says so.

Every request that cannot be carried out raises a subclass of `CanastaError`. Its text is a single clear
sentence for the person who asked, naming the file, the key and what was expected; the command line prints it
and exits with status 2. `RunFailed` is for what breaks while a valid request is being carried out (status 1).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = [
    "CanastaError",
    "ExperimentError",
    "PositionError",
    "ResultsError",
    "RulesError",
    "RunFailed",
    "StrategyError",
    "near_miss",
    "one_line",
]


LONGEST_MESSAGE = 1500
"""Characters; a sentence that names twenty knobs or a long path is shorter."""


class CanastaError(ValueError):
    """A request that was wrong. ``str(error)`` is the one sentence for the person who made it."""


class RulesError(CanastaError):
    """A rule set, a rule file, a knob or a value that does not exist or contradicts another."""


class StrategyError(CanastaError):
    """A strategy, its file or its parameters."""


class ExperimentError(CanastaError):
    """An experiment file, or the options of a command that plays one."""


class ResultsError(CanastaError):
    """A results folder that cannot be written, read or gone on with."""


class PositionError(CanastaError):
    """A position file, or a move to be judged in it."""


class RunFailed(RuntimeError):
    """Something failed while running; the request itself was in order."""


def one_line(text: str) -> str:
    r"""Return a message as one line that a terminal can show, whatever names were put into it.

    Parameters
    ----------
    text : str
        A message.

    Returns
    -------
    str
        The same; line ends, control characters and others that cannot be seen are written as ``\n``,
        ``\x1b``. The middle of one that is too long to read is left out.
    """
    text = _shortened(text)
    if text.isprintable():
        return text
    return _shortened("".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text))


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_MESSAGE:
        return text
    return f"{text[: LONGEST_MESSAGE * 2 // 3]} ... {text[-LONGEST_MESSAGE // 3 :]}"


def near_miss(word: str, known: Iterable[str]) -> str:
    """Suggest the known name that a mistyped one was probably meant to be.

    Parameters
    ----------
    word : str
        What was written.
    known : iterable of str
        The names that exist.

    Returns
    -------
    str
        ``' (did you mean "balanced"?)'`` with a leading space, to be put behind the word in a message, or
        ``''`` where nothing is near enough to be helpful.
    """
    names = list(known)
    near = _closest(word, names)
    return f' (did you mean "{near}"?)' if near else ""


def _closest(word: str, names: list[str]) -> str:
    """Return the nearest of `names`, comparing whole names first and the parts behind a dot second."""
    folded = {name.casefold(): name for name in names}
    wanted = word.strip().casefold()
    if wanted in folded:
        return folded[wanted]
    match = difflib.get_close_matches(wanted, folded, n=1, cutoff=0.6)
    if match:
        return folded[match[0]]
    # "hand_size" for "deal.hand_size": the part behind the last dot is what people remember.
    tails: dict[str, str] = {}
    for name in names:
        tails.setdefault(name.casefold().rpartition(".")[2], name)
    match = difflib.get_close_matches(wanted.rpartition(".")[2], tails, n=1, cutoff=0.75)
    return tails[match[0]] if match else ""
