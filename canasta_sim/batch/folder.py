"""The folder of a run: its lock, its manifest, and what may be made, gone on with or removed."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from canasta_sim.batch.files import TEMPORARY, cannot_write, is_folder, read_json, write_json
from canasta_sim.errors import ResultsError

MANIFEST = "manifest.json"
LOCK = ".lock"
#: Folder of the parts' records.
RECORDS = "aggregates"
#: Folders of parts; those of rows are missing where none are kept.
PART_FOLDERS = (RECORDS, "rounds", "games")
#: Everything that a results folder holds, and that --overwrite removes.
CONTENTS = (
    MANIFEST,
    *PART_FOLDERS,
    "summary.csv",
    "comparison.csv",
    "ratings.csv",
    "cross.csv",
    "report.md",
    "report.html",
    "plots",
)


class Lock:
    """The lock of a results folder. The system lets go of it when its process ends, in whatever way."""

    def __init__(self, folder: Path) -> None:
        self._handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            _lock_file(self._handle)
        except OSError as error:
            os.close(self._handle)
            raise ResultsError(
                f"another run is writing to {folder}; wait for it, or use another --out"
            ) from error

    def release(self) -> None:
        """Let others in."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def _lock_file(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_folder(folder: Path) -> Lock:
    """Lock a results folder.

    Raises
    ------
    ResultsError
        If another process has it, or it cannot be written.
    """
    try:
        return Lock(folder)
    except OSError as error:
        raise ResultsError(cannot_write(folder, error)) from error


def check_new(folder: Path, overwrite: bool) -> None:
    """Make sure that a run can make its folder, and leave nothing there.

    Raises
    ------
    ResultsError
        If it is there already (with `overwrite`: and is something else than results), or cannot be made.
    """
    if _is_there(folder):
        if not overwrite:
            raise ResultsError(
                f"{folder} exists already; use another --out, --resume to go on, or --overwrite"
            )
        if not is_results_folder(folder):
            raise ResultsError(
                f"{folder} is not a results folder of canasta-sim; --overwrite removes nothing else"
            )
        _try_writing(folder, f"{folder} may not be written")
        return
    above = next(parent for parent in folder.absolute().parents if parent.exists())
    if not above.is_dir():
        raise ResultsError(f"{folder} cannot be made: {above} is a file")
    _try_writing(above, f"{folder} cannot be made: {above} may not be written")


def _is_there(folder: Path) -> bool:
    """Whether something has that name; raise `ResultsError` where nothing can have it."""
    try:
        folder.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError) as error:  # a name that is too long, a link to itself, a NUL
        reason = error.strerror if isinstance(error, OSError) else error
        raise ResultsError(f"{folder} cannot be made: {reason}") from error
    return True


def _try_writing(folder: Path, refusal: str) -> None:
    """Make a folder in a folder and remove it: nothing else tells whether that can be done."""
    try:
        Path(tempfile.mkdtemp(prefix=TEMPORARY, dir=folder)).rmdir()
    except OSError as error:
        raise ResultsError(f"{refusal}: {error.strerror or error}") from error


def is_results_folder(folder: Path) -> bool:
    """Whether a folder holds the results of a run, or nothing but what a run has left before its manifest."""
    if not is_folder(folder):
        return False
    return (folder / MANIFEST).is_file() or all(
        path.name == LOCK or path.name.startswith(TEMPORARY) for path in folder.iterdir()
    )


def clear(folder: Path) -> None:
    """Remove the results in a folder, the manifest first: what is left then is no results folder any more."""
    try:
        for name in CONTENTS:
            path = folder / name
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise ResultsError(f"{folder} could not be cleared: {error.strerror or error}") from error


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the manifest of a results folder; keys that came after it was written are filled in.

    Raises
    ------
    ResultsError
        If there is none, or it is damaged.
    """
    if not is_folder(folder):
        raise ResultsError(f"{folder} is not a folder with results")
    path = folder / MANIFEST
    if not path.is_file():
        hint = (
            "; nothing was played there yet: start again with --overwrite"
            if is_results_folder(folder)
            else ""
        )
        raise ResultsError(f"{folder} has no {MANIFEST}{hint}")
    from canasta_sim.batch.manifest_file import completed, fault_of

    document = read_json(path)
    fault = fault_of(document)
    if fault:
        raise ResultsError(f"{path} is damaged: {fault}")
    return completed(document)


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Write or replace the manifest, whole."""
    write_json(folder / MANIFEST, manifest)
