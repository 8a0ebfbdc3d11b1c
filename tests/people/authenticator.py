"""A person's own device that makes passkeys and signs with them, as WebAuthn says it (level 2, sections 5 and 6)."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40  # flags of what it says of itself
ES256 = -7

Json = dict[str, Any]


def text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def plain(said: str) -> bytes:
    return urlsafe_b64decode(said + "==")


@dataclass
class Authenticator:
    """`origin`: of the page that asks, as the browser says it; `flags`: whether its owner touched it, and showed that
    it is he; `count`: of its signatures, None for one that does not count."""

    origin: str = "http://localhost"
    flags: int = PRESENT | VERIFIED
    count: int | None = 0
    number: bytes = field(default_factory=lambda: token_bytes(16))
    _key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, options: Json, host: str = "") -> str:
        """What the browser says after `navigator.credentials.create`."""
        numbers = self._key.public_key().public_numbers()
        x, y = (one.to_bytes(32, "big") for one in (numbers.x, numbers.y))
        key = cbor2.dumps({1: 2, 3: ES256, -1: 1, -2: x, -3: y})
        made = bytes(16) + len(self.number).to_bytes(2, "big") + self.number + key
        data = self._data(host or options["rp"]["id"], WITH_KEY) + made
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options)
        return self._said(clientDataJSON=text(client), attestationObject=text(attested))

    def sign(self, options: Json, host: str = "") -> str:
        """What the browser says after `navigator.credentials.get`."""
        if self.count is not None:
            self.count += 1
        data, client = self._data(host or options["rpId"]), self._client("webauthn.get", options)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._said(
            clientDataJSON=text(client), authenticatorData=text(data), signature=text(signature)
        )

    def _data(self, host: str, more: int = 0) -> bytes:
        flags = bytes([self.flags | more])
        return hashlib.sha256(host.encode()).digest() + flags + (self.count or 0).to_bytes(4, "big")

    def _client(self, kind: str, options: Json) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _said(self, **response: str) -> str:
        number = text(self.number)
        return json.dumps({"id": number, "rawId": number, "type": "public-key", "response": response})
