"""A first pass at a table, by a robot in a jefe's name."""

from deploy.trial.client import Tablet
from tables.robot.robot import Robot

OPENING = {"command": "open_table", "reglamento": "argentina", "minimum": 100, "maximum": 1000, "chip": 1}
MOST_COMMANDS = 400  # of a robot until the first pass is paid


def first_pass(jefe: Tablet, table: str) -> bool:
    """Whether a robot, in the jefe's name, comes to the payment of a pass."""
    robot = Robot(1)
    for _ in range(MOST_COMMANDS):
        now = jefe.snapshot(table)
        if now["last_pass"]:
            return True
        command = robot.next(now)
        if command:
            status, answer = jefe.send(table, command)
            if status != 200:
                robot.refused(command, answer["error"]["code"])
    return False
