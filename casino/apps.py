from django.apps import AppConfig


class CasinoConfig(AppConfig):
    """Wiring: settings, addresses, roles and logins."""

    name = "casino"
