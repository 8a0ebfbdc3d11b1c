"""Checks of `novamas doctor`. Each check answers with findings, and none changes anything."""

from casino.operations.doctor.finding import FAULT, OK, WARNING, Finding
from casino.operations.doctor.run import examine

__all__ = ["FAULT", "OK", "WARNING", "Finding", "examine"]
