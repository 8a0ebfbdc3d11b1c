"""The first fault that a command's schema finds, as a refusal."""

import re
from typing import Any

from pydantic import ValidationError

from casino.common.errors import Refusal
from casino.common.faults import FAULTS

LONGEST = 60  # characters of what somebody sent that are said back
# pydantic's name of a limit -> the field of the refusal
LIMITS = {"max_length": "most", "le": "most", "min_length": "least", "ge": "least"}
ALIKE = {"string_unicode": "string_type"}  # errors of pydantic that say the same as another one


def malformed(error: ValidationError) -> Refusal:
    """`malformed` with the field and what is wrong with it. Every other fault than those listed is `invalid`."""
    found: Any = error.errors(include_url=False, include_input=False)[0]
    kind = ALIKE.get(found["type"], found["type"])
    fields = {"field": ".".join(map(printable, found["loc"]))} | _limits(found.get("ctx", {}))
    return Refusal("malformed", fault=kind if kind in FAULTS else "invalid", **fields)


def _limits(context: dict[str, Any]) -> dict[str, Any]:
    said = {LIMITS[name]: limit for name, limit in context.items() if name in LIMITS}
    if "expected" in context:  # 'draw', 'stand' or 'table'
        said["expected"] = ", ".join(re.findall(r"'([^']*)'", str(context["expected"])))
    return said


def printable(value: object) -> str:
    """What somebody sent, short and in ASCII."""
    return str(value)[:LONGEST].encode("ascii", "backslashreplace").decode().replace("\x00", "\\x00")
