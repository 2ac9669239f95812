"""Standard streams that are lost: what is printed goes nowhere, and the command knows why."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TextIO

import pytest

from canasta_sim.cli.streams import Stream, StreamLost, standard_streams


def without_reader() -> TextIO:
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w")


def test_a_reader_who_has_seen_enough() -> None:
    stream = Stream(without_reader(), needed=True)
    stream.write("seen")
    with pytest.raises(StreamLost) as lost:
        stream.flush()
    assert lost.value.reason == ""
    stream.write("more")
    stream.flush()
    assert stream.lost is lost.value


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_disk_that_is_full() -> None:
    stream = Stream(Path("/dev/full").open("w"), needed=True)  # noqa: SIM115
    stream.write("x")
    with pytest.raises(StreamLost) as lost:
        stream.flush()
    assert lost.value.reason == "No space left on device"


def test_standard_error_is_never_needed() -> None:
    stream = Stream(without_reader(), needed=False)
    stream.write("x")
    stream.flush()
    assert stream.lost is not None
    stream.write("y")
    stream.flush()


def test_what_is_no_text_is_shown_all_the_same(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="ascii") as file:
        stream = Stream(file, needed=True)
        stream.write("a\udcff \u00e9")
        stream.flush()
    assert (tmp_path / "out").read_text() == r"a\udcff \xe9"


def test_streams_that_are_missing_lead_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{name}", None)
    with standard_streams() as output:
        print("lost")
        assert not output.isatty()
        assert output.lost is None
