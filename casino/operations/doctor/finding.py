"""What a check of `novamas doctor` finds."""

from typing import Any, NamedTuple

OK, WARNING, FAULT = "ok", "warning", "fault"


class Finding(NamedTuple):
    """`says`: one sentence; of a warning or fault it names what to do. `detail`: what the machine itself said, as it
    is; only `novamas doctor` prints that."""

    about: str
    level: str
    says: str
    detail: str = ""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return self._asdict()


def fine(about: str, says: str) -> Finding:
    """All is well."""
    return Finding(about, OK, says)


def warning(about: str, says: str, detail: str = "") -> Finding:
    """The house works, but something should be done."""
    return Finding(about, WARNING, says, detail)


def fault(about: str, says: str, detail: str = "") -> Finding:
    """The house does not work as it should."""
    return Finding(about, FAULT, says, detail)


def first_line(error: Exception) -> str:
    """What an error says first; its name where it says nothing."""
    said = str(error).strip().splitlines()
    return said[0] if said else type(error).__name__
