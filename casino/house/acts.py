"""Entering what administrators did, and what was refused to them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from casino.common.refusals import Refusal
from casino.common.sql.confirmed import confirmed
from casino.house.models import Act
from casino.journal import chain

Content = dict[str, Any]

PERSON_MADE, PERSON_CHANGED, PASSPHRASE_RESET = "person_made", "person_changed", "passphrase_reset"
PERSON_SUSPENDED, PERSON_RESUMED, PERSON_ENDED = "person_suspended", "person_resumed", "person_ended"
PERSON_EXPORTED, PLAYER_NAME_ERASED = "person_exported", "player_name_erased"
SESSION_ENDED, PEOPLE_IMPORTED = "session_ended", "people_imported"
SECOND_FACTOR_RESET = "second_factor_reset"
HANDED_TO_DIRECTORY, TAKEN_FROM_DIRECTORY = "handed_to_directory", "taken_from_directory"
GROUP_ADDED, GROUP_MOVED, GROUP_REMOVED = "group_added", "group_moved", "group_removed"
TABLE_MADE, TABLE_CHANGED, TABLE_RETIRED, TABLE_RETURNED = (
    *("table_made", "table_changed", "table_retired", "table_returned"),
)
PIT_MADE, PIT_CHANGED, PIT_ENDED = "pit_made", "pit_changed", "pit_ended"
TOKEN_ISSUED, TOKEN_ROTATED, TOKEN_REVOKED = "token_issued", "token_rotated", "token_revoked"
SETTING_CHANGED, REGLAMENTO_ADDED = "setting_changed", "reglamento_added"
MAIL_ADDED, MAIL_ENDED = "mail_added", "mail_ended"
LINK_MADE, HOUSE_SET_UP = "link_made", "house_set_up"

DIRECTORY = "(directory)"  # who acts where the house's directory says so: no login has brackets


@dataclass(frozen=True, slots=True)
class By:
    """The person who acts, and from where: a login and an address, or the operating system's user of `novamas`."""

    actor: str
    address: str = ""


@dataclass(slots=True)
class Entered:
    """The changes of an act, filled in while it is done."""

    before: Content
    after: Content
    about: str


@contextmanager
def act(by: By, what: str, about: str = "", lock: Callable[[], object] = lambda: None) -> Iterator[Entered]:
    """Within this context, one transaction, an act is done and entered. A Refusal takes it back, is entered in its
    place, and goes on. Acts are done one after the other, so that two cannot undo each other's condition.

    `lock` takes what is locked before the journal (`casino.journal.chain.hold`).
    """
    with tried(by, what, about) as entered:
        lock()
        chain.hold()
        yield entered
        enter(by, what, entered)


@contextmanager
def tried(by: By, what: str, about: str = "") -> Iterator[Entered]:
    """Within this context, one transaction, it is seen whether an act could be done. A Refusal is entered."""
    entered = Entered({}, {}, about)
    try:
        with confirmed():
            yield entered
    except Refusal as refusal:
        entered.before, entered.after = {}, _fields_of(refusal)
        enter(by, what, entered, refusal.code)
        raise


def refusal_of(entered: Act) -> Refusal | None:
    """The refusal that an entry says; None where the act was done."""
    return _refusal(entered.refused, entered.after) if entered.refused else None


def _fields_of(refusal: Refusal) -> Content:
    """The fields of a refusal; one that is a refusal itself is written with its code."""
    return {
        name: {"refused": value.code, "fields": _fields_of(value)} if isinstance(value, Refusal) else value
        for name, value in refusal.fields.items()
    }


def _refusal(code: str, fields: Content) -> Refusal:
    within = {
        name: _refusal(value["refused"], value["fields"])
        for name, value in fields.items()
        if isinstance(value, dict)
    }
    return Refusal(code, **fields | within)


def enter(by: By, what: str, entered: Entered, refused: str = "") -> None:
    """Add a line; what has not changed is left out."""
    same = {name for name in entered.before if entered.before[name] == entered.after.get(name)}
    before, after = (
        chain.plain({name: value for name, value in side.items() if name not in same})
        for side in (entered.before, entered.after)
    )
    Act.objects.create(
        what=what,
        about=entered.about[:150],
        actor=by.actor[:150],
        address=by.address,
        before=before,
        after=after,
        refused=refused,
    )
