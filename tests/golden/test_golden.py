"""The kept rounds are played to the last card as they were."""

from __future__ import annotations

import pytest

from tests.company import PRESETS
from tests.golden.rounds import FOLDER, path_of, text


@pytest.mark.parametrize("preset", PRESETS)
def test_round_is_the_one_kept(preset):
    kept = path_of(preset).read_text(encoding="utf-8")
    assert text(preset) == kept, "if it differs on purpose, run `python -m tests.golden`"


def test_one_round_for_every_preset():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(PRESETS)
