"""Writes the files of an installation: settings, units, site, certificate, command."""

import os
import re
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from string import Template

from deploy.installation import certificates
from deploy.installation.plan import LOCAL, PLACE, Plan
from deploy.installation.site import site
from deploy.installation.two_machines.configuration import Pair

UNITS = Path(__file__).resolve().parent / "units"
USER = "novamas"  # of the machine, and the role of the database that serves
FOLLOWED = (
    "ALLOWED_HOSTS",
    "TRUSTED_ORIGINS",
    "WORKER_PORTS",
)  # settings that follow from the name and the ports
HEALTH = "127.0.0.1"  # the name under which the health check asks
SOON = 30  # days: a certificate of the house's own is made anew in its last ones
BACKUP = "novamas-backup.timer"
OWNER = "novamas_owner"  # the role that owns the tables
WRAPPER = """\
#!/bin/sh
# Made by `make install`: the command of the release that serves, with the settings of the house.
export NOVAMAS_SETTINGS="${{NOVAMAS_SETTINGS-{etc}/novamas.env}}" PYTHONUTF8=1
if ! [ -e "{opt}/current/bin/python" ]; then
    echo "novamas: The Python with which {opt}/current was made is gone: make install makes it anew." >&2
    exit 1
fi
exec {opt}/current/bin/novamas "$@"
"""
OF_OWNER = "# The owner of the tables, who migrates, backs up and restores. For root alone.\n"
HEADING = """\
# The settings of the house. `make install` adds what is missing. Of what stands here it changes only what follows from its
# NAME and its workers: ALLOWED_HOSTS, TRUSTED_ORIGINS, WORKER_PORTS.
"""


def folders(plan: Plan) -> Iterator[str]:
    """Make the folders; yields those that were not there, or were not for whom they should be. Those of the machine that
    are there stay as they are."""
    of_machine = plan.units, plan.site.parent, plan.command.parent, plan.root / "var/log/nginx"
    for_all = plan.opt, plan.etc, plan.root / "var/lib/novamas-acme", plan.etc / "tls"
    for folder in of_machine:
        if not folder.exists():
            yield from _folder(folder, 0o755)
    for folder in for_all:
        yield from _folder(folder, 0o755)
    yield from _folder(plan.var, 0o700)
    if plan.is_machine:
        shutil.chown(plan.var, USER, USER)


def _folder(folder: Path, mode: int) -> Iterator[str]:
    """Whatever the umask of who installs: others than root work in them."""
    if not folder.exists():
        folder.mkdir(parents=True)
    elif folder.stat().st_mode & 0o777 == mode:
        return
    folder.chmod(mode)
    yield str(folder)


def owner(plan: Plan) -> Iterator[str]:
    """Say how the owner of the tables logs in, in a file that the workers cannot read; yields it if it is new."""
    file = owner_file(plan)
    url = plan.owner or (
        "" if plan.database else f"postgres://{OWNER}:{secrets.token_urlsafe(24)}@127.0.0.1/{USER}"
    )
    if url and not file.exists():
        write(file, f"{OF_OWNER}DATABASE_OWNER_URL={url}\n", 0o600)
        yield str(file)


def signers(plan: Plan) -> Iterator[str]:
    """Name the keys that the house believes of a release, from now on; yields the file if it changed."""
    if plan.new_signers and write(plan.signers, plan.new_signers.read_text(), 0o644):
        yield str(plan.signers)


def owner_file(plan: Plan) -> Path:
    """Where it says how the owner of the tables logs in."""
    return plan.etc / "owner.env"


def of_two_machines(plan: Plan) -> Iterator[str]:
    """What both machines have in common, and what leads from one to the other; yields what was written."""
    if plan.house is None:
        return
    for file in plan.house.files(plan.root, plan.var if plan.serves else None):
        yield from _folder(file.path.parent, 0o755) if not file.path.parent.exists() else ()
        if write(file.path, file.text, file.mode):
            if plan.is_machine:
                shutil.chown(file.path, file.owner, file.owner)
            yield str(file.path)


