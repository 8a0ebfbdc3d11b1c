"""The pass on the table as one of its shoe."""

from tables.engine.phase import PASS_UNDER_WAY
from tables.screen import Json

NUMBERED = (*PASS_UNDER_WAY, "offer")  # an offer may come between two passes of a shoe


def is_last_pass(now: Json) -> bool:
    """Whether the pass under way is the shoe's last. The shoe keeps its mark until the next one is shuffled."""
    return bool(now["shoe"] and now["shoe"]["last_pass"]) and now["phase"] in PASS_UNDER_WAY


def number_in_shoe(now: Json) -> int | None:
    """The number of the pass that is played or comes next, as one counts on the roads, where a void pass has no mark.
    None while no shoe is ready."""
    ready = now["shoe"] and now["phase"] in NUMBERED
    return len(now["results"]) + 1 if ready else None
