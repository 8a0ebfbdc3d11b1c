"""The amounts in a record: what was bet, bid or raised, and what a payment took, paid and deducted."""

from typing import Any

from casino.common.currency import written
from casino.common.wording import text as gettext
from tables.engine import transfers
from tables.labels.commands import joined
from tables.labels.game import CHANCE_LABELS, RESULT_LABELS
from tables.models import Record
from tables.record.decoding import stored_events

PAID = "pass_settled"


def amount_of(record: Record) -> int | None:
    """What was said or, where nothing was said, what moved; None for a payment, whose amounts go both ways."""
    if "amount" in record.command:
        return int(record.command["amount"])
    if any(event["type"] in (PAID, "undone") for event in record.events):
        return None
    return sum(move.amount for event in stored_events(record) for move in transfers(event)) or None


def payment(events: list[dict[str, Any]]) -> str:
    """Who won, and what was taken, paid and deducted; empty for what pays nothing."""
    found = next((event for event in events if event["type"] == PAID), None)
    if found is None:
        return ""
    result, lines = found["result"], [line for line in found["settlements"] if line["chance"] != "bank"]
    taken = -sum(min(line["win"], 0) for line in lines)
    paid = sum(max(line["win"], 0) - line["deduction"] for line in lines)
    deducted = sum(line["deduction"] for line in found["settlements"])
    return joined(
        RESULT_LABELS.get(result) or CHANCE_LABELS[result],
        gettext("taken %(amount)s") % {"amount": written(taken)} if taken else "",
        gettext("paid %(amount)s") % {"amount": written(paid)} if paid else "",
        gettext("deducted %(amount)s") % {"amount": written(deducted)} if deducted else "",
    )
