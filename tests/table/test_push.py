"""Sealing what a device is told, and posting it to an address that a stranger has named."""

import asyncio
import ipaddress
import socket
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from mirabilia.table.rooms import posting, sealing
from mirabilia.table.rooms.posting import Place, Post, Unfit, Unreachable, is_public, read_place
from push_service import Listener, PushService, push_service, vouched

# The example of RFC 8291, appendix A.
WORDS = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
POINT = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_rfc_is_sealed_to_the_last_byte() -> None:
    found = sealing.seal(WORDS, POINT, AUTH, SENDER, sealing.read(SALT))
    assert sealing.written(found) == SEALED
    device = Listener(RECEIVER, AUTH)
    assert device.p256dh == POINT
    assert device.read(found) == WORDS


def test_only_its_device_reads_a_message_and_no_two_are_alike() -> None:
    device, other = Listener(), Listener()
    first, second = (sealing.seal(WORDS, device.p256dh, device.auth) for _ in range(2))
    assert first != second
    assert device.read(first) == device.read(second) == WORDS
    with pytest.raises(InvalidTag):
        other.read(first)


def test_all_notices_have_one_length() -> None:
    device = Listener()
    lengths = {
        len(sealing.seal(sealing.filled(text), device.p256dh, device.auth))
        for text in (b"{}", b'{"code": "abcdef"}', b"x" * 400)
    }
    assert len(lengths) == 1


def test_a_server_is_known_by_its_signature() -> None:
    secret = sealing.new_secret()
    header = sealing.vouch(secret, "https://push.example", "mailto:me@here.example", 1e9)
    claims, key = vouched(header)
    assert key == sealing.public_key(secret)
    assert claims == {
        "aud": "https://push.example",
        "exp": 1_000_043_200,
        "sub": "mailto:me@here.example",
    }
    assert "sub" not in vouched(sealing.vouch(secret, "https://push.example", "", 1e9))[0]


OFF_THE_CURVE = sealing.written(b"\4" + bytes(31) + b"\1" + bytes(31) + b"\1")


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        (POINT, "short"),
        (POINT, AUTH + "AAAA"),
        (POINT, "!" * 22),
        (POINT[:-4], AUTH),
        ("", ""),
        (OFF_THE_CURVE, AUTH),
        (sealing.written(bytes(65)), AUTH),
        ("é" * 87, AUTH),
    ],
)
def test_what_are_no_keys_is_refused(p256dh: str, auth: str) -> None:
    sealing.check_keys(POINT, AUTH)
    with pytest.raises(ValueError, match=r".+"):
        sealing.check_keys(p256dh, auth)


def test_a_server_starts_without_loading_what_seals() -> None:
    program = (
        "import sys, mirabilia.table.app; "
        "print([name for name in sys.modules if name.startswith('cryptography')])"
    )
    found = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert found.stdout.strip() == b"[]"


# Addresses


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example/x",
        "ftp://push.example/x",
        "https://push.example:8443/x",
        "https://push.example:80/x",
        "https://push.example:99999/x",
        "https://me:you@push.example/x",
        "https://me@push.example/x",
        "https://push.example/x#part",
        "https:///x",
        "https://",
        "//push.example/x",
        "push.example/x",
        "",
        "https://push.example/x\r\nHost: other",
        "https://push.example/a b",
        "https://püsh.example/x",
        "https://push_example/x",
        "https://[fe80::1%25eth0]/x",
        "https://[::1/x",
        "https://push.example/" + "x" * 1000,
    ],
)
def test_an_address_is_plain_https_or_none(address: str) -> None:
    with pytest.raises(Unfit):
        read_place(address)


def test_a_setting_allows_other_ports_and_http() -> None:
    assert read_place("http://127.0.0.1:8009/x?y=1", private=True) == Place(
        "127.0.0.1", 8009, "/x?y=1", secure=False
    )
    assert read_place("https://push.example").origin == "https://push.example"
    assert Place("::1", 8443, "/").origin == "https://[::1]:8443"
    with pytest.raises(Unfit):
        read_place("file:///etc/passwd", private=True)


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.9.9.9",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.8",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "224.0.0.1",
        "233.252.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "2002:7f00:1::",
        "2002:808:808::1",
        "2001:0:7f00:1::1",
        "2001:db8::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fe80::1%lo",
        "fec0::1",
        "ff02::1",
        "nonsense",
        "",
    ],
)
def test_addresses_that_are_not_for_everybody_are_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "142.250.1.95", "2606:4700::1111", "::ffff:8.8.8.8"]
)
def test_addresses_that_are_for_everybody_are_known(address: str) -> None:
    assert is_public(address)


