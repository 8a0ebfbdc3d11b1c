"""The keys of a house, and where each is kept: in a setting, or in a file that is made on first use."""

import os
from pathlib import Path

from django.conf import settings

VARIABLES = {"signing": "SIGNING_KEY", "secret": "SECRET_KEY", "second_factor": "SECOND_FACTOR_KEY"}
FILES = tuple(f"{which}_key" for which in VARIABLES)  # in VAR_DIR


def file(which: str) -> Path:
    """Where a key is kept, unless it stands in a setting."""
    path: Path = settings.VAR_DIR / f"{which}_key"
    return path


def in_setting(which: str) -> str:
    """The setting that a key stands in, or nothing."""
    variable = VARIABLES[which]
    return variable if os.environ.get(variable) else ""


def not_in_backups() -> list[str]:
    """The settings that hold keys: a backup has the files alone."""
    return [variable for which in VARIABLES if (variable := in_setting(which))]
