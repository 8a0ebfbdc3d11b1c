"""The robot: croupier and players in one. The next command follows from the snapshot and a seeded random source."""

from collections import deque
from typing import Any

from tables.engine.state import CROUPIER
from tables.robot import bank, bets, people
from tables.robot.behaviour import LIVELY, Behaviour
from tables.robot.context import Context, Json, Move
from tables.robot.randomness import Randomness
from tables.robot.shoe import Shoe

USUAL_MARGIN = 20  # cards that a cut leaves above and below, even where fewer are allowed


class Robot:
    """The same seed at the same table plays the same game."""

    def __init__(self, seed: int, behaviour: Behaviour = LIVELY) -> None:
        self._random = Randomness(seed)
        self._behaviour = behaviour
        self._shoe = Shoe(seed)
        self._plan: deque[Move] = deque()
        self._planned: Any = None
        self._version = 0
        self._refused: set[str] = set()

    def next(self, now: Json) -> Json | None:
        """The next command at a table with this snapshot. None if there is nothing to do but wait."""
        if now["suspended"] or now["phase"] not in PHASES:
            return None
        self._forget_refusals(now)
        possible = [action for action in now["actions"] if action not in self._refused]
        context = Context({**now, "actions": possible}, self._random, self._behaviour)
        command = PHASES[now["phase"]](self, context)
        if command is None:
            self._refused.clear()  # everything was tried: start again after a pause
        return command

    def refused(self, command: Json, code: str) -> None:
        """`command` was refused: try something else until the table has changed."""
        if code == "impossible_card":
            self._shoe.exclude(command["card"])
        else:
            self._refused.add(command["command"])

    def _forget_refusals(self, now: Json) -> None:
        """After a change of the table, everything may be tried again."""
        if now["version"] != self._version:
            self._version = now["version"]
            self._refused.clear()

    # One method per phase

    def _shuffle(self, context: Context) -> Json | None:
        came = people.join_or_sit(context) if people.needs_players(context) else None
        if came or not context.can("shuffle"):
            return came or people.join_or_sit(context)
        least = context.snapshot["bounds"]["shuffle"]["riffles"]["minimum"]
        return {"command": "shuffle", "riffles": max(least, context.random.whole_number(4, 7))}

    def _cut(self, context: Context) -> Json | None:
        asked = (context.snapshot["cutting"] or {}).get("asked")
        if context.can("decline_cut") and context.happens(self._behaviour.declines):
            return {"command": "decline_cut", "player": asked}
        if not context.can("cut"):
            return None
        asked = asked or context.random.choice([*context.snapshot["names"]] or [CROUPIER])
        bounds = context.snapshot["bounds"]["cut"]["depth"]
        margin = max(bounds["minimum"], USUAL_MARGIN)
        depth = context.random.whole_number(margin, bounds["minimum"] + bounds["maximum"] - margin)
        cutter = {} if asked == CROUPIER else {"player": asked}
        return {"command": "cut", "depth": depth, **cutter}

    def _burn_first(self, context: Context) -> Json | None:
        return {"command": "burn_first", "card": self._shoe.next(context.snapshot["shoe"])}

    def _bet(self, context: Context) -> Json | None:
        if people.needs_players(context) and (came := people.join_or_sit(context)):
            return came
        self._make_plan(context)
        while self._plan:
            if command := self._plan.popleft()(context):
                return command
        if context.can("close_betting"):
            return {"command": "close_betting"}
        return bets.another(context) or people.join_or_sit(context)

    def _make_plan(self, context: Context) -> None:
        """Once a pass, and again if somebody else takes the bank meanwhile."""
        this = (context.snapshot["pass"]["number"], context.holder)
        if this == self._planned:
            return
        moves = [people.someone_moves] if context.happens(self._behaviour.moves) else []
        self._planned = this
        self._plan = deque([*moves, *bank.rare_acts(context), *bets.plan(context)])

    def _deal(self, context: Context) -> Json | None:
        now = context.snapshot
        if context.can("decline_cards") and context.happens(self._behaviour.declines):
            return {"command": "decline_cards", "player": now["pass"]["card_holder"]}
        if not now["shoe"]["left"]:
            return {"command": "incident", "kind": "cards_exhausted"}
        if not context.can("card"):
            return None
        return {"command": "card", "hand": now["pass"]["next"], "card": self._shoe.next(now["shoe"])}

    def _will(self, context: Context) -> Json | None:
        return {"command": "will", "choice": context.random.choice(("draw", "draw", "stand"))}

    def _choose(self, context: Context) -> Json | None:
        return {"command": "bank_choice", "choice": context.random.choice(("draw", "stand", "table"))}

    def _settle(self, context: Context) -> Json | None:
        return {"command": "settle"} if context.can("settle") else None

    def _auction(self, context: Context) -> Json | None:
        return bank.auction(context)

    def _offer(self, context: Context) -> Json | None:
        return bank.offer(context)

    def _suite(self, context: Context) -> Json | None:
        return bank.suite(context)


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
