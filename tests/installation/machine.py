"""A bare Debian in a folder: its file system, with a checkout and everything in it that the installation would
download, and the machine that it starts as, with systemd as its first process and a network of its own that leads
nowhere (systemd-nspawn)."""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from deploy.installation.machine import PACKAGES

HOUSE = Path(__file__).resolve().parents[2]
SUITES = {12: "bookworm", 13: "trixie"}  # of Debian
MIRROR = "http://deb.debian.org/debian"
FIRST = ("make", "python3-venv")  # what docs/operations.md has installed by hand
CHECKOUT, WHEELS = Path("/root/checkout"), Path("/var/wheels")
LOCKS = ("requirements.lock", "requirements-build.lock")
KEPT = ("var/lib/apt/lists", "var/cache/apt/archives", str(WHEELS).lstrip("/"))
BOOTS_WITHIN = 180.0  # seconds
ENVIRONMENT = {
    "HOME": "/root",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": str(WHEELS),
}


def make(folder: Path, debian: int) -> Path:
    """A root folder as the smallest server of that Debian has it: with systemd, without Python. Raises
    CalledProcessError."""
    root = folder / "root"
    some = "debootstrap", "--variant=minbase", "--include=systemd,systemd-sysv"
    _run(*some, SUITES[debian], str(root), MIRROR)
    _copy_checkout(root)
    return root


def copied(folder: Path, base: Path) -> Path:
    """The same from a root that was made before. Raises CalledProcessError."""
    root = folder / "root"
    _run("cp", "-a", str(base), str(root))
    _copy_checkout(root)
    return root


def _copy_checkout(root: Path) -> None:
    """What git knows of this checkout, as it stands here."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=HOUSE, check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        target = root / CHECKOUT.relative_to("/") / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(HOUSE / name, target, follow_symlinks=False)


def next_debian(root: Path, debian: int) -> None:
    """Debian's own upgrade to its next version, while the machine is off, and Python's packages for its Python. Raises
    CalledProcessError."""
    (root / "etc/apt/sources.list").write_text(f"deb {MIRROR} {SUITES[debian]} main\n")
    _inside(root, "apt-get", "update", "-qq")
    quiet = "--setenv=DEBIAN_FRONTEND=noninteractive", "--register=no", "--keep-unit", "--pipe", "--quiet"
    kept = "-o", "Dpkg::Options::=--force-confold"
    # With the network of this machine, and what packages expect to find in /proc and /dev.
    _run("systemd-nspawn", f"--directory={root}", *quiet, "apt-get", "full-upgrade", "-qq", "-y", *kept)
    shutil.rmtree(root / str(WHEELS).lstrip("/"))
    _take_trust(root)
    _download_wheels(root)


def stock(root: Path) -> None:
    """Download Debian's and Python's packages into the root, so that the machine needs no network. A copy of the root
    does it, as Python's packages depend on the Python of that Debian. Raises CalledProcessError."""
    larder = root.with_name("larder")
    _run("cp", "-a", str(root), str(larder))
    _inside(larder, "apt-get", "update", "-qq")
    _inside(larder, "apt-get", "install", "-qq", "-y", *FIRST)
    more = "--no-install-recommends", "--download-only", *PACKAGES
    _inside(larder, "apt-get", "install", "-qq", "-y", *more)
    _take_trust(larder)  # after the packages, one of which would write its own bundle
    _download_wheels(larder)
    for place in KEPT:
        _run("cp", "-a", "-T", str(larder / place), str(root / place))
    shutil.rmtree(larder)


def _download_wheels(root: Path) -> None:
    """By the Python that the root has, into WHEELS."""
    pip = "python3", "-m", "pip", "download", "-q", "--require-hashes", "--only-binary", ":all:"
    _inside(root, "python3", "-m", "venv", "--clear", "/pip")
    for lock in LOCKS:
        _inside(root, f"/pip/bin/{pip[0]}", *pip[1:], "-r", str(CHECKOUT / lock), "-d", str(WHEELS))
    shutil.rmtree(root / "pip")


def _take_trust(larder: Path) -> None:
    """Where this machine's pip trusts certificates of its own, the copy's pip does so, too."""
    if bundle := os.environ.get("PIP_CERT"):
        target = larder / bundle.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(bundle, target)


def _inside(root: Path, *command: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    environment = {**kept, "PATH": path, "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
    _run("chroot", str(root), *command, environment=environment)


def _run(*command: str, environment: dict[str, str] | None = None) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True, env=environment)


class Machine:
    """A machine that runs. `process`: the one that holds it on this side."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    def run(self, *command: object, folder: Path = Path("/")) -> subprocess.CompletedProcess[str]:
        """Carry out a command as root, in a folder of the machine."""
        enter = "nsenter", f"--target={self._first_process()}", "--all", "--root", "--wd"
        environment = (f"{name}={value}" for name, value in ENVIRONMENT.items())
        words = "env", "-i", *environment, "sh", "-c", 'cd "$0" && exec "$@"', str(folder), *map(str, command)
        return subprocess.run([*enter, *words], capture_output=True, text=True, check=False)

    def has_booted(self) -> bool:
        """Wait until systemd has started everything. Whether nothing failed."""
        deadline = time.monotonic() + BOOTS_WITHIN
        while time.monotonic() < deadline and self._process.poll() is None:
            if self._first_process() and (state := self._state()) in ("running", "degraded"):
                return state == "running"
            time.sleep(0.2)
        return False

    def _state(self) -> str:
        return self.run("systemctl", "is-system-running").stdout.strip()

    def _first_process(self) -> str:
        """Its number on this side; empty as long as there is none."""
        number = self._process.pid
        children = Path(f"/proc/{number}/task/{number}/children").read_text().split()
        return children[0] if children else ""


@contextlib.contextmanager
def booted(root: Path) -> Iterator[Machine]:
    """The machine of a root folder while it runs; in the end it is shut down as a machine is."""
    options = f"--directory={root}", "--machine=novamas-bare", "--private-network"
    outside = "--register=no", "--keep-unit", "--console=pipe", "--quiet"
    command = ["systemd-nspawn", *options, *outside, "--boot"]
    with (root.parent / "console.log").open("ab") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    try:
        yield Machine(process)
    finally:
        process.terminate()
        process.wait()
