"""What a backup says of the database in it, so that a restored one can be compared with it.

Read with a cursor of its own, as the database may be another than the one that Django is connected to.
"""

import base64
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.utils.translation import gettext as _

from casino.common.house import house
from casino.common.json_input import Json
from casino.operations import house_keys

ENDS = """
    SELECT t.slug, r.number, r.digest FROM tables_table t JOIN tables_record r ON r.table_id = t.id
    WHERE r.number = (SELECT max(number) FROM tables_record WHERE table_id = t.id) ORDER BY t.slug
"""
JOURNAL = "SELECT name, number, digest FROM journal_head"
# Logins under way and counted failures: they change all the time and prove nothing.
PASSING = {"sessions", "axes", "contenttypes"}
KEPT_FILES = (*house_keys.FILES, house_keys.OLD_SIGNING_KEYS, "anchors.jsonl")  # of VAR_DIR
SETTINGS = ("CURRENCY", "DECIMALS", "DENOMINATIONS", "COUNTER_LIMIT", "DAY_BEGINS", "TIME_ZONE")


def facts(cursor: Any, counted: Iterable[str] | None = None) -> Json:
    """The ends of the chains, of each table's record and of the journal, and the number of rows of
    each model, read with a DB-API cursor. `counted`: the tables whose rows are counted, if they are not all of
    this version's."""
    ends: Json = {}
    for query, name in ((ENDS, "{}"), (JOURNAL, "journal {}")):
        cursor.execute(query)
        ends |= {name.format(of): [number, digest] for of, number, digest in cursor.fetchall()}
    return {"ends": ends, "rows": {table: _count(cursor, table) for table in sorted(counted or tables())}}


def migrations(cursor: Any) -> list[list[str]]:
    """The migrations that are applied, as [app, name]."""
    cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
    return [list(row) for row in cursor.fetchall()]


def house_settings() -> Json:
    """The settings that figures of this house depend on."""
    return {name: house().of(name) for name in SETTINGS}


def kept_files() -> dict[str, str]:
    """The files that belong to the house beside the database, in base64."""
    found = ((name, settings.VAR_DIR / name) for name in KEPT_FILES)
    return {name: base64.b64encode(path.read_bytes()).decode() for name, path in found if path.is_file()}


def differences(here: Json, there: Json) -> Iterator[str]:
    """What `facts` of two databases do not agree on, a sentence each."""
    for kind, words in (
        ("ends", _("the chain of %(name)s ends elsewhere")),
        ("rows", _("%(name)s has another number of rows")),
    ):
        for name in sorted({*here[kind], *there[kind]}):
            if here[kind].get(name) != there[kind].get(name):
                yield words % {"name": name}


def tables() -> Iterator[str]:
    """The tables of this version whose rows a backup counts."""
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy and model._meta.app_label not in PASSING:
            yield model._meta.db_table


def _count(cursor: Any, table: str) -> int:
    cursor.execute(f'SELECT count(*) FROM "{table}"')  # noqa: S608 (a model's, or from a sealed list)
    number: int = cursor.fetchone()[0]
    return number
