"""The second person of a command: that he is another, that he signed what had been asked for, and while it still held.

A request holds for the deal in which it was made. It ends with it, and with an undo that goes back behind it.
"""

from collections.abc import Iterator
from datetime import datetime

from shift_proof.faults import Broken, Json, same
from shift_proof.words import Words

ENDINGS = {"pass_settled", "pass_voided", "deal_burned", "shoe_burned", "shoe_shuffled"}
ENDINGS |= {"table_opened", "table_closed"}
SIGNED = {"burn_shoe", "void_pass", "incident"}  # the commands that a second person may sign
NAMED = ("burn_shoe", "void_pass")  # those that the report names in any case


class Consents:
    """Follows the records. `lines`: for the report, who gave and who signed each burned shoe and void pass, and any
    other command that was signed."""

    def __init__(self) -> None:
        self.lines: list[Words] = []
        self._ended = 0  # the number of the last event that ended a deal
        self._undone: list[tuple[int, int]] = []  # (version that an undo went back to, number of its event)
        self._requests: set[int] = set()

    def follow(self, record: Json) -> None:
        """Check the signature of one record. Raises Broken."""
        events = record["events"]
        signed = [event for event in events if event["type"] == "consent_given"]
        if signed:
            same("the number of signatures", len(signed), 1)
            self._check(record, signed[0])
        if signed or record["name"] in NAMED:
            self.lines.append(_line(record, signed[0] if signed else None))
        for event in events:
            if event["type"] in ENDINGS:
                self._ended = event["seq"]
            elif event["type"] == "undone":
                self._undone.append((event["to"], event["seq"]))

    def _check(self, record: Json, consent: Json) -> None:
        request, asked = consent["request"], consent["asked"]
        if record["name"] not in SIGNED:
            raise Broken("{command} is signed by a second person, which it never is", command=record["name"])
        if consent["signer"] == record["actor"]:
            raise Broken("{person} signs what he asked for himself", person=consent["signer"])
        if record["name"] == "burn_shoe":
            same("the role that signs", consent["role"], record["command"]["consent"])
        if request in self._requests:
            raise Broken("request {request} is signed a second time", request=request)
        datetime.fromisoformat(consent["asked_at"])  # that it is a time; an order clocks do not tell
        if asked >= record["first_seq"]:
            raise Broken("request {request} is signed before it was made", request=request)
        if asked < self._ended or any(back < asked < number for back, number in self._undone):
            raise Broken("request {request} had ended before it was signed", request=request)
        self._requests.add(request)


def _line(record: Json, consent: Json | None) -> Words:
    role, names = record["role"], {"number": record["number"], "command": record["name"]}
    who = Words(
        "record {number}, {command}, by {person} ({role})", **names, person=record["actor"], role=role
    )
    if consent:
        times = {"asked_at": consent["asked_at"], "at": record["at"]}
        signed = {"who": who, "person": consent["signer"], "role": consent["role"], **times}
        return Words("{who}, signed by {person} ({role}): asked {asked_at}, signed {at}", **signed)
    named = record["command"].get("consent", role)
    if named == role:
        return Words("{who}, {at}", who=who, at=record["at"])
    return Words("{who}, consent of the {role}: not signed", who=who, role=named)


def report(lines: list[Words]) -> Iterator[Words]:
    """The lines with their heading; nothing where there are none."""
    if lines:
        yield Words("shoes burned, passes voided, and what a second person signed:")
    yield from (Words("  {line}", line=line) for line in lines)