def settings(plan: Plan) -> Iterator[str]:
    """Add to the settings what is not there, and change what follows from the name and the ports; yields what was added
    or changed."""
    file = plan.etc / "novamas.env"
    text = file.read_text() if file.exists() else HEADING
    present = {line.partition("=")[0].strip() for line in text.splitlines()}
    new = {name: value for name, value in _settings(plan) if name not in present}
    changed = {
        name: value for name, value in followed(plan).items() if value != plan.before.settings.get(name)
    }
    for name, value in changed.items():
        text = re.sub(
            rf"^[ \t]*{name}[ \t]*=.*$", lambda _, line=f"{name}={value}": line, text, flags=re.MULTILINE
        )
    if new or changed:
        lines = "".join(f"{name}={value}\n" for name, value in new.items())
        write(file, f"{text.rstrip()}\n{lines}", 0o640)
        if plan.is_machine:
            shutil.chown(file, "root", USER)
    yield from (f"{file}: {name}" for name in (*new, *changed))


def followed(plan: Plan) -> dict[str, str]:
    """What follows from the wished name and ports, of the settings that stand there; what others have added stays."""
    there, before = plan.before.settings, plan.before
    asked = {
        "ALLOWED_HOSTS": (before.name, plan.name),
        "TRUSTED_ORIGINS": (_origin(before.name, before.https), _origin(plan.name, plan.https)),
    }
    found = {name: _renamed(there[name], *names) for name, names in asked.items() if name in there}
    if "WORKER_PORTS" in there and before.ports != plan.ports:
        found["WORKER_PORTS"] = ",".join(map(str, plan.ports))
    return found


def _renamed(words: str, before: str, now: str) -> str:
    """A list of names, of which one has changed. The new one stands before others that the house has."""
    names = [word.strip() for word in words.split(",") if word.strip()]
    if any(word in ("*", now) or (word[0] == "." and now.endswith(word)) for word in names):
        return words
    if before in names:
        return ",".join(now if name == before else name for name in names)
    local = [name for name in names if name == HEALTH]
    return ",".join([*local, now, *(name for name in names if name != HEALTH)])


def _origin(name: str, port: int) -> str:
    return f"https://{name}" + ("" if port == 443 else f":{port}")


def certificate(plan: Plan) -> Iterator[str]:
    """Put the certificate in its place, or make one where there is none, or where the one that the house has made is for
    another name or ends soon; yields what was changed."""
    pair, given = plan.pair, given_pair(plan)
    if given:
        for source, target, mode in zip(given, pair, (0o644, 0o600), strict=True):
            if write(target, source.read_text(), mode):
                yield str(target)
    elif plan.house and not all(file.exists() for file in pair):
        for target, text, mode in zip(pair, plan.house.keys["certificate"], (0o644, 0o600), strict=True):
            write(target, text, mode)
        yield f"{pair[0]}, which both machines have"
    elif not all(file.exists() for file in pair) or (
        certificates.is_own(pair[0]) and certificates.faults_of(*pair, plan.name, days=SOON)
    ):
        certificates.make(*pair, plan.name)
        yield f"{pair[0]}, which the house has made itself: tablets must be told to trust it"


def given_pair(plan: Plan) -> tuple[Path, Path] | None:
    """The certificate to be used and its key: those that were named, or those of this name from Let's Encrypt."""
    if plan.certificate and plan.key:
        return plan.certificate, plan.key
    live = plan.root / "etc/letsencrypt/live" / plan.name
    return (live / "fullchain.pem", live / "privkey.pem") if plan.acme and live.exists() else None


def rendered(plan: Plan) -> Iterator[str]:
    """Write units, site and command; yields those that changed."""
    for file, text, mode in _rendered(plan):
        if write(file, text, mode):
            yield str(file)


