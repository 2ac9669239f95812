"""Sdist and wheel are built, hold what they must and nothing else, and run away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.pages.marks import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the sdist, and the wheel made from it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def tracked(*places: str) -> set[str]:
    """Return the files of the checkout under some places, without what running leaves behind."""
    found = {path for place in places for path in (ROOT / place).rglob("*") if path.is_file()}
    return {
        path.relative_to(ROOT).as_posix()
        for path in found
        if "__pycache__" not in path.parts and path.suffix not in (".pyc", ".nbi", ".nbc")
    }


def test_the_wheel_holds_the_package_its_strategies_and_experiments(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    shipped = {f"canasta_sim/shipped/{name}" for name in tracked("strategies", "experiments")}
    assert held == tracked("canasta_sim") | shipped
    assert "canasta_sim/py.typed" in held
    info = {name.partition(".dist-info/")[2] for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" in name}
    assert {"METADATA", "entry_points.txt", "licenses/LICENSE"} <= info


def test_the_sdist_holds_what_building_and_testing_need(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert tracked("canasta_sim", "strategies", "experiments", "tests", "docs") <= held
    assert {"README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "pyproject.toml"} <= held
    assert not [name for name in held if name.startswith("results")]


def test_what_was_built_runs_elsewhere(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    place, work = tmp_path / "installed", tmp_path / "work"
    work.mkdir()
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(place), str(wheel)]
    subprocess.run(install, check=True)
    environment = {**os.environ, "PYTHONPATH": str(place)}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=work, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert str(place) in run("-c", "import canasta_sim; print(canasta_sim.__file__)")
    assert "balanced" in run("-m", "canasta_sim", "strategies", "list")
    run("-m", "canasta_sim", "run", "--rounds", "400", "--seed", "1", "--out", "out", "--quiet")
    assert (work / "out/report.html").exists()
    assert "nothing was written" in run("-m", "canasta_sim", "compare", "surprise", "--dry-run")
