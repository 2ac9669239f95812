"""The page of a results folder: ``report.md``, ``report.html`` and ``plots/``, made from what lies there.

make_report(folder)                     # writes the three, returns the path of report.html
text = as_html(content)                 # the page alone, pictures inside, no network
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from canasta_sim.errors import ResultsError
from canasta_sim.report.content import Content, content_of
from canasta_sim.report.markdown import as_markdown
from canasta_sim.report.plots import Picture, pictures
from canasta_sim.stats.aggregate import Aggregate

PAGE, TEXT, PLOTS = "report.html", "report.md", "plots"


def make_report(folder: Path | str, aggregate: Aggregate | None = None) -> Path:
    """Make the report of a results folder, from what lies in it.

    Parameters
    ----------
    folder : path
        A results folder, of a run that is finished or not.
    aggregate : Aggregate, optional
        The sums over its parts, where they are at hand.

    Returns
    -------
    Path
        Of ``report.html``.

    Raises
    ------
    ResultsError
        It is no results folder, nothing has been played, or it cannot be written.
    """
    from canasta_sim.batch.results import from_folder

    folder = Path(folder)
    notes: list[str] = []
    result = from_folder(folder, aggregate, notes.append)
    return write_report(folder, result.aggregate, result.manifest, notes)


def write_report(folder: Path, aggregate: Aggregate, manifest: Mapping[str, Any], notes: Sequence[str] = ()) -> Path:
    """Write a report into a folder.

    Parameters
    ----------
    folder : Path
        Where to; it must exist.
    aggregate : Aggregate
        Sums over everything that was played.
    manifest : mapping
        What was played.
    notes : sequence of str
        What is damaged and does not count.

    Returns
    -------
    Path
        Of ``report.html``.
    """
    if not any(variant.units for variant in aggregate.variants.values()):
        raise ResultsError(f"{folder} holds no finished rounds yet: there is nothing to report")
    drawn = pictures(aggregate, manifest)
    return write_content(folder, content_of(aggregate, manifest, drawn, notes), drawn)


def write_content(folder: Path, content: Content, drawn: Sequence[Picture]) -> Path:
    """Write ``report.md``, ``report.html`` and the pictures into a folder; return the path of the page."""
    from canasta_sim.batch.files import write_whole

    if drawn:
        _write_plots(folder / PLOTS, drawn)
    write_whole(folder / TEXT, as_markdown(content, PLOTS).encode("utf-8", "backslashreplace"))
    write_whole(folder / PAGE, as_html(content).encode("utf-8", "backslashreplace"))
    return folder / PAGE


def _write_plots(folder: Path, drawn: Sequence[Picture]) -> None:
    from canasta_sim.batch.files import write_whole

    try:
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.png"):
            if old.stem not in {picture.name for picture in drawn}:
                old.unlink()
    except OSError as error:
        raise ResultsError(f"{folder} cannot be written: {error.strerror or error}") from error
    for picture in drawn:
        write_whole(folder / f"{picture.name}.png", picture.png)


def as_html(content: Content) -> str:
    """Return a report as one HTML file: pictures and style inside, everything else escaped."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("canasta_sim.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["base64"] = lambda data: base64.b64encode(data).decode()
    return environment.get_template("report.html.j2").render(content=content)
