"""Workers on other machines, through Dask."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any

from canasta_sim.errors import ExperimentError, RunFailed

_SECONDS_TO_ANSWER = 10.0


def open_cluster(scheduler: str) -> Executor:
    """Connect to a Dask scheduler.

    Parameters
    ----------
    scheduler : str
        Its address, ``tcp://host:8786``.

    Returns
    -------
    concurrent.futures.Executor

    Raises
    ------
    ExperimentError
        If Dask is not installed.
    RunFailed
        If no scheduler answers there.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ExperimentError(
            "--backend dask needs Dask, which is not installed: pip install 'canasta-sim[dask]'"
        ) from error
    try:
        client = Client(scheduler, timeout=_SECONDS_TO_ANSWER, set_as_default=False)
    except (OSError, ValueError) as error:
        raise RunFailed(f"no Dask scheduler answers at {scheduler}") from error
    return _Cluster(client)


class _Cluster(Executor):
    """A Dask client as an executor; chunks whose worker dies are played by another one."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # Pure tasks would be kept and looked up by their arguments, which costs more than it can save.
        self._executor = client.get_executor(pure=False)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand out one task."""
        future: Future[Any] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let go of the cluster; its workers stay."""
        self._executor.shutdown(wait=wait)
        self._client.close()
