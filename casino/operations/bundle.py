"""A signed release for a machine without any network: one file (tar), as `make bundle` makes it.

Its list `SHA256SUMS` has the digest of every other file in it, and `SHA256SUMS.sig` is the signature of that list, made
with an SSH key. Whose keys a house believes stands in its file `signers`, in the form that ssh-keygen calls ALLOWED
SIGNERS. The installation uses this module before anything else is there, so it needs only the standard library.
"""

import hashlib
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from casino.operations.answer import Fault
from casino.operations.language import gettext as _
from casino.operations.release import python_here, python_of

SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
SIGNER, PURPOSE = (
    "novamas",
    "release@novamas",
)  # as whom one signs, and what for: a signature for anything else is none
WHEELS, DEBS, PYTHON = "wheels/", "debs/", "python"  # what is in it; the last says for which Python
PRODUCT = "no_va_mas-*.whl"
FOLDER = ".bundle."  # begins the name of the folder into which one is unpacked


@dataclass(frozen=True, slots=True)
class Supply:
    """The wheel of a release, and the folder in which everything is that it needs; None: wherever pip finds it."""

    wheel: Path
    wheels: Path | None = None


@contextmanager
def supplied(file: Path, signers: Path, into: Path) -> Iterator[Supply]:
    """A release to be installed: a bundle, proved and unpacked into a folder there for this while; or a wheel by
    itself, where the house believes no key and so asks for no signature. Raises Fault."""
    if file.suffix == ".whl":
        if signers.exists():
            says = _(
                "This house takes signed releases only (%(signers)s): %(file)s is a wheel, and no bundle."
            )
            raise Fault(says % {"signers": signers, "file": file})
        yield Supply(file)
        return
    with TemporaryDirectory(dir=into, prefix=FOLDER) as folder:
        unpack(file, signers, Path(folder), WHEELS)
        wheels = Path(folder, WHEELS)
        (wheel,) = wheels.glob(PRODUCT)
        yield Supply(wheel, wheels)


def unpack(file: Path, signers: Path, into: Path | None = None, part: str = "") -> None:
    """Prove all of a bundle against the keys that the house believes, and that it is for this machine's Python. Put
    the files whose names begin with `part` into a folder, if one is named. Raises Fault: then none is to be used."""
    try:
        with tarfile.open(file, "r:") as archive:
            held = {one.name.partition("/")[2]: one for one in archive if one.isfile()}
            listed = _listed(archive, held, file, signers)
            if other := sorted((listed.keys() ^ held.keys()) - {SUMS, SIGNATURE}):
                raise Fault(
                    _("%(file)s is not what was signed: %(name)s.") % {"file": file, "name": other[0]}
                )
            for name, digest in listed.items():
                target = into / name if into and name.startswith(part) else None
                if _taken(archive, held[name], target) != digest:
                    says = _("%(file)s was changed after it was signed: %(name)s.")
                    raise Fault(says % {"file": file, "name": name})
            made_for = _read(archive, held[PYTHON]).decode().strip()
    except (tarfile.TarError, EOFError) as error:
        raise Fault(_("%(file)s is no bundle of this product, or torn.") % {"file": file}) from error
    except OSError as error:
        raise Fault(f"{error.filename or file}: {error.strerror}.") from error
    if made_for != (here := python_of(python_here())):
        says = _("%(file)s is for %(other)s, and this machine has %(here)s: take the one for its Debian.")
        raise Fault(says % {"file": file, "other": made_for, "here": here})


def knows_signers(signers: Path) -> bool:
    """Whether a file names a key that may sign releases."""
    command = "ssh-keygen", "-Y", "match-principals", "-f", str(signers), "-I", SIGNER
    return signers.is_file() and _called(*command).returncode == 0


def _listed(
    archive: tarfile.TarFile, held: dict[str, tarfile.TarInfo], file: Path, signers: Path
) -> dict[str, str]:
    """The digests that were signed, by name. Raises Fault."""
    if not signers.exists():
        says = _(
            "This house was given no key for releases, so %(file)s cannot be believed: put it into %(signers)s."
        )
        raise Fault(says % {"file": file, "signers": signers})
    if SUMS not in held:
        raise Fault(_("%(file)s is no bundle of this product, or torn.") % {"file": file})
    if SIGNATURE not in held:
        raise Fault(_("%(file)s is not signed.") % {"file": file})
    text = _read(archive, held[SUMS])
    _prove(text, _read(archive, held[SIGNATURE]), file, signers)
    lines = (line.partition("  ") for line in text.decode().splitlines())
    return {name: digest for digest, _space, name in lines}


def _prove(text: bytes, signature: bytes, file: Path, signers: Path) -> None:
    with TemporaryDirectory() as folder:
        kept = Path(folder, SIGNATURE)
        kept.write_bytes(signature)
        fits = _called("ssh-keygen", "-Y", "check-novalidate", "-n", PURPOSE, "-s", str(kept), said=text)
        if fits.returncode:
            says = _(
                "The signature of %(file)s does not fit: it was changed after it was signed, or signed for something"
                " else."
            )
            raise Fault(says % {"file": file})
        known = "-f", str(signers), "-I", SIGNER, "-n", PURPOSE, "-s", str(kept)
        if _called("ssh-keygen", "-Y", "verify", *known, said=text).returncode:
            says = _(
                "%(file)s was signed with the key %(key)s, which this house does not believe (%(signers)s)."
            )
            key = re.search(r"SHA256:\S+", fits.stdout.decode())
            raise Fault(says % {"file": file, "key": key[0] if key else "?", "signers": signers})


def _called(*command: str, said: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(command, input=said, capture_output=True, check=False)  # noqa: S603
    except FileNotFoundError as error:
        raise Fault(
            _("ssh-keygen is missing, which proves signatures: apt-get install openssh-client")
        ) from error


def _read(archive: tarfile.TarFile, one: tarfile.TarInfo) -> bytes:
    source = archive.extractfile(one)
    return source.read() if source else b""


def _taken(archive: tarfile.TarFile, one: tarfile.TarInfo, target: Path | None) -> str:
    """The digest of a file, as it stands in its target where there is one."""
    source = archive.extractfile(one)
    if source is None:
        return ""
    if target is None:
        return hashlib.file_digest(source, "sha256").hexdigest()  # type: ignore[arg-type]
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        shutil.copyfileobj(source, out)
    with target.open("rb") as written:
        return hashlib.file_digest(written, "sha256").hexdigest()
