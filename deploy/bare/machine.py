"""A machine in a folder: systemd as its first process, and a network of its own that leads nowhere (systemd-nspawn)."""

import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from deploy.bare.root import WHEELS

BOOTS_WITHIN = 180.0  # seconds
ENVIRONMENT = {
    "HOME": "/root",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "DEBIAN_FRONTEND": "noninteractive",
    "PIP_NO_INDEX": "1",
    "PIP_FIND_LINKS": str(WHEELS),
}


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
