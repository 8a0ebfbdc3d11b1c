"""The rows that the database keeps of the tables. Only `tables.door` and `tables.view.handovers` write,
`tables.screens.inspector.searches` what a reader keeps for himself, and `casino.operations.seal` the sealed years."""

from tables.models.alerts import AlertSeen, ConsoleSeen, RefusedCard, Watch
from tables.models.disputes import Decision, Dispute, Handover, HandoverGiven
from tables.models.duty import Duty, DutyEnd
from tables.models.read_models import (
    Bet,
    DailyDealing,
    DailyPlay,
    DailyTurnover,
    Dealing,
    Line,
    Pass,
    PhaseTime,
    Play,
    Player,
    Seat,
    Shoe,
    Turnover,
)
from tables.models.record import HouseReglamento, Pit, PlayerName, Record, Reply, SavedSearch, Table
from tables.models.requests import RequestOutcome, SignatureRequest
from tables.models.seals import PutAway, Seal

__all__ = [
    "AlertSeen",
    "Bet",
    "ConsoleSeen",
    "DailyDealing",
    "DailyPlay",
    "DailyTurnover",
    "Dealing",
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
    "Play",
    "Player",
    "PlayerName",
    "PutAway",
    "Record",
    "RefusedCard",
    "Reply",
    "RequestOutcome",
    "SavedSearch",
    "Seal",
    "Seat",
    "Shoe",
    "SignatureRequest",
    "Table",
    "Turnover",
    "Watch",
]
