"""The installation as a Django app."""

from django.apps import AppConfig


class CasinoConfig(AppConfig):
    """The installation: settings, addresses, the server."""

    name = "casino"

    def ready(self) -> None:
        """Register the checks."""
        from casino import checks  # noqa: F401 (it registers them)
