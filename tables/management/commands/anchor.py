"""`manage.py anchor`: sign the heads of all chains now, and add them to the file of anchors."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tables.record.anchors.making import make


class Command(BaseCommand):
    """Make an anchor. Exits with 1 if the file cannot be written."""

    help = "Signs the heads of the record and the journal and adds them to ANCHORS; the server does so every hour."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            anchor = make()
        except OSError as error:
            raise CommandError(f"{settings.ANCHORS}: {error.strerror}") from error
        if anchor:
            self.stdout.write(f"{settings.ANCHORS}: anchor {anchor.number}, {anchor.at}, {anchor.short}")
            self.stdout.write(anchor.printed)
