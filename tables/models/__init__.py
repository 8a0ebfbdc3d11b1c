"""What the database keeps of the tables. Only `tables.service`, `tables.signature_service`, `tables.disputes`,
`tables.handovers`, `tables.duty` and `tables.alerts_seen` write."""

from tables.models.alerts import AlertSeen
from tables.models.disputes import Decision, Dispute, Handover, HandoverGiven
from tables.models.duty import Duty, DutyEnd
from tables.models.read_models import Bet, Pass, Player, Seat, Shoe, Turnover
from tables.models.record import HouseReglamento, Record, Reply, Table
from tables.models.requests import RequestOutcome, SignatureRequest

__all__ = [
    "AlertSeen",
    "Bet",
    "Decision",
    "Dispute",
    "Duty",
    "DutyEnd",
    "Handover",
    "HandoverGiven",
    "HouseReglamento",
    "Pass",
    "Player",
    "Record",
    "Reply",
    "RequestOutcome",
    "Seat",
    "Shoe",
    "SignatureRequest",
    "Table",
    "Turnover",
]
