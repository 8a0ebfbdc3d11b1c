"""A robot plays its table through a client, at a pace that people can watch."""

import logging
import math
import time

from casino.common.json_input import Json
from casino.common.progress import Advance
from tables.robot.client import TableClient
from tables.robot.robot import Robot

log = logging.getLogger("tables.robot")

# How long each takes, as a multiple of the pace.
PAUSES = {
    "place_bet": 0.6,
    "join": 0.6,
    "sit": 0.6,
    "close_betting": 1.5,
    "shuffle": 3.0,
    "cut": 2.0,
    "settle": 2.0,
}
IDLE = 1.0  # seconds before looking again at a table where there is nothing to do
AFTER_EXPECTED_REFUSAL = 0.05  # seconds
FIRST_DELAY, LONGEST_DELAY = 0.5, 30.0  # seconds after an unexpected refusal, doubled with each more
STALE = "stale"  # somebody else acted at the table meanwhile


def play(
    client: TableClient,
    robot: Robot,
    pace: float,
    passes: int | None = None,
    advance: Advance = lambda _steps: None,
) -> None:
    """Play until `passes` are paid, or for ever. `pace`: seconds between two commands; `advance`: called with each
    pass."""
    paid = refusals = 0
    while passes is None or paid < passes:
        now = client.snapshot()
        command = robot.next(now)
        if command is None:
            time.sleep(IDLE)
            continue
        answer = client.send({**command, "expected_version": now["version"]})
        if answer["ok"]:
            settled = int(command["command"] == "settle")
            paid += settled
            advance(settled)
            refusals = 0
            time.sleep(pace * PAUSES.get(command["command"], 1.0))
        else:
            refusals += _is_unexpected(robot, command, answer["error"])
            time.sleep(_delay(refusals))


def _delay(refusals: int) -> float:
    if not refusals:
        return AFTER_EXPECTED_REFUSAL
    return min(math.ldexp(FIRST_DELAY, refusals - 1), LONGEST_DELAY)


def _is_unexpected(robot: Robot, command: Json, error: Json) -> bool:
    """Tell the robot of the refusal, and log one that should not happen."""
    if error["code"] == STALE:
        return False
    robot.refused(command, error["code"])
    if error["code"] == "impossible_card":
        return False
    log.warning("refused, %s: %s (%s)", error["code"], error["message"], command)
    return True
