"""What is missing before anything is changed, a sentence each."""

import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path

from casino.operations import bundle, release
from casino.operations.answer import Fault
from deploy.installation import backups, certificates
from deploy.installation.files import SOON
from deploy.installation.plan import ELSEWHERE, Plan

GIB = 1 << 30
DISK, MEMORY = 5, 2  # GiB
LAST_PORT = 65535
CHECKOUT = Path(__file__).resolve().parents[2] / "pyproject.toml"  # of which a wheel is built
NAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*")


def missing(plan: Plan) -> list[str]:
    """Why the house cannot be installed here; empty if it can."""
    checks = (
        *(_wishes, _wishes_of_before, _two, _backups, _bundle),
        *(_certificate, _versions, _machine, _room, _ports),
    )
    if not plan.serves:
        checks = (_two, _machine, _bundle)
    return [sentence for check in checks for sentence in check(plan)]


def is_dead(plan: Plan) -> bool:
    """Whether there is a release that no longer works, as after a new Python of Debian's."""
    now = release.current(plan.opt)
    return now is not None and not release.works(now)


def notes(plan: Plan) -> Iterator[str]:
    """What the installation is going to do that one may not expect."""
    now, python = release.current(plan.opt), release.python_here()
    if now is None or (plan.signers.exists() and not plan.bundle):  # it stays
        return
    if not release.has_python(now):
        yield (
            f"The Python with which {now.name} was made is gone from this machine: it is made anew with {python}, and the "
            "workers are restarted."
        )
    elif is_dead(plan):
        yield f"{now.name} does not start, or cannot be read by all: it is made anew, and the workers are restarted."
    elif (here := release.python_of(python)) != (its := release.python_of(now / "bin/python")):
        yield f"{now.name} was made with {its}, and this machine has {here} now: it is made anew."


