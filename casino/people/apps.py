"""Logins, roles and tokens as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app of logins, roles and tokens."""

    name = "casino.people"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen to what Django says of logins."""
        from casino.people.login import signals  # noqa: F401
