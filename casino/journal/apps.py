"""The journal as a Django app."""

from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "casino.journal"
    label = "journal"
    default_auto_field = "django.db.models.BigAutoField"
