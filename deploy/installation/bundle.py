"""`make bundle`: everything that a machine without any network needs, in one signed file (casino/operations/bundle.py).

In it: the product's wheel and those of all that it needs, for the Python of one Debian; that Debian's packages with all that
they depend on; the installer; the list of all with their digests, and its signature.
"""

import argparse
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryDirectory

from casino.common.progress import carry_out
from casino.common.version import VERSION
from casino.operations.bundle import DEBS, PURPOSE, PYTHON, SIGNATURE, SUMS, WHEELS
from casino.operations.release import HASHED
from deploy.installation import wheel
from deploy.installation.machine import OF_TWO_MACHINES, PACKAGES

MIRROR, SECURITY = "http://deb.debian.org/debian", "http://deb.debian.org/debian-security"
TRUSTED = "/usr/share/keyrings/debian-archive-keyring.gpg"
INSTALLER = (
    "casino",
    "deploy",
    "docs/*.md",
    "LICENSE",
    "CHANGELOG.md",
    "README.md",
    "Makefile",
)  # goes with it, as it is
FIRST = ("make", "openssh-client")  # what the installer itself is started and proves signatures with
LIST = "packages.txt"
TOOLS = {"ssh-keygen": "openssh-client", "apt-get": "apt", "dpkg-scanpackages": "dpkg-dev"}


@dataclass(frozen=True, slots=True)
class Debian:
    """A version of Debian. `glibc`: the second number of its C library's version."""

    suite: str
    python: str
    glibc: int


DEBIANS = {12: Debian("bookworm", "3.11", 36), 13: Debian("trixie", "3.13", 41)}


def parser() -> argparse.ArgumentParser:
    """The command line of `make bundle`."""
    found = argparse.ArgumentParser(
        "make bundle", description="Makes one signed file for a machine without network."
    )
    found.add_argument("--debian", type=int, choices=[*DEBIANS], default=12, help="for which it is (12)")
    found.add_argument(
        "--key", type=Path, required=True, help="the SSH key that signs: its file, or its public half"
    )
    found.add_argument("--without-debs", action="store_true", help="leave out the packages of Debian")
    found.add_argument("--into", type=Path, default=Path("dist"), help="the folder (dist)")
    return found


def main() -> str | None:
    """Why the bundle cannot be made, if so."""
    given = parser().parse_args()
    key = given.key.expanduser()
    wanted = [name for name in TOOLS if name != "dpkg-scanpackages" or not given.without_debs]
    if missing := [TOOLS[name] for name in wanted if not shutil.which(name)]:
        return f"Something is missing: apt-get install {' '.join(missing)}"
    if not key.is_file():
        return f"There is no key {key}: ssh-keygen -t ed25519 -f {key} makes one."
    try:
        print(make(given.into, given.debian, key, with_debs=not given.without_debs))
    except subprocess.CalledProcessError as error:
        return f"{error.cmd[0]} failed: {(error.stderr or error.stdout or '').strip()}"
    return None


def make(into: Path, debian: int, key: Path, *, with_debs: bool = True, source: Path = wheel.HOUSE) -> Path:
    """Make the bundle of a checkout for a Debian, signed with a key, and return it. `source`: of the product, if that is
    another checkout than the installer's. Raises CalledProcessError."""
    name = f"novamas-{VERSION}-debian{debian}"
    with TemporaryDirectory() as folder:
        root = Path(folder, name)
        (root / WHEELS).mkdir(parents=True)
        _copy_installer(root)
        _say("the wheels")
        fill_wheels(root / WHEELS, DEBIANS[debian], source)
        (root / PYTHON).write_text(f"py{DEBIANS[debian].python.replace('.', '')}\n")
        packages = sorted({*PACKAGES, *OF_TWO_MACHINES, *FIRST})
        (root / LIST).write_text("".join(f"{package}\n" for package in packages))
        if with_debs:
            _say(f"the packages of Debian {debian}")
            fill_debs(root / DEBS, DEBIANS[debian], packages)
        sign(root, key)
        into.mkdir(parents=True, exist_ok=True)
        return pack(root, into / f"{name}.tar")


