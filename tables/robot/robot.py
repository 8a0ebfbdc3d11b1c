"""A croupier who runs the game by himself, players included: the next command follows from the snapshot and chance."""

from collections import deque
from typing import Any

from tables.engine.state import CROUPIER
from tables.robot import bank, bets, company
from tables.robot.dice import Dice
from tables.robot.habits import LIVELY, Habits
from tables.robot.moment import Json, Moment, Move
from tables.robot.pack import Pack


class Robot:
    """The same seed at the same table plays the same game. What the snapshot tells it does not know by itself."""

    def __init__(self, seed: int, habits: Habits = LIVELY) -> None:
        self._dice = Dice(seed)
        self._habits = habits
        self._pack = Pack(seed)
        self._plan: deque[Move] = deque()
        self._planned: Any = None
        self._version = 0
        self._refused: set[str] = set()
        self._lap = 0
        self._opened: list[str] = []

    def next(self, now: Json) -> Json | None:
        """The next command at a table with this snapshot; None when there is nothing to do but wait."""
        if now["suspended"] or now["phase"] not in PHASES:
            return None
        self._remember(now)
        possible = [action for action in now["actions"] if action not in self._refused]
        moment = Moment({**now, "actions": possible}, self._dice, self._habits, frozenset(self._opened))
        command = PHASES[now["phase"]](self, moment)
        if command is None:
            self._refused.clear()  # everything has been tried: after a pause once more from the start
        return command

    def refused(self, command: Json, code: str) -> None:
        """`command` was refused: until the table has changed something else is tried."""
        if code == "impossible_card":
            self._pack.is_not_there(command["card"])
        else:
            self._refused.add(command["command"])

    def _remember(self, now: Json) -> None:
        """Who opened in this lap, and who did last, may not open again; only this the snapshot does not tell."""
        if now["version"] != self._version:
            self._version = now["version"]
            self._refused.clear()
        if now["lap"] != self._lap:
            self._lap = now["lap"]
            self._opened = self._opened[-1:]
        holder = now["bank"]["holder"] if now["bank"] else None
        if holder:
            self._opened = [*(player for player in self._opened if player != holder), holder]

    # The phases

    def _shuffle(self, moment: Moment) -> Json | None:
        came = company.come_or_sit(moment) if company.is_small(moment) else None
        if came or not moment.can("shuffle"):
            return came or company.come_or_sit(moment)
        least = int(moment.now["settings"]["riffles_minimum"])
        return {"command": "shuffle", "riffles": max(least, moment.dice.between(4, 7))}

    def _cut(self, moment: Moment) -> Json | None:
        asked = moment.now["cutting"]["asked"]
        if moment.can("decline_cut") and moment.is_lucky(self._habits.declines):
            return {"command": "decline_cut", "player": asked}
        if not moment.can("cut"):
            return None
        asked = asked or moment.dice.one_of([*moment.now["names"]] or [CROUPIER])
        least, left = int(moment.now["settings"]["cut_minimum"]), int(moment.now["shoe"]["left"])
        cutter = {} if asked == CROUPIER else {"player": asked}
        return {
            "command": "cut",
            "depth": moment.dice.between(max(least, 20), left - max(least, 20)),
            **cutter,
        }

    def _burn_first(self, moment: Moment) -> Json | None:
        return {"command": "burn_first", "card": self._pack.next(moment.now["shoe"])}

    def _bet(self, moment: Moment) -> Json | None:
        if company.is_small(moment) and (came := company.come_or_sit(moment)):
            return came
        self._make_plan(moment)
        while self._plan:
            if command := self._plan.popleft()(moment):
                return command
        if moment.can("close_betting"):
            return {"command": "close_betting"}
        return bets.another(moment) or company.come_or_sit(moment)

    def _make_plan(self, moment: Moment) -> None:
        """Once a pass, and again when another takes the bank meanwhile."""
        this = (moment.now["pass"]["number"], moment.holder)
        if this == self._planned:
            return
        moves = [company.move] if moment.is_lucky(self._habits.moves) else []
        self._planned = this
        self._plan = deque([*moves, *bank.ventures(moment), *bets.plan(moment)])

    def _deal(self, moment: Moment) -> Json | None:
        now = moment.now
        if moment.can("decline_cards") and moment.is_lucky(self._habits.declines):
            return {"command": "decline_cards", "player": now["pass"]["card_holder"]}
        if not now["shoe"]["left"]:
            return {"command": "incident", "kind": "cards_exhausted"}
        if not moment.can("card"):
            return None
        return {"command": "card", "hand": now["pass"]["next"], "card": self._pack.next(now["shoe"])}

    def _will(self, moment: Moment) -> Json | None:
        return {"command": "will", "choice": moment.dice.one_of(("draw", "draw", "stand"))}

    def _choose(self, moment: Moment) -> Json | None:
        return {"command": "bank_choice", "choice": moment.dice.one_of(("draw", "stand", "table"))}

    def _settle(self, moment: Moment) -> Json | None:
        return {"command": "settle"} if moment.can("settle") else None

    def _auction(self, moment: Moment) -> Json | None:
        return bank.auction(moment)

    def _offer(self, moment: Moment) -> Json | None:
        return bank.offer(moment)

    def _suite(self, moment: Moment) -> Json | None:
        return bank.suite(moment)


# A closed table is not here: it waits for the jefe.
PHASES = {
    "seating": Robot._shuffle,
    "shuffling": Robot._shuffle,
    "cutting": Robot._cut,
    "burning": Robot._burn_first,
    "auction": Robot._auction,
    "offer": Robot._offer,
    "betting": Robot._bet,
    "suite": Robot._suite,
    "dealing": Robot._deal,
    "will": Robot._will,
    "bank_choice": Robot._choose,
    "resolved": Robot._settle,
}
