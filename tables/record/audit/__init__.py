"""The audit of a table: its record is complete and unchanged, and state, rows and money are what the record says."""

from tables.record.audit.expectations import Broken
from tables.record.audit.table import Proof, prove

__all__ = ["Broken", "Proof", "prove"]
