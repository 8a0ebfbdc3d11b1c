"""Finds a reglamento by name: one of the product's five, or any version of a house's own."""

import re
from functools import lru_cache

from django.db import DatabaseError, connection, transaction

from casino.common import clock
from tables.models import HouseReglamento
from tables.record.reglamentos.file import read_reglamento
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS

NAME = re.compile(r"[a-z][a-z0-9-]{1,29}(@[1-9]\d{0,8})?")


def resolve(name: str) -> Reglamento:
    """The reglamento with the name that the record stores: `argentina`, `casa` (its newest version) or `casa@2`.

    Raises KeyError if there is none.
    """
    found = REGLAMENTOS.get(name) or _of_the_house(name)
    if found is None:
        raise KeyError(name)
    return found


def on_offer() -> list[Reglamento]:
    """Every reglamento that a table can be opened with: the product's five, then the newest version of each of the
    house's."""
    slugs = HouseReglamento.objects.order_by("slug").values_list("slug", flat=True).distinct()
    return [*REGLAMENTOS.values(), *(resolve(slug) for slug in slugs)]


def add(text: str) -> tuple[Reglamento, bool]:
    """Store the file as the newest version of its slug. Returns the reglamento and whether it is new.

    Nothing is stored if the newest version has the same text. Raises Fault if the file is not a valid reglamento.
    """
    with transaction.atomic():
        slug = read_reglamento(text).slug
        newest = HouseReglamento.objects.filter(slug=slug).order_by("-version").first()
        if newest and newest.text == text:
            return read_reglamento(text, newest.version), False
        version = newest.version + 1 if newest else 1
        HouseReglamento.objects.create(slug=slug, version=version, text=text, at=clock.now())
        return read_reglamento(text, version), True


def why_unreadable(error: DatabaseError) -> str:
    """The sentence for whoever asked for a house's own reglamento, which the database did not give."""
    try:
        migrated = HouseReglamento._meta.db_table in connection.introspection.table_names()
    except DatabaseError:
        migrated = True  # it answers nothing at all
    if migrated:
        return f"the house's own reglamentos cannot be read: {error}"
    return "the house's own reglamentos cannot be read: the database is not migrated; run manage.py migrate first"


def _of_the_house(name: str) -> Reglamento | None:
    """The house's reglamento for `slug@version`, or the newest version for `slug`; None if there is none."""
    if not NAME.fullmatch(name):
        return None  # PostgreSQL rejects NUL in text
    slug, _, version = name.partition("@")
    rows = HouseReglamento.objects.filter(slug=slug)
    row = rows.filter(version=int(version)).first() if version else rows.order_by("-version").first()
    return _read(row.text, row.version) if row else None


@lru_cache(maxsize=64)
def _read(text: str, version: int) -> Reglamento:
    """Cached, because parsing a file takes longer than finding its row."""
    return read_reglamento(text, version)
