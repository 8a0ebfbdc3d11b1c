"""All checks, one after the other."""

from collections.abc import Callable, Iterator

from django.utils import translation
from django.utils.translation import gettext as _

from casino.operations.doctor import address, directory, house, machine, pair, services, telling
from casino.operations.doctor.finding import Finding, fault, first_line

Check = Callable[[], Iterator[Finding]]

# what each is about, where it fails itself -> the check
CHECKS: tuple[tuple[str, Check], ...] = (
    ("version", machine.versions),
    ("disk", machine.room),
    ("clock", machine.clock),
    ("locale", machine.locale_is_utf8),
    ("settings", house.settings_fit),
    ("secrets", house.secrets_are_private),
    ("database", services.database),
    ("clock", house.timers_keep_its_hours),  # the house's own is in the database
    ("copy", pair.second_copy),
    ("witness", pair.witness),
    ("clock", pair.clocks),
    ("keys", pair.keys),
    ("redis", services.redis),
    ("worker", services.workers),
    ("certificate", services.certificate),
    ("address", address.reached),
    ("backup", house.backups_are_young),
    ("archive", house.log_is_archived),
    ("aside", house.nothing_is_left),
    ("copies", house.backups_are_elsewhere),
    ("anchors", house.anchors_are_young),
    ("copies", house.anchors_are_elsewhere),
    ("staff", house.staff),
    ("sign-ins", house.sign_ins),
    ("tokens", house.tokens_last),
    ("audit", house.audits_hold),
    ("mail", house.mails_go_out),
    ("directory", directory.directory),
    ("unit", telling.units_end_well),
    ("telling", telling.messages_go_out),
)


def examine(language: str = "en") -> list[Finding]:
    """Run all checks and return what they find, in that language. A check that fails itself is a fault, and does not
    keep the others from running."""
    return looked_at(language)[0]


def looked_at(language: str) -> tuple[list[Finding], set[str]]:
    """The same, and what could not be checked: where the database does not answer, much else cannot be."""
    found, unchecked = list[Finding](), set[str]()
    with translation.override(language):
        for about, check in CHECKS:
            try:
                found += check()
            except Exception as error:  # noqa: BLE001 (whatever is wrong with the machine is the finding)
                says = _("This could not be checked: novamas doctor says why.")
                found.append(fault(about, says, first_line(error)))
                unchecked.add(about)
    return found, unchecked
