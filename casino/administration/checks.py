"""Checks before an act: that people are told apart by logins and names, that all of a text is seen, and that
neither of two administrators at the same page takes back what the other has changed."""

from collections.abc import Iterable, Mapping

from casino.common.refusals import Refusal
from casino.common.text import are_alike, are_same
from casino.people.models import User
from tables.rules.visible import is_seen

CALLED = {"username": "Login", "first_name": "First name", "last_name": "Last name"}


def everybody() -> Iterable[User]:
    """The people whom the house knows, with what `check` and `check_name` ask for."""
    return User.objects.only("username", "first_name", "last_name", "ended").order_by("pk")


def check_seen(text: str, called: str) -> None:
    """Raise Refusal (`unseen_character`); `called`: what the text is, as a form calls it."""
    if not is_seen(text):
        raise Refusal("unseen_character", called=called)


def check(person: User, others: Iterable[User]) -> None:
    """Whether a new login and its names are told from all others. Raises Refusal (`unseen_character`, `login_alike`,
    `name_alike`)."""
    for field, called in CALLED.items():
        check_seen(getattr(person, field), called)
    there = list(others)
    for one in there:
        if are_alike(person.username, one.username):
            raise Refusal("login_alike", login=person.username, other=one.username)
    check_name(person, there)


def check_name(person: User, others: Iterable[User]) -> None:
    """Whether a name is told from those of who works here now. Two may have the same name, as their logins stand beside
    it; not one that only looks the same. Raises Refusal (`unseen_character`, `name_alike`)."""
    for field, called in CALLED.items():
        check_seen(getattr(person, field), called)
    name = person.get_full_name()
    for one in others:
        other = one.get_full_name()
        is_other = one.username != person.username and one.ended is None and bool(name and other)
        if is_other and are_alike(name, other) and not are_same(name, other):
            raise Refusal("name_alike", name=name, other=one.username)


def edited(fields: Mapping[str, str], shown: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """The fields that a form has changed from what it `shown`. Raises Refusal (`changed_meanwhile`) where such a field
    is now neither what it showed nor what it says."""
    changed = {name: value for name, value in fields.items() if value != shown.get(name)}
    for name, value in changed.items():
        if name in shown and now[name] not in (shown[name], value):
            raise Refusal("changed_meanwhile", field=name)
    return changed
