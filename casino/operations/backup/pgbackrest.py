"""pgBackRest, called as the user to whom the house's cluster belongs."""

import configparser
import json
import os
import pwd
import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from casino.common.progress import progress
from casino.operations.answer import Fault
from casino.operations.backup.kinds import Backup

ENDED = re.compile(r"ERROR: \[(\d+)\]: (.*)")
DONE = re.compile(r", (\d+(?:\.\d+)?)%\)")  # of all bytes, after each file
PROVED = "proved"  # the name of the annotation that says when
NOTHING_THERE, OTHER = 1, 99  # of the states of a repository
# The exit statuses of pgBackRest that are told in our words
FOREIGN = {28, 51}
UNREADABLE = {29, 95}
GONE = {39, 40, 41, 42, 43, 47, 48, 49, 55, 73}
FULL = {44, 64}
BUSY, SILENT, NO_BACKUP, NO_LOG = 50, 56, 75, 82


@dataclass(frozen=True, slots=True)
class Repository:
    """Where the backups are, as the configuration says. `data`: the directory of the cluster."""

    config: Path
    stanza: str
    data: Path
    place: str

    @property
    def owner(self) -> pwd.struct_passwd:
        """The user to whom the cluster belongs."""
        there = self.data if self.data.exists() else self.data.parent
        return pwd.getpwuid(there.stat().st_uid)

    def called(self, *words: object, ends_by: str = "KILL") -> list[str]:
        """A command line that runs as that user, and ends by this signal when this process does, however that ends."""
        drop = [f"--reuid={self.owner.pw_uid}", f"--regid={self.owner.pw_gid}", "--init-groups"]
        return ["setpriv", *([] if os.geteuid() else drop), f"--pdeathsig={ends_by}", "--", *map(str, words)]

    def run(self, command: str, *options: str, what: str = "") -> str:
        """What a command of pgBackRest prints. `what`: it may take long, and is told how far it is. Raises Fault."""
        loud = "detail" if what else "off"
        words = self.called(
            "pgbackrest",
            f"--config-path={self.config}",
            f"--stanza={self.stanza}",
            f"--log-level-console={loud}",
        )
        quiet = "--log-level-stderr=error", "--log-level-file=off"
        with subprocess.Popen(  # noqa: S603 (all ours)
            [*words, *quiet, *options, command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            cwd="/",
            env={**os.environ, "TZ": "UTC"},  # the names of backups are by this clock
        ) as process:
            try:
                out = _told(process, what)
                _nothing, said = process.communicate()
            except BaseException:
                process.terminate()
                raise
        if process.returncode:
            raise Fault(self._sentence(said, process.returncode))
        return out

    def info(self) -> Any:
        """What the repository holds. Raises Fault where it is not this house's, or cannot be read."""
        (found,) = json.loads(
            self.run("info", "--output=json"), strict=False
        )  # it quotes what it cannot read
        state = found["repo"][0]["status"]
        if state["code"] == OTHER:
            key = "FormatError" in state["message"] or "CryptoError" in state["message"]
            raise Fault(self._sentence(state["message"], min(UNREADABLE if key else GONE)))
        if state["code"] == NOTHING_THERE:
            raise Fault(self._says(_("%(place)s holds no backups of this house: is it mounted?")))
        return found

    def backups(self) -> list[Backup]:
        """The backups, oldest first. Raises Fault."""
        return [
            Backup(
                name=one["label"],
                made=datetime.fromtimestamp(one["timestamp"]["stop"], UTC),
                bytes=one["info"]["repository"]["delta"],
                is_full=one["type"] == "full",
                proved=_moment(one.get("annotation", {}).get(PROVED)),
            )
            for one in self.info()["backup"]
        ]

    def size(self) -> int:
        """About how many bytes the newest backup has when it is restored. Raises Fault."""
        found = self.info()["backup"]
        if not found:
            raise Fault(self._says(_("There is no backup in %(place)s.")))
        size: int = found[-1]["info"]["size"]
        return size

    def _sentence(self, said: str, status: int) -> str:
        ended = ENDED.search(said)
        code, words = (int(ended[1]), ended[2]) if ended else (status, said.strip().partition("\n")[0])
        if code in FOREIGN:
            says = _(
                "%(place)s holds the backups of another database than this one: name another place in BACKUP_TO."
            )
        elif code in UNREADABLE:
            says = _(
                "%(place)s was made with another backup key, or is torn: put the right key in its place."
            )
        elif code in GONE:
            says = _("%(place)s cannot be read or written: is it there, and mounted?")
        elif code in FULL:
            says = _("There is no room in %(place)s: make some, or keep fewer backups.")
        elif code == NO_LOG:
            says = _("The log of changes does not come to %(place)s: see the log of PostgreSQL.")
        elif code == BUSY:
            says = _("Another backup or restore of this house is under way.")
        elif code == SILENT:
            says = _("PostgreSQL does not answer, or is a standby: see that it runs.")
        elif code == NO_BACKUP:
            says = _("There is no backup in %(place)s from before that moment.")
        else:
            says = _("pgBackRest failed.")
        return f"{self._says(says)} ({words})"

    def _says(self, says: str) -> str:
        return says % {"place": self.place}


def repository() -> Repository:
    """That of this house. Raises Fault."""
    config = Path(os.environ.get("BACKUP_CONFIG", ""))
    if not os.environ.get("BACKUP_CONFIG"):
        raise Fault(
            _("This house has no BACKUP_CONFIG: whoever runs its PostgreSQL makes the backups where that is.")
        )
    found = configparser.RawConfigParser()
    try:
        for file in (config / "pgbackrest.conf", *sorted(config.glob("conf.d/*.conf"))):
            found.read_string(file.read_text(), str(file))
        (stanza,) = (name for name in found.sections() if ":" not in name and name != "global")
        all_of_it, own = dict(found["global"]), found[stanza]
        bucket = all_of_it.get("repo1-s3-bucket")
        place = f"s3://{bucket}" if bucket else ""
        return Repository(config, stanza, Path(own["pg1-path"]), place + all_of_it["repo1-path"])
    except PermissionError as error:
        says = _("%(file)s cannot be read by this user: run this with sudo.")
        raise Fault(says % {"file": error.filename}) from error
    except (OSError, configparser.Error, KeyError, ValueError) as error:
        says = _("The configuration of pgBackRest in %(folder)s cannot be understood: %(said)s.")
        raise Fault(says % {"folder": config, "said": error}) from error


def _told(process: "subprocess.Popen[str]", what: str) -> str:
    assert process.stdout is not None  # noqa: S101 (it is a pipe)
    if not what:
        return process.stdout.read()
    said, done = [], 0
    with progress(what, 100) as advance:
        for line in process.stdout:
            said.append(line)
            if (found := DONE.search(line)) and (now := int(float(found[1]))) > done:
                advance(now - done)
                done = now
    return "".join(said)


def _moment(said: str | None) -> datetime | None:
    return datetime.fromisoformat(said) if said else None
