"""What is told to a device is sealed for it, and vouched for by this server.

Nobody on the way can read it: it is encrypted for the keys that the device has made itself (Web
Push, RFC 8291: aes128gcm, one record). That it comes from this server is signed with the server's
own key (VAPID, RFC 8292). Keys and salts are texts in base64url, as browsers write them.

``cryptography`` is loaded when the first of this is needed: most servers seal nothing for long.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

_POINT, _AUTH, _SALT, _NUMBER = 65, 16, 16, 32  # bytes
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
_RECORD = 4096
ROOM = 512  # bytes; every notice is filled up to these, so that its length tells nothing
_VOUCHED = 12 * 3600  # seconds; services take no more than a day


def written(data: bytes) -> str:
    """Bytes as browsers write keys.

    >>> written(b"??>>")
    'Pz8-Pg'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    """What is written so; ValueError for anything else.

    >>> read("Pz8-Pg")
    b'??>>'
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError("not base64url") from error
    return data


def new_secret() -> str:
    """A key for this server, of chance alone."""
    while not 0 < int.from_bytes(secret := os.urandom(_NUMBER)) < _ORDER:
        pass
    return written(secret)


def public_key(secret: str) -> str:
    """What a browser is given, so that its push service knows whom to listen to."""
    return written(_point(_private(secret)))


def check_keys(p256dh: str, auth: str) -> None:
    """ValueError unless these can be the keys of a device: a point on the curve, 16 bytes."""
    if len(read(auth)) != _AUTH:
        raise ValueError("auth has 16 bytes")
    _public(p256dh)


def seal(
    text: bytes, p256dh: str, auth: str, sender: str | None = None, salt: bytes | None = None
) -> bytes:
    """The body of a message that only one device can read; sender's key and salt are new ones."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    device, own, salt = _public(p256dh), _private(sender or new_secret()), salt or os.urandom(_SALT)
    from_point, to_point = _point(own), read(p256dh)
    shared = own.exchange(ec.ECDH(), device)
    start = _derive(read(auth), shared, b"WebPush: info\0" + to_point + from_point, 32)
    key = _derive(salt, start, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, start, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD.to_bytes(4) + bytes([len(from_point)]) + from_point
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def filled(text: bytes) -> bytes:
    """JSON with spaces after it, so that all that is sealed has one length."""
    return text.ljust(ROOM)


def vouch(secret: str, audience: str, subject: str, now: float) -> str:
    """The header by which a push service knows this server; ``subject`` is whom it may write to."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": audience, "exp": int(now) + _VOUCHED} | ({"sub": subject} if subject else {})
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    said = ".".join(written(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    key = _private(secret)
    pair = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(_NUMBER) for number in pair)
    return f"vapid t={said}.{written(signature)}, k={written(_point(key))}"


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF (RFC 5869) with SHA-256, for no more than one block."""
    middle = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(middle, info + b"\1", hashlib.sha256)[:length]


def _private(secret: str) -> ec.EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(read(secret)), ec.SECP256R1())


def _public(text: str) -> ec.EllipticCurvePublicKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    point = read(text)
    if len(point) != _POINT:
        raise ValueError("a point has 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
