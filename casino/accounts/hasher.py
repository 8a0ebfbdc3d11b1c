"""How passphrases are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher

from casino.common.processors import everywhere


class Argon2(Argon2PasswordHasher):
    """Argon2id with one lane, which cannot take every core of the machine from the tables. It is computed on whichever
    processor is free, beside the interpreter.

    46 MiB and one pass is the first of the equally strong choices in OWASP's Password Storage Cheat Sheet. A hash made
    with other figures is made anew at the next login.
    """

    time_cost = 1
    memory_cost = 47104  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """The hash, with its figures."""
        with everywhere():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether this is the passphrase."""
        with everywhere():
            return super().verify(password, encoded)
