"""How passphrases are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with one lane, which cannot take every core of the machine from the tables.

    46 MiB and one pass is the first of the equally strong choices in OWASP's Password Storage Cheat Sheet. A hash made
    with other figures is made anew at the next login.
    """

    time_cost = 1
    memory_cost = 47104  # KiB
    parallelism = 1
