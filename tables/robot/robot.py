"""The robot: croupier and players in one. The next command follows from the snapshot and a seeded random source."""

import random
from collections import deque
from typing import Any

from casino.common.json_input import Json
from tables.engine.state import CROUPIER
from tables.robot import bank, players
from tables.robot.context import LIVELY, Behaviour, Context, Move, Randomness
from tables.rules.cards import RANKS, SUITS, rank_of


class Shoe:
    """One order of the cards for each shoe. The snapshot says how many have been dealt.

    So a card that an undo puts back comes again, burned ones are skipped, and after a restart with the same seed the
    shoe continues. With another seed it does not know the cards keyed before: `exclude` then corrects the order.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._number: int | None = None
        self._order: list[str] = []
        self._excluded: set[str] = set()

    def next(self, shoe: Json) -> str:
        """The rank of the card on top of a shoe that is not empty."""
        return rank_of(self.suited(shoe))

    def suited(self, shoe: Json) -> str:
        """The card on top with its suit."""
        if shoe["number"] != self._number:
            self._shuffle(shoe)
        at: int = shoe["dealt"]
        if self._is_out(at):
            self._replace(at)
        return self._order[at]

    def exclude(self, card: str) -> None:
        """The table has counted every card of this rank: no more of them come from this shoe."""
        self._excluded.add(rank_of(card))
        if len(self._excluded) == len(RANKS):
            self._excluded.clear()  # an undo has put some back, unknown which

    def _shuffle(self, shoe: Json) -> None:
        self._number, self._excluded = shoe["number"], set()
        self._order = [rank + suit for suit in SUITS for rank in RANKS] * shoe["decks"]
        random.Random(f"{self._seed}/{self._number}").shuffle(self._order)  # noqa: S311 - not a real game

    def _replace(self, at: int) -> None:
        later = range(at + 1, len(self._order))
        other = next((place for place in later if not self._is_out(place)), None)
        if other is None:
            self._order[at] = next(rank for rank in RANKS if rank not in self._excluded) + SUITS[0]
        else:
            self._order[at], self._order[other] = self._order[other], self._order[at]

    def _is_out(self, place: int) -> bool:
        return rank_of(self._order[place]) in self._excluded


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
        came = players.join_or_sit(context) if players.needs_players(context) else None
        if came or not context.can("shuffle"):
            return came or players.join_or_sit(context)
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
        if players.needs_players(context) and (came := players.join_or_sit(context)):
            return came
        self._make_plan(context)
        while self._plan:
            if command := self._plan.popleft()(context):
                return command
        if taken_back := players.keep_differential(context):
            return taken_back
        if context.can("close_betting"):
            return {"command": "close_betting"}
        return players.another_bet(context) or players.join_or_sit(context)

    def _make_plan(self, context: Context) -> None:
        """Once a pass, and again if somebody else takes the bank meanwhile."""
        this = (context.snapshot["pass"]["number"], context.holder)
        if this == self._planned:
            return
        moves = [players.someone_moves] if context.happens(self._behaviour.moves) else []
        self._planned = this
        self._plan = deque([*moves, *bank.rare_acts(context), *players.plan_bets(context)])

    def _deal(self, context: Context) -> Json | None:
        now = context.snapshot
        if context.can("decline_cards") and context.happens(self._behaviour.declines):
            return {"command": "decline_cards", "player": now["pass"]["card_holder"]}
        if not now["shoe"]["left"]:
            return {"command": "incident", "kind": "cards_exhausted"}
        if not context.can("card"):
            return None
        hand = now["pass"]["next"]
        card = self._shoe.suited if _needs_suit(now, hand) else self._shoe.next
        return {"command": "card", "hand": hand, "card": card(now["shoe"])}

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


def _needs_suit(now: Json, hand: str) -> bool:
    """Whether the table asks for the suit of this hand's next card: of the first two, where a chance needs them."""
    return len(now["pass"][hand]["cards"]) < 2 and any(chance["needs_suits"] for chance in now["chances"])


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
