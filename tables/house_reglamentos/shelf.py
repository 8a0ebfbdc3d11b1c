"""Where a reglamento is found by its name: the five of the product, and a house's own, every version for ever."""

import re
from functools import lru_cache

from django.db import transaction

from casino.common import clock
from tables.house_reglamentos.file import read_reglamento
from tables.models import HouseReglamento
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS

NAME = re.compile(r"[a-z][a-z0-9-]{1,29}(@[1-9]\d{0,8})?")


def resolve(name: str) -> Reglamento:
    """The reglamento by the name that the record uses: `argentina`, `casa` (its newest version), `casa@2`. Raises
    KeyError."""
    found = REGLAMENTOS.get(name) or _of_the_house(name)
    if found is None:
        raise KeyError(name)
    return found


def on_offer() -> list[Reglamento]:
    """All that a table can be opened with: the product's five, then the newest version of each of the house's own."""
    slugs = HouseReglamento.objects.order_by("slug").values_list("slug", flat=True).distinct()
    return [*REGLAMENTOS.values(), *(resolve(slug) for slug in slugs)]


def add(text: str) -> tuple[Reglamento, bool]:
    """Keep the file as the newest version of its slug; False beside it if the newest says the same already.

    Raises Fault for a file that cannot be a reglamento.
    """
    with transaction.atomic():
        slug = read_reglamento(text).slug
        newest = HouseReglamento.objects.filter(slug=slug).order_by("-version").first()
        if newest and newest.text == text:
            return read_reglamento(text, newest.version), False
        version = newest.version + 1 if newest else 1
        HouseReglamento.objects.create(slug=slug, version=version, text=text, at=clock.now())
        return read_reglamento(text, version), True


def _of_the_house(name: str) -> Reglamento | None:
    """By `slug@version`, or the newest by `slug`; None if there is none."""
    if not NAME.fullmatch(name):
        return None  # PostgreSQL rejects NUL in text
    slug, _, version = name.partition("@")
    rows = HouseReglamento.objects.filter(slug=slug)
    row = rows.filter(version=int(version)).first() if version else rows.order_by("-version").first()
    return _read(row.text, row.version) if row else None


@lru_cache(maxsize=64)
def _read(text: str, version: int) -> Reglamento:
    """Reading a file takes longer than finding it; the same text always says the same."""
    return read_reglamento(text, version)
