"""`manage.py asyncapi`: describe the sockets, from the message classes themselves."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from tables.live.messages import document


class Command(BaseCommand):
    """Print the AsyncAPI document."""

    help = "Prints the AsyncAPI document of the sockets; docs/asyncapi.json keeps it."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(document(), indent=1, ensure_ascii=False))
