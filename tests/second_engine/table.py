"""One table: its state, and the questions that every command asks of it."""

import pickle
from collections import Counter
from typing import Any

from .reglamentos import ARTICLES

SEATS = range(1, 15)
IN_PASS = ("betting", "dealing", "will", "bank_choice", "resolved")
CLOSED_BETS = IN_PASS[1:]


class Refused(Exception):
    """A command is refused: the code, and the article or None."""

    def __init__(self, code: str, article: str | None = None) -> None:
        super().__init__(code, article)
        self.code, self.article = code, article


class Table:
    """Everything that is known of one table. `history` is for undo, the rest is the game."""

    def __init__(self) -> None:
        self.reglamento = ""
        self.open = self.suspended = False
        self.phase = "closed"
        self.minimum = self.maximum = self.chip = 0
        self.next_limits: tuple[int, int] | None = None
        self.settings: dict[str, Any] = {}
        self.departures: list[dict[str, Any]] = []
        self.seats: dict[int, str | None] = dict.fromkeys(SEATS)
        self.lent: dict[int, str | None] = {}
        self.standing: list[str] = []
        self.waiting: list[str] = []
        self.sent_away: dict[str, str | None] = {}  # for their conduct: player → article
        self.fresh: list[str] = []  # chemin-de-fer: wait for one hand before they have priority
        self.refusals: dict[str, int] = {}  # chemin-de-fer: refusals running of who sits there
        self.shoe: dict[str, Any] | None = None
        self.holder: str | None = None  # of the sabot
        self.lap = 0
        self.lap_seat: int | None = None
        self.opened: list[str] = []  # who opened in this lap
        self.running: tuple[str, int] | None = None  # who opened last, and how often running
        self.bank: dict[str, Any] | None = None
        self.offer: dict[str, Any] | None = None
        self.auction: dict[str, Any] | None = None
        self.suite: dict[str, Any] | None = None
        self.cutting: dict[str, Any] | None = None
        self.after_shuffle = ""  # the phase to come back to after a burned shoe
        self.start_seat = 14  # whose right begins the next offer
        self.number = 1
        self.bets: dict[tuple[str, str], int] = {}
        self.last_bets: dict[tuple[str, str], int] = {}
        self.last_pass: dict[str, Any] | None = None
        self.cagnotte = 0
        self.results = ""
        self.memory: dict[str, Any] = {}  # what chemin-de-fer remembers from pass to pass
        self.new_hand()
        # What follows is never undone.
        self.version = self.opened_at = 0
        self.history: list[tuple[int, bytes, bool, int]] = []
        self.unpaid: set[int] = set()

    def new_hand(self) -> None:
        """Forget the pass: whatever ends one, nothing of it lives on."""
        self.hand: dict[str, Any] = {
            "card_holder": None, "declined": [], "will": None, "held": None, "undue": None, "punto": [], "banca": [],
            "punto_first": False, "banca_at_will": None, "redeal": False, "forfeit": None, "too_many": False,
            "choice": None, "miscall": None,
            "early": False,
        }  # fmt: skip
        self.banco: dict[str, Any] | None = None

    # --- going back

    FOREVER = ("version", "opened_at", "history", "unpaid")

    def save(self) -> bytes:
        return pickle.dumps({k: v for k, v in self.__dict__.items() if k not in self.FOREVER})

    def restore(self, saved: bytes) -> None:
        self.__dict__.update(pickle.loads(saved))  # noqa: S301  # its own save

    # --- people

    def here(self, player: str) -> bool:
        return player in self.standing or player in self.seats.values()

    def seat_of(self, player: str | None) -> int | None:
        return next((s for s, p in self.seats.items() if p == player and p), None)

    def seated(self) -> list[str]:
        return [p for p in self.seats.values() if p]

    def free_standing(self) -> list[str]:
        """Those who stand, without the owners of lent seats."""
        return [p for p in self.standing if p not in self.lent.values()]

    def stake_of(self, player: str) -> int:
        return sum(amount for (who, _), amount in self.bets.items() if who == player)

    # --- rules

    def article(self, key: str) -> str | None:
        return ARTICLES[self.reglamento].get(key)

    def bets_are_closed(self) -> bool:
        """From no va más to the payment, also while a suite that was given then is on offer."""
        return self.phase in CLOSED_BETS or bool(self.suite and self.suite["back"] == "dealing")

    def rotating(self) -> bool:
        return self.reglamento == "argentina"

    def covering(self) -> bool:
        return self.reglamento == "chemin-de-fer"

    def face_down(self) -> bool:
        return self.rotating() or self.covering()

    def left(self) -> int:
        assert self.shoe
        return int(52 * self.shoe["decks"] - self.shoe["dealt"])

    def draw(self, number: int, burned: bool, cards: list[str]) -> None:
        """Take `number` cards out of the shoe, of which `cards` were seen."""
        assert self.shoe
        self.shoe["dealt"] += number
        self.shoe["burned"] += number if burned else 0
        seen: Counter[str] = self.shoe["seen"]
        seen.update(cards)
        if self.left() <= self.settings["stop_card"]:
            self.shoe["last_pass"] = True

    def rounded(self, amount: int, hundredths: int) -> int:
        """`hundredths` percent of an amount, rounded to the chip."""
        exact, unit = amount * hundredths, 100 * self.chip
        if self.settings["rounding"] == "house":
            return -(-exact // unit) * self.chip
        if self.settings["rounding"] == "nearest":
            return (2 * exact + unit) // (2 * unit) * self.chip
        return exact // unit * self.chip


def to_the_right(seat: int) -> list[int]:
    """All seats from the right of `seat`, itself last."""
    return [(seat + step - 1) % 14 + 1 for step in range(1, 15)]


def to_the_left(seat: int) -> list[int]:
    """All seats from the left of `seat`, itself last."""
    return [(seat - step - 1) % 14 + 1 for step in range(1, 15)]
