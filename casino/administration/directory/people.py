"""People of the directory: made when they first come in, with the role of the first group of the list that they are in;
handed over to it, and taken out of it."""

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings

from casino.administration import people as staff
from casino.administration.directory.provider import Said
from casino.common import clock
from casino.common.house import house
from casino.common.refusals import Refusal
from casino.house import acts
from casino.house.acts import By, act
from casino.people.models import DirectoryGroup, DirectoryPerson, GivenPassphrase, User
from tables.door import duty

LASTS = timedelta(minutes=10)  # how long it holds that the directory has said that somebody belongs to it


def come_in(said: Said, address: str) -> User:
    """The person of whom this is said, made or bound to his login where he comes for the first time; with the names and
    the role that follow from it. Raises Refusal."""
    by = By(acts.DIRECTORY, address)
    found = DirectoryPerson.objects.filter(issuer=settings.DIRECTORY_ISSUER, subject=said.subject).first()
    person = found or _bound(by, said) or _made(by, said)
    if not person.user.is_active:
        raise Refusal("not_let_in", login=person.user.username)
    follow(person, said, by)
    return User.objects.get(pk=person.user_id)


def _made(by: By, said: Said) -> DirectoryPerson:
    """A login without a role and without a passphrase. Raises Refusal, as for one that is typed."""
    if not said.login:
        raise Refusal("directory_nameless")
    with act(by, acts.PERSON_MADE, said.login) as entered:
        user = staff.without_role({"username": said.login, "language": _language(said), **said.names})
        user.set_unusable_password()
        user.save(force_insert=True)
        entered.after = {"issuer": settings.DIRECTORY_ISSUER, "subject": said.subject}
        return DirectoryPerson.objects.create(
            user=user, issuer=settings.DIRECTORY_ISSUER, subject=said.subject
        )


def _bound(by: By, said: Said) -> DirectoryPerson | None:
    """The login of this name that an administrator has handed over, if there is one: from now on it has no passphrase
    here."""
    waiting = {"user__username": said.login, "issuer": settings.DIRECTORY_ISSUER, "subject": ""}
    if not DirectoryPerson.objects.filter(**waiting).exists():
        return None
    with act(by, acts.PERSON_CHANGED, said.login) as entered:
        person = DirectoryPerson.objects.select_related("user").get(**waiting)
        person.subject = said.subject
        person.save()
        person.user.set_unusable_password()
        person.user.save(update_fields=["password"])
        GivenPassphrase.objects.filter(user=person.user).delete()
        staff.end_sessions(person.user, "comes in by the directory")
        entered.after = {"issuer": person.issuer, "subject": person.subject}
        return person


def follow(person: DirectoryPerson, said: Said, by: By | None = None) -> None:
    """Let his groups, names and role be what the directory says now, of which it was asked now."""
    if person.groups != said.groups:
        person.groups = said.groups
        person.save(update_fields=["groups"])
    DirectoryPerson.objects.filter(pk=person.pk).update(asked=clock.now())
    by = by or By(acts.DIRECTORY)
    give_role(by, person)
    new = {name: value for name, value in said.names.items() if value}
    if any(getattr(person.user, name) != value for name, value in new.items()):
        try:
            staff.change(by, person.user.username, None, **new)
        except Refusal:
            return  # he keeps the name that people tell him from others by; the refusal is entered


def give_role(by: By, person: DirectoryPerson) -> None:
    """Let him have the role of his groups. With another one his sessions end, and he is on duty nowhere without any."""
    user = User.objects.get(pk=person.user_id)
    role = role_of(person.groups)
    if role == user.role or not person.subject:
        return
    with act(by, acts.PERSON_CHANGED, user.username) as entered:
        entered.before, entered.after = {"role": user.role}, {"role": role, "groups": person.groups}
        had, user.role = user.role, role
        user.save(update_fields=["role"])
        if had:
            staff.end_sessions(user, "another role in the directory")
        if not role:
            duty.end_of(user.username, by.actor)
    person.user = user


def role_of(groups: Iterable[str]) -> str:
    """The role of the first group of the list that is among these; none where none is."""
    return (
        DirectoryGroup.objects.filter(name__in=groups)
        .order_by("place")
        .values_list("role", flat=True)
        .first()
        or ""
    )


def hand_over(by: By, login: str) -> None:
    """Let whom the directory calls by this login have it from when he next comes in by it. Raises Refusal."""
    with act(by, acts.HANDED_TO_DIRECTORY, login):
        user = staff.checked_other(by, login)
        if DirectoryPerson.objects.filter(user=user).exists():
            raise Refusal("of_directory_already", login=login)
        if user.ended:
            raise Refusal("has_ended", login=login)
        staff.check_not_last(user)
        DirectoryPerson.objects.create(user=user, issuer=settings.DIRECTORY_ISSUER)


def take_out(by: By, login: str) -> str:
    """Manage the login here again: the directory lets nobody in with it, and its role stays. Returns the passphrase
    that he comes in with. Raises Refusal."""
    with act(by, acts.TAKEN_FROM_DIRECTORY, login):
        person = DirectoryPerson.objects.filter(user=staff.checked_other(by, login)).first()
        if person is None:
            raise Refusal("not_of_directory", login=login)
        person.delete()
    return staff.reset_passphrase(by, login)


def _language(said: Said) -> str:
    """The one that the directory says of him, where the house speaks it."""
    wanted = str(said.claims.get("locale", ""))[:2].lower()
    return wanted if wanted in dict(house().languages) else house().language_code
