"""Writes the files of an installation: settings, units, site, certificate, command."""

import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from string import Template

from deploy.installation import certificates
from deploy.installation.plan import Plan
from deploy.installation.site import site

UNITS = Path(__file__).resolve().parent / "units"
USER = "novamas"  # of the machine, and the role of the database that serves
OWNER = "novamas_owner"  # the role that owns the tables
WRAPPER = """\
#!/bin/sh
# Made by `make install`: the command of the release that serves, with the settings of the house.
export NOVAMAS_SETTINGS="${{NOVAMAS_SETTINGS-{etc}/novamas.env}}" PYTHONUTF8=1
exec {opt}/current/bin/novamas "$@"
"""
OF_OWNER = "# The owner of the tables, who migrates, backs up and restores. For root alone.\n"
HEADING = "# The settings of the house. `make install` adds what is missing, and changes nothing that stands here.\n"


def folders(plan: Plan) -> Iterator[str]:
    """Make the folders; yields those that were not there."""
    for folder, mode, own in (
        *((folder, 0o755, False) for folder in (plan.opt, plan.etc, plan.units, plan.site.parent)),
        *((folder, 0o755, False) for folder in (plan.command.parent, plan.root / "var/log/nginx")),
        *((folder, 0o755, False) for folder in (plan.root / "var/lib/novamas-acme", plan.etc / "tls")),
        *((folder, 0o700, True) for folder in (plan.var, plan.backups)),
    ):
        if not folder.exists():
            folder.mkdir(parents=True, mode=mode)
            yield str(folder)
        if own and plan.is_machine:
            shutil.chown(folder, USER, USER)


def owner(plan: Plan) -> Iterator[str]:
    """Say how the owner of the tables logs in, in a file that the workers cannot read; yields it if it is new."""
    file = owner_file(plan)
    url = plan.owner or (
        "" if plan.database else f"postgres://{OWNER}:{secrets.token_urlsafe(24)}@127.0.0.1/{USER}"
    )
    if url and not file.exists():
        write(file, f"{OF_OWNER}DATABASE_OWNER_URL={url}\n", 0o600)
        yield str(file)


def owner_file(plan: Plan) -> Path:
    """Where it says how the owner of the tables logs in."""
    return plan.etc / "owner.env"


def settings(plan: Plan) -> Iterator[str]:
    """Add to the settings what is not there; yields what was added."""
    file = plan.etc / "novamas.env"
    text = file.read_text() if file.exists() else HEADING
    present = {line.partition("=")[0].strip() for line in text.splitlines()}
    added = [(name, value) for name, value in _settings(plan) if name not in present]
    if added:
        lines = "".join(f"{name}={value}\n" for name, value in added)
        write(file, f"{text.rstrip()}\n{lines}", 0o640)
        if plan.is_machine:
            shutil.chown(file, "root", USER)
    yield from (f"{file}: {name}" for name, _value in added)


def certificate(plan: Plan) -> Iterator[str]:
    """Put the certificate in its place, or make one where there is none; yields what was changed."""
    pair = plan.etc / "tls/certificate.pem", plan.etc / "tls/key.pem"
    if plan.certificate and plan.key:
        for source, target, mode in zip((plan.certificate, plan.key), pair, (0o644, 0o600), strict=True):
            if write(target, source.read_text(), mode):
                yield str(target)
    elif not all(file.exists() for file in pair):
        certificates.make(*pair, plan.name)
        yield str(pair[0])


def rendered(plan: Plan) -> Iterator[str]:
    """Write units, site and command; yields those that changed."""
    for file, text, mode in _rendered(plan):
        if write(file, text, mode):
            yield str(file)


def write(file: Path, text: str, mode: int) -> bool:
    """Write a file in one go, unless it has this text. Returns whether it was written."""
    if file.exists() and file.read_text() == text:
        return False
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w") as out:
        out.write(text)
        os.fchmod(out.fileno(), mode)
    fresh.replace(file)
    return True


def _settings(plan: Plan) -> Iterator[tuple[str, str]]:
    yield from plan.settings
    yield "ALLOWED_HOSTS", f"127.0.0.1,{plan.name}"  # the first is the health check's
    yield "TRUSTED_ORIGINS", f"https://{plan.name}" + ("" if plan.https == 443 else f":{plan.https}")
    yield from (("HTTPS", "1"), ("BEHIND_PROXY", "1"), ("PROXIES", "127.0.0.1,::1"), ("LOG_JSON", "1"))
    yield "SECOND_FACTOR", "roles"
    yield "DATABASE_URL", plan.database or f"postgres://{USER}@/{USER}?host=/var/run/postgresql"
    yield "REDIS_URL", plan.redis
    yield "VAR_DIR", str(plan.var)
    yield "BACKUP_DIR", str(plan.backups)
    yield "RELEASES", str(plan.opt)
    yield "WORKER_PORTS", ",".join(map(str, plan.ports))
    yield "METRICS_TOKEN", secrets.token_urlsafe(32)
    yield "CERTIFICATE", str(plan.etc / "tls/certificate.pem")
    if plan.is_machine:
        yield "RUN_AS", USER


def _rendered(plan: Plan) -> Iterator[tuple[Path, str, int]]:
    places = {"opt": plan.opt, "etc": plan.etc, "var": plan.var, "backups": plan.backups}
    user = f"User={USER}\nGroup={USER}" if plan.is_machine else ""
    common = Template((UNITS / "common.part").read_text()).substitute(places, user=user)
    workers = " ".join(f"novamas@{port}.service" for port in plan.ports)
    for unit in sorted(UNITS.glob("novamas*")):
        text = Template(unit.read_text()).substitute(places, common=common.strip(), workers=workers)
        yield plan.units / unit.name, text, 0o644
    yield plan.site, site(plan), 0o644
    yield plan.command, WRAPPER.format(etc=plan.etc, opt=plan.opt), 0o755
