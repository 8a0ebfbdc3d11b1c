"""`manage.py reglamento check|add FILE`, `manage.py reglamento list`: a house's own reglamentos."""

import getpass
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import translation

from casino.administration import reglamentos
from casino.administration.csv_list import Source
from casino.common.errors import Refusal
from casino.house.acts import By
from tables.house_reglamentos.shelf import why_unreadable
from tables.models import HouseReglamento

REFUSED, UNREADABLE = 1, 2


class Command(BaseCommand):
    """Check, add or list a house's own reglamentos."""

    help = "Checks a file with a house's own reglamento, adds it as the newest version, or lists all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        for act, about in (
            ("check", "say whether the file can be a reglamento"),
            ("add", "check it and keep it"),
        ):
            acts.add_parser(act, help=about).add_argument("file", type=Path, metavar="FILE")
        acts.add_parser("list", help="every version that is kept")

    def handle(self, *args: Any, act: str, file: Path | None = None, **options: Any) -> None:
        if file is None:
            self._list()
            return
        try:
            self._read(act, _source(file))
        except DatabaseError as error:
            raise CommandError(why_unreadable(error), returncode=UNREADABLE) from error
        except Refusal as refusal:
            status = REFUSED if refusal.code == "bad_reglamento" else UNREADABLE
            raise CommandError(refusal.text(), returncode=status) from refusal

    def _read(self, act: str, source: Source) -> None:
        if act == "check":
            rules = reglamentos.check(source)
            self.stdout.write(f"{rules.slug}: {rules.title}, good")
        else:
            rules, is_new = reglamentos.add(By(f"manage.py ({getpass.getuser()})"), source)
            self.stdout.write(f"{rules.name}: {rules.title}, {'added' if is_new else 'already there'}")
        with translation.override("en"):
            warning = reglamentos.warning(rules)
        if warning:
            self.stdout.write(warning)

    def _list(self) -> None:
        try:
            rows = [*HouseReglamento.objects.order_by("slug", "version")]
        except DatabaseError as error:
            raise CommandError(why_unreadable(error), returncode=UNREADABLE) from error
        for row in rows:
            self.stdout.write(f"{row}  {row.at:%Y-%m-%d %H:%M}")


def _source(file: Path) -> Source:
    try:
        return Source(str(file), file.read_bytes())
    except OSError as error:
        raise CommandError(f"cannot read {file}: {error}", returncode=UNREADABLE) from error
