"""The compiled code that is kept on disk: listing and clearing it."""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from canasta_sim.errors import CanastaError
from canasta_sim.strategy.generate import CONTENTS, cache_root, engine_digest, folder_name

KINDS = {
    "table": "rounds and games",
    "steps": "single steps",
    "strategy": "one strategy at any table",
    "parts": "compiling further ones",
}
_CONTENTS_OF = {"parts": "functions they have in common"}


@dataclass(frozen=True)
class Kept:
    """Compiled code in one folder.

    Attributes
    ----------
    folder : Path
        Where it lies.
    kind : str
        What it is for.
    contents : str
        The strategies in it.
    current : bool
        Whether it was made by the engine as it is now; other code is never used again.
    size : int
        Bytes.
    age : float
        Seconds since it was compiled.
    """

    folder: Path
    kind: str
    contents: str
    current: bool
    size: int
    age: float


def kept() -> list[Kept]:
    """Return what is kept, the newest first."""
    root = cache_root()
    folders = sorted(root.iterdir()) if root.is_dir() else []
    found = [_look(folder) for folder in folders if folder.is_dir() and "-" in folder.name]
    return sorted((each for each in found if each), key=lambda each: each.age)


def _look(folder: Path) -> Kept | None:
    """Return what a folder holds; None where it is not one of ours or is just going."""
    kind = folder.name.split("-")[0]
    if kind != "parts" and not (folder / f"{kind}.py").is_file():
        return None
    try:
        files = [path.stat() for path in folder.rglob("*") if path.is_file()]
        note = folder / CONTENTS
        contents = note.read_text(encoding="utf-8").strip() if note.is_file() else _CONTENTS_OF.get(kind, "")
    except OSError:
        return None
    return Kept(
        folder=folder,
        kind=KINDS.get(kind, kind),
        contents=contents,
        current=folder.name.startswith(folder_name(kind, engine_digest(), "")),
        size=sum(file.st_size for file in files),
        age=max(0.0, time.time() - max((file.st_mtime for file in files), default=time.time())),
    )


def clear(only_outdated: bool = False) -> list[Kept]:
    """Remove compiled code; return what was removed.

    Parameters
    ----------
    only_outdated : bool
        Leave what the engine as it is now can still use.

    Raises
    ------
    CanastaError
        Where something cannot be removed.
    """
    removed = []
    for each in kept():
        if only_outdated and each.current:
            continue
        try:
            shutil.rmtree(each.folder)
        except OSError as error:
            raise CanastaError(f"{each.folder} cannot be removed: {error.strerror}") from error
        removed.append(each)
    return removed
