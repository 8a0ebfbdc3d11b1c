"""Random evenings: a robot plays, a jefe voids, burns, undoes and suspends in every phase, and pages are opened."""

from collections.abc import Iterator
from random import Random
from typing import Any

import requests

from tables.robot.behaviour import Behaviour
from tables.robot.robot import Robot
from tables.rules.reglamentos import REGLAMENTOS
from tests.fuzz.outcome import Defect, Outcome
from tests.fuzz.server import Caller, House

Json = dict[str, Any]
TABLES = ("mesa", "otra")
PAGES = (
    *("/tables/{table}/", "/tables/{table}/console/", "/tables/{table}/wall/", "/tables/{table}/money/"),
    *("/tables/{table}/why/", "/tables/{table}/passes/{hand}/why/", "/inspector/{table}/{record}/"),
    *("/floor/", "/inspector/?table={table}", "/handover/", "/counter/", "/cage/"),
    *("/reports/tables/{table}/", "/reports/passes/{table}/", "/reports/floor/", "/api/tables/{table}"),
)
STAFF = ("jefe", "croupier", "inspector", "cambista")
LIVELY = Behaviour(min_seated=4, max_seated=8, opens=0.6, takes=0.4, rare_acts=0.4, declines=0.3)
RARE = 0.12  # of the commands are none of the robot's
AN_EVENING = 150  # commands, after which the table is opened with another reglamento
WAIT = 60  # seconds


class Evening:
    """One table under one reglamento after the other."""

    def __init__(self, house: House, table: str, random: Random) -> None:
        self.house, self.table, self.random = house, table, random
        self._session = requests.Session()
        self._given = 0
        self._robot = Robot(random.randrange(10**6), LIVELY)

    def step(self) -> Iterator[Outcome]:
        """A command, and a page of the state that it leaves."""
        now = self._get(f"/api/tables/{self.table}", "jefe")
        command = self._command(now.json()) if now.ok else None
        if command:
            yield self._give(command)
        yield self._look()

    def _command(self, now: Json) -> Json | None:
        if not now["open"]:
            self._given = 0
            reglamento = self.random.choice([*REGLAMENTOS])
            limits = {"minimum": 100, "maximum": 10_000, "chip": 10}
            return {"command": "open_table", "reglamento": reglamento, **limits}
        self._given += 1
        if now["suspended"]:
            return {"command": "resume"}
        if self._given > AN_EVENING and "close_table" in now["actions"]:
            return {"command": "close_table"}
        if self.random.random() < RARE:
            return self._rare(now)
        return self._robot.next(now)

    def _rare(self, now: Json) -> Json:
        back = max(now["version"] - self.random.randrange(1, 25), 0)
        return self.random.choice(
            (
                {"command": "undo", "to": back, "reason": "x < y"},
                {"command": "void_pass", "reason": "a card fell"},
                {"command": "burn_shoe", "reason": "torn", "consent": "jefe"},
                {"command": "suspend", "reason": "a break"},
                {"command": "set_limits", "minimum": 200, "maximum": 20_000, "reason": "more"},
                {"command": "stand_up", "player": self._somebody(now)},
                {"command": "leave", "player": self._somebody(now)},
            )
        )

    def _somebody(self, now: Json) -> str:
        return self.random.choice([*now["names"], "nobody"])

    def _give(self, command: Json) -> Outcome:
        address = f"{self.house.address}/api/tables/{self.table}/commands"
        headers = self._caller("jefe").headers
        answer = self._session.post(address, json=command, headers=headers, timeout=WAIT)
        if answer.status_code >= 500:
            return Defect(f"{answer.status_code}", [self.table, command])
        if not answer.ok:
            self._robot.refused(command, answer.json()["error"]["code"])
        return f"a command {answer.status_code}"

    def _look(self) -> Outcome:
        path = self.random.choice(PAGES).format(
            table=self.table, hand=self.random.randrange(1, 40), record=self.random.randrange(1, 400)
        )
        role = self.random.choice(STAFF)
        answer = self._get(path, role)
        if answer.status_code >= 500 or "Traceback" in answer.text:
            return Defect(
                f"{answer.status_code}", [role, path, self._get(f"/api/tables/{self.table}", "jefe").text]
            )
        return f"{answer.status_code}"

    def _get(self, path: str, role: str) -> requests.Response:
        self._session.cookies.clear()
        return self._session.get(
            f"{self.house.address}{path}",
            headers=self._caller(role).headers,
            timeout=WAIT,
            allow_redirects=False,
        )

    def _caller(self, role: str) -> Caller:
        return self.random.choice([caller for caller in self.house.callers if caller.role == role])


def pages(house: House, seed: int, inputs: int) -> Iterator[Outcome]:
    """Commands and pages in turn, at every table of the house."""
    random = Random(seed)
    evenings = [Evening(house, table, random) for table in TABLES]
    given = 0
    while given < inputs:
        for outcome in random.choice(evenings).step():
            yield outcome
            given += 1
