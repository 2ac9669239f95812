"""The log of a traced round: rows of eight whole numbers, written by the same code that plays.

Where ``log`` is None, as in batch runs, Numba leaves the writing out when it compiles. Row 0 counts the rows;
rows beyond the room of the log are counted but not kept, so that the reader knows to come with a larger one.
"""

from __future__ import annotations

from canasta_sim.engine.compiling import inlined

ROW_WIDTH = 8
(
    LOG_HAND,
    LOG_PILE,
    LOG_STOCK,
    LOG_DEAL,
    LOG_RED_THREES,
    LOG_DRAW,
    LOG_TAKE,
    LOG_MELD,
    LOG_DISCARD,
    LOG_SKIP,
    LOG_TURN_OVER,
    LOG_GO_OUT,
    LOG_END,
    LOG_LOCKS,
) = range(14)
FROM_DEAL, FROM_STOCK, FROM_PILE, FROM_HAND = range(4)
FROM_NAMES = ("deal", "stock", "pile", "hand")


@inlined
def write(log, code, a, b, c, d, e, f):
    """Append one row (code and six numbers) to the log, if there is one."""
    if log is not None:
        log[0, 0] += 1
        row = log[0, 0]
        if row < log.shape[0]:
            log[row, 0] = code
            log[row, 1] = a
            log[row, 2] = b
            log[row, 3] = c
            log[row, 4] = d
            log[row, 5] = e
            log[row, 6] = f


@inlined
def write_cards(log, code, cards, start, end):
    """Append the kinds in ``cards[start:end]``, in order, one row each."""
    if log is not None:
        for index in range(start, end):
            write(log, code, cards[index], 0, 0, 0, 0, 0)
