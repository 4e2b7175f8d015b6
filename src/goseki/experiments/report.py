"""What an experiment leaves behind: a folder with a page, its data and its plots.

Every page says which version and seed made it and which command makes it again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import goseki
from goseki.errors import GosekiError
from goseki.files import check_free, read_file, write_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAGE = "README.md"


@dataclass
class Report:
    """A Markdown page in the making.

    >>> report = Report("A title", "goseki experiment x", seed=1)
    >>> report.add("Some words."); report.add_table(["a", "b"], [[1, 2.5]])
    >>> print(report.markdown())  # doctest: +ELLIPSIS
    # A title
    <BLANKLINE>
    Made by Goseki ... with seed 1: `goseki experiment x`
    <BLANKLINE>
    Some words.
    <BLANKLINE>
    | a | b |
    |---|---|
    | 1 | 2.5 |
    <BLANKLINE>
    """

    title: str
    command: str
    seed: int
    _parts: list[str] = field(default_factory=list)
    _files: dict[str, bytes] = field(default_factory=dict)

    def add(self, text: str) -> None:
        """A paragraph."""
        self._parts.append(text)

    def add_table(self, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        lines = [header, ["---"] * len(header), *rows]
        cells = [[str(cell) for cell in line] for line in lines]
        text = "\n".join(f"| {' | '.join(line)} |" for line in cells)
        self._parts.append(text.replace("| --- ", "|---").replace("--- |", "---|"))

    def add_data(self, name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """A CSV file beside the page."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
        self._files[f"{name}.csv"] = text.getvalue().encode()
        self._parts.append(f"Data: [{name}.csv]({name}.csv)")

    def add_plot(self, name: str, figure: Figure, description: str) -> None:
        """A PNG file shown on the page."""
        content = io.BytesIO()
        figure.savefig(content, format="png", dpi=120, metadata={"Software": None})
        self._files[f"{name}.png"] = content.getvalue()
        self._parts.append(f"![{description}]({name}.png)")

    def markdown(self) -> str:
        made = f"Made by Goseki {goseki.__version__} with seed {self.seed}: `{self.command}`"
        return "\n\n".join([f"# {self.title}", made, *self._parts]) + "\n"

    def write(self, folder: Path, *, force: bool = False) -> Path:
        """Write the files into a folder (`open_folder`) and return the path of the page."""
        page = folder / PAGE
        files = {**self._files, page.name: self.markdown().encode()}
        if not force:
            for name in files:
                if (folder / name).exists():
                    raise GosekiError(f"{folder / name}: the file exists already (see --force)")
        for name, content in files.items():
            write_file(folder / name, content, force=True)
        return page


def open_folder(
    folder: Path, *, force: bool, notes: str = "", command: str = "", plots: bool = True
) -> None:
    """Make the folder of a report. Called before the work, so that a folder that cannot be
    written, or a missing plot library, is noticed first. An old page is not replaced unless the
    folder also has the `notes` of a run to be continued, with the same `command` if one is
    given."""
    if plots:
        new_figure()
    page = folder / PAGE
    if page.exists() and not force and not (notes and (folder / notes).exists()):
        raise GosekiError(f"{page}: the file exists already (see --force)")
    if (
        command
        and page.exists()
        and not force
        and f": `{command}`\n".encode() not in read_file(page)
    ):
        raise GosekiError(f"{page}: is the page of another run (see --force)")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GosekiError(f"{folder}: cannot be made: {error.strerror or error}") from None
    check_free(page, force=True)


def new_figure(width: float = 7.0, height: float = 4.5) -> Figure:
    """An empty matplotlib figure that needs no screen."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise GosekiError("plots need matplotlib: pip install '.[experiments]'") from None
    return Figure(figsize=(width, height), layout="constrained")