def advice(plan: Plan) -> Iterator[str]:
    """What does not hinder, but should be seen to."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GIB
    if memory < MEMORY:
        yield f"The machine has {memory:.1f} GiB of memory; {MEMORY} are advised."
    if _said("timedatectl", "show", "--property=NTPSynchronized", "--value") != "yes":
        yield "Nobody keeps the clock right: install systemd-timesyncd or chrony, as the record's times come from it."
    if plan.pair[0].exists() and not certificates.ends_after(plan.pair[0], SOON):
        yield f"The certificate ends within {SOON} days: give another with --certificate and --key."
    yield (
        f"Let the firewall pass TCP {plan.https} and {plan.http} from the tablets' network, and nothing else; "
        "workers, PostgreSQL and Redis listen on this machine alone."
    )


def _wishes(plan: Plan) -> Iterator[str]:
    if not plan.name:
        yield "Say the house's name: make install NAME=tables.casino.example"
    elif not NAME.fullmatch(plan.name):
        yield f"“{plan.name}” is no name of a host, such as tables.casino.example."
    if not 1 <= len(plan.ports) <= 64:
        yield f"There are 1 to 64 workers, not {len(plan.ports)}."
    if not re.fullmatch(r"[A-Z]{3}", plan.settings["CURRENCY"]):
        yield f"“{plan.settings['CURRENCY']}” is no currency's code of three letters, such as EUR."
    if not re.fullmatch(r"[0-4]", plan.settings["DECIMALS"]):
        yield f"A currency has 0 to 4 decimals, not “{plan.settings['DECIMALS']}”."
    if not _is_address(plan.front):
        yield f"“{plan.front}” is no address or network of a proxy, such as 10.1.2.3 or 10.1.2.0/24."
    zone = plan.settings["TIME_ZONE"]
    if not re.fullmatch(r"[\w+-]+(/[\w+-]+)*", zone) or not (Path("/usr/share/zoneinfo") / zone).is_file():
        yield f"There is no time zone “{zone}”; timedatectl list-timezones lists them."


def _is_address(text: str) -> bool:
    try:
        return bool(ip_network(text, strict=False))
    except ValueError:
        return False


def _wishes_of_before(plan: Plan) -> Iterator[str]:
    """A house that stands keeps its settings: what is wished again must be the same."""
    for name, value in plan.asked:
        if name in plan.before.settings and plan.before.settings[name] != value:
            known = "" if name in ELSEWHERE else f" ({plan.before.settings[name]})"
            file = "owner.env" if name == "DATABASE_OWNER_URL" else "novamas.env"
            yield f"The house has another {name} already{known}: change it in {plan.etc / file}, not here."


def _two(plan: Plan) -> Iterator[str]:
    """What is wrong with this machine as one of two."""
    if plan.house:
        yield from plan.house.faults(plan.var, is_machine=plan.is_machine)


def _certificate(plan: Plan) -> Iterator[str]:
    if (plan.certificate is None) != (plan.key is None):
        yield "A certificate needs its key: give both --certificate and --key."
    elif plan.certificate and plan.key:
        yield from certificates.faults_of(plan.certificate, plan.key, plan.name)
    elif not plan.acme and _is_of_another_name(plan.pair[0], plan.name):
        yield f"{plan.pair[0]} is not for the name {plan.name}: give the new one with --certificate and --key."


def _bundle(plan: Plan) -> Iterator[str]:
    """Why the release that is named is not to be believed, or one is missing."""
    signers, now = plan.new_signers or plan.signers, release.current(plan.opt)
    try:
        if signers.exists() and not bundle.knows_signers(signers):
            yield (
                f"{signers} names no key of releases, as a line such as “{bundle.SIGNER} "
                f'namespaces="{bundle.PURPOSE}" ssh-ed25519 AAAA…”.'
            )
        elif plan.new_signers and not plan.new_signers.exists():
            yield f"There is no file {plan.new_signers}, which is to name the keys of releases."
        elif plan.bundle:
            bundle.unpack(plan.bundle, signers)
        elif not signers.exists() and not CHECKOUT.exists():
            yield "This is an unpacked bundle: name the bundle with --bundle, and the keys that sign with --signers."
        elif signers.exists() and (now is None or not release.works(now)):
            yield f"This house takes signed releases only ({signers}): give one with --bundle."
    except Fault as fault:
        yield str(fault)


def _backups(plan: Plan) -> Iterator[str]:
    if not plan.backs_up:
        return
    if plan.house and plan.place == str(plan.backups):
        yield (
            "Say with --backup-to where both machines keep their backups: a folder of a third one that is mounted on both,"
            " or s3://BUCKET/FOLDER."
        )
        return
    found = list(backups.wrong(plan.place, str(plan.backups)))
    if not found and plan.is_machine and os.geteuid() == 0 and (key := plan.var / "backup_key").exists():
        now = backups.configured(plan.pgbackrest)
        found = (
            [*backups.unreadable(backups.text(now, plan.place, backups.key(key)), plan.place, "postgres")]
            if now
            else []
        )
    yield from found


def _is_of_another_name(certificate: Path, name: str) -> bool:
    """One that the house has made itself is made anew, and hinders nobody."""
    is_there = certificate.exists() and not certificates.is_own(certificate)
    return is_there and not certificates.is_for(certificate, name)


def _versions(plan: Plan) -> Iterator[str]:
    if sys.version_info < (3, 11):  # noqa: UP036 (nobody has looked before)
        yield f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}."
    if not plan.is_machine:
        if importlib.util.find_spec("ensurepip") is None:
            yield "Python cannot make virtual environments here: apt-get install python3-venv"
        return
    if not is_for_all(python := Path(sys.executable).resolve()):
        yield (
            f"{python} lies where only its owner may go, and the workers are another user: "
            "make install PYTHON=/usr/bin/python3"
        )
    found = dict(re.findall(r'^(ID|VERSION_ID)="?([^"\n]*)', _text("/etc/os-release"), re.MULTILINE))
    if found.get("ID") != "debian" or int(found.get("VERSION_ID", "0").split(".")[0] or 0) < 12:
        yield "This is not Debian 12 or newer, for which the installation is made."


def is_for_all(program: Path) -> bool:
    """Whether everybody may run it, and go where it lies."""
    return all(place.stat().st_mode & 0o001 for place in (program, *program.parents))


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
    wished = [plan.http, plan.https, *plan.ports]
    if wrong := sorted({port for port in wished if not 1 <= port <= LAST_PORT}):
        yield f"There is no port {', '.join(map(str, wrong))}: they go from 1 to {LAST_PORT}."
        return
    if twice := sorted({port for port in wished if wished.count(port) > 1}):
        yield f"Port {', '.join(map(str, twice))} is wished twice, of --http, --https and the workers' own."
    for port in sorted({*wished} - plan.before.taken):
        address = "127.0.0.1" if port in plan.ports else ""
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, port))
            except OSError as error:
                if not (port in (plan.http, plan.https) and _is_of_nginx(port)):
                    yield f"Port {port} cannot be had ({error.strerror}): see who has it with ss -ltnp."


def _is_of_nginx(port: int) -> bool:
    """Whether nginx listens there already, for another site: it lets this one in."""
    return '"nginx"' in _said("ss", "-Hltnp", f"sport = :{port}")


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
