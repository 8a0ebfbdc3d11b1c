"""Backups of PostgreSQL by pgBackRest. The house's files lie sealed in the cluster's directory, so that it takes them
along."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from casino.common import pair
from casino.operations.answer import Fault
from casino.operations.backup import cluster, house_files, places, proving
from casino.operations.backup.kinds import Backup, Restored, Told
from casino.operations.backup.pgbackrest import PROVED, Repository, repository

HOUSE_FILES = "novamas.house"  # in the cluster's directory
TOLD = "backups.json"  # in VAR_DIR: for the processes that may not look into the repository
CHOSEN = re.compile(r"restore backup set (\S+?),")
A_WEEK = timedelta(
    days=6, hours=12
)  # after which the next one is a full one: the timer does not keep to the minute


@contextmanager
def alone() -> Iterator[list[str]]:
    """See `Kind`."""
    of = repository()
    with places.alone(of.data.parent):
        yield [*cluster.remove(of), *places.put_right(of.data)]


def make(*, full: bool) -> Backup | None:
    """See `Kind`. Without `full` only what has changed since the one before, unless the last full one is a week old."""
    of = repository()
    with _telling(of):
        if pair.leader_elsewhere():
            return None
        fulls = [one.made for one in of.backups() if one.is_full]
        is_due = full or not fulls or datetime.now(UTC) - fulls[-1] > A_WEEK
        _keep_house_files(of)
        kept = f"--repo1-retention-full={settings.BACKUP_KEEP_WEEKS}"
        of.run("backup", f"--type={'full' if is_due else 'incr'}", kept, what=_("backing up"))
        return of.backups()[-1]


def listing() -> list[Backup]:
    """See `Kind`."""
    return repository().backups()


def prove(name: str, to: datetime | None) -> Restored:
    """See `Kind`. What was proved is noted with the backup itself."""
    of = repository()
    with _telling(of):
        with cluster.scratch(of) as beside:
            found = _restored(of, beside, name, to, safely=False)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        of.run("annotate", f"--set={found.name}", f"--annotation={PROVED}={now}")
        return found


def restore(name: str, to: datetime | None, *, replace: bool) -> Restored:
    """See `Kind`."""
    of = repository()
    _refuse_if_served(of)
    if not replace and of.data.exists():
        raise Fault(
            _("This house has a database. With --replace the backup takes its place, and it is kept aside.")
        )
    with cluster.scratch(of) as beside:
        found = _restored(of, beside, name, to, safely=True)
        _refuse_if_served(of)
        aside = places.take(of.data, beside.data)
        house_files.put(beside.files, places.ending_of(aside) or places.ending())
    _tell(of, "")
    return Restored(found.name, found.moment, found.facts, aside)


def kept_aside() -> dict[str, int]:
    """See `Kind`."""
    return places.kept_aside(repository().data)


def put_back(name: str) -> str:
    """See `Kind`."""
    of = repository()
    kept = places.kept(of.data, name)
    _refuse_if_served(of)
    cluster.branch_off(of, kept)
    before = places.take(of.data, kept)
    house_files.put_back(places.ending_of(name), places.ending_of(before) or places.ending())
    _tell(of, "")
    return before


def drop(name: str) -> None:
    """See `Kind`."""
    of = repository()
    places.drop(of.data, name)
    _tell(of, "")


def told() -> Told:
    """See `Kind`: what the last run of `novamas backup` or `restore` has seen."""
    file = settings.VAR_DIR / TOLD
    if not file.exists():
        return Told([], {})
    found = json.loads(file.read_text())
    backups = [
        Backup(**one | {name: one[name] and datetime.fromisoformat(one[name]) for name in ("made", "proved")})
        for one in found["backups"]
    ]
    return Told(backups, found["aside"], found["fault"])


@contextmanager
def _telling(of: Repository) -> Iterator[None]:
    """Tell how it ended, and what there is then."""
    try:
        yield
    except Fault as fault:
        _tell(of, str(fault))
        raise
    _tell(of, "")


def _tell(of: Repository, fault: str) -> None:
    try:
        backups = of.backups()
    except Fault as error:
        backups, fault = [], fault or str(error)
    said = {
        "backups": [one.as_dict() for one in backups],
        "aside": places.kept_aside(of.data),
        "fault": fault,
    }
    _write(settings.VAR_DIR / TOLD, json.dumps(said, default=str))


def _write(file: Path, text: str) -> None:
    fresh = file.with_name(f".{file.name}.{os.getpid()}")
    number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
    with os.fdopen(number, "w") as out:
        os.fchmod(number, 0o644)  # whatever the umask of who backs up: the workers read it
        out.write(text)
    fresh.replace(file)


def _keep_house_files(of: Repository) -> None:
    """Put them where pgBackRest takes them along."""
    file, fresh = of.data / HOUSE_FILES, of.data / f".{HOUSE_FILES}"
    fresh.unlink(missing_ok=True)  # of a run that was killed
    with open(fresh, "xb") as out:
        os.fchmod(out.fileno(), 0o600)
        os.fchown(out.fileno(), of.owner.pw_uid, of.owner.pw_gid)
        house_files.seal(out)
    fresh.replace(file)


def _restored(
    of: Repository, beside: cluster.Cluster, name: str, to: datetime | None, *, safely: bool
) -> Restored:
    """Restore into the cluster beside the house's, up to the moment, and prove it."""
    if to and to > datetime.now(UTC):
        raise Fault(_("That moment is not over yet."))
    places.refuse_without_room(of.data.parent, of.size())
    until = ["--type=time", f"--target={to}", "--target-action=promote"] if to else []
    one = [f"--set={name}"] if name else []
    said = of.run("restore", *one, *until, f"--pg1-path={beside.data}", what=_("restoring"))
    label = found[1] if (found := CHOSEN.search(said)) else name
    house_files.unseal(beside.data / HOUSE_FILES, beside.files)
    with beside.running(safely=safely):
        facts = proving.prove(label, beside.environment)
        beside.forget_recovery(_password())
        reached = beside.reached()
    made = next(one.made for one in of.backups() if one.name == label)
    return Restored(label, reached or made, facts)


def _password() -> dict[str, str]:
    """Of the role as which we work, as this machine has it."""
    house = settings.DATABASES["default"]
    return {house["USER"]: house["PASSWORD"]} if house["PASSWORD"] else {}


def _refuse_if_served(of: Repository) -> None:
    if cluster.works_in(of.data):
        says = _("PostgreSQL runs: systemctl stop %(units)s, and start both again afterwards.")
        raise Fault(says % {"units": "novamas.target " + ("patroni" if settings.PAIR else "postgresql")})
