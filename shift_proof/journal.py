"""Checks what stands beside the game: slips with their signatures, shifts, disputes, requests for a signature, spells
of duty.

The bundle has every entry of the journal from the shift's first to its last: those of the table in full, of the others
the digest, so that none can be left out or changed.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from shift_proof.faults import Broken, Json, same
from shift_proof.words import Words

LEAF = ("at", "kind", "row", "act", "content")
VOID = "void"
FIELD = re.compile(r"{(\w+)}")


class Journal:
    """Follows the entries. `lines`: what was signed, for the report."""

    def __init__(self, manifest: Json) -> None:
        self.lines: list[Words] = []
        self.requests: dict[int, Json] = {}
        self._place = f"table:{manifest.get('table')}"
        self._slips: dict[int, Json] = {}
        self._steps: dict[int, list[Json]] = {}

    def follow(self, told: Json) -> None:
        """Check the chain, and each entry of the table. Raises Broken, naming the entry."""
        entries, previous = told["entries"], told["previous"]
        for number, entry in enumerate(entries, entries[0]["number"] if entries else 1):
            where = Words("entry {number} of the journal", number=number)
            in_full = entry["place"] == self._place
            previous = chained(where, entry, number, previous, in_full=in_full)
            if in_full:
                self._enter(where, entry)
        same("the digest of the journal's last entry", told["head"], previous)

    def check_signature(self, record: Json, consent: Json) -> None:
        """Check that the second person of a record signed what had been asked for. A request that was made before the
        first entry is not there. Raises Broken."""
        asked = self.requests.get(consent["request"])
        if asked is None:
            return
        where = Words(
            "record {number}: request {request}", number=record["number"], request=consent["request"]
        )
        who = (asked["actor"], asked["role"])
        same("{where}: who asked", who, (record["actor"], record["role"]), where=where)
        same("{where}: the role that signs", consent["role"], asked["signer"], where=where)
        same("{where}: the version", consent["asked"], asked["version"], where=where)
        same("{where}: the time", consent["asked_at"], asked["at"], where=where)
        given = {name: value for name, value in record["command"].items() if name != "expected_version"}
        same("{where}: the command", given, asked["command"], where=where)

    def report(self) -> Iterator[Words]:
        """The lines with their heading, and each slip with its signatures; nothing where there are none."""
        if self._slips or self.lines:
            yield Words("what was signed beside the game:")
        for row, slip in self._slips.items():
            yield Words("  {line}", line=_slip_line(slip, self._steps.get(row, [])))
        yield from (Words("  {line}", line=line) for line in self.lines)

    def _enter(self, where: Words, entry: Json) -> None:
        said, row = entry["content"], entry["row"]
        try:
            if entry["kind"] == "slip":
                _check_slip(said)
                self._slips[row] = said
            elif entry["kind"] == "step":
                self._take_step(said)
            elif entry["kind"] == "request":
                self.requests[row] = said
            elif entry["kind"] == "outcome":
                self._end_request(said)
            elif entry["kind"] in _TOLD:
                self.lines.append(_told(entry["kind"], said))
        except Broken as fault:
            raise Broken("{where}: {fault}", where=where, fault=fault.words) from fault

    def _take_step(self, step: Json) -> None:
        """A step is the slip's next, of another person than the one before, and there is none after the last."""
        slip, taken = self._slips.get(step["slip_id"]), self._steps.setdefault(step["slip_id"], [])
        if slip is not None:  # a slip that was requested before the first entry is not there
            _check_step(slip, taken, step)
        taken.append(step)

    def _end_request(self, outcome: Json) -> None:
        asked = self.requests.get(outcome["request_id"])
        if asked is None:
            return
        if (outcome["step"] == "withdrawn") != (outcome["actor"] == asked["actor"]):
            names = {"request": outcome["request_id"], "step": outcome["step"], "person": outcome["actor"]}
            raise Broken("request {request}: {step} by {person}", **names)
        fields = {name: outcome[name] for name in ("step", "actor", "role", "at")}
        told = "{command}, asked by {person}: {step} by {actor} ({role}), {at}"
        self.lines.append(Words(told, command=asked["act"], person=asked["actor"], **fields))


_TOLD = {
    "dispute": "dispute at record {record}, marked by {actor}, {at}",
    "decision": "dispute decided by {actor}, {at}: {text}",
    "shift": "shift {number} begins after record {first_record}, {at}",
    "closing": "a shift ends with record {last_record}, {at}",
    "duty": "spell {id}: {person} on duty as {post}, entered by {actor}, {at}",
    "alert_seen": "alert {key} seen by {actor}, {at}",
    "duty_end": "spell {duty_id} ends, entered by {actor}, {at}",
}


def _told(kind: str, said: Json) -> Words:
    """Only the fields that the sentence has, so that one which is missing is found here."""
    template = _TOLD[kind]
    return Words(template, **{name: said[name] for name in FIELD.findall(template)})


def _check_slip(slip: Json) -> None:
    if slip["chips"] is not None:
        total = sum(int(value) * number for value, number in slip["chips"].items())
        same("slip {number}: its amount", slip["amount"], total, number=slip["number"])


def _check_step(slip: Json, taken: list[Json], step: Json) -> None:
    names = [one["name"] for one in taken]
    where = Words("slip {number}, {step}", number=slip["number"], step=step["name"])
    if VOID in names:
        raise Broken("{where}: the slip was void", where=where)
    if step["name"] == VOID:
        if not step["reason"]:
            raise Broken("{where}: it says no reason", where=where)
        return
    if names != slip["steps"][: len(names)] or step["name"] not in slip["steps"][len(names) : len(names) + 1]:
        raise Broken("{where} is not its next step", where=where)
    before = taken[-1]["actor"] if taken else slip["actor"]
    if step["actor"] == before and step["name"] != "sent":
        raise Broken("{where}: {person} signs what he did himself", where=where, person=before)
    same("{where}: whether it is the last", step["done"], step["name"] == slip["steps"][-1], where=where)


def chained(where: Words, entry: Json, number: int, previous: str, *, in_full: bool) -> str:
    """The digest of an entry, which has this number and follows the one with the digest `previous`. `in_full`: it must
    say its content. Raises Broken."""
    same("{where}: its number", entry["number"], number, where=where)
    if in_full or "content" in entry:
        said = {name: entry[name] for name in LEAF}
        same("{where}: the digest of what it says", entry["leaf"], _sha256(said), where=where)
    return _sha256({"number": number, "place": entry["place"], "leaf": entry["leaf"], "previous": previous})


def _slip_line(slip: Json, taken: list[Json]) -> Words:
    amount = {"number": slip["number"], "kind": slip["kind"], "amount": slip["amount"]}
    line = Words("slip {number}, {kind} {amount}", **amount)
    if slip["expected"] not in (None, slip["amount"]):
        line = Words("{line}, expected {expected}", line=line, expected=slip["expected"])
    asked = {"person": slip["actor"], "role": slip["role"], "at": slip["at"]}
    line = Words("{line}: requested by {person} ({role}) {at}", line=line, **asked)
    for one in taken:
        who = {"step": one["name"], "person": one["actor"], "role": one["role"], "at": one["at"]}
        line = Words("{line}, {step} by {person} ({role}) {at}", line=line, **who)
    is_complete = any(one["done"] for one in taken) or not slip["steps"]
    return line if is_complete else Words("{line}, not complete", line=line)


def _sha256(fields: Mapping[str, Any]) -> str:
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
