"""The cage as a Django app: slips, shifts and counts on top of the ledger."""

from django.apps import AppConfig


class CageConfig(AppConfig):
    name = "ledger.cage"
    label = "cage"
    default_auto_field = "django.db.models.BigAutoField"
