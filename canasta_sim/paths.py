"""Where the files that come with the package lie (built-in strategies, experiments), and which names files may have.

In a checkout ``strategies/`` and ``experiments/`` lie beside the package; in an installed one they lie inside
it, under ``shipped/``. Both are found by path, so that no import machinery is needed to read them.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _shipped(folder: str) -> Path:
    """Find a folder that comes with the package.

    Parameters
    ----------
    folder : str
        ``"strategies"`` or ``"experiments"``.

    Returns
    -------
    Path
        The folder inside an installed package, or beside the package in a checkout.

    Raises
    ------
    FileNotFoundError
        Where it is in neither place: the installation is incomplete.
    """
    places = (_PACKAGE / "shipped" / folder, _PACKAGE.parent / folder)
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"the folder {folder} of canasta-sim is missing; install the package again")


def is_utf8(name: str) -> bool:
    """Return whether a file's name can be written: other bytes come from the system as half of a character."""
    return name == name.encode("utf-8", "replace").decode()


def strategies_dir() -> Path:
    """Return the folder of the built-in strategies, one ``.py`` file each."""
    return _shipped("strategies")


def experiments_dir() -> Path:
    """Return the folder of the experiments that come with the package, one ``.toml`` file each."""
    return _shipped("experiments")
