"""Django set up in this process, for the database that is named."""

import os
from collections.abc import Mapping


def with_django(environment: Mapping[str, str], settings: str = "casino.settings") -> None:
    """Set Django up. Call this before importing anything of the product."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": settings, **environment}
    import django

    django.setup()
