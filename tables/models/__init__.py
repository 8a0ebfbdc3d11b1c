"""The rows that the database keeps of the tables. Only `tables.door` and `tables.view.handovers` write, and
`tables.screens.inspector.searches` what a reader keeps for himself."""

from tables.models.alerts import AlertSeen, ConsoleSeen, RefusedCard, Watch
from tables.models.disputes import Decision, Dispute, Handover, HandoverGiven
from tables.models.duty import Duty, DutyEnd
from tables.models.read_models import Bet, DailyTurnover, Line, Pass, PhaseTime, Player, Seat, Shoe, Turnover
from tables.models.record import HouseReglamento, Pit, Record, Reply, SavedSearch, Table
from tables.models.requests import RequestOutcome, SignatureRequest

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
    "Pit",
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
