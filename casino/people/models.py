"""Logins of staff, each with a role, their PINs and sessions; tokens for displays and devices; the log of sign-ins."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.functional import Promise

from casino.journal.journaled import Journaled
from casino.people.labels import ROLES
from casino.people.permissions import STAFF, TOKENS, Role, Roles

LASTS = timedelta(days=365)  # a token, unless it is said otherwise


def _values(roles: Roles) -> list[str]:
    return [role.value for role in Role if role in roles]


def _choices(roles: Roles) -> list[tuple[str, Promise]]:
    return [(value, ROLES[value]) for value in _values(roles)]


class User(Journaled, AbstractUser):
    """A member of staff. `role` decides what the person may do: nothing, until he is given one. `language`: of the
    screens. `serves`: the slugs of the tables to which he is assigned, separated by spaces. `toured`: the screens of
    which he has taken the tour, likewise."""

    journal_kind = "login"
    journal_without = ("last_login", "language", "toured")
    journal_hidden = ("password",)

    role = models.CharField(max_length=16, choices=_choices(STAFF), blank=True, default="")
    language = models.CharField(max_length=8, default="es")
    ended = models.DateTimeField(null=True, blank=True)  # has left the house: never let in again
    serves = models.TextField(blank=True, default="", db_default="")
    toured = models.TextField(blank=True, default="", db_default="")
    session: Any = None  # the session that he speaks through: see `casino.people.sessions.staff_sessions`

    @property
    def comes_by_directory(self) -> bool:
        """Whether the house's directory lets him in, and he has no passphrase here."""
        found: DirectoryPerson | None = getattr(self, "directory", None)
        return found is not None and bool(found.subject)

    class Meta(AbstractUser.Meta):
        """The database accepts only roles of staff, and none."""

        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=["", *_values(STAFF)]), name="user_role_known"
            ),
        ]


class TokenManager(models.Manager["Token"]):
    """Issues tokens and finds them by their secrets. Only the digest of a secret is stored."""

    def issue(self, name: str, kind: str, table: str, lasts: timedelta = LASTS) -> str:
        """Create a token for the table with slug `table` and return its secret, which is not stored."""
        secret = secrets.token_urlsafe(32)
        expires = timezone.now() + lasts
        self.create(name=name, kind=kind, table=table, digest=digest_of(secret), expires=expires)
        return secret

    def find(self, secret: str) -> "Token | None":
        """The token with this secret, while it holds."""
        return self._holding(digest=digest_of(secret))

    def behind(self, pk: int, stamp: str) -> "Token | None":
        """The token with this number, while it holds and its secret is the one that `stamp` is of."""
        token = self._holding(id=pk)
        return token if token and constant_time_compare(token.stamp, stamp) else None

    def in_force(self) -> "models.QuerySet[Token]":
        """Tokens that hold: not revoked, and not expired."""
        unexpired = models.Q(expires=None) | models.Q(expires__gt=timezone.now())
        return self.filter(unexpired, revoked=None)

    def _holding(self, **where: Any) -> "Token | None":
        token = self.filter(**where).first()
        return token if token and token.holds else None


def digest_of(secret: str) -> str:
    """SHA-256 in hex. A fast hash is right here: the secret is 256 random bits, not a password."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Token(Journaled):
    """Lets one display or device see one table until it expires or is revoked; a device may send card commands too. One
    for figures lets a program read those of the house; its `table` is empty.

    `expires` is None for tokens from before they expired.
    """

    journal_kind = "token"

    name = models.CharField(max_length=64)
    kind = models.CharField(max_length=8, choices=_choices(TOKENS))
    table = models.SlugField(max_length=64, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)

    objects = TokenManager()

    class Meta:
        """The database accepts only kinds of token."""

        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=_values(TOKENS)), name="token_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(filter(None, (self.kind, self.table)))})"

    @property
    def holds(self) -> bool:
        """Whether it lets anybody in: not revoked, and not expired."""
        return self.revoked is None and (self.expires is None or self.expires > timezone.now())

    @property
    def stamp(self) -> str:
        """Changes with the secret, and says nothing of it."""
        return self.digest[:16]

    def revoke(self) -> None:
        """Revoke the token: nobody is let in with it any more."""
        self.revoked = timezone.now()
        self.save(update_fields=["revoked"])

    def rotate(self, lasts: timedelta = LASTS) -> str:
        """Give it a new secret and return it: whoever came in with the old one is out."""
        secret = secrets.token_urlsafe(32)
        self.digest, self.expires = digest_of(secret), timezone.now() + lasts
        self.save(update_fields=["digest", "expires"])
        return secret


class Pin(Journaled):
    """The PIN with which a person unlocks a tablet where he is logged in already, and a croupier takes one over with.
    It signs nothing. `tries` since `tries_since`: take-overs that were tried with his name, wherever."""

    journal_kind = "pin"
    journal_hidden = ("hash",)
    journal_without = ("tries", "tries_since")

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="pin")
    hash = models.CharField(max_length=200)
    chosen = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0, db_default=0)
    tries_since = models.DateTimeField(default=timezone.now, db_default=Now())

    def __str__(self) -> str:
        return f"the PIN of {self.user}"


class GivenPassphrase(models.Model):
    """The person's passphrase was set by somebody else, who knows it: he replaces it when he comes in."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="given_passphrase")
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"a passphrase given to {self.user}"


