"""The certificate of the house's name, with openssl."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

DAYS = "825"  # the longest that browsers accept


def faults_of(certificate: Path, key: Path, name: str, days: int = 1) -> list[str]:
    """Why a certificate cannot be used for at least so many days more, a sentence each."""
    return [*_faults_of(certificate, key, name, days)]


def is_own(certificate: Path) -> bool:
    """Whether the house has made it: nobody else signed it."""
    issuer, subject = (
        _openssl("x509", "-noout", f"-{who}_hash", "-in", certificate) for who in ("issuer", "subject")
    )
    return issuer == subject != ""


def is_for(certificate: Path, name: str) -> bool:
    """Whether it is for this name of a host."""
    return "does match" in _openssl("x509", "-noout", "-checkhost", name, "-in", certificate)


def ends_after(certificate: Path, days: int) -> bool:
    """Whether it is good for so many days more."""
    seconds = str(days * 24 * 3600)
    return "will not expire" in _openssl("x509", "-noout", "-checkend", seconds, "-in", certificate)


def _faults_of(certificate: Path, key: Path, name: str, days: int) -> Iterator[str]:
    for file in (certificate, key):
        if not os.access(file, os.R_OK):
            yield f"{file} cannot be read."
            return
    public, private = (
        _openssl("x509", "-noout", "-pubkey", "-in", certificate),
        _openssl("pkey", "-pubout", "-in", key),
    )
    if not public:
        yield f"{certificate} is no certificate in PEM."
    elif not private:
        yield f"{key} is no key in PEM without a passphrase."
    elif public != private:
        yield f"{certificate} does not belong to {key}: they are not a pair."
    elif not ends_after(certificate, days):
        yield f"{certificate} has ended, or ends within {'a day' if days == 1 else f'{days} days'}."
    elif not is_for(certificate, name):
        yield f"{certificate} is not for the name {name}."


def make(certificate: Path, key: Path, name: str) -> None:
    """A certificate that the house signs itself. Raises CalledProcessError."""
    new = "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", DAYS
    extensions = "-subj", f"/CN={name[:64]}", "-addext", f"subjectAltName=DNS:{name}"
    os.close(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600))
    subprocess.run(
        ["openssl", *new, *extensions, "-keyout", key, "-out", certificate], check=True, capture_output=True
    )
    certificate.chmod(0o644)


def _openssl(*arguments: object) -> str:
    command = ["openssl", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    ).stdout
