"""All checks, one after the other."""

from collections.abc import Callable, Iterator

from casino.operations.answer import Fault
from casino.operations.doctor import house, machine, services
from casino.operations.doctor.finding import Finding, fault

Check = Callable[[], Iterator[Finding]]

CHECKS: tuple[Check, ...] = (
    machine.versions,
    machine.room,
    machine.clock,
    machine.locale_is_utf8,
    house.settings_fit,
    house.secrets_are_private,
    services.database,
    services.redis,
    services.workers,
    services.certificate,
    house.backups_are_young,
    house.staff,
    house.tokens_last,
    house.audits_hold,
)


def examine() -> list[Finding]:
    """What all checks find. A check that fails itself is a fault, and does not keep the others from running."""
    return [finding for check in CHECKS for finding in _carefully(check)]


def _carefully(check: Check) -> Iterator[Finding]:
    try:
        yield from check()
    except Fault as refusal:
        yield fault(check.__name__, str(refusal))
    except Exception as error:  # noqa: BLE001 (whatever is wrong with the machine is the finding)
        said = str(error).strip().splitlines()
        yield fault(
            check.__name__, f"This could not be checked: {said[0] if said else type(error).__name__}."
        )
