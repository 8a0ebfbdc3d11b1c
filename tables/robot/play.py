"""A robot plays its table through a door, at a pace that can be watched."""

import logging
import time

from tables.robot.door import Door
from tables.robot.moment import Json
from tables.robot.robot import Robot

log = logging.getLogger("tables.robot")

# Times the pace: chips come quickly, a payment takes a while.
PAUSES = {
    "place_bet": 0.6,
    "join": 0.6,
    "sit": 0.6,
    "close_betting": 1.5,
    "shuffle": 3.0,
    "cut": 2.0,
    "settle": 2.0,
}
IDLE = 1.0  # seconds between two looks at a table where there is nothing to do
BRIEF = 0.05  # seconds after a refusal that is nobody's fault
SHORT, LONG = 0.5, 30.0  # seconds after a surprising refusal, and after many
OVERTAKEN = "stale"  # somebody else acted at the table meanwhile


def play(door: Door, robot: Robot, pace: float, passes: int | None = None) -> None:
    """Play until `passes` are paid, or for ever. `pace`: seconds between two acts."""
    paid = refusals = 0
    while passes is None or paid < passes:
        now = door.look()
        command = robot.next(now)
        if command is None:
            time.sleep(IDLE)
            continue
        answer = door.give({**command, "expected_version": now["version"]})
        if answer["ok"]:
            paid += command["command"] == "settle"
            refusals = 0
            time.sleep(pace * PAUSES.get(command["command"], 1.0))
        else:
            refusals += _is_a_surprise(robot, command, answer["error"])
            time.sleep(min(SHORT * 2 ** (refusals - 1), LONG) if refusals else BRIEF)


def _is_a_surprise(robot: Robot, command: Json, error: Json) -> bool:
    """Tells the robot, and the log what should not happen."""
    if error["code"] == OVERTAKEN:
        return False
    robot.refused(command, error["code"])
    if error["code"] == "impossible_card":
        return False
    log.warning("refused, %s: %s (%s)", error["code"], error["message"], command)
    return True
