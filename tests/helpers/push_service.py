"""A push service of the tests' own, on this machine, and the devices that listen to it.

It takes what a server posts to a device's address, holds it to what RFC 8030, 8291 and 8292 say,
and lets the device read it.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from mirabilia.table.rooms import sealing
from waiting import PATIENCE

CURVE = ec.SECP256R1()


class Listener:
    """A device: its keys, as a browser makes them, and what it reads with them."""

    def __init__(self, private: str | None = None, auth: str | None = None) -> None:
        number = int.from_bytes(sealing.read(private or sealing.new_secret()))
        self._key = ec.derive_private_key(number, CURVE)
        self.point = self._key.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.p256dh = sealing.written(self.point)
        self.auth = auth or sealing.written(os.urandom(16))

    def read(self, body: bytes) -> bytes:
        """What a sealed body says (RFC 8291, from the receiver's side)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65
        assert len(sealed) <= size == 4096
        shared = self._key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        )
        info = b"WebPush: info\0" + self.point + sender
        start = _derived(sealing.read(self.auth), shared, info)
        key = _derived(salt, start, b"Content-Encoding: aes128gcm\0")[:16]
        nonce = _derived(salt, start, b"Content-Encoding: nonce\0")[:12]
        text, mark, rest = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\2")
        assert (mark, rest.strip(b"\0")) == (b"\2", b"")
        return text


def _derived(salt: bytes, secret: bytes, info: bytes) -> bytes:
    middle = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(middle, info + b"\1", hashlib.sha256)


def vouched(header: str) -> tuple[dict[str, Any], str]:
    """The claims of a VAPID header, whose signature holds; and the key that made it."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    said, _, signature = parts["t"].rpartition(".")
    head, claims = (json.loads(sealing.read(part)) for part in said.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    raw = sealing.read(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sealing.read(parts["k"]))
    key.verify(pair, said.encode(), ec.ECDSA(hashes.SHA256()))
    return claims, parts["k"]


@dataclass
class Message:
    """What was posted."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float = field(default_factory=time.monotonic)


class PushService(ThreadingHTTPServer):
    """Takes messages; ``answers`` says how it answers at a path, if not with 201."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.messages: list[Message] = []
        self.answers: dict[str, int | float | bytes] = {}
        self.answered = threading.Event()
        self.waited_out = False  # a silence that nobody ended

    def at(self, path: str) -> list[Message]:
        return [message for message in self.messages if message.path == path]

    def wait(self, count: int, path: str = "", seconds: float = PATIENCE) -> list[Message]:
        """The messages, once there are so many."""
        end = time.monotonic() + seconds
        while len(found := self.at(path) if path else self.messages) < count:
            assert time.monotonic() < end, f"{len(found)} of {count} messages came"
            time.sleep(0.01)
        return list(found)


class _Taking(BaseHTTPRequestHandler):
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.messages.append(Message(self.path, headers, body))
        answer = self.server.answers.get(self.path, 201)
        with contextlib.suppress(OSError):
            if isinstance(answer, float):  # seconds of silence, or until it is to answer
                self.server.waited_out |= not self.server.answered.wait(answer)
                now = self.server.answers.get(self.path)
                answer = now if isinstance(now, int) else 201
            if isinstance(answer, bytes):  # for as long as somebody reads
                while True:
                    self.wfile.write(answer)
            self.send_response(answer)
            if 300 <= answer < 400:
                self.send_header("Location", f"{self.server.url}/elsewhere")
            self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextlib.contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = threading.Thread(target=service.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()
        thread.join(5)
