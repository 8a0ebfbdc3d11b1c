"""The events of a shift played through again."""

from copy import deepcopy
from json import loads
from typing import Any

from shift_proof import bank_events, cards, limits, older, payment
from shift_proof.bundle_file import BundleFile, check_chain, check_signature
from shift_proof.consent import Consents
from shift_proof.faults import Broken, Json, rate_of, same
from shift_proof.journal import Journal
from shift_proof.table_events import CLOSED, EFFECTS, NO_EFFECT, NOTHING_PLAYED, new_pass
from shift_proof.words import Words

AT = "{where}, {event}: {fault}"
SCHEMAS = {1, 2}  # the formats of events and states that this tool reads

# What is followed of the state that the record keeps.
WHOLE = ("reglamento", "limits", "settings", "cagnotte", "results", "marks", "owed")
PARTS = {
    "bank": tuple(bank_events.new_bank(None, 0, None, 0)),
    "suite": ("giver", "amount", "deduction"),
    "shoe": ("first_pass",),
    "current": tuple(new_pass(1, [])),
}


def new_table() -> Json:
    """The followed part of a table without any record."""
    current = new_pass(1, [])
    empty = {"reglamento": "", "limits": CLOSED, "settings": {}, "cagnotte": 0}
    return {**empty, **NOTHING_PLAYED, "current": current}


def followed(state: Json, schema: int) -> Json:
    """The part of a state of the record, written in that format, that is followed here."""
    state = older.state_of(state, schema)
    parts = {
        part: state[part] and {name: state[part][name] for name in names}
        for part, names in PARTS.items()
        if part in state or schema > 1 or part != "shoe"
    }
    return {name: state[name] for name in WHOLE} | parts


class Replay:
    """`now`: what is known after the records so far. `payments`: how many were checked, undone ones too.

    `openings`: with what the table was open, as (record number, reglamento, chip, rounding, departures from
    the text).
    """

    def __init__(self, manifest: Json) -> None:
        _check_schema(Words("the manifest"), manifest["schema"])
        self.now = new_table() | followed(manifest["begins"], manifest["schema"])
        self.terms_of = {name: older.terms_of(terms) for name, terms in manifest["reglamentos"].items()}
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
                self._play(older.event_of(event, record["schema"]), record)
            except Broken as fault:
                raise Broken(AT, where=where, event=event["type"], fault=fault.words) from fault
            except (KeyError, TypeError, ValueError, IndexError) as fault:
                raise Broken(
                    "{where}: an event that cannot be read: {fault!r}", where=where, fault=fault
                ) from fault
        self._check_trimmed(record, where)
        self._follow_consent(record, where)
        if record["state"]:
            self._check_state(record)
        self._earlier[record["version"]] = deepcopy(self.now)

    def end(self, manifest: Json) -> None:
        """Check the state that the manifest says the records end with. Raises Broken."""
        ends = followed(manifest["ends"], manifest["schema"])
        same("the state at the end", {name: self.now[name] for name in ends}, ends)

    def _check_trimmed(self, record: Json, where: Words) -> None:
        """The stakes that lie there after new limits are within them. Raises Broken."""
        kinds = {event["type"] for event in record["events"]}
        if "limits_set" in kinds and record["schema"] > 1:
            try:
                limits.check_all_trimmed(self.now, self._terms())
            except Broken as fault:
                raise Broken(AT, where=where, event="limits_set", fault=fault.words) from fault

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
            self._pay(event, record["schema"])
        elif kind == "commission_collected":
            self._collect(event)
        elif kind == "suite_given":
            bank_events.suite_given(self.now, event, self._terms())
        elif kind == "betting_closed":
            limits.check_sides(self.now, self._terms())
        elif kind in EFFECTS:
            if kind == "bets_trimmed" and record["schema"] > 1:
                limits.check_trimmed(self.now, self._terms(), event)
            EFFECTS[kind](self.now, event)
        elif kind not in NO_EFFECT:
            raise Broken("this tool knows no such event")
        if kind == "table_opened":
            self._note_opening(record["number"])
            same("the departures from the text", event["departures"], self.openings[-1][-1])

    def _pay(self, event: Json, schema: int) -> None:
        payment.check(self.now, self._terms(), event, schema)
        now, bank = self.now, self.now["bank"]
        if bank is not None:
            if event["result"] == "banca":
                bank.update(wins=bank["wins"] + 1, last_win=bank["stake"], last_win_taxed=event["bank_taxed"])
            bank["stake"] = event["bank_stake"]
        now["cagnotte"] += sum(line["deduction"] for line in event["settlements"])
        now["results"] += cards.LETTERS[event["result"]]
        now["marks"] = [*now["marks"], event["mark"]]
        payment.note(now, event["owed"])
        now["current"] = new_pass(event["number"] + 1, event["staying"])
        self.payments += 1

    def _collect(self, event: Json) -> None:
        payment.check_collected(self.now, self._terms(), event)
        self.now["owed"] = [owed for owed in self.now["owed"] if owed["player"] != event["player"]]
        self.now["cagnotte"] += event["amount"]

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
            self.now = new_table() | followed(loads(record["state"]), record["schema"])
        else:
            raise Broken("no record ended at version {version}", version=event["to"])

    def _check_state(self, record: Json) -> None:
        kept = followed(loads(record["state"]), record["schema"])
        if record["schema"] == 1:  # when every pass of a shoe was alike, and manifests said nothing of it
            del kept["shoe"]
        for name, value in kept.items():
            told = "record {number}: `{name}` of the state that it carries"
            same(told, value, self.now[name], number=record["number"], name=name)


def proved(file: BundleFile, key: str | None) -> Replay:
    """The whole of a bundle, checked. `key`: the one that is trusted; None for its own. Raises Broken, UNREADABLE."""
    check_chain(file)
    check_signature(file, key)
    replay = Replay(file.manifest)
    for record in file.records:
        replay.follow(record)
    replay.end(file.manifest)
    return replay


def _check_schema(what: Words, schema: object) -> None:
    if schema not in SCHEMAS:
        raise Broken(
            "{what} is written in the format {schema!r}, which this tool does not read",
            what=what,
            schema=schema,
        )


CARDS_IN_A_DECK = 52
AS_THE_TEXT_ALLOWS = {
    "exactly": lambda value, text: value == text,
    "at_least": lambda value, text: value >= text,
    "at_most": lambda value, text: value <= text,
}


def departures(terms: Json, settings: Json) -> list[Json]:
    """The departures, each with its setting, article, the text's value and the table's. A setting that the record does
    not keep is the text's own."""
    found = [
        (fixed, text, settings.get(fixed["setting"], text))
        for fixed in terms["text_settings"]
        for text in [_text_value(fixed, settings)]
    ]
    return [
        {"setting": fixed["setting"], "article": fixed["article"], "text": text, "value": value}
        for fixed, text, value in found
        if not AS_THE_TEXT_ALLOWS[fixed["allows"]](_number(value), _number(text))
    ]


def _text_value(fixed: Json, settings: Json) -> object:
    if not fixed["of_the_cards"]:
        return fixed["value"]
    return int(rate_of(fixed["value"]) * CARDS_IN_A_DECK * settings["decks"])


def _number(value: Any) -> Any:
    """A share written `1/8` as a number; a word as it is."""
    return rate_of(value) if isinstance(value, str) and value[:1].isdigit() else value
