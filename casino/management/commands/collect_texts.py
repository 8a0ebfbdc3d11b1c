"""`manage.py collect_texts`: update the message catalogues from the source."""

from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from casino.texts import Text, catalogue, plurals, texts

HEAD = {"Content-Type": "text/plain; charset=UTF-8", "MIME-Version": "1.0"}
# By language: how a text's form follows from a number n, as gettext writes it.
PLURAL_FORMS = {
    "en": "nplurals=2; plural=(n != 1);",
    "es": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "sl": "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
}


class Command(BaseCommand):
    """Update the catalogues of all languages."""

    help = "Adds new texts to locale/*/LC_MESSAGES/django.po, untranslated, and drops those that are gone."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = texts()
        for language, _ in settings.LANGUAGES:
            missing = _step(language, wanted)
            self.stdout.write(f"{language}: {len(wanted)} texts, {missing} to translate")


def _step(language: str, wanted: set[Text]) -> int:
    path = catalogue(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    entries = polib.pofile(str(path)) if path.exists() else []
    known = {(entry.msgid, entry.msgctxt): entry for entry in entries}
    kept = polib.POFile(wrapwidth=110)
    kept.metadata = HEAD | {"Language": language, "Plural-Forms": PLURAL_FORMS[language]}
    several = plurals()
    for text, context in sorted(wanted, key=lambda found: (found[0], found[1] or "")):
        entry = polib.POEntry(msgid=text, msgctxt=context, msgid_plural=several.get(text, ""))
        kept.append(_translated(entry, known.get((text, context)), language))
    kept.save(str(path))
    return len(kept.untranslated_entries())


def _translated(entry: polib.POEntry, known: polib.POEntry | None, language: str) -> polib.POEntry:
    """The entry with what is known of it: in English the text itself, elsewhere the translation so far."""
    if language == "en" and entry.msgid_plural:
        entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
    elif language == "en":
        entry.msgstr = entry.msgid
    elif entry.msgid_plural:
        forms = int(PLURAL_FORMS[language].removeprefix("nplurals=")[0])
        entry.msgstr_plural = (known and known.msgstr_plural) or dict.fromkeys(range(forms), "")
    elif known:
        entry.msgstr = known.msgstr
    return entry
