"""What a manifest must hold to be relied on: every key that is read, and its type."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from canasta_sim.batch.amounts import MOST_ROUNDS, SEED_LIMIT, shown

_Amounts = dict[Literal["rounds", "games"], Annotated[int, Field(ge=0)]]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, allow_inf_nan=False)


class _Rules(_Strict):
    name: str
    title: str
    source: str
    version: int
    base: str | None
    hash: str
    changed: dict[str, Any]
    knobs: dict[str, Any]


class _Seat(_Strict):
    label: str
    name: str
    path: str | None
    params: dict[str, float]
    source_hash: str


class _Variant(_Strict):
    name: str
    swap: bool
    rules: _Rules
    seats: Annotated[list[_Seat], Field(min_length=1)]


class _Test(_Strict):
    points: float
    error_rate: float


class _Later(_Strict):
    """Keys that came later: folders of before go without."""

    metrics: list[str] = Field(default_factory=list)
    smallest: dict[str, float] = Field(default_factory=dict)
    until_ci: dict[str, float] = Field(default_factory=dict)
    at_most: Annotated[int, Field(ge=0, le=MOST_ROUNDS)] = 0
    skill: bool = False
    sprt: _Test | None = None
    limits: dict[str, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)
    stopped: dict[str, str] = Field(default_factory=dict)


class _Manifest(_Later):
    format: Literal[1]
    command: Literal["run", "compare", "league"]
    command_line: str
    name: str
    question: str
    rows: bool
    asked: _Amounts
    played: _Amounts | None
    version: str
    mode: Literal["rounds", "games"]
    seed: Annotated[int, Field(ge=0, lt=SEED_LIMIT)]
    swap: bool
    baseline: str | None
    variants: Annotated[list[_Variant], Field(min_length=1)]
    start: str
    wall_seconds: Annotated[float, Field(ge=0)]
    rounds_per_second: Annotated[float, Field(ge=0)] | None
    jobs: int | None
    backend: str | None
    python: str
    libraries: dict[str, str]


def fault_of(document: dict[str, Any]) -> str:
    """Say what is wrong with a manifest, naming the key; nothing where it can be relied on."""
    try:
        found = _Manifest.model_validate(document)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(map(str, first["loc"]))
        if first["type"] == "missing":
            return f"it has no {key}"
        return f"{key}: expected {first['msg'].removeprefix('Input should be ')}, not {shown(first['input'])}"
    if not 1 <= found.asked.get(found.mode, 0) <= MOST_ROUNDS:
        return f"asked: expected a number of {found.mode}"
    return ""


def completed(document: dict[str, Any]) -> dict[str, Any]:
    """Return a manifest with the keys that came after it was written."""
    return {**_Later().model_dump(), **document}
