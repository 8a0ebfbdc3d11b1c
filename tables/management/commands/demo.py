"""`manage.py demo`: build the demo casino and print its addresses and logins."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.common import environment
from casino.common.address import address
from tables.models import Table
from tables.robot.credentials import STAFF, Credentials, load_credentials
from tables.robot.demo import TABLES, NotTheDemo, build, is_built


class Command(BaseCommand):
    """Build the demo casino."""

    help = "Builds the demo casino, or what is missing of it, and prints its addresses and logins."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="build only where there is no table")
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=environment.number("PORT", 8000, most=65_535))

    def handle(self, *args: Any, if_empty: bool, host: str, port: int, **options: Any) -> None:
        here = address(host, port)
        try:
            credentials = load_credentials() if if_empty and Table.objects.exists() else build()
        except NotTheDemo as refusal:
            if not if_empty:
                raise CommandError(str(refusal)) from refusal
            credentials = None
        if not is_built():
            self.stdout.write(f"{here}/  (this house has tables or logins of its own: no demo is built)")
        elif credentials is None:
            self.stdout.write(f"{here}/  (the demo's logins are lost; `manage.py demo` makes new ones)")
        else:
            self._print(here, credentials)

    def _print(self, here: str, credentials: Credentials) -> None:
        lines = [f"The demo casino: {here}/", f"  Logins, all with the passphrase  {credentials.passphrase}"]
        lines += [f"    {username:<8}{role}" for username, role in STAFF.items()]
        for table in TABLES:
            lines += [f"  {table.name}: {table.reglamento}, {table.remark}"]
            lines += [f"    console {here}/tables/{table.slug}/console/"]
            lines += [f"    wall    {here}/wall/{credentials.walls[table.slug]}/"]
        self.stdout.write("\n".join(lines))
