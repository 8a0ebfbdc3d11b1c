"""The installation as a Django app."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class CasinoConfig(AppConfig):
    """The installation: settings, addresses, the server."""

    name = "casino.site"
    label = "site"

    def ready(self) -> None:
        """Register the checks, and hear what PostgreSQL warns of."""
        from casino.common.sql import encoding  # noqa: F401 (it registers them)
        from casino.common.sql.confirmed import listen

        connection_created.connect(listen, dispatch_uid="casino.common.sql.confirmed")
