"""A croupier who runs a normal game by himself: what he does next follows from the snapshot alone."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tables.engine.actor import Actor
from tables.service import execute, read
from tables.snapshot import take

Json = dict[str, Any]
CROUPIER = Actor("carla", "croupier")
JEFE = Actor("julio", "jefe")
CAST = ("ana", "bea", "carl", "dora")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SETTINGS = {"reglamento": "argentina", "minimum": 10, "maximum": 1000, "chip": 10}


def opening() -> Iterator[Json]:
    """The table opened and its first four seats taken."""
    yield {"command": "open_table", **SETTINGS}
    for seat, player in enumerate(CAST, 1):
        yield {"command": "join", "player": player}
        yield {"command": "sit", "player": player, "seat": seat}
    yield {"command": "join", "player": "leo"}


def game(slug: str, commands: int, croupier: "Croupier | None" = None) -> list[Json]:
    """Play that many accepted commands at an open table; returns them."""
    croupier, played = croupier or Croupier(), []
    for _ in range(commands):
        command = croupier.next(take(slug, read(slug)[1], "jefe"))
        answer = execute(slug, command, JEFE)
        assert answer.ok, (command, answer.error)
        played.append(command)
    return played


class Croupier:
    """Keeps the cards he has dealt, so that no card comes that cannot be in the shoe."""

    def __init__(self, seed: int = 7) -> None:
        self._random = random.Random(seed)
        self._dealt: Counter[str] = Counter()

    def next(self, now: Json) -> Json:
        """A command that this snapshot accepts."""
        found: Json = getattr(self, f"_{now['phase']}")(now)
        return found

    def _seating(self, now: Json) -> Json:
        self._dealt.clear()
        return {"command": "shuffle", "riffles": 4}

    _shuffling = _seating

    def _cutting(self, now: Json) -> Json:
        asked = now["cutting"]["asked"]
        player = {} if asked == "croupier" else {"player": asked}
        return {"command": "cut", "depth": 100, **player}

    def _auction(self, now: Json) -> Json:
        if now["auction"]["bids"]:
            return {"command": "close_auction"}
        return {"command": "bid", "player": "ana", "amount": 100}

    def _offer(self, now: Json) -> Json:
        asked = now["offer"]["asked"]
        if asked == "standing":
            return {"command": "decline_bank"}
        return {"command": "accept_bank", "player": asked, "amount": 100}

    def _suite(self, now: Json) -> Json:
        asked = now["suite"]["asked"]
        if asked in ("standing", "house"):
            return {"command": "decline_suite"} if asked == "standing" else {"command": "house_takes_suite"}
        return {"command": "take_suite", "player": asked}

    def _betting(self, now: Json) -> Json:
        has_bet = {bet["player"] for bet in now["pass"]["bets"]} | {now["bank"]["holder"]}
        for bettor in (*CAST, "leo"):
            if bettor not in has_bet:
                chance = self._random.choice(("punto", "punto", "banca"))
                return {"command": "place_bet", "player": bettor, "chance": chance, "amount": 10}
        return {"command": "close_betting"}

    def _dealing(self, now: Json) -> Json:
        decks = now["shoe"]["decks"]
        left = [rank for rank in RANKS if self._dealt[rank] < 4 * decks]
        card = self._random.choice(left)
        self._dealt[card] += 1
        return {"command": "card", "hand": now["pass"]["next"], "card": card}

    def _will(self, now: Json) -> Json:
        return {"command": "will", "choice": self._random.choice(("draw", "stand"))}

    def _resolved(self, now: Json) -> Json:
        return {"command": "settle"}
