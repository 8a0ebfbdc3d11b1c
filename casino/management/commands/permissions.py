"""`manage.py permissions > docs/permissions.md`: print the permission table as a page."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.accounts.permission_page import page


class Command(BaseCommand):
    """Print the permission table."""

    help = "Prints who may see and do what, as a page of the documentation."

    def handle(self, **options: Any) -> None:
        self.stdout.write(page(), ending="")
