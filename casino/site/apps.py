"""The installation as a Django app."""

from django.apps import AppConfig


class CasinoConfig(AppConfig):
    """The installation: settings, addresses, the server."""

    name = "casino.site"
    label = "site"

    def ready(self) -> None:
        """Register the checks."""
        from casino.common.sql import encoding  # noqa: F401 (it registers them)
