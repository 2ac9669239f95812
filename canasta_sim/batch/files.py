"""Writing files so that a reader, or a machine that loses power, never sees half of one."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import math
import os
from pathlib import Path
from typing import Any

from canasta_sim.errors import ResultsError, RunFailed

#: Unfinished files: hidden, so that whoever reads a folder of parts does not take them for parts.
TEMPORARY = ".writing-"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name, sync it and rename it.

    Parameters
    ----------
    path : Path
        Where it shall be; its folder exists. What is there already is replaced.
    content : bytes
        All of it.

    Raises
    ------
    RunFailed
        If it cannot be written: a full disk, a folder that may not be written.
    """
    temporary = path.with_name(TEMPORARY + path.name)
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise RunFailed(cannot_write(path, error)) from error


def sync_folder(path: Path) -> None:
    """Make the names in a folder outlast a loss of power, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_folder(path: Path) -> bool:
    """Whether there is a folder of that name, which may be one that nothing can have."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def cannot_write(path: Path, error: OSError) -> str:
    """Say why a file could not be written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"the disk is full: {path} could not be written"
    if error.errno == errno.EFBIG:
        return f"{path} could not be written: it is larger than files may be here"
    return f"{path} could not be written: {error.strerror or error}"


def digest(content: bytes) -> str:
    """Return the SHA-256 of some bytes, as hex digits."""
    return hashlib.sha256(content).hexdigest()


def canonical(document: Any) -> bytes:
    """Write a document as JSON in one way only, so that equal documents have equal sums."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def write_json(path: Path, document: Any) -> None:
    """Write a document for people and programs: indented JSON, whole or not at all."""
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    # Names of files need not be text; what is not is written as JSON escapes it.
    write_whole(path, text.encode("utf-8", "backslashreplace"))


def read_json(path: Path) -> dict[str, Any]:
    """Read a JSON object.

    Raises
    ------
    ResultsError
        If the file cannot be read or is not a JSON object.
    """
    try:
        document = json.loads(path.read_bytes(), parse_constant=_finite, parse_float=_finite)
    except OSError as error:
        raise ResultsError(f"{path} could not be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"{path} is damaged: it is not JSON ({error})") from error
    if not isinstance(document, dict):
        raise ResultsError(f"{path} is damaged: expected a JSON object")
    return document


def _finite(text: str) -> float:
    """Read a number of a document; what is not finite was not written by `canonical` or `write_json`."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is no number of JSON")
    return number
