"""`make faults`: kill the server repeatedly in the middle of a game; nothing may be lost.

It runs a demo in a temporary folder, with the robot playing at full speed over HTTP, and sends SIGKILL at random
moments. After each kill `manage.py audit` must pass: no half-written command, no broken chain, no misplaced money.
"""

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

HOUSE = Path(__file__).resolve().parent.parent
KILLS = int(os.environ.get("KILLS", "8"))
TABLE = "mesa-1"


def main() -> None:
    """Play, kill and audit KILLS times, then check that the game went on."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        environment = {**kept, "VAR_DIR": folder, "DEMO": "1", "LOG_LEVEL": "ERROR"}
        for command in (["migrate", "--verbosity", "0"], ["demo"]):
            manage(environment, *command)
        port = free_port()
        server = serve(environment, port)
        robot = start(
            environment, "simulate", TABLE, "--url", f"http://127.0.0.1:{port}", "--pace", "0", "--seed", "5"
        )
        versions = [version(environment)]
        for number in range(1, KILLS + 1):
            time.sleep(random.uniform(3.0, 7.0))  # noqa: S311 (any moment will do)
            server.kill()
            server.wait()
            manage(environment, "audit")
            versions.append(version(environment))
            print(f"ok kill {number}: the audit holds at version {versions[-1]}", flush=True)
            server = serve(environment, port)
        time.sleep(3)
        for process in (robot, server):
            process.terminate()
            process.wait()
        manage(environment, "audit")
        versions.append(version(environment))
        if versions[-1] <= versions[0] or any(later < earlier for earlier, later in pairwise(versions)):
            sys.exit(f"NO the game stood still: {versions}")
        print(f"ok the game went on from version {versions[0]} to {versions[-1]} through {KILLS} kills")


def manage(environment: dict[str, str], *command: str) -> str:
    """Run a management command and return its output. Exits if it fails."""
    done = subprocess.run(
        [sys.executable, str(HOUSE / "manage.py"), *command], env=environment, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"NO {' '.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout


def version(environment: dict[str, str]) -> int:
    """The version of the table."""
    code = f"from tables.models import Table; print(Table.objects.get(slug={TABLE!r}).version)"
    return int(manage(environment, "shell", "--verbosity", "0", "-c", code))


def start(environment: dict[str, str], *command: str) -> subprocess.Popen[bytes]:
    """Start a management command in the background."""
    quiet = subprocess.DEVNULL
    line = [sys.executable, str(HOUSE / "manage.py"), *command]
    return subprocess.Popen(line, env=environment, stdout=quiet, stderr=quiet)


def serve(environment: dict[str, str], port: int) -> subprocess.Popen[bytes]:
    """Start the server and wait until it is ready. Exits if it is not within 30 seconds."""
    process = start(environment, "serve", "--port", str(port))
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return process
        except (URLError, ConnectionError):
            time.sleep(0.1)
    sys.exit("NO the server never became ready")


def free_port() -> int:
    """A free port on this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
