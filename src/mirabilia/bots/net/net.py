"""The net as a record: its layers, and the file of its weights.

The inputs that are not 0 go to ``FIRST`` units, those to ``SECOND`` ones; from them come what to
expect (``HEADS``) and, for each action, how good it is beside the others. All of it is ``float32``,
added up in a fixed order by operations that every processor rounds alike: a net thinks the same
everywhere, to the last bit. In the file every row of weights is a byte each, with a factor for the
row, so that it is small; what is learnt is played with what the file holds.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ...batch import layout
from .inputs import FIRST, HEADS, INPUTS, SECOND

ACTIONS = layout.ACTIONS
NET = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("first", np.float32, (INPUTS, FIRST)),
                ("first_plus", np.float32, (FIRST,)),
                ("second", np.float32, (FIRST, SECOND)),
                ("second_plus", np.float32, (SECOND,)),
                ("heads", np.float32, (HEADS, SECOND)),
                ("heads_plus", np.float32, (HEADS,)),
                ("actions", np.float32, (ACTIONS, SECOND)),
                ("actions_plus", np.float32, (ACTIONS,)),
            ],
            align=True,
        ),
    )
)
LAYERS = NET.names or ()
_MAGIC = b"mirabilia net 1\n"
_MOST = 127
Layers = dict[str, npt.NDArray[np.float32]]


class BadNet(ValueError):
    """A file is no net, or one of another form; the message says so."""


def written(layers: Layers, how: dict[str, Any]) -> bytes:
    """The file of a net, with what is to be told about it."""
    parts = []
    for name in LAYERS:
        rows = layers[name].astype(np.float32).reshape(-1, layers[name].shape[-1])
        most = np.abs(rows).max(axis=1)
        factors = (np.where(most == 0, 1, most) / _MOST).astype(np.float32)
        parts += [factors.tobytes(), np.rint(rows / factors[:, None]).astype(np.int8).tobytes()]
    body = zlib.compress(b"".join(parts), 9)
    told = {**how, "form": _form(), "digest": hashlib.sha256(body).hexdigest()}
    return _MAGIC + json.dumps(told).encode() + b"\n" + body


def read(data: bytes) -> tuple[npt.NDArray[np.void], dict[str, Any]]:
    """A net from the bytes of its file: an array with one record, and what is told about it."""
    if not data.startswith(_MAGIC):
        raise BadNet("This is no file of a net.")
    head, _, body = data[len(_MAGIC) :].partition(b"\n")
    try:
        how = json.loads(head)
    except ValueError as error:
        raise BadNet("The head of this net can't be read.") from error
    if not isinstance(how, dict) or how.get("form") != _form():
        raise BadNet("This net is of another form: it knows other inputs, layers or actions.")
    if hashlib.sha256(body).hexdigest() != how.get("digest"):
        raise BadNet("The weights of this net are not those that its digest tells of.")
    raw, at = zlib.decompress(body), 0  # it is as its writer made it
    nets = np.zeros(1, NET)
    for name in LAYERS:
        shape = NET[name].shape
        width = shape[-1]
        rows = int(np.prod(shape)) // width
        factors = np.frombuffer(raw, np.float32, rows, at)
        at += factors.nbytes
        weights = np.frombuffer(raw, np.int8, rows * width, at).reshape(rows, width)
        at += weights.nbytes
        nets[name][0] = (weights.astype(np.float32) * factors[:, None]).reshape(shape)
    return nets, how


def _form() -> dict[str, Any]:
    """What a net's numbers depend on besides themselves: cards and boards have to mean the same."""
    names = "\n".join((*layout.CARDS, "", *layout.BOARDS))
    return {
        "inputs": INPUTS,
        "units": [FIRST, SECOND],
        "actions": ACTIONS,
        "heads": HEADS,
        "cards": hashlib.sha256(names.encode()).hexdigest()[:16],
    }


@cache
def our_net() -> npt.NDArray[np.void]:
    """The net that comes with the game."""
    return read(our_file())[0]


def our_file() -> bytes:
    return files(__package__).joinpath("weights.net").read_bytes()