class SecondFactor(Journaled):
    """A person's phone, whose codes he gives when he logs in, and his recovery codes.

    `secret`: encrypted; empty after a reset. `recovery`: a digest of each code that is not used. `last_step`: of the
    last code that was taken (RFC 6238, 5.2). `tries` since `tries_since`: codes that did not fit.
    """

    journal_kind = "second_factor"
    journal_hidden = ("secret", "recovery")
    journal_without = ("last_step", "tries", "tries_since")

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.CharField(max_length=250, blank=True)
    recovery = models.JSONField(default=list)
    since = models.DateTimeField(default=timezone.now)
    last_step = models.BigIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    tries_since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"the second factor of {self.user}"


class Passkey(Journaled):
    """A key on a person's own device that signs in place of a code (`casino.people.login.passkeys`).

    `credential`: what the device calls it, and `key`: its public key (COSE), both in base64url; `host`: for which it
    was made; `count`: how often it has signed, 0 for ever where the device does not count; `ended`: it signs no more.
    """

    journal_kind = "passkey"
    journal_without = ("count", "used")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=60)
    credential = models.CharField(max_length=1400, unique=True)
    key = models.CharField(max_length=2000)
    host = models.CharField(max_length=255)
    count = models.BigIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now)
    used = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"


class DirectoryPerson(Journaled):
    """A person who comes in by the house's directory, whose role follows from his groups there. `subject`: what the
    directory (`issuer`) calls him for ever; empty where an administrator has handed a login over and he has not come in
    yet. `groups`: as it last said; `asked`: when it last said that he belongs to it, None where that holds no more."""

    journal_kind = "directory_person"
    journal_without = ("asked",)

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="directory")
    issuer = models.CharField(max_length=255)
    subject = models.CharField(max_length=255, blank=True)
    groups = models.JSONField(default=list)
    since = models.DateTimeField(default=timezone.now)
    asked = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One login for each person of the directory."""

        constraints = [
            models.UniqueConstraint(
                fields=["issuer", "subject"], condition=~models.Q(subject=""), name="directory_person_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} of {self.issuer}"


class DirectoryGroup(Journaled):
    """A group of the house's directory, and the role of whoever is in it: the first of the list counts (`place`)."""

    journal_kind = "directory_group"

    name = models.CharField(max_length=255, unique=True)
    role = models.CharField(max_length=16, choices=_choices(STAFF))
    place = models.PositiveIntegerField()

    class Meta:
        """The database accepts only roles of staff."""

        constraints = [
            models.CheckConstraint(
                condition=models.Q(role__in=_values(STAFF)), name="directory_group_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.role}"


class StaffSession(models.Model):
    """A person's session on one device, beside Django's own.

    The server decides whether a session is locked, whatever the page shows: it was locked by hand (`locked`), or the
    tablet was neither touched nor used for a command since `active`, for longer than IDLE_MINUTES. `wrong_pins`: since
    the last right one. `confirmed`: when the person last showed who he is; `two_factors`: whether he gave a code, too.
    `table`: the slug of the table that its tablet works at, empty where nobody has said so; `by_pin`: the person took
    the tablet over.
    A session without such a row (the robot's, and those from before there were any) never locks.
    """

    session_key = models.CharField(max_length=40, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sessions")
    began = models.DateTimeField(default=timezone.now)
    active = models.DateTimeField(default=timezone.now)
    locked = models.DateTimeField(null=True, blank=True)
    wrong_pins = models.PositiveSmallIntegerField(default=0)
    confirmed = models.DateTimeField(default=timezone.now)
    two_factors = models.BooleanField(default=False)
    table = models.CharField(max_length=64, blank=True, default="", db_default="")
    by_pin = models.BooleanField(default=False, db_default=False)
    address = models.CharField(max_length=45, blank=True)
    device = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.user} since {self.began}"


class AccessEvent(models.Model):
    """One line of the log of sign-ins, which only grows: who came in, who was turned away, what was locked.

    `what`: see `casino.people.access_log`; `person`: a login that exists, or empty; `alarm`: a jefe should look.
    """

    at = models.DateTimeField(default=timezone.now)
    what = models.CharField(max_length=24)
    person = models.CharField(max_length=150, blank=True)
    address = models.CharField(max_length=45, blank=True)
    device = models.CharField(max_length=200, blank=True)
    detail = models.CharField(max_length=300, blank=True)
    alarm = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["person", "what", "at"], name="access_by_person"),
            models.Index(fields=["what", "address", "at"], name="access_by_address"),
            models.Index(fields=["at"], name="access_by_time"),
            models.Index(fields=["at"], name="access_alarms", condition=models.Q(alarm=True)),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.person}"


class AlarmSeen(models.Model):
    """A look into an alarm: whose, and when. Only added."""

    event = models.OneToOneField(AccessEvent, on_delete=models.PROTECT, related_name="seen")
    by = models.CharField(max_length=150)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.event_id} by {self.by}"
