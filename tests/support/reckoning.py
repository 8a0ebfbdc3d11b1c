"""What a table's night came to, reckoned from the entries, the events and the slips one by one.

Nothing here uses what the reports are made from."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from ledger.cage.models import Closing, Shift, Slip
from ledger.models import Entry
from tables.models import Record
from tables.record.postings import book_of

NUMBER, STAKED, STOOD, WON, LOST, DEDUCTED = range(6)
BOXES = ("cagnotte", "tips", "drop")
Line = tuple[str, str]  # chance, or `pass_` and result; article


@dataclass(frozen=True)
class Leg:
    """One entry. `game`: it was moved by a command, not by a slip."""

    transfer: int
    at: datetime
    account: str
    amount: int
    game: bool


@dataclass(frozen=True)
class Happened:
    """An event of the record; `sign` is −1 where the undo of that record number has taken it back."""

    sign: int
    record: int
    at: datetime
    event: dict[str, Any]
    stands: bool = False


@dataclass(frozen=True)
class Part:
    """A part of a night: one shift, or all of it."""

    slug: str
    first: int = 0
    last: float = float("inf")
    first_record: int = 0
    last_record: float = float("inf")

    def legs(self) -> list[Leg]:
        return [leg for leg in legs(self.slug) if self.first < leg.transfer <= self.last]

    def everything(self) -> list[Happened]:
        """Every event, and every one that was taken back once more."""
        return [made for made in happened(self.slug) if self.first_record < made.record <= self.last_record]

    def events(self) -> list[Happened]:
        """The events that stand."""
        return [made for made in self.everything() if made.stands]

    def game(self, *accounts: str) -> int:
        """What the game brought into these accounts."""
        return sum(leg.amount for leg in self.legs() if leg.game and leg.account in accounts)

    def result(self) -> int:
        """What the house won."""
        return sum(amount for _at, amount in results(self.events()))


def part_of(slug: str, shift: Shift) -> Part:
    closing = Closing.objects.filter(shift=shift).first()
    part = Part(slug, first=shift.first, first_record=shift.first_record)
    return replace(part, last=closing.last, last_record=closing.last_record) if closing else part


def legs(slug: str) -> list[Leg]:
    """The entries of the table's own accounts and of its players'."""
    entries = Entry.objects.filter(account__book=book_of(slug)).order_by("transfer_id")
    values = entries.values_list(
        "transfer_id", "transfer__at", "account__code", "amount", "transfer__reference"
    )
    begin, source = f"{book_of(slug)}:", f"{slug}#"
    return [
        Leg(transfer, at, code.removeprefix(begin), amount, cause.startswith(source))
        for transfer, at, code, amount, cause in values
    ]


def happened(slug: str) -> list[Happened]:
    """Every event in its order; one that was taken back comes twice."""
    found: list[Happened] = []
    standing: list[tuple[int, list[int]]] = []  # version, where its events stand in `found`
    for record in Record.objects.filter(table__slug=slug).order_by("number"):
        while record.undone_to is not None and standing and standing[-1][0] > record.undone_to:
            for place in standing.pop()[1]:
                found[place] = replace(found[place], stands=False)
                found.append(Happened(-1, record.number, record.at, found[place].event))
        places = range(len(found), len(found) + len(record.events))
        found += [Happened(1, record.number, record.at, event, stands=True) for event in record.events]
        standing.append((record.version, [*places]))
    return found


def figures(events: Iterable[Happened]) -> dict[Line, list[int]]:
    """Line → number, staked, stood, won, lost, deducted; lines of zeros left out."""
    found: dict[Line, list[int]] = {}
    for made in events:
        for line, *values in _lines(made.event):
            sums = found.setdefault(line, [0] * 6)
            for place, value in enumerate(values):
                sums[place] += made.sign * value
    return {line: sums for line, sums in found.items() if any(sums)}


def _lines(event: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    if event["type"] == "pass_voided":
        yield ("pass_void", ""), 1, 0, 0, 0, 0, 0
    if event["type"] != "pass_settled":
        return
    yield (f"pass_{event['result']}", ""), 1, 0, 0, 0, 0, 0
    for paid in event["settlements"]:
        win, article = paid["win"], paid["article"] or ""
        house = paid["chance"] == "bank" and not paid["player"]
        # A bank plays with what was covered, which is what it won or lost.
        size = abs(win) if paid["chance"] == "bank" and win else paid["stake"]
        staked, stood = (size, 0) if win else (0, size)
        line = ("house_bank" if house else paid["chance"], article)
        yield line, 1, staked, stood, max(win, 0), max(-win, 0), paid["deduction"]


def on(found: dict[Line, list[int]], *chances: str) -> list[int]:
    """These lines together, whatever the article."""
    chosen = [sums for (chance, _article), sums in found.items() if chance in chances]
    return [sum(column) for column in zip([0] * 6, *chosen, strict=True)]


def passes(events: Iterable[Happened]) -> dict[int, dict[str, Any]]:
    """Number → the event that paid or voided it."""
    paid = [made.event for made in events if made.event["type"] in ("pass_settled", "pass_voided")]
    return {event["number"]: event for event in paid}


def suites(events: Iterable[Happened]) -> int:
    """What the cagnotte kept of banks given in suite (art. 38)."""
    total = 0
    for made in events:
        if made.event["type"] == "suite_given":
            total += made.sign * made.event["deduction"]
        elif made.event["type"] == "suite_deduction_given_back":
            total -= made.sign * made.event["amount"]
    return total


def results(events: Iterable[Happened]) -> Iterator[tuple[datetime, int]]:
    """What the house won, and when: of all that was paid to players, and what it kept of their suites. Its own bank
    plays with its own money."""
    for made in events:
        if made.event["type"] == "pass_settled":
            lines = [line for line in made.event["settlements"] if line["player"]]
            yield made.at, made.sign * sum(line["deduction"] - line["win"] for line in lines)
        yield made.at, suites([made])


def houses_bank(slug: str, last_record: float) -> int:
    """What lay on the cloth as the house's own bank after that record."""
    own, stake = False, 0
    for made in Part(slug, last_record=last_record).events():
        match made.event:
            case {"type": "bank_opened", "holder": holder, "stake": stake}:
                own = holder is None
            case {"type": "pass_settled", "bank_stake": stake} | {"type": "bank_trimmed", "stake": stake}:
                continue
            case {"type": "bank_fell" | "bank_returned" | "suite_given"}:
                own = False
    return stake if own else 0


def by_hour(values: Iterable[tuple[datetime, int]]) -> dict[datetime, int]:
    """UTC hour → sum."""
    found: Counter[datetime] = Counter()
    for at, value in values:
        found[at.astimezone(UTC).replace(minute=0, second=0, microsecond=0)] += value
    return dict(found)


def differences(slips: Iterable[Slip]) -> dict[int, int]:
    """Number of a count that stands and found something else → how much."""
    return {
        slip.number: slip.amount - slip.expected
        for slip in slips
        if slip.expected not in (None, slip.amount) and not slip.taken.filter(name="void").exists()
    }
