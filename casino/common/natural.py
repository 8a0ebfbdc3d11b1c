"""Natural order: mesa-2 before mesa-10."""

import re


def natural_order(name: str) -> list[str | int]:
    """A sort key for natural order."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]
