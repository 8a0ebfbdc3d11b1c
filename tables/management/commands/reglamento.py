"""`manage.py reglamento check|add FILE`, `manage.py reglamento list`: a house's own reglamentos."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.house_reglamentos.file import Fault, read_reglamento
from tables.house_reglamentos.shelf import add
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
            self._read(act, _text(file))
        except Fault as fault:
            raise CommandError(f"{file}, {fault}", returncode=REFUSED) from fault

    def _read(self, act: str, text: str) -> None:
        if act == "check":
            rules = read_reglamento(text)
            self.stdout.write(f"{rules.slug}: {rules.title}, good")
            return
        rules, is_new = add(text)
        self.stdout.write(f"{rules.name}: {rules.title}, {'added' if is_new else 'already there'}")

    def _list(self) -> None:
        for row in HouseReglamento.objects.order_by("slug", "version"):
            self.stdout.write(f"{row}  {row.at:%Y-%m-%d %H:%M}")


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {file}: {error}", returncode=UNREADABLE) from error
