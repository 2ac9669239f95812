"""Wrong input is refused in one sentence, and nothing is written outside of the results: a selection."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzz.campaign import SHARES, Campaign
from tests.fuzz.inside import furnished
from tests.fuzz.judge import Outcome, judge

GOOD = Outcome(2, "", "Error: there is no such thing here\n", ())


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    place = furnished(tmp_path_factory.mktemp("fuzz") / "place")
    yield Campaign(place)
    place.done()


@pytest.mark.parametrize("kind", SHARES)
def test_a_few_of_every_kind(campaign: Campaign, kind: str) -> None:
    assert campaign.tried(kind, SHARES[kind], start=20) >= SHARES[kind] // 2


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHARES)
def test_many_of_every_kind(campaign: Campaign, kind: str) -> None:
    assert campaign.tried(kind, 50 * SHARES[kind], start=21) >= 25 * SHARES[kind]


def test_a_good_refusal_is_accepted() -> None:
    judge(["run"], GOOD)


@pytest.mark.parametrize(
    ("arguments", "outcome"),
    [
        ("run", Outcome(3, "", "Error: there is no such thing here\n", ())),
        ("run", Outcome(2, "", "", ())),
        ("run", Outcome(2, "", "Error: there is no such thing\nError: and another one\n", ())),
        ("run", Outcome(2, "", "Error: there is no such thing\nTraceback (most recent call last)\n", ())),
        ("run", Outcome(2, "", "Error: there is no \x1b[31m such thing\n", ())),
        ("run", Outcome(2, "half", "Error: there is no such thing here\n", ())),
        ("run", Outcome(2, "", "Error: there is no such thing here\n", ("work/results",), ("results",))),
        ("run", Outcome(0, "", "", ("work/elsewhere",), ("results",))),
        ("run", Outcome(0, "", "", ("keep/letter",), ("results/..",))),
        ("run --json", Outcome(0, "{} {}", "", ())),
        ("run --json", Outcome(0, '{"score": NaN}', "", ())),
    ],
)
def test_what_is_wrong_is_seen(arguments: str, outcome: Outcome) -> None:
    with pytest.raises((AssertionError, ValueError)):
        judge(arguments.split(), outcome)


def test_what_changes_in_the_place_is_seen(campaign: Campaign) -> None:
    place = campaign.place
    assert not place.changes()
    (place.parent / "keep/letter").write_text("changed")
    (place.work / "new").write_text("")
    (place.work / "emptied").rmdir()
    assert place.changes() == ["keep/letter", "work/emptied", "work/new"]
    place.restore()
    assert not place.changes()
