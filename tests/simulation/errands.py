"""Commands on their way: given over a socket or HTTP, and repeated with their key until an answer comes."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.simulation.line import Json

PATIENCE = 5.0  # seconds that a client waits for an answer
REPEATS = 4  # how often it is tried again
PLAYERS = ("ana", "bea", "carl", "dora", "leo", "eva", "nico")
DOOR = (401, 403, 404, 429)  # refused before the table was asked
NOT_NOW = 503
Post = Callable[["Errand", Callable[[int, Json | None], None]], None]


class Errand:
    """One command with its key. `by`: who gives it; `table`: where. `after`: another command that was given under the
    same key before."""

    def __init__(
        self,
        key: str,
        table: str,
        by: str,
        command: Json,
        broken: Callable[[str], None],
        after: "Errand | None" = None,
    ) -> None:
        self.key, self.table, self.by, self.command, self.after = key, table, by, command, after
        self.answer: Json | None = None  # the table's
        self.status = 0  # of the answer, also of one that is not the table's
        self.is_over = False  # an answer has come, or it is tried no more
        self._broken = broken
        self._tries = 0

    @property
    def body(self) -> bytes:
        """As it is posted."""
        return json.dumps(self.command).encode()

    def post(self, post: Post) -> None:
        """Try it over HTTP, again and again until the table answers."""
        self._tries += 1
        post(self, lambda status, answer: self._heard(post, status, answer))

    def _heard(self, post: Post, status: int, answer: Json | None) -> None:
        if answer is None or status == NOT_NOW:
            if not self.is_over and self._tries <= REPEATS:
                self.post(post)
            self.is_over |= self._tries > REPEATS
            return
        self.hear(status, answer)

    def hear(self, status: int, answer: Json) -> None:
        """An answer has come. All answers of the table are the same."""
        if status == NOT_NOW:
            return
        self.is_over, self.status = True, status
        if status in DOOR:
            return
        if self.answer is not None and self.answer != answer:
            self._broken(f"{self.key}: first answered {self.answer}, then {answer}")
        self.answer = answer
        if self.after and answer.get("error", {}).get("code") != "key_used":
            self._broken(f"{self.key} was used for another command, and answered {answer}")


def command(random: Random, version: int) -> Json:
    """Some command. Many are refused, as they are when several people act at once."""
    found: Json = random.choice(COMMANDS)(random)
    if random.random() < 0.2:
        found["expected_version"] = version
    return found


def _one(random: Random) -> str:
    return random.choice(PLAYERS)


COMMANDS: tuple[Callable[[Random], Json], ...] = (
    lambda random: {"command": "note", "text": f"note {random.randrange(9)}"},
    lambda random: {"command": "note", "text": "again"},
    lambda random: {"command": "incident", "kind": "conduct", "article": "13", "text": "talks"},
    lambda random: {"command": "join", "player": _one(random)},
    lambda random: {"command": "leave", "player": _one(random)},
    lambda random: {"command": "sit", "player": _one(random), "seat": random.randint(1, 8)},
    lambda random: {"command": "stand_up", "player": _one(random)},
    lambda random: _bet(random),
    lambda random: _bet(random),
    lambda random: {"command": "close_betting"},
    lambda random: _card(random),
    lambda random: _card(random),
    lambda random: {"command": "settle"},
    lambda random: {"command": "shuffle", "riffles": 4},
    lambda random: {"command": "undo"},
    lambda random: {"command": "suspend", "reason": "a moment"},
    lambda random: {"command": "resume"},
    lambda random: {"command": "burn_shoe", "reason": "face up", "consent": "jefe"},
)


def _bet(random: Random) -> Json:
    return {
        "command": "place_bet",
        "player": _one(random),
        "chance": "punto",
        "amount": 10 * random.randint(1, 9),
    }


def _card(random: Random) -> Json:
    return {"command": "card", "hand": random.choice(("punto", "banca")), "card": random.choice("A23456789")}


def describe(errand: Errand) -> Any:
    """In few words."""
    return f"{errand.key} {errand.command['command']} at {errand.table}"
