"""The languages that the house offers: some of those that the product speaks."""

from django.conf import settings


def offered() -> list[tuple[str, str]]:
    """(code, name) of each, in the product's order."""
    return [(code, name) for code, name in settings.LANGUAGES if code in settings.HOUSE_LANGUAGES]


def spoken(language: str) -> str:
    """The language in which somebody is spoken to who has chosen this one: the house's, where it does not offer it."""
    return language if language in settings.HOUSE_LANGUAGES else str(settings.LANGUAGE_CODE)
