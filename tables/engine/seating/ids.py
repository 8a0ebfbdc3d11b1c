"""Ids for players who join without one: the letters of the name, with a number if the id is taken."""

import re
import unicodedata
from collections.abc import Container
from itertools import count

from tables.engine.state import RESERVED

LONGEST = 24  # characters, so that a number still fits
NAMELESS = "p"


def new_id(name: str, taken: Container[str]) -> str:
    """`Doña Inés` becomes `donaines`, or `donaines2` if that id is in `taken`."""
    base = re.sub(r"[\W_]+", "", unicodedata.normalize("NFD", name)).lower()[:LONGEST] or NAMELESS
    candidates = (base if number == 1 else f"{base}{number}" for number in count(1))
    return next(found for found in candidates if found not in taken and found not in RESERVED)
