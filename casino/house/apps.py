"""The house as a Django app."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class HouseConfig(AppConfig):
    """The app of the house's settings and of what its administrators did."""

    name = "casino.house"
    label = "house"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Take the settings that the database holds, with the first connection of the process."""
        from casino.house import values

        connection_created.connect(values.take_once, dispatch_uid="casino.house")
