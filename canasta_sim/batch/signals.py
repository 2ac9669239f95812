"""Being interrupted: Ctrl-C, SIGTERM, and a terminal that goes away."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; what was played is kept. ``str`` of it says how to go on."""


class Interruption:
    """While entered, the first signal is remembered, so that nothing is cut short; the second one raises.

    Outside the main thread, where no signals arrive, it does nothing.
    """

    def __init__(self) -> None:
        self._asked = False
        self._before: dict[int, Any] = {}

    def asked(self) -> bool:
        """Whether somebody has asked to stop."""
        return self._asked

    def __enter__(self) -> Interruption:
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                # What is ignored (as by nohup) stays ignored.
                if signal.getsignal(number) not in (signal.SIG_IGN, None):
                    self._before[number] = signal.signal(number, self._remember)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _remember(self, number: int, frame: FrameType | None) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True


def stop_like_ctrl_c() -> None:
    """Make SIGTERM and SIGHUP end this process as Ctrl-C does, wherever it is."""
    for number in _SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
