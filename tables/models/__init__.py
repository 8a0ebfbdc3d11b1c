"""What the database keeps of the tables. Only `tables.service`, `tables.signature_service`, `tables.disputes`,
`tables.handovers`, `tables.duty`, `tables.alerts_seen`, `tables.tablets` and `tables.refused_cards` write, and what a
reader keeps for himself, `tables.screens.searches`."""

from tables.models.alerts import AlertSeen
from tables.models.disputes import Decision, Dispute, Handover, HandoverGiven
from tables.models.duty import Duty, DutyEnd
from tables.models.read_models import Bet, DailyTurnover, Line, Pass, PhaseTime, Player, Seat, Shoe, Turnover
from tables.models.record import HouseReglamento, Record, Reply, Table
from tables.models.requests import RequestOutcome, SignatureRequest
from tables.models.searches import SavedSearch
from tables.models.tablets import ConsoleSeen, RefusedCard, Watch

__all__ = [
    "AlertSeen",
    "Bet",
    "ConsoleSeen",
    "DailyTurnover",
    "Decision",
    "Dispute",
    "Duty",
    "DutyEnd",
    "Handover",
    "HandoverGiven",
    "HouseReglamento",
    "Line",
    "Pass",
    "PhaseTime",
    "Player",
    "Record",
    "RefusedCard",
    "Reply",
    "RequestOutcome",
    "SavedSearch",
    "Seat",
    "Shoe",
    "SignatureRequest",
    "Table",
    "Turnover",
    "Watch",
]
