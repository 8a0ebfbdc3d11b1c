"""Labels of the acts of the administration and for the settings of a house."""

from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from casino.common.house import LONG_PHASES
from casino.common.wording import colon
from tables.view.labels.game import PHASE_LABELS

_titled = lazy(colon, str)

ACTS: dict[str, Promise] = {
    "person_made": _("Login made"),
    "person_changed": _("Login changed"),
    "passphrase_reset": _("Passphrase reset"),
    "second_factor_reset": _("Second factor reset"),
    "person_suspended": _("Login suspended"),
    "person_resumed": _("Login let in again"),
    "person_ended": _("Login ended"),
    "person_exported": _("What is kept of a person taken out"),
    "player_name_erased": _("Name of a player erased"),
    "session_ended": _("Session ended"),
    "people_imported": _("Staff taken from a list"),
    "handed_to_directory": _("Login handed to the directory"),
    "taken_from_directory": _("Login taken out of the directory"),
    "group_added": _("Role given to a group of the directory"),
    "group_moved": _("Group of the directory moved in the list"),
    "group_removed": _("Role taken from a group of the directory"),
    "table_made": _("Table made"),
    "table_changed": _("Table changed"),
    "table_retired": _("Table retired"),
    "table_returned": _("Table brought back"),
    "pit_made": _("Pit made"),
    "pit_changed": _("Pit changed"),
    "pit_ended": _("Pit ended"),
    "token_issued": _("Display or device let in"),
    "token_rotated": _("New link for a display or device"),
    "token_revoked": _("Display or device let in no more"),
    "setting_changed": _("Setting changed"),
    "reglamento_added": _("Reglamento added"),
    "mail_added": _("Report to be mailed"),
    "mail_ended": _("Report mailed no more"),
    "link_made": _("Link of the first run made"),
    "house_set_up": _("First administrator made"),
}
_LONG = _("Seconds after which the floor says that this takes unusually long. 0: never.")
# Django setting -> what it is called, and what it does
SETTINGS: dict[str, tuple[Any, Any]] = {
    "HOUSE_NAME": (_("Name of the house"), _("It stands on the login, on the walls and on every paper.")),
    "HOUSE_ADDRESS": (_("Address"), _("Street and place, as they stand at the head of every paper.")),
    "TAX_NUMBER": (
        _("Tax number"),
        _("With its name, such as CUIT 30-70123456-7; at the head of every paper."),
    ),
    "LICENCE": (_("Licence"), _("Who gave it and its number; at the head of every paper.")),
    "LANGUAGE_CODE": (_("Language"), _("Of those who have chosen none: new logins, walls, the login.")),
    "HOUSE_LANGUAGES": (
        _("Languages on offer"),
        _(
            "The login, “My sessions” and new logins offer these. Who had chosen another one reads the house's."
        ),
    ),
    "TIME_ZONE": (_("Time zone"), _("All times that are shown, and the hours of the reports, are in it.")),
    "CURRENCY": (_("Currency"), _("Its code of three letters. It stays once money has moved.")),
    "DECIMALS": (
        _("Decimals of an amount"),
        _(
            "0 where the smallest unit is a whole one, 2 where it is a hundredth. It stays once money has moved."
        ),
    ),
    "DENOMINATIONS": (
        _("Chips"),
        _("The values in which trays are counted, separated by spaces, in the currency."),
    ),
    "DAY_BEGINS": (
        _("Hour at which the day begins"),
        _("The reports of a day run from this hour to the next day's."),
    ),
    "COUNTER_LIMIT": (
        _("Largest exchange without a jefe"),
        _("At the counter, for one player in one shift; a jefe confirms what is larger."),
    ),
    "IDLE_MINUTES": (
        _("Minutes until a tablet locks itself"),
        _("When nobody touches it; the PIN unlocks it. 0: never."),
    ),
    "SESSIONS_PER_PERSON": (
        _("Sessions of a person"),
        _("As many at once; a newer login ends the oldest. 0: any number."),
    ),
    "RELIEF_MINUTES": (
        _("Minutes until a relief is due"),
        _("Of who deals, from when he came on duty; the floor then says so. 0: never."),
    ),
    "BREAK_MINUTES": (
        _("Minutes of a break"),
        _("The jefe sees until when who has dealt should rest."),
    ),
    "PASSES_PER_HOUR": (
        _("Passes an hour"),
        _("What a table should play; the floor's figures compare with it. 0: no target."),
    ),
    "TABLET_SECONDS": (
        _("Seconds until a tablet is lost"),
        _("Of a table in play whose console is not connected; the floor then says so. 0: never."),
    ),
    "BET_SECONDS": (
        _("Seconds for bets"),
        _("A wall counts them down while bets are open. It informs: nothing happens at 0. 0: no countdown."),
    ),
    "NEXT_GAME": (
        _("Next game at"),
        _("Such as 21:00. The walls of idle tables say so. Empty: they say no time."),
    ),
    "ASSIGNED_ONLY": (
        _("Croupiers work only where they are assigned"),
        _("On: what a croupier does at any other table is refused. His tables stand on his page."),
    ),
    **{
        name: (format_lazy("{} {}", _titled(_("Unusually long")), PHASE_LABELS[phase]), _LONG)
        for phase, name in LONG_PHASES.items()
    },
}
# The groups in which a page shows them; those of the last are the ones that no other has
SETTING_GROUPS: tuple[tuple[Any, frozenset[str]], ...] = (
    (_("The house"), frozenset({"HOUSE_NAME", "HOUSE_ADDRESS", "TAX_NUMBER", "LICENCE"})),
    (_("Language and time"), frozenset({"LANGUAGE_CODE", "HOUSE_LANGUAGES", "TIME_ZONE", "DAY_BEGINS"})),
    (
        _("Work at the tables"),
        frozenset({"ASSIGNED_ONLY", "RELIEF_MINUTES", "BREAK_MINUTES", "PASSES_PER_HOUR"}),
    ),
    (_("Tablets and logins"), frozenset({"IDLE_MINUTES", "SESSIONS_PER_PERSON", "TABLET_SECONDS"})),
    (_("Unusually long"), frozenset(LONG_PHASES.values())),
    (_("Money"), frozenset({"CURRENCY", "DECIMALS", "DENOMINATIONS", "COUNTER_LIMIT"})),
)
# What stands in an act as changed, and what it is called
CHANGED: dict[str, Any] = {
    "role": _("Role"),
    "kind": _("Kind"),
    "language": _("Language"),
    "first_name": _("First name"),
    "last_name": _("Last name"),
    "groups": _("Groups"),
    "serves": _("Tables that he may serve"),
    "is_active": _("Can log in"),
    "ended": _("Ended"),
    "logins": _("Logins"),
    "name": _("Name"),
    "table": _("Table"),
    "tables": _("Tables"),
    "pit": _("Pit"),
    "bet_seconds": _("Seconds for bets"),
    "opening": _("Proposed when it is opened"),
    "reglamento": _("Reglamento"),
    "minimum": _("Minimum"),
    "maximum": _("Maximum"),
    "chip": _("Chip"),
    "retired": _("Retired"),
    "place": _("Place"),
    "address": _("Address"),
    "browser": _("Browser"),
    "expires": _("Expires"),
    "names": _("Names"),
    "rows": _("Rows"),
    "title": _("Title"),
    "base": _("On the base of"),
    "report": _("Report"),
    "person": _("Person"),
    "every": _("How often"),
    "day": _("Day"),
    "hour": _("Hour"),
    "issuer": _("Directory"),
    "subject": _("Id there"),
    **{name: label for name, (label, _about) in SETTINGS.items()},
    "LOGO": _("Logo"),
    "CHIP_COLOURS": _("Colours of the chips"),
}
