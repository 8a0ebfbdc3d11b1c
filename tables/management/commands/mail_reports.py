"""`manage.py mail_reports`: send the mailed reports that are due."""

from typing import Any

from django.core.management.base import BaseCommand

from tables.reports import mailing


class Command(BaseCommand):
    """Send what is due, each mail once."""

    help = "Sends the reports on a schedule that are due; the server does so every minute where EMAIL_HOST is set."

    def handle(self, *args: Any, **options: Any) -> None:
        if not mailing.is_possible():
            self.stdout.write("no mail server: set EMAIL_HOST")
            return
        self.stdout.write(f"{mailing.send_due()} sent")
