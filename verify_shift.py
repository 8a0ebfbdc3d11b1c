#!/usr/bin/env python3
"""Proves a shift's bundle without the server: python verify_shift.py BUNDLE [--key PUBLIC_KEY]

Needs Python and the package `cryptography`, nothing of the product. It checks that the bundle is whole and was signed
by the key, that every record is there, in order and as it was written (each is chained to the one before by its
digest), and plays the events through again: cards to results, results to payments, payments to the cagnotte.

Exit status 0: it holds. 1: it does not; the first broken place is named. 2: this is no bundle of ours, or it was cut.
"""

import argparse
import base64
import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

Json = dict[str, Any]
KIND = "no-va-mas shift 1"
HOLDS, BROKEN, NOT_OURS = 0, 1, 2
LETTERS = {"punto": "P", "banca": "B", "tie": "T"}
VALUES = {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0} | {str(number): number for number in range(2, 10)}
OUTSIDE_THE_DIGEST = {"digest"}


class Broken(Exception):
    """What does not hold, and where."""


class NotOurs(Exception):
    """Why this file is no whole bundle."""


def main() -> int:
    """Verify the file that is named; say what was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bundle")
    parser.add_argument("--key", help="the casino's public key, as the inspector's screen shows it")
    given = parser.parse_args()
    try:
        told = verify(_read(given.bundle), given.key)
    except NotOurs as reason:
        print(f"{given.bundle}: {reason}", file=sys.stderr)
        return NOT_OURS
    except Broken as place:
        print(f"{given.bundle}: does not hold: {place}", file=sys.stderr)
        return BROKEN
    print(told)
    return HOLDS


def verify(data: bytes, key: str | None = None) -> str:
    """What the bundle proves, in a sentence. Raises NotOurs, Broken."""
    manifest, lines, signature = _parts(data)
    records = [_json(line, f"line {number}") for number, line in enumerate(lines, 2)]
    _check_chain(manifest, records)
    _check_signature(data, manifest, signature, key)
    replay = Replay(manifest["begins"])
    for record in records:
        replay.follow(record)
    _same("the results at the end", replay.now, manifest["ends"])
    trusted = (
        "the key given" if key else f"the key in the bundle, {manifest['key']}: compare it with the casino's"
    )
    return (
        f"{manifest['table']}: records {manifest['first']} to {manifest['last']} are complete and untouched, "
        f"{replay.passes} passes play through to the same results; signed by {trusted}"
    )


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise NotOurs(error.strerror or str(error)) from error


def _parts(data: bytes) -> tuple[Json, list[bytes], bytes]:
    if not data.strip():
        raise NotOurs("it is empty")
    lines = data.splitlines()
    try:
        manifest = json.loads(lines[0])
    except ValueError:
        raise NotOurs("it is no bundle of a shift") from None
    if not isinstance(manifest, dict) or manifest.get("bundle") != KIND:
        raise NotOurs("it is no bundle of a shift")
    try:
        last = json.loads(lines[-1])
        return manifest, lines[1:-1], base64.b64decode(last["signature"])
    except (ValueError, TypeError, KeyError):
        raise NotOurs("it was cut: the signature at its end is missing") from None


def _json(line: bytes, where: str) -> Json:
    try:
        found = json.loads(line)
    except ValueError:
        raise Broken(f"{where} is no record any more") from None
    if not isinstance(found, dict):
        raise Broken(f"{where} is no record")
    return found


def _check_chain(manifest: Json, records: list[Json]) -> None:
    """Every record is there once, in order, with the contents that its digest says."""
    number, previous = manifest["first"], manifest["previous"]
    for record in records:
        if record.get("number") != number:
            raise Broken(
                f"record {number} is missing or out of order: record {record.get('number')} stands there"
            )
        if digest_of(record) != record.get("digest"):
            raise Broken(f"record {number} has been changed: its digest does not fit its contents")
        if record["previous"] != previous:
            raise Broken(f"record {number} does not follow the one before it")
        if record["table"] != manifest["table"]:
            raise Broken(f"record {number} is of the table {record['table']}")
        number, previous = number + 1, record["digest"]
    if number != manifest["last"] + 1:
        raise Broken(f"records {number} to {manifest['last']} are missing at the end")
    _same("the chain's end", previous, manifest["head"])


def digest_of(record: Json) -> str:
    """SHA-256, in hex, over the canonical JSON of everything in the record but the digest itself."""
    fields = {name: value for name, value in record.items() if name not in OUTSIDE_THE_DIGEST}
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _check_signature(data: bytes, manifest: Json, signature: bytes, key: str | None) -> None:
    if key is not None and key != manifest["key"]:
        raise Broken("it was signed with another key than the one given")
    signed = data[: data.rstrip(b"\n").rfind(b"\n") + 1]
    try:
        Ed25519PublicKey.from_public_bytes(base64.b64decode(manifest["key"])).verify(signature, signed)
    except (InvalidSignature, ValueError):
        raise Broken("the signature does not fit: the manifest, or all of it, has been changed") from None


def _same(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Broken(f"{what}: {found!r}, but the bundle says {wanted!r}")


class Replay:
    """The events played through again. `now`: the results of the shoe and the cagnotte."""

    def __init__(self, begins: Json) -> None:
        self.now: Json = dict(begins)
        self.passes = 0
        self._earlier: dict[int, tuple[Json, dict[str, list[str]], bool]] = {}
        self._hands: dict[str, list[str]] = {"punto": [], "banca": []}
        self._plain = (
            False  # whether every card of the pass under way is known: not so at the bundle's beginning
        )

    def follow(self, record: Json) -> None:
        """One record, checked against the state that it may carry."""
        for event in record["events"]:
            act = getattr(self, f"_{event['type']}", None)
            if act:
                act(event, record)
        if record["state"]:
            kept = json.loads(record["state"])
            _same(f"record {record['number']}, its state", self.now, {name: kept[name] for name in self.now})
        hands = {side: list(cards) for side, cards in self._hands.items()}
        self._earlier[record["version"]] = (dict(self.now), hands, self._plain)

    def _pass_settled(self, event: Json, record: Json) -> None:
        for fault in self._faults(event):
            raise Broken(f"record {record['number']}, pass {event['number']}: {fault}")
        self.now["results"] += LETTERS[event["result"]]
        self.now["cagnotte"] += sum(line["deduction"] for line in event["settlements"])
        self.passes += 1
        self._new_deal(event, record)

    def _faults(self, event: Json) -> Iterator[str]:
        totals = {side: sum(map(_value, cards)) % 10 for side, cards in self._hands.items()}
        if self._plain and event["result"] != _winner(totals):
            yield f"the cards give {_winner(totals)}, not {event['result']}"
        for line in event["settlements"]:
            if not 0 <= line["deduction"] <= max(line["win"], 0):
                yield f"a deduction of {line['deduction']} from a win of {line['win']}"
            side = "banca" if line["chance"] == "bank" else line["chance"]
            if line["win"] > 0 and side != event["result"]:
                yield f"{line['chance']} was paid on {event['result']}"

    def _card_dealt(self, event: Json, record: Json) -> None:
        self._hands[event["hand"]].append(event["card"])

    _held_card_dealt = _card_dealt

    def _third_card_undue(self, event: Json, record: Json) -> None:
        del self._hands["punto"][2:]

    _third_card_held = _third_card_undue

    def _new_deal(self, event: Json, record: Json) -> None:
        self._hands, self._plain = {"punto": [], "banca": []}, True

    _deal_burned = _pass_voided = _new_deal

    def _unusual(self, event: Json, record: Json) -> None:
        self._plain = False

    _banca_counts_nothing = _hand_forfeited = _unusual

    def _shoe_shuffled(self, event: Json, record: Json) -> None:
        self.now["results"] = ""
        self._new_deal(event, record)

    _table_opened = _table_closed = _shoe_shuffled

    def _suite_given(self, event: Json, record: Json) -> None:
        self.now["cagnotte"] += event["deduction"]

    def _suite_deduction_given_back(self, event: Json, record: Json) -> None:
        self.now["cagnotte"] -= event["amount"]

    def _undone(self, event: Json, record: Json) -> None:
        if event["to"] in self._earlier:
            now, hands, self._plain = self._earlier[event["to"]]
            self.now, self._hands = dict(now), {side: list(cards) for side, cards in hands.items()}
        else:  # before the bundle begins: the state that every undo carries is what is known of it
            kept = json.loads(record["state"])
            self.now, self._plain = {name: kept[name] for name in self.now}, False


def _value(card: str) -> int:
    return VALUES[card.rstrip("cdhs")]


def _winner(totals: dict[str, int]) -> str:
    if totals["punto"] == totals["banca"]:
        return "tie"
    return max(totals, key=totals.__getitem__)


if __name__ == "__main__":
    sys.exit(main())
