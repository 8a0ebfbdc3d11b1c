"""A person's own passphrase: which are taken, and that one which somebody else has given him is replaced."""

from django.contrib.auth.password_validation import validate_password

from casino.accounts.models import GivenPassphrase, User
from casino.accounts.passphrases import fits, hashed, normal
from casino.common.errors import Refusal

LONGEST = 1000  # characters


def note_given(user: User) -> None:
    """Somebody else has set the person's passphrase and knows it: he replaces it at the next login."""
    GivenPassphrase.objects.get_or_create(user=user)


def is_given(user: User) -> bool:
    """Whether his passphrase is known to whoever gave it to him."""
    return GivenPassphrase.objects.filter(user=user).exists()


def check_replaced(user: User) -> None:
    """What somebody else knows is good for the login alone, where it is replaced: it confirms and signs nothing. Raises
    Refusal (`given_passphrase`)."""
    if is_given(user):
        raise Refusal("given_passphrase")


def choose(user: User, passphrase: str, again: str) -> None:
    """Give him the passphrase that he has chosen. Raises Refusal (`passphrases_differ`, `bad_passphrase`,
    `same_passphrase`, `too_busy`), and Django's ValidationError for what is short, common or like his name."""
    passphrase, again = normal(passphrase), normal(again)
    if passphrase != again:
        raise Refusal("passphrases_differ")
    if len(passphrase) > LONGEST or "\x00" in passphrase:
        raise Refusal("bad_passphrase", most=LONGEST)
    validate_password(passphrase, user)
    if fits(passphrase, user.password)[0]:
        raise Refusal("same_passphrase")
    user.password = hashed(passphrase)
    user.save(update_fields=["password"])
    GivenPassphrase.objects.filter(user=user).delete()
