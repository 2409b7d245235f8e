"""Compiled code that was made elsewhere and taken along: a folder with a list of what is in it.

``mirabilia warm --into FOLDER`` makes one, once for all installations it fits (``fit``). It is
looked for where ``MIRABILIA_COMPILED`` says (empty: nowhere), or else in ``lib/mirabilia`` of the
Python that runs. What lies there is run, so it has to belong to the user or to root, and nobody
else may be able to write there; and every file has to have the digest that the list gives it. If
anything is wrong with it, a sentence says so, and the code is compiled as if it were not there.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..files import FileError, Unreadable, make_folder, parse_json, read_bytes, write_whole, writing
from . import fit, own_folder
from .kept import ENDING

VARIABLE = "MIRABILIA_COMPILED"
LIST = "list.json"
_FORMAT = 1
_LARGEST_LIST, _LARGEST_FILE = 1_000_000, 100_000_000
_NAME = re.compile(r"[\w.]+-[0-9a-f]{16}" + re.escape(ENDING), re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}")
_READABLE_FILE, _READABLE_FOLDER = 0o644, 0o755


class NotFitting(ValueError):
    """Code that is not taken; the message is a clause that says why."""


class Shipped:
    """A folder of code that fits, with the digest of each file."""

    def __init__(self, folder: Path, digests: dict[str, str]) -> None:
        self.folder, self._digests = folder, digests

    def read(self, name: str) -> bytes | None:
        """The code of that name, if it is in the list and still what it was."""
        digest = self._digests.get(name)
        with suppress(NotFitting):
            return _read_checked(self.folder / name, digest) if digest else None
        return None


def usual_place() -> Path:
    """Where code lies that was installed with the Python that runs."""
    return Path(sys.prefix) / "lib" / "mirabilia"


def find() -> Shipped | None:
    """What was taken along, if it may be run here; if not, that is said once."""
    named = os.environ.get(VARIABLE)
    folder = usual_place() if named is None else Path(named).absolute()
    if named == "" or (named is None and not folder.exists()):
        return None
    try:
        return opened(folder)
    except NotFitting as error:
        os.environ[VARIABLE] = ""  # what this process starts need not find out again
        print(
            f"mirabilia: the compiled code in {folder} is not used: {error}. "
            "It is compiled afresh.",
            file=sys.stderr,
        )
        return None


def opened(folder: Path) -> Shipped:
    """A folder of compiled code, every file of it checked, or why it is not taken."""
    _check_place(folder)
    found = _read_list(folder)
    _check_fits(found)
    digests: dict[str, str] = found["files"]
    for name, digest in digests.items():
        _read_checked(folder / name, digest)
    return Shipped(folder, digests)


def _check_place(folder: Path) -> None:
    try:
        safe = own_folder.is_closed(folder)
    except OSError as error:
        raise NotFitting(f"it can't be read ({error.strerror})") from error
    if not safe:
        raise NotFitting(
            "it must be a folder of yours or of root, no link, and nobody else may write there"
        )


def _read_list(folder: Path) -> dict[str, Any]:
    try:
        data = read_bytes(_closed_file(folder / LIST), _LARGEST_LIST)
        match parse_json(data):
            case {
                "format": int(number),
                "made for": dict(made_for),
                "processor": str(),
                "needs": list(needs),
                "files": dict(files),
            } as found if (
                number == _FORMAT
                and all(isinstance(value, str) for value in (*made_for.values(), *needs))
                and all(_NAME.fullmatch(name) for name in files)
                and all(_is_digest(value) for value in files.values())
            ):
                return dict(found)
    except Unreadable as error:
        raise NotFitting(f"{LIST} is spoilt: {error}") from error
    raise NotFitting(f"{LIST} is spoilt, or was written by another version")


def _is_digest(value: object) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _check_fits(found: dict[str, Any]) -> None:
    here = fit.installation()
    for what, value in {**here, **found["made for"]}.items():
        if here.get(what) != value:
            if what == "sources":
                raise NotFitting("it was made from other sources")
            raise NotFitting(f"it was made for {what} {value}, and this is {here.get(what)}")
        if what not in found["made for"]:
            raise NotFitting(f"it does not say for which {what} it was made")
    if missing := sorted(set(found["needs"]) - fit.abilities()):
        raise NotFitting(
            f"it was made for a processor ({found['processor']}) that can do what this one can't: "
            + ", ".join(missing)
        )


def _closed_file(path: Path) -> Path:
    try:
        if own_folder.is_closed_file(path):
            return path
    except OSError as error:
        raise NotFitting(f"{path.name} can't be read ({error.strerror})") from error
    raise NotFitting(f"{path.name} must be a file that nobody else may write to, and no link")


def _read_checked(path: Path, digest: str) -> bytes:
    try:
        data = read_bytes(_closed_file(path), _LARGEST_FILE)
    except Unreadable as error:
        raise NotFitting(f"{path.name} is spoilt: {error}") from error
    if hashlib.sha256(data).hexdigest() != digest:
        raise NotFitting(f"{path.name} is not what it was when it was made")
    return data


def make(folder: Path, level: str, *, quiet: bool = False) -> None:
    """Compile everything for a level of processors and put it into a folder, whole or not at all.

    Another process compiles, since Numba takes a level only when it starts.
    """
    folder = folder.absolute()
    _check_replaceable(folder)
    if missing := set(fit.LEVELS.get(level, ())) - fit.abilities():
        raise ValueError(
            f"This processor can't run code for {level}: it lacks {', '.join(sorted(missing))}."
        )
    make_folder(folder.parent)
    with writing(folder):
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        _compile(draft, level, quiet=quiet)
        _put_together(draft, level)
        with writing(folder):
            _replace(folder, draft)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _check_replaceable(folder: Path) -> None:
    """Nothing is lost but older compiled code."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise FileError(f"{folder} is no folder: name one that is, or a new one.")
    if folder.is_dir():
        strange = [path for path in folder.iterdir() if not _is_ours(path)]
        if strange:
            raise FileError(f"{folder} holds other things, such as {strange[0].name}.")


