"""A folder to run commands in, with all sorts of things lying about, and a watch on every file of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from tests.fuzz.documents import EXPERIMENTS, POSITION, RULE_FILE, written

OWN = '''"""Own: never takes the pile."""

from canasta_sim.strategy.toolbox import *

FACTS = Facts(version=1, parameters={"hold": Parameter(1.0, 0.0, 9.0, "nothing")})


@compiled
def take(rules, view, me):
    return TAKE_NONE, 0, 0, 0


@compiled
def meld(rules, view, me):
    return 0, 0, 0


@compiled
def discard(rules, view, me):
    return 0
'''

FILES: Mapping[str, str | bytes] = {
    "good.toml": written(EXPERIMENTS[0]),
    "two.toml": written(EXPERIMENTS[2]),
    "league.toml": written(EXPERIMENTS[4]),
    "house.toml": written(RULE_FILE),
    "self.toml": 'base = "./self.toml"\n',
    "table.toml": written(POSITION),
    "wrong.toml": "ruls = 'hoyle'\n",
    "latin.toml": b"rules = 'h\xf6yle'\n",
    "empty.toml": "",
    "own.py": OWN,
    "bad.py": "def take(:\n",
    "before.json": '{"speeds": []}',
    "odd.json": '{"speeds": [{"rules": 1}]}',
    "file": "",
    "folder/letter.txt": "dear",
    "unread/manifest.json": '{"format": 1, "command": "run", "mode": 3}',
}
State = dict[str, str]


class Place:
    """A folder ``work`` beside a folder that nobody may touch.

    Parameters
    ----------
    parent : Path
        An empty folder.
    """

    def __init__(self, parent: Path) -> None:
        self.parent = parent
        self.work = parent / "work"
        self._master = parent.with_name(parent.name + "-as-it-was")
        (parent / "keep").mkdir(parents=True)
        (parent / "keep/letter").write_text("keep this")
        self.work.mkdir()
        for name, content in FILES.items():
            path = self.work / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        (self.work / "emptied").mkdir()
        (self.work / "loop.toml").symlink_to("loop.toml")
        self._before: State = {}
        self._settled: State = {}

    def settle(self) -> None:
        """Take things as they lie now for what they are to be before every command."""
        shutil.rmtree(self._master, ignore_errors=True)
        shutil.copytree(self.parent, self._master, symlinks=True)
        self._before = self._settled = state(self.parent)

    def lay(self, name: str, content: bytes) -> None:
        """Lay down a file for the next command only; in ``made`` beside the files of a finished run."""
        if not name:
            return
        if name.startswith("made/"):
            shutil.copytree(self.work / "done", self.work / "made")
        (self.work / name).write_bytes(content)
        self._before = state(self.parent)

    def changes(self) -> list[str]:
        """Return the paths that are new, gone or different, below the parent."""
        now = state(self.parent)
        return sorted(path for path in {*now, *self._before} if now.get(path) != self._before.get(path))

    def restore(self) -> None:
        """Put everything back where it was."""
        now = state(self.parent)
        if now != self._settled:
            for path in sorted((path for path in now if now[path] != self._settled.get(path)), reverse=True):
                _remove(self.parent / path)
            for path in sorted(path for path in self._settled if now.get(path) != self._settled[path]):
                source, to = self._master / path, self.parent / path
                if source.is_symlink():
                    to.symlink_to(source.readlink())
                elif source.is_dir():
                    to.mkdir(exist_ok=True)
                else:
                    shutil.copyfile(source, to)
            self._settled = state(self.parent)
        self._before = self._settled

    def done(self) -> None:
        """Remove all of it."""
        shutil.rmtree(self._master, ignore_errors=True)
        shutil.rmtree(self.parent, ignore_errors=True)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def state(folder: Path) -> State:
    """Return what lies in a folder, however deep: files as they were last written, ends of links, folders."""
    found: State = {}
    above = [str(folder)]
    while above:
        with os.scandir(above.pop()) as entries:
            for entry in entries:
                key = entry.path[len(str(folder)) + 1 :]
                if entry.is_symlink():
                    found[key] = f"-> {Path(entry.path).readlink()}"
                elif entry.is_dir():
                    found[key] = "folder"
                    above.append(entry.path)
                else:
                    kept = entry.stat()
                    found[key] = f"{kept.st_ino} {kept.st_size} {kept.st_mtime_ns}"
    return found
