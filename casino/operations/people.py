"""Members of staff: made, changed, suspended."""

from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from casino.accounts.generated import new_passphrase
from casino.accounts.models import User
from casino.accounts.permissions import STAFF
from casino.common.progress import Advance, progress
from casino.operations import csv_list
from casino.operations.answer import Fault

NEEDED = ("username", "role")
COLUMNS = (*NEEDED, "language", "first_name", "last_name")


def find(username: str) -> User:
    """Raises Fault if there is nobody with this login."""
    user = User.objects.filter(username=username).first()
    if user is None:
        raise Fault(f"There is nobody with the login {username}.")
    return user


def add(row: dict[str, str], passphrase: str | None) -> str:
    """Make a login; `row` has the COLUMNS. Returns its passphrase, a new one if none is given. Raises Fault."""
    user = _checked(row)
    passphrase = new_passphrase() if passphrase is None else passphrase
    _set(user, passphrase)
    user.save(force_insert=True)
    return passphrase


def take(path: Path) -> list[tuple[str, str]]:
    """Make a login for each line of a CSV file, all or none. Returns logins and passphrases. Raises Fault."""
    rows = csv_list.read(path, NEEDED, COLUMNS)
    seen: set[str] = set()

    def check(row: dict[str, str]) -> None:
        _checked(row)
        if row["username"].lower() in seen:
            raise Fault(f"The login {row['username']} stands in the file twice.")
        seen.add(row["username"].lower())

    csv_list.each(path, rows, check)
    with progress("hashing passphrases", len(rows)) as advance:
        return _add_all([row for _line, row in rows], advance)


def change_role(username: str, role: str) -> None:
    """Raises Fault for a login or role that does not exist."""
    user = find(username)
    user.role = _role(role)
    user.save(update_fields=["role"])


def change_passphrase(username: str, passphrase: str | None) -> str:
    """Give a new passphrase, which ends the person's sessions. Returns it. Raises Fault."""
    user = find(username)
    passphrase = new_passphrase() if passphrase is None else passphrase
    _set(user, passphrase)
    user.save(update_fields=["password"])
    return passphrase


def let_in(username: str, *, active: bool) -> None:
    """Whether the person can log in; who may not loses his sessions. Raises Fault."""
    user = find(username)
    user.is_active = active
    user.save(update_fields=["is_active"])


def _add_all(rows: Sequence[dict[str, str]], advance: Advance) -> list[tuple[str, str]]:
    made: list[tuple[User, str]] = []
    for row in rows:  # before the transaction: hashing is slow, and SQLite has one writer
        user, passphrase = _checked(row), new_passphrase()
        user.set_password(passphrase)
        made.append((user, passphrase))
        advance(1)
    with transaction.atomic():
        for user, _passphrase in made:
            user.save(force_insert=True)
    return [(user.username, passphrase) for user, passphrase in made]


def _checked(row: dict[str, str]) -> User:
    language = row.get("language") or settings.LANGUAGE_CODE
    if language not in dict(settings.LANGUAGES):
        raise Fault(f"There is no language {language}; there are {', '.join(dict(settings.LANGUAGES))}.")
    names = {name: row.get(name, "") for name in ("first_name", "last_name")}
    user = User(username=row["username"], role=_role(row["role"]), language=language, **names)
    if User.objects.filter(username__iexact=user.username).exists():
        raise Fault(f"The login {user.username} is taken.")
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        field, sentences = next(iter(error.message_dict.items()))
        raise Fault(f"{field}: {sentences[0]}") from error
    return user


def _role(role: str) -> str:
    if role not in STAFF:
        raise Fault(f"There is no role “{role}”; there are {', '.join(sorted(STAFF))}.")
    return role


def _set(user: User, passphrase: str) -> None:
    try:
        validate_password(passphrase, user)
    except ValidationError as error:
        raise Fault(" ".join(error.messages)) from error
    user.set_password(passphrase)
