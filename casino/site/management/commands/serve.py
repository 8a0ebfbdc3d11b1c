"""`manage.py serve`: run one server process with an orderly end."""

import os
import sys
from argparse import SUPPRESS
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.urls import get_resolver

from casino.administration.directory.watch import Watch
from casino.common import environment
from casino.common.address import address
from casino.common.sql import limits
from casino.common.sql.outage import close_pool
from casino.operations.serving_lock import IsServed, serving
from ledger import currency_check
from ledger.currency_check import OtherCurrency
from ledger.models import LedgerCurrency
from tables.door import row_lock
from tables.record.anchors.making import Hourly
from tables.record.audit.scheduled import Daily
from tables.record.database_rights import is_owner
from tables.reports.mailing import Mailing

SWITCH = 0.0005  # seconds that a thread may compute while another waits for the interpreter; Python's own are 0.005


class Command(BaseCommand):
    """Run the server until SIGTERM or SIGINT."""

    help = "Serves the casino on HOST:PORT until SIGTERM or SIGINT, then closes its sockets and stops."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=environment.number("PORT", 8000, most=65_535))
        # Says nothing any more: units of earlier releases name a server, and an upgrade keeps the unit that stands.
        parser.add_argument("--server", choices=("daphne", "uvicorn"), help=SUPPRESS)
        parser.add_argument("--robot", action="store_true", help="run `manage.py simulate` beside it")

    def handle(self, *args: Any, **options: Any) -> None:
        self._prepare()
        sys.setswitchinterval(SWITCH)
        # Imported here: other commands do not need them, and the first installs Twisted's reactor.
        from casino.site.server.casino_server import CasinoServer  # isort: skip
        from casino.site.asgi import application
        from casino.site.server.companion import Companion
        from tables.live.hub import close_all

        self._warm_up()
        host, port = options["host"], options["port"]
        server = CasinoServer(application, close_all, host, port)
        beside: list[Companion | Hourly | Daily | Mailing | Watch] = [Hourly(), Daily(), Mailing(), Watch()]
        if options["robot"]:
            beside.append(Companion("simulate", "--url", address(host, port)))

        def when_listening() -> None:
            self._say(address(host, port))
            for one in beside:
                one.start()

        try:
            with serving(settings.VAR_DIR):
                served = server.run(when_listening)
        except IsServed as error:
            raise CommandError("the house is being restored: start again when that is done") from error
        finally:
            for one in reversed(beside):
                one.stop()
            close_pool()
        if not served:
            raise CommandError(f"{host}:{port} is taken or not ours; choose another with PORT=")

    def _prepare(self) -> None:
        limits.serve()
        row_lock.refuse_soon()
        self._check_currency()
        self._check_owner()

    def _warm_up(self) -> None:
        """Do what the first requests would wait for."""
        from tables.screens.fragments import compile_all

        compile_all()
        _ = get_resolver().url_patterns  # imports the pages

    def _check_currency(self) -> None:
        if LedgerCurrency._meta.db_table not in connection.introspection.table_names():
            return  # not migrated yet, which /healthz reports
        try:
            currency_check.agree()
        except OtherCurrency as error:
            raise CommandError(
                f"{error}. CURRENCY and DECIMALS never change once money has moved."
            ) from error
        finally:
            connection.close()

    def _check_owner(self) -> None:
        if owner := is_owner():
            self.stderr.write(
                f"The database role {owner} owns its tables, and so may change the record. Let another one serve: "
                "manage.py serving_role, docs/security.md."
            )
        connection.close()

    def _say(self, here: str) -> None:
        self.stdout.write(f"No Va Mas: {here}/  (Ctrl+C ends it)")
        self.stdout.flush()
