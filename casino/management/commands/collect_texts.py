"""`manage.py collect_texts`: update the message catalogues from the source."""

from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from casino.texts import catalogue, texts

HEAD = {"Content-Type": "text/plain; charset=UTF-8", "MIME-Version": "1.0"}


class Command(BaseCommand):
    """Update the catalogues of all languages."""

    help = "Adds new texts to locale/*/LC_MESSAGES/django.po, untranslated, and drops those that are gone."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = texts()
        for language, _ in settings.LANGUAGES:
            missing = _step(language, wanted)
            self.stdout.write(f"{language}: {len(wanted)} texts, {missing} to translate")


def _step(language: str, wanted: set[str]) -> int:
    path = catalogue(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    known = {entry.msgid: entry.msgstr for entry in polib.pofile(str(path))} if path.exists() else {}
    kept = polib.POFile(wrapwidth=110)
    kept.metadata = HEAD | {"Language": language}
    for text in sorted(wanted):
        kept.append(polib.POEntry(msgid=text, msgstr=text if language == "en" else known.get(text, "")))
    kept.save(str(path))
    return len(kept.untranslated_entries())
