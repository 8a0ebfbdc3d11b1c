"""Labels of alerts by their kind: an icon, a short word for a tile, and sentences for the rail beside the tiles."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _

AT_TABLE = _("%(what)s at %(table)s")


@dataclass(frozen=True, slots=True)
class AlertWords:
    """`icon`: of the sprite; `tag`: the word on a tile, None for what the alert says itself; `at_table`: the sentence
    with the `%(table)s`, and perhaps with `%(what)s` happened; `many`: that of `%(count)s` of the kind, None where each
    has its own line. Icons differ, so that colour is not needed."""

    icon: str
    tag: Promise | None = None
    at_table: Promise | str = AT_TABLE
    many: Promise | None = None


WORDS: Mapping[str, AlertWords] = {
    "house": AlertWords("phone", _("Asks the house"), _("%(table)s waits for the jefe")),
    "dispute": AlertWords("scale"),
    "called": AlertWords("hand", _("Calls"), _("%(table)s calls the jefe")),
    "suspended": AlertWords(
        "pause", at_table=_("%(table)s is suspended"), many=_("%(count)s tables suspended")
    ),
    "record": AlertWords("triangle-alert", _("Incident")),
    "long": AlertWords(
        "hourglass",
        _("Slow"),
        _("%(table)s: slower than usual"),
        _("%(count)s tables slower than usual"),
    ),
    "tray": AlertWords(
        "coins", _("Fill needed"), _("%(table)s needs a fill"), _("%(count)s tables need a fill")
    ),
    "uncounted": AlertWords(
        "clipboard-check",
        _("Not counted"),
        _("%(table)s plays without an opening count"),
        _("%(count)s tables without an opening count"),
    ),
    "left": AlertWords(
        "clipboard-check",
        _("Not counted"),
        _("%(table)s is closed and not counted"),
        _("%(count)s closed tables not counted"),
    ),
    "unnamed": AlertWords("user", _("No name")),
    "slip": AlertWords("signature", _("Awaits a signature")),
    "request": AlertWords("signature", _("Awaits a signature")),
    "staff": AlertWords(
        "user-x",
        _("Short of staff"),
        many=_("%(count)s tables short of staff"),
    ),
    "relief": AlertWords(
        "timer", _("Relief"), _("Relief is due at %(table)s"), _("%(count)s reliefs are due")
    ),
    "tablet": AlertWords(
        "wifi-off",
        _("Offline"),
        _("%(table)s: tablet offline"),
        _("%(count)s tables with the tablet offline"),
    ),
    "card": AlertWords("square", _("Cards"), many=_("%(count)s cards too many")),
    "stop_card": AlertWords("square", _("Cards")),
    "one_copy": AlertWords("triangle-alert", at_table="%(what)s"),
    "alarm": AlertWords("shield-check", at_table="%(what)s"),
}
