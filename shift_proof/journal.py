"""What stands beside the game: slips with their signatures, shifts, disputes, requests for a signature, spells of duty.

The bundle has every entry of the journal from the shift's first to its last: those of the table in full, of the others
the digest, so that none can be left out or changed.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from shift_proof.faults import Broken, Json, same

LEAF = ("at", "kind", "row", "act", "content")
VOID = "void"


class Journal:
    """Follows the entries. `lines`: what was signed, for the report."""

    def __init__(self, manifest: Json) -> None:
        self.lines: list[str] = []
        self.requests: dict[int, Json] = {}
        self._place = f"table:{manifest.get('table')}"
        self._slips: dict[int, Json] = {}
        self._steps: dict[int, list[Json]] = {}

    def follow(self, told: Json) -> None:
        """Check the chain, and each entry of the table. Raises Broken, naming the entry."""
        entries, previous = told["entries"], told["previous"]
        for number, entry in enumerate(entries, entries[0]["number"] if entries else 1):
            where = f"entry {number} of the journal"
            same(f"{where}: its number", entry["number"], number)
            in_full = entry["place"] == self._place
            if in_full or "content" in entry:
                said = {name: entry[name] for name in LEAF}
                same(f"{where}: the digest of what it says", entry["leaf"], _sha256(said))
            link = {"number": number, "place": entry["place"], "leaf": entry["leaf"], "previous": previous}
            previous = _sha256(link)
            if in_full:
                self._enter(where, entry)
        same("the digest of the journal's last entry", told["head"], previous)

    def check_signature(self, record: Json, consent: Json) -> None:
        """That the second person of a record signed what had been asked for. A request that was made before the first
        entry is not there. Raises Broken."""
        asked = self.requests.get(consent["request"])
        if asked is None:
            return
        where = f"record {record['number']}: request {consent['request']}"
        same(f"{where}: who asked", (asked["actor"], asked["role"]), (record["actor"], record["role"]))
        same(f"{where}: the role that signs", consent["role"], asked["signer"])
        same(f"{where}: the version", consent["asked"], asked["version"])
        same(f"{where}: the time", consent["asked_at"], asked["at"])
        given = {name: value for name, value in record["command"].items() if name != "expected_version"}
        same(f"{where}: the command", given, asked["command"])

    def report(self) -> Iterator[str]:
        """The lines with their heading, and each slip with its signatures; nothing where there are none."""
        if self._slips or self.lines:
            yield "what was signed beside the game:"
        for row, slip in self._slips.items():
            yield f"  {_slip_line(slip, self._steps.get(row, []))}"
        yield from (f"  {line}" for line in self.lines)

    def _enter(self, where: str, entry: Json) -> None:
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
                self.lines.append(_TOLD[entry["kind"]].format(**said))
        except Broken as fault:
            raise Broken(f"{where}: {fault}") from fault

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
            raise Broken(f"request {outcome['request_id']} was {outcome['step']} by {outcome['actor']}")
        who = f"{outcome['actor']} ({outcome['role']}), {outcome['at']}"
        self.lines.append(f"{asked['act']}, asked by {asked['actor']}: {outcome['step']} by {who}")


_TOLD = {
    "dispute": "dispute at record {record}, marked by {actor}, {at}",
    "decision": "dispute decided by {actor}, {at}: {text}",
    "shift": "shift {number} begins after record {first_record}, {at}",
    "closing": "a shift ends with record {last_record}, {at}",
    "duty": "spell {id}: {person} on duty as {post}, entered by {actor}, {at}",
    "alert_seen": "alert {key} seen by {actor}, {at}",
    "duty_end": "spell {duty_id} ends, entered by {actor}, {at}",
}


def _check_slip(slip: Json) -> None:
    if slip["chips"] is not None:
        total = sum(int(value) * number for value, number in slip["chips"].items())
        same(f"slip {slip['number']}: its amount", slip["amount"], total)


def _check_step(slip: Json, taken: list[Json], step: Json) -> None:
    names, where = [one["name"] for one in taken], f"slip {slip['number']}, {step['name']}"
    if VOID in names:
        raise Broken(f"{where}: the slip was void")
    if step["name"] == VOID:
        if not step["reason"]:
            raise Broken(f"{where}: it says no reason")
        return
    if names != slip["steps"][: len(names)] or step["name"] not in slip["steps"][len(names) : len(names) + 1]:
        raise Broken(f"{where} is not its next step")
    before = taken[-1]["actor"] if taken else slip["actor"]
    if step["actor"] == before and step["name"] != "sent":
        raise Broken(f"{where}: {before} signs what he did himself")
    same(f"{where}: whether it is the last", step["done"], step["name"] == slip["steps"][-1])


def _slip_line(slip: Json, taken: list[Json]) -> str:
    difference = "" if slip["expected"] in (None, slip["amount"]) else f", expected {slip['expected']}"
    signed = [f"requested by {slip['actor']} ({slip['role']}) {slip['at']}"]
    signed += [f"{one['name']} by {one['actor']} ({one['role']}) {one['at']}" for one in taken]
    waits = "" if any(one["done"] for one in taken) or not slip["steps"] else ", not complete"
    return f"slip {slip['number']}, {slip['kind']} {slip['amount']}{difference}: {', '.join(signed)}{waits}"


def _sha256(fields: Mapping[str, Any]) -> str:
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
