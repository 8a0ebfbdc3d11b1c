"""Who signs: the caller, or whoever gives his own login, passphrase and code on the caller's tablet."""

from dataclasses import replace

from django.http import HttpRequest

from casino.accounts import second_factor
from casino.accounts.access import actor_of
from casino.accounts.confirmation import check_code, who_signs
from casino.accounts.lockout import forget_failures
from casino.common.errors import Refusal
from tables.api.app import caller_of
from tables.engine.actor import Actor


def signer_of(request: HttpRequest, login: str, passphrase: str, code: str) -> Actor:
    """The caller where `login` is empty. Of whom a second factor is asked at the login, it is asked here. Wrong
    passphrases and codes count as they do there. Raises Refusal (`bad_signature`, `given_passphrase`, `wrong_code`,
    `too_many_codes`)."""
    if not login:
        return caller_of(request).actor
    try:
        found = who_signs(request, login, passphrase)
    except Refusal as refusal:
        raise Refusal("bad_signature") if refusal.code == "wrong_secret" else refusal from refusal
    if second_factor.is_asked_of(found):
        check_code(request, found, code)
    # As after a login: the wrong passphrases before a good signature no longer count.
    forget_failures(request, login)
    return replace(actor_of(found), confirmed=True)  # by what he has just given