def _is_ours(path: Path) -> bool:
    return path.name == LIST or _NAME.fullmatch(path.name) is not None


def _compile(draft: Path, level: str, *, quiet: bool) -> None:
    """All functions, by the command itself, with a cache of its own inside the folder."""
    own = {own_folder.VARIABLE: str(draft / "cache"), VARIABLE: ""}
    command = [sys.executable, "-m", fit.PACKAGE.name, "warm", *(["--quiet"] if quiet else [])]
    environment = {**os.environ, **own, **fit.naming(level), "NUMBA_DISABLE_JIT": "0"}
    if subprocess.run(command, env=environment, check=False).returncode:
        raise ValueError("The code could not be compiled.")


def _put_together(draft: Path, level: str) -> None:
    [compiled] = (draft / "cache").glob("engine-*/")
    digests: dict[str, str] = {}
    with writing(draft):
        for path in sorted(compiled.glob(f"*{ENDING}")):
            digests[path.name] = hashlib.sha256(path.read_bytes()).hexdigest()
            path.rename(draft / path.name).chmod(_READABLE_FILE)
        shutil.rmtree(draft / "cache")
    found = {
        "format": _FORMAT,
        "made for": fit.installation(),
        "processor": level,
        "needs": fit.LEVELS.get(level, tuple(sorted(fit.abilities()))),
        "files": digests,
    }
    write_whole(draft / LIST, json.dumps(found, indent=1) + "\n")
    (draft / LIST).chmod(_READABLE_FILE)
    draft.chmod(_READABLE_FOLDER)


def _replace(folder: Path, draft: Path) -> None:
    """The new folder takes the old one's place; no system exchanges two folders in one step."""
    if folder.exists():
        old = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        folder.rename(old / "old")
        draft.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    else:
        draft.rename(folder)
