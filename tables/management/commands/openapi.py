"""`manage.py openapi`: describe the HTTP API, from its routes and schemas."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from tables.api import api


class Command(BaseCommand):
    """Print the OpenAPI document."""

    help = "Prints the OpenAPI document of the HTTP API; docs/openapi.json keeps it."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(json.dumps(api.get_openapi_schema(), indent=1, ensure_ascii=False))
