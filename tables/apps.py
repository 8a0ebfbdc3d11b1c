"""The tables as a Django app."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The house's own reglamentos become known to the game."""
        from tables.house_reglamentos.shelf import HouseShelf
        from tables.rules.reglamentos import REGLAMENTOS

        REGLAMENTOS.use(HouseShelf())
