"""`manage.py collect_texts`: update the message catalogues from the source."""

from collections.abc import Mapping
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand

from casino.site.texts import Text, catalogue, plurals, texts

HEAD = {"Content-Type": "text/plain; charset=UTF-8", "MIME-Version": "1.0"}
# How a text's form follows from a number n, as gettext writes it, where the head of a catalogue does not say so.
PLURAL_FORMS = "nplurals=2; plural=(n != 1);"


class Command(BaseCommand):
    """Update the catalogues of all languages; that of a new one is made, in its folder under locale/."""

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
    entries = polib.pofile(str(path)) if path.exists() else polib.POFile()
    plural_forms = entries.metadata.get("Plural-Forms", PLURAL_FORMS)
    known = {(entry.msgid, entry.msgctxt): entry for entry in entries}
    kept = polib.POFile(wrapwidth=110)
    kept.metadata = HEAD | {"Language": language, "Plural-Forms": plural_forms}
    several = plurals()
    for text, context in sorted(wanted, key=lambda found: (found[0], found[1] or "")):
        entry = polib.POEntry(msgid=text, msgctxt=context, msgid_plural=several.get(text, ""))
        kept.append(_translated(entry, known.get((text, context)), kept.metadata))
    kept.save(str(path))
    return len(kept.untranslated_entries())


def _translated(entry: polib.POEntry, known: polib.POEntry | None, head: Mapping[str, str]) -> polib.POEntry:
    """The entry with what is known of it: in English the text itself, elsewhere the translation so far."""
    is_english = head["Language"] == "en"
    if is_english and entry.msgid_plural:
        entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
    elif is_english:
        entry.msgstr = entry.msgid
    elif entry.msgid_plural:
        forms = int(head["Plural-Forms"].removeprefix("nplurals=")[0])
        entry.msgstr_plural = (known and known.msgstr_plural) or dict.fromkeys(range(forms), "")
    elif known:
        entry.msgstr = known.msgstr
    return entry
