"""Logins of staff, each with a role, and tokens for displays and devices."""

import hashlib
import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.functional import Promise

from casino.accounts.labels import ROLES
from casino.accounts.permissions import STAFF, TOKENS, Role, Roles
from casino.common import sql
from casino.journal.journaled import Journaled


def _values(roles: Roles) -> list[str]:
    return [role.value for role in Role if role in roles]


def _choices(roles: Roles) -> list[tuple[str, Promise]]:
    return [(value, ROLES[value]) for value in _values(roles)]


class User(Journaled, AbstractUser):
    """A member of staff. `role` decides what the person may do, `language` the language of the screens."""

    journal_kind = "login"
    journal_without = ("last_login", "language")
    journal_hidden = ("password",)

    role = models.CharField(max_length=16, choices=_choices(STAFF), default=Role.CROUPIER.value)
    language = models.CharField(max_length=8, default="es")

    class Meta(AbstractUser.Meta):
        """The database accepts only roles of staff."""

        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=_values(STAFF)), name="user_role_known"),
        ]


class TokenManager(models.Manager["Token"]):
    """Issues tokens and finds them by their secrets. Only the digest of a secret is stored."""

    def issue(self, name: str, kind: str, table: str) -> str:
        """Create a token for the table with slug `table` and return its secret, which is not stored."""
        secret = secrets.token_urlsafe(32)
        self.create(name=name, kind=kind, table=table, digest=digest_of(secret))
        return secret

    def find(self, secret: str) -> "Token | None":
        """The token with this secret; None if there is none or it was revoked."""
        names = ("id", "name", "kind", "table", "revoked")
        rows = sql.select(self.model, names, digest=digest_of(secret))
        token = self.model.from_db(sql.alias(), names, rows[0]) if rows else None
        return token if token and token.revoked is None else None

    def holds(self, pk: int) -> bool:
        """Whether there is this token, and it was not revoked."""
        return sql.select(self.model, ["revoked"], id=pk) == [(None,)]


def digest_of(secret: str) -> str:
    """SHA-256 in hex. A fast hash is right here: the secret is 256 random bits, not a password."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Token(Journaled):
    """Lets one display or device see one table until it is revoked; a device may send card commands too."""

    journal_kind = "token"

    name = models.CharField(max_length=64)
    kind = models.CharField(max_length=8, choices=_choices(TOKENS))
    table = models.SlugField(max_length=64)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(default=timezone.now)
    revoked = models.DateTimeField(null=True, blank=True)

    objects = TokenManager()

    class Meta:
        """The database accepts only kinds of token."""

        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=_values(TOKENS)), name="token_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}, {self.table})"

    def revoke(self) -> None:
        """Revoke the token: `find` no longer returns it."""
        self.revoked = timezone.now()
        self.save(update_fields=["revoked"])
