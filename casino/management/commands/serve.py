"""`manage.py serve`: run one server process with an orderly end."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.urls import get_resolver

from casino import environment, limits
from casino.address import address
from casino.common.arenas import share_arenas
from casino.common.outage import close_pool
from casino.common.processors import OneProcessor
from casino.common.serving_lock import IsServed, serving
from ledger import currency_check
from ledger.currency_check import OtherCurrency
from ledger.models import LedgerCurrency
from tables import row_lock
from tables.anchors.making import Hourly
from tables.audit.scheduled import Daily
from tables.database_rights import is_owner

SERVERS = ("daphne", "uvicorn")
SWITCH = 0.0005  # seconds that a thread may compute while another waits for the interpreter; Python's own are 0.005


class Command(BaseCommand):
    """Run the server until SIGTERM or SIGINT."""

    help = "Serves the casino on HOST:PORT until SIGTERM or SIGINT, then closes its sockets and stops."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=environment.number("PORT", 8000, most=65_535))
        parser.add_argument("--server", choices=SERVERS, default="daphne", help="what serves")
        parser.add_argument("--robot", action="store_true", help="run `manage.py simulate` beside it")

    def handle(self, *args: Any, **options: Any) -> None:
        self._prepare()
        sys.setswitchinterval(SWITCH)
        share_arenas()
        chosen = server_class(options["server"])
        # Imported here, after the server: other commands do not need them.
        from casino.companion import Companion
        from casino.draining import DrainingApplication

        from casino.asgi import application  # isort: skip
        from tables.live.hub import close_all  # isort: skip

        self._warm_up()
        host, port = options["host"], options["port"]
        draining = DrainingApplication(application, close_all)
        server = chosen(draining, host, port)
        beside: list[Companion | Hourly | Daily | OneProcessor] = [Hourly(), Daily()]
        if options["robot"]:
            beside.append(Companion("simulate", "--url", address(host, port)))
        if settings.ONE_PROCESSOR:
            beside.append(OneProcessor())

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


def server_class(name: str) -> type[Any]:
    """The server of that name."""
    # Imported here: daphne installs Twisted's reactor on import.
    if name == "uvicorn":
        from casino.uvicorn_server import UvicornServer

        return UvicornServer
    from casino.server import CasinoServer

    return CasinoServer
