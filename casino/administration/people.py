"""Members of staff: made, changed, suspended, ended; their passphrases and sessions."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone, translation

from casino.administration import checks, csv_list
from casino.administration.checks import edited
from casino.administration.csv_list import Row, Source
from casino.common.house import house
from casino.common.progress import Advance
from casino.common.refusals import Refusal
from casino.common.text import folded
from casino.house import acts
from casino.house.acts import By, act, tried
from casino.people import access_log
from casino.people.labels import ROLES
from casino.people.login import second_factor
from casino.people.login.passphrases import hashed, new_passphrase, normal, note_given
from casino.people.models import DirectoryPerson, StaffSession, User
from casino.people.permissions import ADMINISTRATORS, STAFF
from casino.people.sessions import staff_sessions
from tables.door import duty
from tables.models import Table

NEEDED = ("username", "role")
OF_DIRECTORY = ("role", "first_name", "last_name")  # what it says of the people who come in by it
COLUMNS = (*NEEDED, "language", "first_name", "last_name", "tables")


def find(login: str) -> User:
    """Raises Refusal if there is nobody with this login."""
    user = User.objects.filter(username=login).first() if "\x00" not in login else None
    if user is None:
        raise Refusal("no_such_person", login=login)
    return user


def add(by: By, row: Row, passphrase: str | None = None, *, is_own: bool = False) -> str:
    """Make a login; `row` has the COLUMNS. Returns its passphrase, a new one if none is given. `is_own`: the person has
    chosen it himself, and need not replace it. Raises Refusal."""
    passphrase = new_passphrase() if passphrase is None else passphrase
    password = hashed(passphrase)
    with act(by, acts.PERSON_MADE, row["username"]) as entered:
        user = _checked(row, checks.everybody())
        _check_passphrase(user, passphrase)
        user.password = password
        user.save(force_insert=True)
        if not is_own:
            note_given(user)
        entered.after = _content(user)
    return passphrase


def take(
    by: By, source: Source, advance: Advance = lambda _steps: None, *, most: int | None = None
) -> list[tuple[str, str]]:
    """Make a login for each line of a CSV file, all or none; `most`: so many at once. Returns logins and passphrases.
    Raises Refusal."""
    with tried(by, acts.PEOPLE_IMPORTED, source.name):
        rows = _rows(source)
        if most is not None and len(rows) > most:
            raise Refusal("too_many_rows", file=source.name, rows=len(rows), most=most)
    passphrases = [new_passphrase() for _ in rows]
    passwords = [_hashed(passphrase, advance) for passphrase in passphrases]  # slow: not while others wait
    with act(by, acts.PEOPLE_IMPORTED, source.name) as entered:
        known = list(checks.everybody())
        for row, password in zip(rows, passwords, strict=True):
            user = _checked(row, known)
            user.password = password
            user.save(force_insert=True)
            known.append(user)
            note_given(user)
        entered.after = {"logins": [row["username"] for row in rows]}
    return [(row["username"], passphrase) for row, passphrase in zip(rows, passphrases, strict=True)]


def change(by: By, login: str, shown: Mapping[str, str] | None = None, **fields: str) -> None:
    """Change role, language, first or last name, or the tables that he `serves` (slugs, separated by spaces). `shown`:
    what a form showed of them; what is the same as there stays as it is now. Raises Refusal, also where somebody else
    has changed what this changes (`changed_meanwhile`)."""
    with act(by, acts.PERSON_CHANGED, login) as entered:
        user = find(login)
        entered.before = _content(user)
        fields = edited(fields, shown or {}, {name: getattr(user, name) for name in fields})
        if by.actor != acts.DIRECTORY and not fields.keys().isdisjoint(OF_DIRECTORY):
            _check_own(user)
        if "role" in fields and fields["role"] != user.role:
            _check_other(by, user)
            fields["role"] = _role(fields["role"])
            check_not_last(user)
        if "serves" in fields:
            fields["serves"] = _tables(fields["serves"])
        for name, value in fields.items():
            setattr(user, name, value)
        _check_language(user.language)
        _clean(user)
        if not fields.keys().isdisjoint(("first_name", "last_name")):
            checks.check_name(user, checks.everybody())
        user.save(update_fields=[*fields])
        entered.after = _content(user)


def reset_passphrase(by: By, login: str, passphrase: str | None = None) -> str:
    """Give a new passphrase, which ends the person's sessions. Returns it. Raises Refusal."""
    passphrase = new_passphrase() if passphrase is None else passphrase
    password = hashed(passphrase)
    with act(by, acts.PASSPHRASE_RESET, login):
        user = checked_other(by, login)
        _check_own(user)
        _check_passphrase(user, passphrase)
        user.password = password
        user.save(update_fields=["password"])
        note_given(user)
        end_sessions(user, "passphrase reset")
    return passphrase


def reset_second_factor(by: By, login: str) -> None:
    """The phone is lost: the person's sessions end, and at the next login he sets up another. Raises Refusal."""
    with act(by, acts.SECOND_FACTOR_RESET, login):
        user = find(login)
        _check_other(by, user)
        second_factor.reset(user)
        end_sessions(user, "second factor reset")
        access_log.enter(access_log.FACTOR_RESET, person=user.username)


def suspend(by: By, login: str) -> None:
    """The person can log in no more, and loses his sessions, until he is let in again. Raises Refusal."""
    _let(by, login, acts.PERSON_SUSPENDED, is_active=False)


def resume(by: By, login: str) -> None:
    """The suspended person can log in again. Raises Refusal."""
    _let(by, login, acts.PERSON_RESUMED, is_active=True)


