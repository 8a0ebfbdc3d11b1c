"""A validator of passphrases: one that says only who somebody is, or where he works, is the first that others try."""

import re
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from casino.common.folding import folded

LEAST = 5  # letters and digits beside the names, each repetition counted once
SHORTEST = 3  # letters of a name that is looked for within other words


class NotOnlyNames:
    """Refuses a passphrase made of the person's login and names, or the house's, and what repeats a few letters."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError."""
        rest = _plain(password) or folded(password).replace(" ", "")
        for name in sorted(_names(user), key=len, reverse=True):
            rest = rest.replace(name, "")
        unit = re.fullmatch(r"(.*?)\1*", rest, re.DOTALL)
        if unit is None or len(unit[1]) < LEAST:
            raise ValidationError(
                _("This passphrase has little more than names, or the same few letters again and again."),
                code="only_names",
            )

    def get_help_text(self) -> str:
        """The rule for who chooses a passphrase."""
        return _("It says more than your login, your names or the name of the house, however often.")


def _names(user: Any) -> set[str]:
    said = [getattr(user, name, "") for name in ("username", "first_name", "last_name")]
    whole = [*said, settings.HOUSE_NAME]
    parts = [part for one in whole for part in re.split(r"[\W_]+", one)]
    return {name for name in map(_plain, [*whole, *parts]) if len(name) >= SHORTEST}


def _plain(text: str) -> str:
    """Its letters and digits, in small letters without accents."""
    return re.sub(r"[\W_]+", "", folded(text))
