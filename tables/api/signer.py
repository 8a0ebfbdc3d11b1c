"""Who signs: the caller, or whoever gives his own login and passphrase on the caller's tablet."""

from django.contrib.auth import authenticate
from django.http import HttpRequest

from casino.accounts.access import actor_of
from casino.accounts.lockout import forget_failures
from casino.accounts.models import User
from casino.common.errors import Refusal
from tables.api.app import caller_of
from tables.engine.actor import Actor


def signer_of(request: HttpRequest, login: str, passphrase: str) -> Actor:
    """The caller where `login` is empty. Wrong passphrases count as they do at the login. Raises Refusal
    (`bad_signature`)."""
    if not login:
        return caller_of(request).actor
    if "\x00" in login + passphrase:  # PostgreSQL rejects NUL in text: nobody has such a login
        raise Refusal("bad_signature")
    found = authenticate(request, username=login, password=passphrase)
    if not isinstance(found, User):
        raise Refusal("bad_signature")
    # As after a login: the wrong passphrases before a good signature no longer count.
    forget_failures(request, login)
    return actor_of(found)