def end(by: By, login: str) -> None:
    """The person has left: the login stays in what he did, and is never let in again. Raises Refusal."""
    _let(by, login, acts.PERSON_ENDED, is_active=False, ended=timezone.now())


def end_session(by: By, login: str, number: int) -> None:
    """End one of the person's sessions. Raises Refusal."""
    with act(by, acts.SESSION_ENDED, login) as entered:
        session = StaffSession.objects.filter(user=find(login), pk=number).first()
        if session is None:
            raise Refusal("no_such_session")
        entered.before = {"address": session.address, "browser": session.device}
        staff_sessions.end(session, "by an administrator")


def has_administrator() -> bool:
    """Whether somebody administers this house."""
    return _administrators().exists()


def _administrators() -> QuerySet[User]:
    """Those who come in whether the directory answers or not."""
    return User.objects.filter(role__in=ADMINISTRATORS, is_active=True, directory=None)


def _let(by: By, login: str, what: str, **fields: Any) -> None:
    with act(by, what, login) as entered:
        user = find(login)
        _check_other(by, user)
        if user.ended:
            raise Refusal("has_ended", login=login)
        entered.before = _content(user)
        if not fields["is_active"]:
            check_not_last(user)
        for name, value in fields.items():
            setattr(user, name, value)
        user.save(update_fields=[*fields])
        if not user.is_active:
            end_sessions(user, "by an administrator")
            duty.end_of(login, by.actor)
        entered.after = _content(user)


def end_sessions(user: User, why: str) -> None:
    """End all sessions of the person."""
    for session in staff_sessions.open_sessions(user):
        staff_sessions.end(session, why)


def checked_other(by: By, login: str) -> User:
    """The person with this login, who is not the one who acts. Raises Refusal."""
    user = find(login)
    _check_other(by, user)
    return user


def _check_own(user: User) -> None:
    """Raise Refusal (`of_directory`) where the directory says what this person is called and may do."""
    if DirectoryPerson.objects.filter(user=user).exclude(subject="").exists():
        raise Refusal("of_directory", login=user.username)


def _check_other(by: By, user: User) -> None:
    if by.actor == user.username:
        raise Refusal("not_yourself")


def check_not_last(user: User) -> None:
    """Raise Refusal (`last_administrator`): somebody administers the house when the directory does not answer."""
    if user in _administrators() and _administrators().count() == 1:
        raise Refusal("last_administrator", login=user.username)


def _rows(source: Source) -> Sequence[Row]:
    rows = csv_list.read(source, NEEDED, COLUMNS)
    known, seen = list(checks.everybody()), set[str]()

    def check(row: Row) -> None:
        if row["username"].lower() in seen:
            raise Refusal("login_twice", login=row["username"])
        known.append(_checked(row, known))
        seen.add(row["username"].lower())

    csv_list.each(source, rows, check)
    return [row for _line, row in rows]


def _hashed(passphrase: str, advance: Advance) -> str:
    advance(1)
    return hashed(passphrase)


def without_role(row: Row) -> User:
    """A login as in `add`, not kept yet, that may do nothing. Raises Refusal."""
    return _checked(dict(row), checks.everybody())


def _checked(row: Row, others: Iterable[User]) -> User:
    language = row.get("language") or house().language_code
    _check_language(language)
    names = {name: row.get(name, "") for name in ("first_name", "last_name")}
    role = _role(row["role"]) if "role" in row else ""
    user = User(username=row["username"], role=role, language=language, **names)
    user.serves = _tables(row.get("tables", ""))
    if "\x00" not in user.username and User.objects.filter(username__iexact=user.username).exists():
        raise Refusal("login_taken", login=user.username)
    _clean(user)
    checks.check(user, others)
    return user


def _clean(user: User) -> None:
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        field, sentences = next(iter(error.message_dict.items()))
        said = {"called": checks.CALLED.get(field, field), "reason": str(sentences[0])}
        raise Refusal("not_well_formed", field=field, **said) from error


def _role(said: str) -> str:
    """The role of this code, or of this name in any language of the product, in any case. Raises Refusal."""
    role = _named_roles().get(folded(said))
    if role is None:
        raise no_such_role(said)
    return role


def no_such_role(said: str) -> Refusal:
    """The refusal that names the roles as the reader's language calls them."""
    return Refusal("no_such_role", role=said, known=", ".join(sorted(str(ROLES[role]) for role in STAFF)))


@cache
def _named_roles() -> dict[str, str]:
    found = {folded(role): str(role) for role in STAFF}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found |= {folded(str(label)): str(role) for role, label in ROLES.items() if role in STAFF}
    return found


def _tables(said: str) -> str:
    """The slugs, each once and in order. Raises Refusal for one that no table has."""
    wanted = sorted(set(said.split()))
    there = set(Table.objects.values_list("slug", flat=True))
    for slug in wanted:
        if slug not in there:
            raise Refusal("no_such_table_named", table=slug)
    return " ".join(wanted)


def _check_language(language: str) -> None:
    known = dict(house().languages)
    if language not in known:
        raise Refusal("no_such_language", language=language, known=", ".join(known))


def _check_passphrase(user: User, passphrase: str) -> None:
    try:
        validate_password(normal(passphrase), user)
    except ValidationError as error:
        raise Refusal("weak_passphrase", reason=" ".join(error.messages)) from error


def _content(user: User) -> acts.Content:
    fields = ("role", "language", "first_name", "last_name", "serves", "is_active", "ended")
    return {name: getattr(user, name) for name in fields}
