"""The house's values: its name, its money, its day, its limits; an administrator changes them on a page.

`house()` is what they are now. The environment has the defaults (`casino.site.settings`), the database what the house
has set in their place (`casino.house.values`, which tells this process of another's changes). A value is replaced as
a whole and never changed, so what is read together belongs together.
"""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings


@dataclass(frozen=True, slots=True)
class House:
    """Each field has the name of its setting in small letters: that of a variable, of a row, of a field of the page.

    `house_languages` are those that it offers, `language_code` is its own; amounts are integers in the smallest unit
    of `currency`; `day_begins` is a local hour, `next_game` a local time such as 21:00, or empty. Of the limits 0 means
    none. `long_…`: seconds after which that phase of a table takes unusually long; seating and a closed table may last
    as long as they like.
    """

    house_name: str
    house_address: str
    tax_number: str
    licence: str
    language_code: str
    house_languages: tuple[str, ...]
    time_zone: str
    currency: str
    decimals: int
    denominations: tuple[int, ...]
    chip_colours: tuple[str, ...]
    day_begins: int
    counter_limit: int
    idle_minutes: int
    sessions_per_person: int
    logo: str
    assigned_only: bool
    relief_minutes: int
    break_minutes: int
    passes_per_hour: int
    tablet_seconds: int
    bet_seconds: int
    next_game: str
    long_shuffling: int
    long_cutting: int
    long_burning: int
    long_auction: int
    long_offer: int
    long_betting: int
    long_dealing: int
    long_will: int
    long_bank_choice: int
    long_resolved: int
    long_suite: int

    @property
    def zone(self) -> ZoneInfo:
        """The time zone, on whose clock the house lives."""
        return ZoneInfo(self.time_zone)

    @property
    def languages(self) -> list[tuple[str, str]]:
        """(code, name) of each language that it offers, in the product's order."""
        return [(code, name) for code, name in settings.LANGUAGES if code in self.house_languages]

    def spoken(self, language: str) -> str:
        """The language in which a person is spoken to who has chosen this one: the house's, if it does not offer it."""
        return language if language in self.house_languages else self.language_code

    def of(self, name: str) -> Any:
        """The value of the setting with this name, such as COUNTER_LIMIT."""
        return getattr(self, name.lower())

    def long(self, phase: str) -> int:
        """Seconds after which this phase takes unusually long; 0: never."""
        return self.of(LONG_PHASES[phase]) if phase in LONG_PHASES else 0


NAMES = tuple(field.name.upper() for field in fields(House))
# They have no variable in the environment
FROM_PAGE_ALONE = frozenset({"LANGUAGE_CODE", "HOUSE_LANGUAGES", "CHIP_COLOURS", "LOGO", "NEXT_GAME"})
LONG = "LONG_"
# In the order of the game: phase -> its setting
LONG_PHASES = {name.removeprefix(LONG).lower(): name for name in NAMES if name.startswith(LONG)}

_present: House | None = None
_first = (
    threading.RLock()
)  # keeps the first call from replacing what another thread has just read by the defaults


def house() -> House:
    """The house's values as they are now."""
    if _present is None:
        with _first:
            return _present or hold({})
    return _present


def hold(own: Mapping[str, Any]) -> House:
    """Let this process have these values of the house's own, by the names of their settings, and the environment's
    where it has none."""
    global _present
    with _first:
        _present = House(**{name.lower(): own.get(name, getattr(settings, name)) for name in NAMES})
        return _present
