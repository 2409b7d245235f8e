"""Files in folders that others may have filled: read within bounds, written whole or not at all.

Nothing is written through a link: it may lead anywhere, and whoever laid it need not be whoever
writes. The folder that a person names may itself be one. What goes wrong is a ``FileError`` with a
sentence, whether the file, the folder or the disk is to blame.
"""

from __future__ import annotations

import json
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

_CANT = "it can't be read: "
DRAFT = ".part"  # how the name of an unfinished file ends
# How a file is opened, as far as a system knows it: without waiting for who writes into a pipe,
# not through a link, byte for byte.
_AT_ONCE, _NO_LINK, _BYTES = (
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_BINARY")
)

# Windows replaces no file that somebody has open, if only to read it or to look for viruses: so
# long, in seconds, is waited between attempts.
_PAUSES: tuple[float, ...] = (0.05, 0.1, 0.2, 0.4, 0.8) if os.name == "nt" else ()


class FileError(ValueError):
    """A file that can't be read or written; the message says why."""


class Unreadable(FileError):
    """The same as a clause on "it", for whoever knows what it should be."""

    @property
    def sentence(self) -> str:
        text = str(self)
        return f"{text[0].upper()}{text[1:]}."


def why(error: OSError) -> str:
    """The reason that the system gives, to end a sentence with."""
    return (error.strerror or str(error)).lower()


def read_bytes(path: Path, largest: int) -> bytes:
    """All of a file. A pipe that nobody writes to is empty; what has no end is too large."""
    try:
        with open(os.open(path, os.O_RDONLY | _AT_ONCE | _BYTES), "rb", buffering=0) as file:
            if _AT_ONCE:
                os.set_blocking(file.fileno(), True)
            return read_at_most(file, largest)
    except OSError as error:
        raise Unreadable(f"{_CANT}{why(error)}") from error


def read_at_most(file: BinaryIO | FileIO, largest: int) -> bytes:
    """All that is left of an open file."""
    data = bytearray()
    while part := file.read(min(1 << 20, largest + 1 - len(data))):
        data += part
        if len(data) > largest:
            raise Unreadable(f"it is larger than {largest / 1e6:g} MB")
    return bytes(data)


def parse_json(data: bytes) -> Any:
    """A value of JSON as its standard has it: in UTF-8, without NaN and halves of letters."""
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=_no_number)
        if b"\\u" in data:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeError:
        raise Unreadable("it is no text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise Unreadable(
            f"it is no JSON: {error.msg} in line {error.lineno}, column {error.colno}"
        ) from None
    except RecursionError:
        raise Unreadable("its JSON is nested too deeply") from None
    except ValueError:  # Python reads no number of more than some thousand digits
        raise Unreadable("it has a number that is none, or far too long") from None
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def read_json(path: Path, largest: int) -> Any:
    """What a file of JSON holds."""
    try:
        return parse_json(read_bytes(path, largest))
    except Unreadable as error:
        reason = str(error).removeprefix(_CANT)
        raise FileError(f"{path} can't be read: {reason}.") from error


def make_folder(folder: Path, *, own: bool = False) -> None:
    """Make a folder unless it is there; an ``own`` one, inside another, may not be a link."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_link = own and folder.is_symlink()
    except OSError as error:
        raise FileError(f"The folder {folder} can't be made: {why(error)}.") from error
    if is_link:
        raise FileError(f"{folder} is a link, and nothing is written through one: remove it.")


def check_may_write(path: Path) -> None:
    """That a file can be written, before work is done that would be lost otherwise."""
    with writing(path):
        _check_is_file(path)
        draft = _draft(path)
        draft.open("xb").close()
        draft.unlink()


def write_whole(path: Path, content: bytes | str) -> None:
    """Put a file into its place, whole or not at all; ``open`` with "x" follows no link."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    draft = _draft(path)
    with writing(path):
        _check_is_file(path)
        try:
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            _put(draft, path)
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)


def _put(draft: Path, path: Path) -> None:
    for pause in _PAUSES:
        try:
            draft.replace(path)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    draft.replace(path)


def _draft(path: Path) -> Path:
    return path.with_name(f"{path.name}.{secrets.token_hex(8)}{DRAFT}")


def open_to_add(path: Path) -> FileIO:
    """A file to read and add to at its end."""
    with writing(path):
        _check_is_file(path)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | _AT_ONCE | _NO_LINK | _BYTES
        return open(os.open(path, flags, 0o666), "a+b", buffering=0)


def add(file: FileIO, path: Path, data: bytes) -> None:
    """Add all of it; on a full disk a part of it may be there."""
    with writing(path):
        while data:
            data = data[file.write(data) :]


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """While this lasts, what the system refuses is said in a sentence on this file."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{path} can't be written: {why(error)}.") from error


def _check_is_file(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISLNK(mode):
        raise FileError(f"{path} is a link, and nothing is written through one: remove it.")
    if not stat.S_ISREG(mode):
        raise FileError(f"{path} is no file that can be written: there is something else.")
