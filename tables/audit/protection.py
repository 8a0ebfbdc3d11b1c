"""Whether the database still refuses to change what is append-only."""

from collections.abc import Iterator

from django.db import connection

from casino.accounts.models import AccessEvent, AlarmSeen
from casino.common import append_only
from casino.house.models import Act
from casino.journal.models import Entry as JournalEntry
from ledger.cage.models import Closing, Shift, Slip, Step, UndoBarrier
from ledger.models import Entry, LedgerCurrency, Transfer
from tables.models import (
    AlertSeen,
    Decision,
    Dispute,
    Duty,
    DutyEnd,
    Handover,
    HandoverGiven,
    HouseReglamento,
    Record,
    RefusedCard,
    RequestOutcome,
    SignatureRequest,
)

APPEND_ONLY = (
    *(Record, Dispute, Decision, Handover, HouseReglamento, SignatureRequest, RequestOutcome),
    *(Duty, DutyEnd, AlertSeen, HandoverGiven, RefusedCard),
    *(Transfer, Entry, Slip, Step, Shift, Closing, UndoBarrier, LedgerCurrency, JournalEntry),
    *(AccessEvent, AlarmSeen, Act),
)


def protection_faults() -> Iterator[str]:
    """A sentence for each append-only table whose triggers are gone, disabled or others."""
    for model in APPEND_ONLY:
        table = model._meta.db_table
        if not append_only.is_protected(connection, table):
            yield f"{table} can be changed: the triggers that make it append-only are gone"
