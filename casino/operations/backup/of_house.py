"""The kind of backups that this house has."""

from django.db import connection

from casino.operations.backup import postgresql, sqlite
from casino.operations.backup.kinds import Kind


def kind() -> Kind:
    """A module with the functions of `Kind`."""
    return postgresql if connection.vendor == "postgresql" else sqlite
