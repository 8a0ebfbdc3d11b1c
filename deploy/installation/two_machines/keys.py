"""What the machines of one house have in common: passwords, certificates, the keys of the house. The first machine makes
it, and the others get it in one file that is sealed with a password."""

import base64
import hashlib
import json
import os
import secrets
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from casino.operations.answer import Fault
from deploy.installation.certificates import make
from deploy.installation.two_machines.configuration import ROLES

DAYS = "3650"
SEALING = (
    "openssl",
    "enc",
    "-aes-256-cbc",
    "-pbkdf2",
    "-iter",
    "600000",
    "-base64",
    "-pass",
    "env:KEYS_PASSWORD",
)
FILES = ("secret_key", "signing_key", "second_factor_key", "backup_key")  # of the house, in VAR_DIR

Keys = dict[str, Any]


def made(name: str, machines: Mapping[str, str], postgresql: str, var: Path, token: str = "") -> Keys:
    """New ones for a house of this name; the keys that it has already, in `var`, and `token`, its METRICS_TOKEN,
    stay."""
    authority, certificates = _certificates(machines)
    return {
        "name": name,
        "machines": dict(machines),
        "postgresql": postgresql,
        "passwords": {role: secrets.token_urlsafe(24) for role in ROLES},
        "authority": authority,
        "certificates": certificates,
        "certificate": _of_house(name),
        "house": {file: _kept(var / file) or _fresh(file) for file in FILES},
        "token": token or secrets.token_urlsafe(32),
    }


def _of_house(name: str) -> tuple[str, str]:
    """The certificate that tablets see where none was given, and its key."""
    with TemporaryDirectory() as folder:
        certificate, key = Path(folder, "certificate.pem"), Path(folder, "key.pem")
        make(certificate, key, name)
        return certificate.read_text(), key.read_text()


def _kept(file: Path) -> str:
    return file.read_text().strip() if file.exists() else ""


def _fresh(file: str) -> str:
    """In the form in which the product makes it."""
    if file in ("signing_key", "backup_key"):
        return base64.b64encode(secrets.token_bytes(32)).decode()
    return secrets.token_urlsafe(50)


def sealed(keys: Keys, password: str) -> str:
    """The text of the file."""
    text = json.dumps(keys)
    return _openssl(f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}", password)


def opened(text: str, password: str) -> Keys:
    """Raises Fault where it is not whole, or the password is another's."""
    try:
        digest, _newline, found = _openssl(text, password, "-d").partition("\n")
        keys: Keys = json.loads(found)
    except (subprocess.CalledProcessError, ValueError) as error:
        raise Fault(
            "The keys cannot be opened: the password is another's, or the file is not whole."
        ) from error
    if digest != hashlib.sha256(found.encode()).hexdigest():
        raise Fault("The keys cannot be opened: the file is not whole.")
    return keys


def _openssl(text: str, password: str, *more: str) -> str:
    known = {**os.environ, "KEYS_PASSWORD": password}
    done = subprocess.run([*SEALING, *more], input=text.encode(), env=known, check=True, capture_output=True)
    return done.stdout.decode()


def _certificates(machines: Mapping[str, str]) -> tuple[str, dict[str, tuple[str, str]]]:
    """An authority, whose key is forgotten, and by it for each machine a certificate and its key."""
    with TemporaryDirectory() as folder:
        there = Path(folder)
        new = (
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            DAYS,
        )

        def certify(name: str, *more: str) -> None:
            out = "-keyout", str(there / f"{name}.key"), "-out", str(there / f"{name}.pem")
            subprocess.run([*new, *out, *more], check=True, capture_output=True)

        certify("ca", "-subj", "/CN=novamas pair")
        by = "-CA", str(there / "ca.pem"), "-CAkey", str(there / "ca.key")
        for name, ip in machines.items():
            alternative = f"subjectAltName=IP:{ip},IP:127.0.0.1"
            certify(
                name,
                *by,
                "-subj",
                f"/CN={name}",
                "-addext",
                alternative,
                "-addext",
                "basicConstraints=CA:FALSE",
            )
        read = {
            name: tuple((there / f"{name}.{kind}").read_text() for kind in ("pem", "key"))
            for name in machines
        }
        return (there / "ca.pem").read_text(), read  # type: ignore[return-value]
