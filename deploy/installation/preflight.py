"""What is missing before anything is changed, a sentence each."""

import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from deploy.installation.certificates import faults_of
from deploy.installation.plan import Plan

GIB = 1 << 30
DISK, MEMORY = 5, 2  # GiB
NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")


def missing(plan: Plan) -> list[str]:
    """Why the house cannot be installed here; empty if it can."""
    checks = (_wishes, _versions, _machine, _room, _ports)
    return [sentence for check in checks for sentence in check(plan)]


def advice(plan: Plan) -> Iterator[str]:
    """What does not hinder, but should be seen to."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GIB
    if memory < MEMORY:
        yield f"The machine has {memory:.1f} GiB of memory; {MEMORY} are advised."
    if _said("timedatectl", "show", "--property=NTPSynchronized", "--value") != "yes":
        yield "Nobody keeps the clock right: install systemd-timesyncd or chrony, as the record's times come from it."
    if plan.certificate is None and not plan.acme:
        yield "The certificate will be one that the house makes itself: tablets must be told to trust it."
    yield (
        f"Let the firewall pass TCP {plan.https} and {plan.http} from the tablets' network, and nothing else; "
        "workers, PostgreSQL and Redis listen on this machine alone."
    )


def _wishes(plan: Plan) -> Iterator[str]:
    if not NAME.fullmatch(plan.name):
        yield f"“{plan.name}” is no name of a host, such as tables.casino.example."
    if not 1 <= plan.workers <= 64:
        yield f"There are 1 to 64 workers, not {plan.workers}."
    settings = dict(plan.settings)
    if not re.fullmatch(r"[A-Z]{3}", settings["CURRENCY"]):
        yield f"“{settings['CURRENCY']}” is no currency's code of three letters, such as EUR."
    if not (Path("/usr/share/zoneinfo") / settings["TIME_ZONE"]).is_file():
        yield f"There is no time zone “{settings['TIME_ZONE']}”; timedatectl list-timezones lists them."
    if (plan.certificate is None) != (plan.key is None):
        yield "A certificate needs its key: give both --certificate and --key."
    elif plan.certificate and plan.key:
        yield from faults_of(plan.certificate, plan.key, plan.name)


def _versions(plan: Plan) -> Iterator[str]:
    if sys.version_info < (3, 11):  # noqa: UP036 (nobody has looked before)
        yield f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}."
    if not plan.is_machine:
        if importlib.util.find_spec("ensurepip") is None:
            yield "Python cannot make virtual environments here: apt-get install python3-venv"
        return
    found = dict(re.findall(r'^(ID|VERSION_ID)="?([^"\n]*)', _text("/etc/os-release"), re.MULTILINE))
    if found.get("ID") != "debian" or int(found.get("VERSION_ID", "0").split(".")[0] or 0) < 12:
        yield "This is not Debian 12 or newer, for which the installation is made."


def _machine(plan: Plan) -> Iterator[str]:
    if not plan.is_machine:
        return
    if os.geteuid() != 0:
        yield "The installation needs root: run it with sudo."
    if not Path("/run/systemd/system").exists():
        yield "systemd does not run here, which starts the workers."
    if "C.utf8" not in _said("locale", "-a").split() and "C.UTF-8" not in _said("locale", "-a").split():
        yield "There is no locale C.UTF-8: apt-get install libc-bin"


def _room(plan: Plan) -> Iterator[str]:
    place = next(place for place in (plan.root, *plan.root.parents) if place.exists())
    free = shutil.disk_usage(place).free / GIB
    if free < DISK:
        yield f"{place} has {free:.1f} GiB left; {DISK} are needed."


def _ports(plan: Plan) -> Iterator[str]:
    if plan.site.exists():
        return  # installed already: the ports are taken by the house itself
    for port in (plan.http, plan.https, *plan.ports):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError as error:
                if not (port in (plan.http, plan.https) and _said("pgrep", "-x", "nginx")):
                    yield f"Port {port} cannot be had ({error.strerror}): see who has it with ss -ltnp."


def _said(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=10).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def _text(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""
