"""`manage.py compile_texts`: compile the message catalogues under locale/, without gettext."""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Compile the catalogues that are out of date."""

    help = "Compiles locale/*/LC_MESSAGES/*.po where the compiled file is missing or older."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        for catalogue in catalogues():
            if _is_stale(catalogue):
                _compile(catalogue)
                if options["verbosity"] > 1:
                    self.stdout.write(str(catalogue))


def catalogues() -> list[Path]:
    """Every .po file of the project."""
    return [po for root in settings.LOCALE_PATHS for po in sorted(Path(root).glob("*/LC_MESSAGES/*.po"))]


def _is_stale(catalogue: Path) -> bool:
    compiled = catalogue.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < catalogue.stat().st_mtime


def _compile(catalogue: Path) -> None:
    try:
        entries = polib.pofile(str(catalogue))
    except (OSError, UnicodeDecodeError) as error:  # polib raises these for a broken file, with the line
        raise CommandError(str(error)) from error
    entries.save_as_mofile(str(catalogue.with_suffix(".mo")))
