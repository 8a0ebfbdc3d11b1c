"""The installation as a Django app."""

from django.apps import AppConfig


class CasinoConfig(AppConfig):
    """The installation: settings, addresses, the server."""

    name = "casino"
