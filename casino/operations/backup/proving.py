"""Proves a restored house in a process of its own, whose settings name its database and its files."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from casino.common.json_input import Json
from casino.common.version import VERSION
from casino.operations.answer import Fault

NEWER = 3  # exit status: the backup knows migrations that this version does not
NOT_OURS = (
    "ANCHORS",
    "ANCHORS_COPY",
    "ANCHORS_COMMAND",
    "DATABASE_OWNER_URL",
    "REDIS_URL",
)  # for what is restored


def prove(name: str, variables: Mapping[str, str]) -> Json:
    """Bring a restored house up to date and audit it, with the anchors that were backed up with it; returns its facts.
    Raises Fault."""
    kept = {variable: value for variable, value in os.environ.items() if variable not in NOT_OURS}
    there = {"DJANGO_SETTINGS_MODULE": "casino.site.settings", "PYTHONPATH": os.pathsep.join(sys.path)}
    ends_with_us = ["setpriv", "--pdeathsig=KILL", "--"] if shutil.which("setpriv") else []
    command = [*ends_with_us, sys.executable, "-m", "casino.operations.backup.proving"]
    done = subprocess.run(  # noqa: S603 (all ours)
        command, env={**kept, **there, **variables}, stdout=subprocess.PIPE, text=True, check=False
    )
    said = done.stdout.splitlines()
    if done.returncode == NEWER:
        says = _("%(name)s was made by a newer version than this one (%(ours)s): upgrade first.")
        raise Fault(says % {"name": name, "ours": VERSION})
    if done.returncode:
        broken = next((line for line in said if "BROKEN" in line), said[-1] if said else "")
        says = _("%(name)s was restored beside the house, but does not hold: %(said)s")
        raise Fault(says % {"name": name, "said": broken or done.returncode})
    found: Json = json.loads(said[-1])
    return found


def main() -> None:
    """What `prove` runs: the findings of the audit, a line each, and the facts as the last one."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import CommandError, call_command
    from django.db import DatabaseError, connection
    from django.db.migrations.loader import MigrationLoader

    from casino.operations.backup.facts import facts
    from tables.record.anchors.file import is_begun

    try:
        loader = MigrationLoader(connection)
        if any(one not in loader.disk_migrations for one in loader.applied_migrations or ()):
            sys.exit(NEWER)
        if not loader.applied_migrations or not loader.applied_migrations.keys() >= {
            *loader.graph.leaf_nodes()
        }:
            call_command("migrate", verbosity=0)
        kept = is_begun(settings.ANCHORS)
        anchors: list[Any] = ["--from-anchor", "--anchors", settings.ANCHORS] if kept else []
        call_command("audit", *anchors)
        with connection.cursor() as cursor:
            found = facts(cursor)
    except (DatabaseError, CommandError) as error:
        print(str(error).strip().partition("\n")[0])  # noqa: T201 (read by `prove`)
        sys.exit(1)
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    main()
