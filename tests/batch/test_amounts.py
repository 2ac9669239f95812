"""Numbers as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canasta_sim.batch.amounts import MOST_ROUNDS, SEED_LIMIT, parse_amount, parse_seed, parse_whole
from canasta_sim.errors import ExperimentError


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1e6", 1_000_000),
        ("250k", 250_000),
        ("1_000_000", 1_000_000),
        ("2.5M", 2_500_000),
        ("1.5e3", 1500),
        ("1E+3", 1000),
        ("3g", 3_000_000_000),
        (" 7 ", 7),
        (1e6, 1_000_000),
        (12, 12),
    ],
)
def test_read(text: object, number: int) -> None:
    assert parse_amount(text, "rounds") == number


@pytest.mark.parametrize(
    "text",
    [
        *("0", "-5", "1.5", "1e-3", "", "k", "1e", "1__0", "_1", "nan", "inf", "0x10", "١٢", "1,000", "1e16"),
        *(True, None, float("nan"), float("inf"), 0.5, [], {}, 10**16, -1),
        pytest.param("9" * 70, id="long"),
        pytest.param(10**5000, id="huge"),
    ],
)
def test_refused_in_one_sentence(text: object) -> None:
    with pytest.raises(ExperimentError, match="rounds must be a whole number") as caught:
        parse_amount(text, "rounds")
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


@given(st.integers(1, MOST_ROUNDS))
def test_every_number_is_read_as_python_writes_it(number: int) -> None:
    assert parse_amount(str(number), "rounds") == number
    assert parse_amount(f"{number:_}", "rounds") == number
    assert parse_amount(number, "rounds") == number


@given(st.integers(1, 999), st.sampled_from([("k", 3), ("M", 6), ("G", 9), ("e0", 0), ("e11", 11)]))
def test_suffixes_and_exponents_are_powers_of_ten(number: int, suffix: tuple[str, int]) -> None:
    assert parse_amount(f"{number}{suffix[0]}", "rounds") == number * 10 ** suffix[1]


@given(st.integers(0, 10**6), st.integers(0, 6))
def test_decimals_are_exact(number: int, digits: int) -> None:
    written = f"{number // 10**digits}.{number % 10**digits:0{digits}d}e{digits}" if digits else str(number)
    assert parse_whole(written) == number


@given(st.text() | st.floats() | st.integers())
def test_anything_is_read_or_refused(value: object) -> None:
    number = parse_whole(value)
    assert number is None or number >= 0


def test_seeds() -> None:
    assert parse_seed("0") == 0
    assert parse_seed(SEED_LIMIT - 1) == SEED_LIMIT - 1
    for wrong in (SEED_LIMIT, -1, "x", 1.5):
        with pytest.raises(ExperimentError, match="seed must be"):
            parse_seed(wrong)
