"""Standard streams that may be closed, full or gone: what is printed may be lost, what is played is not."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import Any


class StreamLost(Exception):
    """Standard output takes nothing more.

    Attributes
    ----------
    reason : str
        Why; empty where its reader (``| head``) has seen enough.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.reason = "" if error.errno == errno.EPIPE else error.strerror or str(error)


class Stream:
    """A standard stream that can be lost.

    Parameters
    ----------
    stream : text stream
        Where it writes to.
    needed : bool
        Whether a command that only prints need not go on without it: then `StreamLost` is raised when it is
        lost. Otherwise nothing is said.
    """

    def __init__(self, stream: Any, needed: bool) -> None:
        self._stream = stream
        self._needed = needed
        self.lost: StreamLost | None = None
        with contextlib.suppress(AttributeError, io.UnsupportedOperation):
            stream.reconfigure(errors="backslashreplace")  # names of files need not be text

    def write(self, text: str) -> int:
        """Write a text, if it can be."""
        try:
            return int(self._stream.write(text))
        except OSError as error:
            self._lose(error)
            return len(text)

    def flush(self) -> None:
        """Flush, if it can be."""
        try:
            self._stream.flush()
        except OSError as error:
            self._lose(error)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _lose(self, error: OSError) -> None:
        """Let what is still to be written, at exit too, go nowhere."""
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, self._stream.fileno())
        os.close(null)
        self.lost = self.lost or StreamLost(error)
        if self._needed:
            raise self.lost from error


@contextlib.contextmanager
def standard_streams() -> Iterator[Stream]:
    """Put such streams in the place of standard output and error while entered; yields the former.

    Where the process was started without some of its standard streams, they lead nowhere: else the next file
    that is opened would take their place, and get what is printed.
    """
    for handle in range(3):
        try:
            os.fstat(handle)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest that is free: this one
    before = sys.stdout, sys.stderr
    output = Stream(sys.stdout or _nowhere(), needed=True)
    sys.stdout = output
    sys.stderr = Stream(sys.stderr or _nowhere(), needed=False)
    try:
        yield output
    finally:
        with contextlib.suppress(StreamLost):
            output.flush()
        sys.stdout, sys.stderr = before


def _nowhere() -> Any:
    return io.TextIOWrapper(io.BytesIO(), "utf-8")
