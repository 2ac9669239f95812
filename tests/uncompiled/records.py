"""Records as plain objects: every field an attribute, arrays as lists, much faster in Python."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tests.uncompiled.words import UnsignedWord


class Record:
    """A record with the fields of a NumPy record."""

    __slots__ = ()


class _Words(list[UnsignedWord]):
    """An array of uint64: what is put in becomes one."""

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place, UnsignedWord(value))


@cache
def _class_of(fields: tuple[str, ...]) -> type[Record]:
    return type("Record", (Record,), {"__slots__": fields})


def from_numpy(record: Any) -> Any:
    """Return a NumPy record as a plain one."""
    plain = _class_of(record.dtype.names)()
    for name in record.dtype.names:
        value = record[name]
        if value.dtype.names:
            setattr(plain, name, [from_numpy(each) for each in value])
        else:
            unsigned = value.dtype == np.uint64
            setattr(plain, name, _Words(map(UnsignedWord, value.tolist())) if unsigned else value.tolist())
    return plain
