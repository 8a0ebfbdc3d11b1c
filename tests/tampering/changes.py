"""Changes of single columns, as data: which row of each table, which columns cannot matter and why, and how the audit
names the place."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import F, Field, ForeignKey, Model

from casino.house.models import Act, HouseSetting, SetupLink
from casino.journal.models import Entry as JournalEntry
from casino.journal.models import Head
from casino.people.models import DirectoryGroup, DirectoryPerson, Passkey, Pin, SecondFactor, Token, User
from ledger.cage.models import Closing, Series, Shift, Slip, Step, UndoBarrier
from ledger.models import Account, DailyTotal, Entry, HourlyTotal, LedgerCurrency, Transfer
from tables.models import (
    AlertSeen,
    Bet,
    DailyDealing,
    DailyPlay,
    DailyTurnover,
    Dealing,
    Decision,
    Dispute,
    Duty,
    DutyEnd,
    Handover,
    HandoverGiven,
    HouseReglamento,
    Line,
    Pass,
    PhaseTime,
    Play,
    Player,
    PlayerName,
    Record,
    Reply,
    RequestOutcome,
    Seat,
    Shoe,
    SignatureRequest,
    Table,
    Turnover,
)
from tables.record.upcasters import SCHEMA

ROWS = "mesa-4: BROKEN: the row of "
DAYS = "mesa-4: BROKEN: the (turnover|results by payer|results by player) of the day "
MONEY = r"(mesa-4|cage:main|house:main|ledger): BROKEN: .*"


@dataclass(frozen=True)
class Subject:
    """A model. `row`: which of its rows is changed; `place`: how the audit names a change of any column; `others`: for
    single columns, how it names these; `free`: column → why a change of it cannot matter; `otherwise`: the other value
    of a column, where the usual one is refused by a constraint, or says the same."""

    model: type[Model]
    row: dict[str, Any]
    place: str
    others: dict[str, str] = field(default_factory=dict)
    free: dict[str, str] = field(default_factory=dict)
    otherwise: dict[str, Any] = field(default_factory=dict)


ERASED_OR_NOT = "a constraint: a name is there whole, or erased whole"
NEVER_NAMED = "nothing names this row by its number"
SUBJECTS = (
    Subject(
        Table,
        {"slug": "mesa-4"},
        "mesa-4: BROKEN: (the stored|the number of|the digest of|whether|the time|the kept|an answer|the names)",
        others=dict.fromkeys(
            ("id", "slug", "name", "position", "retired", "opening", "pit_id", "bet_seconds"),
            r"journal: BROKEN: table \d+",
        ),
    ),
    Subject(
        Record,
        {"table__slug": "mesa-4", "number__gt": 20, "version__gt": F("first_seq")},
        r"mesa-4: BROKEN: (record \d+|the number of records)",
        free={"id": NEVER_NAMED},
    ),
    Subject(Seat, {"table__slug": "mesa-4", "number": 1}, ROWS + "seat", free={"id": NEVER_NAMED}),
    Subject(Shoe, {"table__slug": "mesa-4", "number": 1}, ROWS + "shoe", free={"id": NEVER_NAMED}),
    Subject(Pass, {"table__slug": "mesa-4", "bets__isnull": False}, ROWS + "(pass|bet|turnover)"),
    Subject(Bet, {"hand__table__slug": "mesa-4"}, ROWS + "(bet|pass)", free={"id": NEVER_NAMED}),
    Subject(Player, {"table__slug": "mesa-4", "player": "ana"}, ROWS + "name", free={"id": NEVER_NAMED}),
    Subject(
        PlayerName,
        {"player": "zoe"},
        r"mesa-5: BROKEN: record \d+: the name beside it",
        free={"id": NEVER_NAMED, "erased_by": ERASED_OR_NOT},
    ),
    Subject(
        PlayerName,
        {"player": "rui"},
        r"mesa-5: BROKEN: record \d+: the name beside it",
        free={"id": NEVER_NAMED, **dict.fromkeys(("name", "key", "salt"), ERASED_OR_NOT)},
    ),
    Subject(Line, {"table__slug": "mesa-4", "number": 20}, ROWS + "line", free={"id": NEVER_NAMED}),
    Subject(Turnover, {"table__slug": "mesa-4"}, ROWS + "turnover", free={"id": NEVER_NAMED}),
    Subject(DailyTurnover, {"table__slug": "mesa-4"}, DAYS, free={"id": NEVER_NAMED}),
    Subject(Dealing, {"table__slug": "mesa-4"}, ROWS + "results by payer", free={"id": NEVER_NAMED}),
    Subject(DailyDealing, {"table__slug": "mesa-4"}, DAYS, free={"id": NEVER_NAMED}),
    Subject(Play, {"table__slug": "mesa-4"}, ROWS + "results by player", free={"id": NEVER_NAMED}),
    Subject(DailyPlay, {"table__slug": "mesa-4"}, DAYS, free={"id": NEVER_NAMED}),
    Subject(PhaseTime, {"table__slug": "mesa-4"}, ROWS + "phase times", free={"id": NEVER_NAMED}),
    Subject(
        Reply,
        {"table__slug": "mesa-4", "key__startswith": "ask "},
        r"mesa-\d: BROKEN: the kept answer",
        free={
            "id": NEVER_NAMED,
            "key": "asked again under its own key, the same act waits already, and is refused",
            "asked": "a repeat is refused or gets the first answer: nothing is done twice",
        },
    ),
    Subject(Dispute, {}, r"journal: BROKEN: dispute \d+"),
    Subject(Decision, {}, r"journal: BROKEN: decision \d+"),
    Subject(Duty, {"person": "carla"}, r"journal: BROKEN: duty \d+"),
    Subject(AlertSeen, {}, r"journal: BROKEN: alert_seen \d+"),
    Subject(DutyEnd, {}, r"journal: BROKEN: duty_end \d+"),
    Subject(HandoverGiven, {}, r"journal: BROKEN: handover_given \d+"),
    Subject(Handover, {}, r"journal: BROKEN: handover \d+"),
    Subject(SignatureRequest, {"outcome__step": "withdrawn"}, r"journal: BROKEN: request \d+"),
    Subject(
        RequestOutcome,
        {"step": "signed"},
        "mesa-4: BROKEN: the (signature under|end of) request",
        free={"id": NEVER_NAMED},
    ),
    Subject(
        RequestOutcome,
        {"step": "declined"},
        r"journal: BROKEN: outcome \d+",
        free={"record": "a constraint keeps it empty"},
        otherwise={"step": "withdrawn"},
    ),
    Subject(HouseReglamento, {}, r"journal: BROKEN: reglamento \d+"),
    Subject(Slip, {"kind": "closing"}, r"journal: BROKEN: slip \d+"),
    Subject(Step, {"slip__kind": "closing"}, r"journal: BROKEN: step \d+"),
    Subject(Shift, {"number": 1}, r"journal: BROKEN: shift \d+"),
    Subject(Closing, {}, r"journal: BROKEN: closing \d+"),
    Subject(UndoBarrier, {"slip__kind": "closing"}, r"journal: BROKEN: undo_barrier \d+"),
    Subject(Series, {}, "ledger: BROKEN: (the|there is a) series", free={"id": NEVER_NAMED}),
    Subject(Transfer, {"reference__startswith": "mesa-4#", "reverses__isnull": False}, MONEY),
    Subject(
        Entry,
        {"transfer__reference__startswith": "mesa-4#"},
        MONEY,
        free={"id": "the sign of an amount says which of the two entries is which"},
    ),
    Subject(Account, {"code": "table:mesa-4:tray"}, MONEY),
    Subject(HourlyTotal, {"book": "table:mesa-4"}, MONEY + "hourly total", free={"id": NEVER_NAMED}),
    Subject(DailyTotal, {"book": "table:mesa-4"}, MONEY + "daily total", free={"id": NEVER_NAMED}),
    Subject(LedgerCurrency, {}, r"journal: BROKEN: currency \d+"),
    Subject(
        User,
        {"username": "julio"},
        r"journal: BROKEN: login \d+",
        free={
            "last_login": "it gives no right; sign-ins have a log of their own",
            "language": "the language of the screens",
            "toured": "which tours he has taken of the screens",
        },
    ),
    Subject(
        Pin,
        {},
        r"journal: BROKEN: pin \d+",
        free=dict.fromkeys(
            ("tries", "tries_since"), "it counts PINs, as counted passphrases do, and is no right"
        ),
    ),
    Subject(
        SecondFactor,
        {},
        r"journal: BROKEN: second_factor \d+",
        free=dict.fromkeys(
            ("last_step", "tries", "tries_since"),
            "it counts codes, as counted passphrases do, and is no right",
        ),
    ),
    Subject(
        DirectoryPerson,
        {},
        r"journal: BROKEN: directory_person \d+",
        free={"asked": "it follows each question to the directory, and lets nobody in"},
    ),
    Subject(
        DirectoryGroup,
        {},
        r"journal: BROKEN: directory_group \d+",
        otherwise={"role": "director", "place": 2},
    ),
    Subject(
        Passkey,
        {},
        r"journal: BROKEN: passkey \d+",
        free=dict.fromkeys(
            ("count", "used"), "they follow each signature; a copy is noticed at the next one"
        ),
    ),
    Subject(HouseSetting, {"name": "COUNTER_LIMIT"}, r"journal: BROKEN: setting \d+"),
    Subject(Act, {"what": "setting_changed"}, r"journal: BROKEN: act \d+"),
    Subject(SetupLink, {}, r"journal: BROKEN: setup_link \d+"),
    Subject(Token, {"name": "wall"}, r"journal: BROKEN: token \d+"),
    Subject(JournalEntry, {"number": 12}, "journal: BROKEN: .*(entry|journal)", free={"id": NEVER_NAMED}),
    Subject(Head, {}, "journal: BROKEN: the journal", free={"id": NEVER_NAMED}),
)
OTHERWISE: dict[tuple[type[Model], str], Any] = {
    (Table, "phase"): "suite",
    (Table, "position"): 7,
    (Table, "retired"): datetime(2026, 1, 1, tzinfo=UTC),
    (Table, "schema"): SCHEMA + 1,
    (Table, "records"): 1,
    (Table, "state"): "{}",
    (Table, "names"): '{"~": "Zoe"}',
    (Record, "number"): 9999,
    (PlayerName, "number"): 9999,
    (Record, "version"): 999_999,
    (Record, "undone_to"): 0,
    (Record, "state"): "{}",
    (Pass, "result"): "tie",
    (Line, "number"): 9999,
    (Pass, "number"): 900,
    (Shoe, "dealt"): 300,
    (Bet, "chance"): "tie",
    (Turnover, "line"): "house_bank",
    (DailyTurnover, "line"): "house_bank",
    (PhaseTime, "phase"): "suite",
    (Shift, "number"): 7,
    (Duty, "post"): "pagador",
    (RequestOutcome, "step"): "lapsed",
    (RequestOutcome, "record"): 3,
    (Slip, "kind"): "count",
    (Slip, "shift_id"): 2,
    (Step, "name"): "confirmed",
    (Step, "done"): False,
    (HourlyTotal, "source"): "chips",
    (HourlyTotal, "purpose"): "tip",
    (DailyTotal, "source"): "chips",
    (DailyTotal, "purpose"): "tip",
    (Transfer, "purpose"): "tip",
    (Account, "kind"): "tips",
    (User, "role"): "inspector",
    (Table, "bet_seconds"): 9,
    (Token, "kind"): "device",
    (JournalEntry, "number"): 9999,
    (JournalEntry, "act"): "ended",
}
# A unique key leaves these no other value.
FIXED = {(Seat, "number"), (Seat, "table_id"), (Player, "table_id")}


@dataclass(frozen=True)
class Change:
    """One column of one row set to another value."""

    subject: Subject
    column: str

    @property
    def name(self) -> str:
        which = "".join(f" {value}" for value in self.subject.row.values())
        return f"{self.subject.model._meta.db_table}.{self.column}{which}"

    @property
    def place(self) -> str:
        return self.subject.others.get(self.column, self.subject.place)

    def make(self) -> None:
        rows = self.subject.model._base_manager.filter(**self.subject.row)  # type: ignore[attr-defined]
        row = rows.order_by("pk").first()
        assert row is not None, self.name
        field = next(one for one in row._meta.concrete_fields if one.attname == self.column)
        before = getattr(row, self.column)
        usual = OTHERWISE.get((self.subject.model, self.column), _other(field, before))
        after = self.subject.otherwise.get(self.column, usual)
        assert after != before, self.name
        with connection.cursor() as cursor:
            cursor.execute(
                f'UPDATE "{row._meta.db_table}" SET "{field.column}" = %s WHERE id = %s',
                [field.get_db_prep_save(after, connection), row.pk],
            )


def columns() -> Iterator[Change]:
    """A change of every column of every table that matters."""
    for subject in SUBJECTS:
        for one in subject.model._meta.concrete_fields:
            if one.attname not in subject.free and (subject.model, one.attname) not in FIXED:
                yield Change(subject, one.attname)


def _other(field: "Field[Any, Any]", value: Any) -> Any:
    if isinstance(field, ForeignKey):
        if field.unique:
            return 9999
        others = field.related_model._base_manager.exclude(pk=value).order_by("-pk")
        return others.values_list("pk", flat=True).first() or 9999
    if isinstance(value, bool):
        return not value
    if isinstance(value, datetime):
        return value + timedelta(seconds=1)
    if isinstance(value, date):
        return value + timedelta(days=1)
    kind = field.get_internal_type()
    if kind == "JSONField":
        return {"forged": 1}
    if kind in ("BigAutoField", "BigIntegerField", "IntegerField", "SmallIntegerField"):
        return (value or 0) + (1000 if field.unique else 1)
    if kind == "DateTimeField":
        return datetime.fromisoformat("2026-01-01T00:00:00+00:00")
    return f"x{value or ''}"[: field.max_length]
