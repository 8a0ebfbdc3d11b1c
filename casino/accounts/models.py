"""Who may come in: people with a role, and tokens for displays and devices."""

import hashlib
import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.functional import Promise

from casino.accounts.labels import ROLES
from casino.accounts.permissions import STAFF, TOKENS, Role, Roles


def _values(roles: Roles) -> list[str]:
    return [role.value for role in Role if role in roles]


def _choices(roles: Roles) -> list[tuple[str, Promise]]:
    return [(value, ROLES[value]) for value in _values(roles)]


class User(AbstractUser):
    """A member of the staff. `role` decides what the person may do, `language` what the screens speak."""

    role = models.CharField(max_length=16, choices=_choices(STAFF), default=Role.CROUPIER.value)
    language = models.CharField(max_length=8, default="es")

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=_values(STAFF)), name="user_role_known"),
        ]


class TokenManager(models.Manager["Token"]):
    """Gives out secrets once and finds tokens by them; only a digest is ever stored."""

    def issue(self, name: str, kind: str, table: str) -> str:
        """Makes a token for the table with slug `table` and returns its secret, which is not kept."""
        secret = secrets.token_urlsafe(32)
        self.create(name=name, kind=kind, table=table, digest=digest_of(secret))
        return secret

    def find(self, secret: str) -> "Token | None":
        """The token of this secret, or None if there is none or it was revoked."""
        return self.filter(digest=digest_of(secret), revoked=None).first()


def digest_of(secret: str) -> str:
    """SHA-256 in hex. A fast hash is right here: the secret is 256 random bits, not a password."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Token(models.Model):
    """Lets one display or device see (a device: also feed) one table, until it is revoked."""

    name = models.CharField(max_length=64)
    kind = models.CharField(max_length=8, choices=_choices(TOKENS))
    table = models.SlugField(max_length=64)
    digest = models.CharField(max_length=64, unique=True)
    created = models.DateTimeField(default=timezone.now)
    revoked = models.DateTimeField(null=True, blank=True)

    objects = TokenManager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=_values(TOKENS)), name="token_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}, {self.table})"

    def revoke(self) -> None:
        """Withdraws the token; from now on `find` does not know its secret."""
        self.revoked = timezone.now()
        self.save(update_fields=["revoked"])
