"""Pictures: what is drawn are the figures, and titles say what is to be seen."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.image import imread

from canasta_sim.report.plots import bars, distributions, games, grids, intervals, pictures, style
from canasta_sim.report.plots.series import quantile, series_of, share_where, shares
from canasta_sim.stats.aggregate import Aggregate
from tests.report.made import ALL_KINDS, a_comparison, a_duel, a_league, alone, some_games
from tests.stats.made import block_of

EXPECTED = {
    "duel": "scores margin points ends turns openings canastas first_seat running skill_and_luck",
    "alone": "scores points ends turns openings canastas first_seat running",
    "games": "race game_rounds scores margin points ends turns openings canastas first_seat running",
    "comparison": "differences grid scores points ends turns openings canastas first_seat running "
    "skill_and_luck",
    "league": "ratings cross_table skill_and_luck",
}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Axes]:
    """Collect the axes that are drawn in."""
    kept: list[Axes] = []

    def remember(*arguments: float, **more: float):
        figure, axes = real(*arguments, **more)
        kept.append(axes)
        return figure, axes

    real = style.frame
    for module in (bars, distributions, games, grids, intervals):
        monkeypatch.setattr(module, "frame", remember)
    return kept


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_each_command_has_its_pictures(kind: str) -> None:
    found = pictures(*ALL_KINDS[kind]())
    assert [picture.name for picture in found] == EXPECTED[kind].split()
    for picture in found:
        image = imread(io.BytesIO(picture.png))
        assert image.shape[1] == pytest.approx(style.WIDTH * style.DPI, abs=2)
        # Neither blank nor cut off: something is drawn, and the outermost pixels are paper.
        assert image[:, :, :3].min() < 0.5
        assert image[[0, -1]][:, :, :3].min() > 0.9
        assert image[:, [0, -1]][:, :, :3].min() > 0.9
        assert "seed 7" in picture.caption
        assert "n = " in picture.caption
        assert picture.alt
        assert "nan" not in (picture.title + picture.caption).lower().replace("canasta", "")


def test_pictures_are_the_same_every_time() -> None:
    aggregate, manifest = a_duel()
    for draw in (bars.points, distributions.scores, intervals.running):
        first, second = (draw(aggregate, manifest) for _ in range(2))
        assert first is not None
        assert first == second


def test_scores_are_the_histogram(drawn: list[Axes]) -> None:
    aggregate, manifest = a_duel()
    picture = distributions.scores(aggregate, manifest)
    assert picture is not None
    heights = [patch.get_data().values.sum() for patch in drawn[0].patches]
    assert all(99 < height <= 100.001 for height in heights)
    assert drawn[0].get_xlabel() == "Score of a side in a round, points"
    assert {text.get_text() for text in drawn[0].get_legend().get_texts()} == {"a", "b"}


def test_endings_add_up(drawn: list[Axes]) -> None:
    aggregate, manifest = a_duel()
    picture = bars.ends(aggregate, manifest)
    assert picture is not None
    widths = [bar.get_width() for container in drawn[0].containers for bar in container]
    assert sum(widths) == pytest.approx(100)
    assert picture.title.startswith("Rounds closed: ")


def test_points_add_up_to_the_score(drawn: list[Axes]) -> None:
    aggregate, manifest = alone()
    bars.points(aggregate, manifest)
    found = series_of(aggregate)[0].figure("score")
    assert found is not None
    widths = [bar.get_width() for container in drawn[0].containers for bar in container]
    assert sum(widths) == pytest.approx(found.value)


def test_openings_rise_to_those_that_open(drawn: list[Axes]) -> None:
    aggregate, manifest = alone()
    distributions.openings(aggregate, manifest)
    heights = np.asarray(drawn[0].lines[0].get_ydata(), float)
    assert (np.diff(heights) >= 0).all()
    never = share_where(series_of(aggregate)[0].counts("opened_turn"), 0, 0)
    assert heights[-1] == pytest.approx(100 - never, abs=1)


def test_the_running_estimate_ends_at_the_estimate(drawn: list[Axes]) -> None:
    aggregate, manifest = a_duel()
    intervals.running(aggregate, manifest)
    found = series_of(aggregate)[0].figure("margin")
    assert found is not None
    line = drawn[0].lines[0]
    assert line.get_xdata()[-1] == 400
    assert line.get_ydata()[-1] == pytest.approx(found.value)


def test_the_forest_shows_each_variant(drawn: list[Axes]) -> None:
    aggregate, manifest = a_comparison()
    picture = intervals.forest(aggregate, manifest)
    assert picture is not None
    assert [label.get_text() for label in drawn[0].get_yticklabels()] == [
        "draw 1, 2 canastas", "draw 2, 1 canastas", "draw 2, 2 canastas"
    ]  # fmt: skip
    assert picture.title.count("percentage points under draw 2") == 2


def test_grids_of_two_knobs_are_heat_maps(drawn: list[Axes]) -> None:
    aggregate, manifest = a_comparison()
    assert grids.varied_knobs(manifest) == ["draw.count", "going_out.canastas"]
    picture = grids.heat_map(aggregate, manifest)
    assert picture is not None
    image = np.asarray(drawn[0].images[0].get_array())
    assert image.shape == (2, 2)
    assert image[1].tolist() == [100.0, 100.0]
    assert [text.get_text() for text in drawn[0].texts][2:] == ["100", "100"]
    assert grids.heat_map(*a_duel()) is None


def test_the_cross_table_is_antisymmetric(drawn: list[Axes]) -> None:
    grids.cross(*a_league())
    image = np.ma.filled(drawn[0].images[0].get_array(), 0.0)
    image = np.nan_to_num(np.asarray(image, float))
    assert np.allclose(image, -image.T)
    assert image[0, 1] > 0


def test_the_race_grows_round_by_round(drawn: list[Axes]) -> None:
    aggregate, manifest = some_games()
    assert games.race(aggregate, manifest) is not None
    heights = np.asarray(drawn[0].lines[0].get_ydata(), float)
    assert (np.diff(heights) > 0).all()
    assert games.lengths(aggregate, manifest) is not None
    bars_drawn = [bar.get_height() for bar in drawn[1].containers[0]]
    assert sum(bars_drawn) == pytest.approx(100, abs=0.5)


def test_names_with_dollars_are_no_mathematics() -> None:
    block = block_of(50, labels=(("a$x", "b_$y"), ("b_$y", "a$x")), variant="$$ & <i>")
    assert len(pictures(Aggregate.from_block(block), {"seed": 1})) > 5


def test_long_names_are_not_cut_off() -> None:
    names = "balanced:hold=2:open_at=always:freeze", "greedy+random+greedy+balanced"
    block = block_of(
        50, labels=(names, names[::-1]), variant="going_out.canastas=2, draw.count=1, melds.wild_ratio=half"
    )
    for draw in (bars.points, bars.ends, intervals.first_seat):
        picture = draw(Aggregate.from_block(block), {"seed": 1})
        assert picture is not None
        assert imread(io.BytesIO(picture.png))[:, [0, -1], :3].min() > 0.9


def test_many_variants_are_no_trouble() -> None:
    blocks = [block_of(30, seed, variant=f"variant {seed}") for seed in range(45)]
    found = pictures(Aggregate.from_blocks(blocks, "variant 0"), {"seed": 1, "command": "compare"})
    assert {"differences", "scores"} <= {picture.name for picture in found}


def test_too_few_deals_are_no_trouble() -> None:
    for units in (1, 3):
        pictures(Aggregate.from_block(block_of(units)), {"seed": 1})
    assert pictures(Aggregate(), {"seed": 1}) == []


def test_quantiles_and_shares() -> None:
    counts = {0: 1, 1: 2, 5: 1}
    assert [quantile(counts, share) for share in (0.25, 0.5, 0.75, 1.0)] == [0, 1, 1, 5]
    assert shares(counts) == ([0, 1, 5], [25.0, 50.0, 25.0])
    assert share_where(counts, 1, 5) == 75.0