def test_an_address_of_this_machine_is_its_own_though_it_is_public(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert posting._is_own("127.0.0.1")
    assert not posting._is_own("1.1.1.1")
    monkeypatch.setattr(posting, "_is_own", lambda address: address == "1.1.1.1")
    assert not is_public("1.1.1.1")


def named(monkeypatch: pytest.MonkeyPatch, **names: list[str]) -> list[str]:
    """Names mean what a test says; those that were looked up."""
    asked: list[str] = []

    def look_up(host: str) -> list[str]:
        asked.append(host)
        return names.get(host.replace(".", "_"), [host] if host[0].isdigit() else [])

    monkeypatch.setattr(posting, "look_up", look_up)
    return asked


@pytest.mark.parametrize(
    "found",
    [["127.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["::ffff:192.168.0.1"], ["2606:4700::1", "::1"]],
)
def test_a_name_that_means_a_private_address_is_refused(
    found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    named(monkeypatch, push_example=found)
    with pytest.raises(Unfit):
        asyncio.run(Post(False, 5).check("https://push.example/x"))


@pytest.mark.parametrize("host", ["127.1", "0x7f000001", "2130706433", "localhost", "017700000001"])
def test_other_ways_to_write_this_machine_are_refused(host: str) -> None:
    with pytest.raises((Unfit, Unreachable)):
        asyncio.run(Post(False, 5).check(f"https://{host}/x"))


def test_the_servers_own_name_and_whatever_means_the_same_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named(
        monkeypatch, push_example=["1.1.1.1"], here_example=["1.0.0.1"], alias_example=["1.0.0.1"]
    )
    post = Post(False, 5, "here.example")
    asyncio.run(post.check("https://push.example/x"))
    for address in ("https://here.example/x", "https://HERE.example./x", "https://alias.example/x"):
        with pytest.raises(Unfit):
            asyncio.run(post.check(address))


def test_a_name_that_changes_its_mind_does_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is connected to is what was checked, and each time it is checked anew."""
    connected: list[Any] = []

    async def connect(host: str, port: int, **options: Any) -> Any:
        connected.append((host, port, options["server_hostname"]))
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", connect)
    named(monkeypatch, push_example=["1.1.1.1"])
    post, place = Post(False, 5), Place("push.example", 443, "/x")
    with pytest.raises(Unreachable):
        asyncio.run(post.post(place, {}, b""))
    assert connected == [("1.1.1.1", 443, "push.example")]
    named(monkeypatch, push_example=["127.0.0.1"])
    with pytest.raises(Unfit):
        asyncio.run(post.post(place, {}, b""))
    assert len(connected) == 1


# Posting


@pytest.fixture
def there() -> Iterator[PushService]:
    with push_service() as found:
        yield found


def posted(there: PushService, path: str, seconds: float = 5.0) -> int:
    post = Post(True, seconds)
    place = read_place(there.url + path, private=True)
    return asyncio.run(post.post(place, {"TTL": "60"}, b"sealed"))


def test_a_message_arrives_as_it_was_sent(there: PushService) -> None:
    assert posted(there, "/device?of=ann") == 201
    (message,) = there.messages
    assert (message.path, message.body) == ("/device?of=ann", b"sealed")
    assert message.headers["ttl"] == "60"
    assert message.headers["host"] == there.url.removeprefix("http://")


def test_no_redirection_is_followed(there: PushService) -> None:
    there.answers["/device"] = 307
    assert posted(there, "/device") == 307
    time.sleep(0.05)
    assert [message.path for message in there.messages] == ["/device"]


def test_an_endless_answer_is_not_read(there: PushService) -> None:
    there.answers["/device"] = b"x" * 65536
    with pytest.raises(Unreachable):
        posted(there, "/device")


def test_an_answer_that_does_not_come_is_not_waited_for(there: PushService) -> None:
    there.answers["/device"] = 3.0
    began = time.monotonic()
    with pytest.raises(Unreachable, match="slow"):
        posted(there, "/device", seconds=0.3)
    assert time.monotonic() - began < 2


def test_nobody_there_is_no_answer() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = Place("127.0.0.1", free.getsockname()[1], "/x", secure=False)
    with pytest.raises(Unreachable):
        asyncio.run(Post(True, 5).post(place, {}, b""))


def test_a_name_that_is_looked_up_for_ever_holds_up_nothing(
    monkeypatch: pytest.MonkeyPatch, there: PushService
) -> None:
    held = threading.Event()
    monkeypatch.setattr(
        posting, "look_up", lambda host: ["127.0.0.1"] if host != "slow" else [str(held.wait(20))]
    )

    async def story() -> None:
        post = Post(True, 0.5)
        slow = [
            asyncio.create_task(post.post(Place("slow", 80, "/", False), {}, b"")) for _ in range(5)
        ]
        await asyncio.sleep(0.05)
        began = time.monotonic()
        assert await post.post(read_place(there.url, private=True), {}, b"") == 201
        assert time.monotonic() - began < 0.4
        for outcome in await asyncio.gather(*slow, return_exceptions=True):
            assert isinstance(outcome, Unreachable)

    try:
        asyncio.run(story())
    finally:
        held.set()


def certificate(name: str, folder: Path) -> Path:
    """A certificate that nobody but itself vouches for, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / f"{name}.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + made.public_bytes(Encoding.PEM))
    return file


def test_a_service_has_to_prove_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, there: PushService
) -> None:
    file = certificate("push.example", tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    there.socket = context.wrap_socket(there.socket, server_side=True)
    named(monkeypatch, push_example=["127.0.0.1"], other_example=["127.0.0.1"])
    port = there.server_address[1]

    def post(host: str, trust: str | None) -> int:
        found = Post(True, 5)
        if trust:
            found._trust = ssl.create_default_context(cafile=trust)
        return asyncio.run(found.post(Place(host, port, "/device"), {}, b"sealed"))

    assert post("push.example", str(file)) == 201
    for host, trust in (("push.example", None), ("other.example", str(file))):
        with pytest.raises(Unreachable):
            post(host, trust)
    assert len(there.messages) == 1


def test_every_address_that_is_looked_up_can_be_read() -> None:
    assert all(
        ipaddress.ip_address(found.partition("%")[0]) for found in posting.look_up("localhost")
    )
    assert posting.look_up("no.such.name.invalid") == []
