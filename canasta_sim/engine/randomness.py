"""Random numbers: one splitmix64 stream per purpose, a few lines that carry their state in an array.

A stream is a uint64 array of one element. Decks come from (seed, deal), a strategy's numbers from
(seed, round, seat): no strategy can change a deck, and every deal can be made alone.
Formula: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
"""

from __future__ import annotations

import numpy as np

from canasta_sim.engine.compiling import apart, inlined

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_SHIFT_A, _SHIFT_B, _SHIFT_C = np.uint64(30), np.uint64(27), np.uint64(31)
_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)
_ONE = np.uint64(1)


@inlined
def mix(word):
    """Return a uint64 scrambled."""
    word = (word ^ (word >> _SHIFT_A)) * _MIX_A
    word = (word ^ (word >> _SHIFT_B)) * _MIX_B
    return word ^ (word >> _SHIFT_C)


@inlined
def stream_key(seed, first, second, third):
    """Return the starting state of the stream named by three numbers under ``seed``, as an int64."""
    key = mix(np.uint64(seed) + _GAMMA)
    key = mix(key + (np.uint64(first) + _ONE) * _GAMMA)
    key = mix(key + (np.uint64(second) + _ONE) * _GAMMA)
    return np.int64(mix(key + (np.uint64(third) + _ONE) * _GAMMA))


@inlined
def start_stream(stream, seed, first, second):
    """Set a stream to the beginning of the one named by two numbers under ``seed``."""
    stream[0] = np.uint64(stream_key(seed, first, second, 0))


@inlined
def next_word(stream):
    """Return the next uint64 of a stream."""
    stream[0] += _GAMMA
    return mix(stream[0])


@inlined
def below(stream, limit):
    """Return a whole number from 0 to ``limit`` - 1 (``limit`` below 2**32; bias below 2**-25)."""
    return np.int64(((next_word(stream) >> _HALF) * np.uint64(limit)) >> _HALF)


@inlined
def _exchange(cards, first, second):
    """Exchange two cards of a deck."""
    held = cards[first]
    cards[first] = cards[second]
    cards[second] = held


@apart
def shuffle(cards, start, end, stream):
    """Shuffle ``cards[start:end]`` in place, two positions per word of the stream (Fisher-Yates, forward).

    Positions are unsigned: they need no look at what a negative index would mean.
    """
    state = stream[0]
    position, left = np.uint64(start), np.uint64(end - start)
    while left > _ONE:
        state += _GAMMA
        word = mix(state)
        _exchange(cards, position, position + (((word >> _HALF) * left) >> _HALF))
        position += _ONE
        left -= _ONE
        _exchange(cards, position, position + (((word & _LOW) * left) >> _HALF))
        position += _ONE
        left -= _ONE
    stream[0] = state
