"""Passphrases that the product makes: easy to say and to type."""

import secrets

CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"


def new_passphrase() -> str:
    """Four pronounceable words such as `tora-meli-kusa-vone`: 49 bits."""
    return "-".join(_syllable() + _syllable() for _ in range(4))


def _syllable() -> str:
    return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)