def write(file: Path, text: str, mode: int) -> bool:
    """Write a file in one go, unless it has this text and this mode. Returns whether it was written."""
    if file.exists() and file.stat().st_mode & 0o777 == mode and file.read_text() == text:
        return False
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w") as out:
        out.write(text)
        os.fchmod(out.fileno(), mode)
    fresh.replace(file)
    return True


def _settings(plan: Plan) -> Iterator[tuple[str, str]]:
    yield from ((name, plan.settings[name]) for name in ("CURRENCY", "DECIMALS", "TIME_ZONE"))
    yield "ALLOWED_HOSTS", f"{HEALTH},{plan.name}"
    yield "TRUSTED_ORIGINS", _origin(plan.name, plan.https)
    yield from (("HTTPS", "1"), ("BEHIND_PROXY", "1"), ("PROXIES", "127.0.0.1,::1"), ("LOG_JSON", "1"))
    yield "SECOND_FACTOR", "roles"
    yield "DATABASE_URL", plan.database or LOCAL
    yield "REDIS_URL", plan.settings["REDIS_URL"]
    yield "VAR_DIR", str(plan.var)
    if plan.is_machine and plan.backs_up:
        yield PLACE, plan.place
        yield "BACKUP_CONFIG", str(plan.pgbackrest)
    yield "RELEASES", str(plan.opt)
    yield "WORKER_PORTS", ",".join(map(str, plan.ports))
    yield "METRICS_TOKEN", plan.house.keys["token"] if plan.house else secrets.token_urlsafe(32)
    yield "CERTIFICATE", str(plan.etc / "tls/certificate.pem")
    if plan.house:
        yield from (("PAIR", plan.house.pair.said), ("PAIR_HERE", plan.house.pair.here))
    if plan.is_machine:
        yield "RUN_AS", USER


def _rendered(plan: Plan) -> Iterator[tuple[Path, str, int]]:
    places: dict[str, object] = {
        "opt": plan.opt,
        "etc": plan.etc,
        "var": plan.var,
        "place": f" -{plan.place}" if plan.place.startswith("/") else "",
    }
    places["copies"] = "".join(f" -{folder}" for folder in _copies(plan))
    places["time_zone"] = plan.settings["TIME_ZONE"]  # of the house, not of the machine
    user = f"User={USER}\nGroup={USER}" if plan.is_machine else ""
    common = Template((UNITS / "common.part").read_text())
    places["of_root"] = Template((UNITS / "of_root.part").read_text()).substitute(places)
    places["as_user"] = f"setpriv --reuid={USER} --regid={USER} --init-groups " if plan.is_machine else ""
    workers = " ".join(f"novamas@{port}.service" for port in plan.ports)
    for unit in sorted(UNITS.glob("novamas*")):
        said = Template(unit.read_text())
        its_user = "" if "of_root" in said.get_identifiers() else user
        sandbox = common.substitute(places, user=its_user).strip()
        text = said.substitute(places, common=sandbox, workers=workers)
        if plan.house:  # HAProxy leads to the database, wherever it is
            text = text.replace("postgresql.service", "haproxy.service")
            text = text if unit.name == BACKUP else _at_its_hours(text, plan.house.pair)
        yield plan.units / unit.name, text, 0o644
    yield plan.site, site(plan), 0o644
    yield plan.command, WRAPPER.format(etc=plan.etc, opt=plan.opt), 0o755


def _at_its_hours(unit: str, pair: Pair) -> str:
    """The timers of the second machine come half a day after those of the first, but for that of backups, which the
    machine with the primary makes."""
    if pair.here == next(iter(pair.machines)):
        return unit
    return re.sub(
        r"(OnCalendar=\*-\*-\* )(\d\d)", lambda said: f"{said[1]}{(int(said[2]) + 12) % 24:02}", unit
    )


def _copies(plan: Plan) -> Iterator[Path]:
    """Folders elsewhere in which the house keeps copies, by its settings: its units may write there."""
    if anchors := plan.before.settings.get("ANCHORS_COPY"):
        yield Path(anchors).parent
