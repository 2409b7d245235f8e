"""Where compiled code is kept: a folder that nobody else may write to.

What lies there is run, so whoever could write there could do everything that the player may. A
folder is taken only if it is the user's own: a real one and no link, which belongs to the user,
and which neither group nor others may write to. Tried are the one that ``MIRABILIA_CACHE`` names,
or else the usual one; then one in the temporary folder, named by the user's number; and if all that
fails, a new one for this process and those it starts, which is removed in the end. Windows knows
no owners of this kind, and gives every user folders of his own.
"""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

VARIABLE = "MIRABILIA_CACHE"
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_ROOT = {0}


def own_folder(name: str) -> Path:
    """A folder of this name, made if need be, for code that is run."""
    named = os.environ.get(VARIABLE)
    homes = list(_homes(named))
    own = (folder for home in homes if (folder := _own(home, name)))
    folder = next(own, None) or _fresh(name)
    if [folder.parent] == homes[:1]:
        return folder
    os.environ[VARIABLE] = str(folder.parent)  # what this process starts takes the same one
    if named:
        print(
            f"mirabilia: {VARIABLE} names {named}, where code can't be kept: it must be a folder "
            f"of yours that nobody else may write to. Taken instead is {folder.parent}.",
            file=sys.stderr,
        )
    return folder


def _homes(named: str | None) -> Iterator[Path]:
    """The folders to be tried, the best first."""
    if named:
        yield Path(named).absolute()
    elif usual := _usual():
        _close(usual)
        yield usual
    if hasattr(os, "geteuid"):
        yield Path(tempfile.gettempdir()) / f"mirabilia-{os.geteuid()}"


def _usual() -> Path | None:
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:  # a user without a home
        return None
    return base / "mirabilia"


def _close(home: Path) -> None:
    """Nobody else has any business in the usual folder, in whatever way it was made."""
    with suppress(OSError):
        mode = home.lstat().st_mode
        if stat.S_ISDIR(mode) and mode & _OTHERS_WRITE:
            home.chmod(stat.S_IMODE(mode) & ~_OTHERS_WRITE)


def _own(home: Path, name: str) -> Path | None:
    """The folder inside another, if both are the user's own and can be written."""
    folder = home / name
    try:
        for path in (home, folder):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not is_own(path):
                return None
        (folder / ".writable").touch()
    except OSError:
        return None
    return folder


def is_own(path: Path) -> bool:
    """Whether nobody but the user may put anything into a folder, or another in its place."""
    return _is_folder(path.lstat()) and _only_by(path, _user()) and not _replaceable(path)


def is_closed(path: Path) -> bool:
    """The same of a folder that is only read: it may be root's as well."""
    around = path.parent.resolve() / path.name
    found = _is_folder(path.lstat()) and _only_by(path, _user() | _ROOT)
    return found and not any(map(_replaceable, (around, *around.parents[:-1])))


def is_closed_file(path: Path) -> bool:
    """The same of a file in such a folder."""
    return stat.S_ISREG(path.lstat().st_mode) and _only_by(path, _user() | _ROOT)


def _user() -> set[int]:
    return {os.geteuid()} if hasattr(os, "geteuid") else set()


def _is_folder(found: os.stat_result) -> bool:
    junction = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)  # a link, as Windows has it
    return stat.S_ISDIR(found.st_mode) and getattr(found, "st_reparse_tag", 0) != junction


def _only_by(path: Path, owners: set[int]) -> bool:
    """Whether it belongs to one of these, and nobody else may write to it."""
    if not hasattr(os, "geteuid"):
        return True
    found = path.lstat()
    return found.st_uid in owners and not found.st_mode & _OTHERS_WRITE


def _replaceable(path: Path) -> bool:
    """Whether anybody may put something else in its place."""
    if not hasattr(os, "geteuid"):
        return False
    around = path.parent.stat().st_mode
    return bool(around & stat.S_IWOTH and not around & stat.S_ISVTX)


def _fresh(name: str) -> Path:
    home, maker = tempfile.mkdtemp(prefix="mirabilia-"), os.getpid()

    def remove() -> None:
        if os.getpid() == maker:
            shutil.rmtree(home, ignore_errors=True)

    atexit.register(remove)
    folder = Path(home, name)
    folder.mkdir(mode=0o700)
    return folder