def fill_wheels(into: Path, debian: Debian, source: Path = wheel.HOUSE) -> None:
    """The product's wheel, and those of its lock file for a Debian's Python, by hash. Raises CalledProcessError."""
    wheel.build(into, source)
    with TemporaryDirectory() as folder:
        lock = Path(folder, "requirements.lock")
        # pip judges markers by the Python that runs it: what one Python alone needs is taken along for all.
        lock.write_text(re.sub(r" ; python_[^\\\n]*", " ", (source / "requirements.lock").read_text()))
        pip = sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"
        target = "--python-version", debian.python, "--implementation", "cp", *_platforms(debian)
        _run(*pip, "download", "--no-deps", "--dest", str(into), *target, *HASHED, str(lock))


def _platforms(debian: Debian) -> Iterator[str]:
    """Those whose wheels run there: built for a C library that is not newer."""
    machine = platform.machine()
    for minor in range(debian.glibc, 16, -1):
        yield from ("--platform", f"manylinux_2_{minor}_{machine}")
    yield from ("--platform", f"manylinux2014_{machine}")


def fill_debs(into: Path, debian: Debian, packages: list[str]) -> None:
    """Packages with all that they depend on, as if nothing were installed, and an index of them. Raises
    CalledProcessError."""
    into.mkdir()
    with TemporaryDirectory() as folder:
        own = Path(folder)
        own.chmod(0o755)
        for place in ("lists/partial", "archives/partial"):
            (own / place).mkdir(parents=True)
        (own / "status").touch()
        sources = (
            (MIRROR, debian.suite),
            (MIRROR, f"{debian.suite}-updates"),
            (SECURITY, f"{debian.suite}-security"),
        )
        lines = (f"deb [signed-by={TRUSTED}] {place} {suite} main\n" for place, suite in sources)
        (own / "sources.list").write_text("".join(lines))
        places = {"Etc::SourceList": "sources.list", "State::Lists": "lists", "State::status": "status"}
        places |= {
            "Cache::archives": "archives",
            "Cache::pkgcache": "pkg.bin",
            "Cache::srcpkgcache": "src.bin",
        }
        options = [f"Dir::{name}={own / place}" for name, place in places.items()]
        options += [
            "Dir::Etc::SourceParts=-",
            "APT::Sandbox::User=root",
            "Acquire::Languages=none",
            "Debug::NoLocking=1",
        ]
        apt = "apt-get", "-qq", *(word for option in options for word in ("-o", option))
        _run(*apt, "update")
        _run(*apt, "install", "-y", "--no-install-recommends", "--download-only", *packages)
        for package in (own / "archives").glob("*.deb"):
            shutil.move(package, into / package.name)
    done = subprocess.run(["dpkg-scanpackages", "."], cwd=into, check=True, capture_output=True, text=True)
    (into / "Packages").write_text(done.stdout)


def _copy_installer(root: Path) -> None:
    source = wheel.HOUSE
    listed = subprocess.run(
        ["git", "ls-files", "-z", *INSTALLER], cwd=source, check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, root / name)
    shutil.copy(source / "deploy/installation/install.sh", root / "install")


def sign(root: Path, key: Path) -> None:
    """Write the list of a folder's files with their digests, and sign it. Raises CalledProcessError."""
    sums = root / SUMS
    sums.unlink(missing_ok=True)
    (root / SIGNATURE).unlink(missing_ok=True)
    files = sorted(path for path in root.rglob("*") if path.is_file())
    sums.write_text("".join(f"{_digest(path)}  {path.relative_to(root)}\n" for path in files))
    subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-f", key, "-n", PURPOSE, sums], check=True, stderr=subprocess.DEVNULL
    )


def pack(root: Path, into: Path) -> Path:
    """One file of a folder; the same files give the same one."""
    part = into.with_name(f".{into.name}")
    with tarfile.open(part, "w:") as archive:
        for path in sorted(path for path in root.rglob("*") if path.is_file()):
            archive.add(path, f"{root.name}/{path.relative_to(root)}", filter=_plain)
    part.replace(into)
    return into


def _plain(one: tarfile.TarInfo) -> tarfile.TarInfo:
    one.uid = one.gid = one.mtime = 0
    one.uname = one.gname = ""
    one.mode = 0o755 if one.mode & 0o100 else 0o644
    return one


def _digest(file: Path) -> str:
    with file.open("rb") as source:
        return file_digest(source, "sha256").hexdigest()


def _say(what: str) -> None:
    print(f"getting {what} ...", flush=True)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)


if __name__ == "__main__":
    carry_out(main)
