"""The first process of a machine: it puts the machine's own folders in their places and keeps its services running, as
systemd does with the installed units, but for one that is to stand still. What it has started ends with it."""

import json
import os
import pwd
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any


def main() -> None:
    """Until it is killed. The first argument: a file with `places`, folder → where it is to be, and `services`."""
    said = json.loads(Path(sys.argv[1]).read_text())
    for folder, place in said["places"].items():
        subprocess.run(["mount", "--bind", folder, place], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    for owner in ("postgresql", "haproxy"):
        Path("/run", owner).mkdir()
    os.chown("/run/postgresql", *_ids("postgres"))
    running = {_start(service): service for service in said["services"]}
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    while True:
        ended, _status = os.wait()
        service = running.pop(ended, None)
        if service:
            threading.Timer(service["pause"], _again, (service, running)).start()


def _again(service: dict[str, Any], running: dict[int, dict[str, Any]]) -> None:
    if Path(service["stopped"]).exists():
        threading.Timer(0.2, _again, (service, running)).start()
    else:
        running[_start(service)] = service


def _start(service: dict[str, Any]) -> int:
    owner = service["owner"]
    as_whom: dict[str, Any] = {"user": owner, "group": owner, "extra_groups": []} if owner != "root" else {}
    with open(service["log"], "ab") as log:
        process = subprocess.Popen(
            service["command"],
            env={**os.environ, "HOME": pwd.getpwnam(owner).pw_dir, **service["environment"]},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=service["folder"],
            start_new_session=True,
            **as_whom,
        )
    process.returncode = 0  # `main` waits for all
    return process.pid


def _ids(name: str) -> tuple[int, int]:
    found = pwd.getpwnam(name)
    return found.pw_uid, found.pw_gid


if __name__ == "__main__":
    main()
