"""The events of a shift played through again."""

from copy import deepcopy
from json import loads

from shift_proof import bank_events, cards, payment
from shift_proof.consent import Consents
from shift_proof.departures import departures
from shift_proof.faults import Broken, Json, same
from shift_proof.journal import Journal
from shift_proof.table_events import CLOSED, EFFECTS, NO_EFFECT, new_pass
from shift_proof.words import Words

AT = "{where}, {event}: {fault}"
SCHEMAS = {1}  # the formats of events and states that this tool reads

# What is followed of the state that the record keeps.
WHOLE = ("reglamento", "limits", "settings", "cagnotte", "results")
PARTS = {
    "bank": tuple(bank_events.new_bank(None, 0, None, 0)),
    "suite": ("giver", "amount", "deduction"),
    "current": tuple(new_pass(1, [])),
}


def new_table() -> Json:
    """What is followed of a table without any record."""
    current = new_pass(1, [])
    empty = {"reglamento": "", "limits": CLOSED, "settings": {}, "cagnotte": 0, "results": ""}
    return {**empty, "bank": None, "suite": None, "current": current}


def followed(state: Json) -> Json:
    """The part of a state of the record that is followed here."""
    parts = {
        part: state[part] and {name: state[part][name] for name in names} for part, names in PARTS.items()
    }
    return {name: state[name] for name in WHOLE} | parts


class Replay:
    """`now`: what is known after the records so far. `payments`: how many were checked, undone ones too.

    `openings`: with what the table was open, as (record number, reglamento, chip, rounding, departures from
    the text).
    """

    def __init__(self, manifest: Json) -> None:
        _check_schema(Words("the manifest"), manifest["schema"])
        self.now = followed(manifest["begins"])
        self.terms_of = manifest["reglamentos"]
        self.payments = 0
        self.consents = Consents()
        self.journal = Journal(manifest)
        if "journal" in manifest:
            self.journal.follow(manifest["journal"])
        self.openings: list[tuple[int, str, int, str, list[Json]]] = []
        self._version: int = manifest["version"]
        self._earlier: dict[int, Json] = {self._version: deepcopy(self.now)}
        if manifest["first"] == 1:
            same("the state before the first record", self.now, new_table())
        if self.now["reglamento"]:
            self._note_opening(manifest["first"])

    def follow(self, record: Json) -> None:
        """Play one record. Raises Broken, naming it, for what does not follow from the records before it."""
        _check_schema(Words("record {number}", number=record["number"]), record["schema"])
        self._check_numbers(record)
        passed = self.now["current"]["number"]
        where = Words("record {number}, pass {passed}", number=record["number"], passed=passed)
        for event in record["events"]:
            try:
                self._play(event, record)
            except Broken as fault:
                raise Broken(AT, where=where, event=event["type"], fault=fault.words) from fault
            except (KeyError, TypeError, ValueError, IndexError) as fault:
                raise Broken(
                    "{where}: an event that cannot be read: {fault!r}", where=where, fault=fault
                ) from fault
        self._follow_consent(record, where)
        if record["state"]:
            self._check_state(record)
        self._earlier[record["version"]] = deepcopy(self.now)

    def _follow_consent(self, record: Json, where: Words) -> None:
        try:
            self.consents.follow(record)
            for event in record["events"]:
                if event["type"] == "consent_given":
                    self.journal.check_signature(record, event)
        except Broken as fault:
            raise Broken(AT, where=where, event="consent_given", fault=fault.words) from fault
        except (KeyError, TypeError, ValueError) as fault:
            raise Broken(
                "{where}: a signature that cannot be read: {fault!r}", where=where, fault=fault
            ) from fault

    def _check_numbers(self, record: Json) -> None:
        """Events are numbered through the whole record; the version of the table is the last one's number."""
        due = list(range(self._version + 1, self._version + 1 + len(record["events"])))
        same(
            "record {number}: the numbers of its events",
            [event["seq"] for event in record["events"]],
            due,
            number=record["number"],
        )
        same(
            "record {number}: its version",
            (record["first_seq"], record["version"]),
            (due[0], due[-1]),
            number=record["number"],
        )
        self._version = record["version"]

    def _play(self, event: Json, record: Json) -> None:
        kind = event["type"]
        if kind == "undone":
            self._undo(event, record)
        elif kind == "pass_settled":
            self._pay(event)
        elif kind == "suite_given":
            bank_events.suite_given(self.now, event, self._terms())
        elif kind in EFFECTS:
            EFFECTS[kind](self.now, event)
        elif kind not in NO_EFFECT:
            raise Broken("this tool knows no such event")
        if kind == "table_opened":
            self._note_opening(record["number"])
            same("the departures from the text", event["departures"], self.openings[-1][-1])

    def _pay(self, event: Json) -> None:
        payment.check(self.now, self._terms(), event)
        now, bank = self.now, self.now["bank"]
        if bank is not None:
            if event["result"] == "banca":
                bank.update(wins=bank["wins"] + 1, last_win=bank["stake"], last_win_taxed=event["bank_taxed"])
            bank["stake"] = event["bank_stake"]
        now["cagnotte"] += sum(line["deduction"] for line in event["settlements"])
        now["results"] += cards.LETTERS[event["result"]]
        now["current"] = new_pass(event["number"] + 1, event["staying"])
        self.payments += 1

    def _terms(self) -> Json:
        terms = self.terms_of.get(self.now["reglamento"])
        if terms is None:
            raise Broken(
                "the manifest does not say by which terms {name!r} pays", name=self.now["reglamento"]
            )
        return dict(terms)

    def _note_opening(self, number: int) -> None:
        now, departed = self.now, departures(self._terms(), self.now["settings"])
        opened = (number, now["reglamento"], now["limits"]["chip"], now["settings"]["rounding"])
        self.openings.append((*opened, departed))

    def _undo(self, event: Json, record: Json) -> None:
        """Back to an earlier record. Before the bundle's first one, only the state that every undo carries tells."""
        if event["to"] in self._earlier:
            self.now = deepcopy(self._earlier[event["to"]])
        elif event["to"] < min(self._earlier):
            self.now = followed(loads(record["state"]))
        else:
            raise Broken("no record ended at version {version}", version=event["to"])

    def _check_state(self, record: Json) -> None:
        kept = followed(loads(record["state"]))
        for name, value in self.now.items():
            told = "record {number}: `{name}` of the state that it carries"
            same(told, kept[name], value, number=record["number"], name=name)


def _check_schema(what: Words, schema: object) -> None:
    if schema not in SCHEMAS:
        raise Broken(
            "{what} is written in the format {schema!r}, which this tool does not read",
            what=what,
            schema=schema,
        )
