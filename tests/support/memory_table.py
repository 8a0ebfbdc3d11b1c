"""A table in memory, without a service: commands are decided, and the last one's events and reasons are kept."""

from typing import Any

from tables.engine import Event, Game, NoHistory, State, decide, new_state, parse, reasons
from tables.engine.game import Reason
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS

BANCA_WINS, PUNTO_WINS = ("3", "9", "4", "9"), ("9", "3", "9", "4")  # keyed P B P B
PEOPLE = ("ana", "bea", "carl", "dora")


class Table:
    """Four people in the first four seats. `events` and `why`: of the last command, and the reasons of these."""

    def __init__(self, reglamento: str | Reglamento, **opening: Any) -> None:
        self.rules = reglamento if isinstance(reglamento, Reglamento) else REGLAMENTOS[reglamento]
        self.state: State = new_state()
        self.why: list[Reason] = []
        self.events: tuple[Event, ...] = ()
        self.give(
            "open_table", reglamento=self.rules.name, **{"minimum": 10, "maximum": 1000, "chip": 1} | opening
        )
        for seat, player in enumerate(PEOPLE, 1):
            self.give("join", player=player)
            self.give("sit", player=player, seat=seat)

    def give(self, command: str, **fields: Any) -> None:
        made = decide(self.state, parse({"command": command, **fields}), "jefe", NoHistory(), self.rules)
        self.why = reasons.of_events(Game(self.state, self.rules, "jefe"), self.rules, made.events)
        self.state, self.events = made.state, made.events

    def now(self) -> list[Reason]:
        return reasons.now(Game(self.state, self.rules, "jefe"))

    def bet(self, player: str, amount: int, chance: str = "punto") -> None:
        self.give("place_bet", player=player, chance=chance, amount=amount)

    def key(self, *cards: str) -> None:
        """No va más, and these cards by turns."""
        self.give("close_betting")
        for number, card in enumerate(cards):
            self.give("card", hand=("punto", "banca")[number % 2], card=card)

    def deal(self, *cards: str) -> None:
        """A whole pass, paid."""
        self.key(*cards)
        self.give("settle")


def argentina(salida: int = 100, **opening: Any) -> Table:
    """Ana has the bank with `salida`; the shoe is cut."""
    table = Table("argentina", **opening)
    table.give("shuffle", riffles=4)
    table.give("bid", player="ana", amount=salida)
    table.give("close_auction")
    table.give("cut", player="dora", depth=100)
    return table


def chemin(stake: int, **opening: Any) -> Table:
    """Ana has the bank with `stake`."""
    table = Table("chemin-de-fer", **opening)
    table.give("shuffle", riffles=0)
    table.give("cut", depth=100)
    table.give("accept_bank", player="ana", amount=stake)
    return table


def facts(found: list[Reason], rule: str) -> dict[str, Any]:
    """The facts of the only reason by this rule."""
    [reason] = [one for one in found if one.rule == rule]
    return {fact.name: fact.value for fact in reason.facts}
