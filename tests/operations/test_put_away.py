"""A sealed year is put away: its records leave the database and nothing else changes; what is in the way is said."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.conf import settings as house_settings
from django.db import DatabaseError, connection, transaction
from django.test import RequestFactory
from django.utils import translation

from casino.common import clock
from casino.common.refusals import Refusal
from casino.operations.seal import putting_away as putting
from casino.people.models import User
from ledger.models import Entry, Transfer
from shift_proof import year as sealed
from tables.door import disputes
from tables.models import Bet, Decision, Dispute, Line, Pass, PlayerName, PutAway, Record, Seal, Table
from tables.record.history import RecordHistory
from tables.record.reglamentos.words import speaking
from tables.reports.catalogue import PAGES
from tables.reports.renderers.csv_file import as_csv
from tables.reports.selectors.open_time import spells
from tables.view.facts.decided import acts_of
from tables.view.timeline.rows import rows_of
from tests.operations import houses, putting_away, sealing
from tests.operations.command import Command
from tests.operations.two_years import (
    CHOSEN,
    FIRST,
    IN_ADDRESS,
    SECOND,
    THIRD,
    WHEN,
    YEAR,
    committed_never,
    play_a_night,
    prove,
)
from tests.support.counter import audited
from tests.support.evening import BEGIN, Evening
from tests.support.house import JEFE
from tests.tampering.test_tampering import audit, tampered


@pytest.fixture(scope="module")
def sealed_years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("years") / "archive"


@pytest.fixture(scope="module")
def evenings(django_db_setup: None, django_db_blocker: Any, sealed_years: Path) -> Iterator[list[Evening]]:
    """Built once, in a transaction that is never committed."""
    with committed_never(sealed_years.parent, django_db_blocker) as played:
        yield played


@pytest.fixture
def house(evenings: list[Evening], db: None, sealed_years: Path, settings: Any) -> Iterator[list[Evening]]:
    """Each test begins with both years in the database, and is told what these had for anchors."""
    settings.VAR_DIR = sealed_years.parent / "var"
    settings.ANCHORS = settings.VAR_DIR / "anchors.jsonl"
    before = settings.ANCHORS.read_bytes()
    yield evenings
    settings.ANCHORS.write_bytes(before)


@pytest.fixture
def archive(sealed_years: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sealed_years, tmp_path / "archive"))


@pytest.fixture
def away(house: list[Evening], novamas: Command, archive: Path) -> list[PutAway]:
    """With the first year put away."""
    novamas("put-away", YEAR, archive)
    return list(PutAway.objects.order_by("slug"))


def reports() -> dict[str, str]:
    """Each report of the first year as its file for programs has it; that of the record has records."""
    found = {}
    for page in PAGES:
        chosen = CHOSEN.get(page.name, {})
        asked = "" if page.name in IN_ADDRESS else urlencode(chosen)
        for more in ("", *(f"&compare={name}" for name in ("before",) if page.compares)):
            request = RequestFactory().get(f"/?{WHEN}&{asked}{more}")
            request.user = User.objects.get(username="one-en")
            with translation.override("en"):
                report = page.make(request, **(chosen if page.name in IN_ADDRESS else {}))
            with translation.override("en"), speaking(report.reglamento):
                found[page.name + more] = as_csv(report)
    found.pop("report-record")
    return found


def test_its_records_leave_and_the_audit_holds(house: list[Evening], novamas: Command, archive: Path) -> None:
    before, rows = Record.objects.count(), [model.objects.count() for model in (Pass, Bet, Line, Entry)]
    assert novamas("seals")[0]["put_away"] is None
    done = novamas("put-away", YEAR, archive)
    assert done["now"] == done["gone"] == before - Record.objects.count() > 500
    assert done["folder"] == str(archive / str(YEAR))
    assert [model.objects.count() for model in (Pass, Bet, Line, Entry)] == rows
    assert audit("--anchors", str(house_settings.ANCHORS)) == ""
    assert [bool(one["put_away"]) for one in novamas("seals")] == [True, False]
    again = novamas("put-away", YEAR, archive)
    assert again == {**done, "now": 0}
    assert PutAway.objects.count() == 3
    assert novamas("seal", YEAR, archive, "--check")["year"] == YEAR


def test_what_is_left_begins_with_a_state_that_the_seal_proves(away: list[PutAway]) -> None:
    for one in away:
        records = Record.objects.filter(table=one.table).order_by("number")
        assert 1 < one.first <= one.seal.tables[one.slug][0]
        numbers = list(records.values_list("number", flat=True))
        assert numbers == [*one.kept, *range(one.first, one.table.records + 1)]
        assert records.get(number=one.first).state
        names = records.filter(number__in=one.kept).values_list("name", flat=True)
        assert "open_table" in set(names)


def test_no_report_of_the_year_changes(house: list[Evening], novamas: Command, archive: Path) -> None:
    before = reports()
    since, until = BEGIN, clock.now()
    opened = list(spells(since, until))
    novamas("put-away", YEAR, archive)
    after = reports()
    assert len(before) > 20 and before.keys() == after.keys()
    assert [name for name in before if before[name] != after[name]] == []
    assert list(spells(since, until)) == opened


def test_what_a_decision_demanded_is_still_told(
    house: list[Evening], novamas: Command, archive: Path
) -> None:
    table, found = Table.objects.get(slug=SECOND), list(Decision.objects.all())
    before = {key: str(value) for key, value in acts_of(table, found).items()}
    novamas("put-away", YEAR, archive)
    kept = Record.objects.filter(number__in=PutAway.objects.get(slug=SECOND).kept, table=table)
    assert "undo" in set(kept.values_list("name", flat=True)), "it lies before what is left"
    assert before and {key: str(value) for key, value in acts_of(table, found).items()} == before


def test_what_stays_is_undone_as_it_was(house: list[Evening], novamas: Command, archive: Path) -> None:
    """A closing that was taken back still says so."""
    before = undone()
    novamas("put-away", YEAR, archive)
    stay = PutAway.objects.get(slug=SECOND)
    early = Record.objects.filter(table=stay.table, name="close_table", number__in=stay.kept)
    assert early.exists() and undone()[early[0].pk]
    assert undone().items() <= before.items()


def undone() -> dict[int, int | None]:
    """Record → which took it back, as the timeline has it."""
    records = list(Record.objects.select_related("table").order_by("pk"))
    return {record.pk: row.undone for record, row in zip(records, rows_of(records), strict=True)}


def test_the_next_year_is_played_proved_sealed_and_put_away(
    away: list[PutAway], house: list[Evening], novamas: Command, archive: Path
) -> None:
    play_a_night(house)
    assert "from record" in prove()
    audited()
    assert f"{YEAR + 1} stays until" in novamas.refused("put-away", YEAR + 1, archive)
    time = house[0].clock
    before, time.now = time.now, time.now.replace(year=YEAR + 3)
    try:
        told = novamas("seal", YEAR + 2, archive)
        assert sealed.verify(archive / str(YEAR + 2)).digest == told["digest"]
        done = novamas("put-away", YEAR + 1, archive)
        assert done["now"] > 0
        assert audit("--anchors", str(house_settings.ANCHORS)) == ""
        prove()
        slug = house[0].slug
        first, second = PutAway.objects.filter(slug=slug).order_by("first")
        for version, of in ((5, YEAR), (second.version - 1, YEAR + 1)):
            with pytest.raises(Refusal) as behind:
                RecordHistory(first.table_id, 0).state_at(version)
            assert f"{of} is put away" in behind.value.text()
    finally:
        time.now = before


def test_the_next_year_may_not_come_first(house: list[Evening], novamas: Command, archive: Path) -> None:
    assert f"{YEAR} comes first" in novamas.refused("put-away", YEAR + 1, archive)
    assert "has not been sealed" in novamas.refused("put-away", YEAR + 2, archive)
    assert not PutAway.objects.exists()


def turned(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


@pytest.mark.parametrize("change", [turned, Path.unlink], ids=["turned", "gone"])
@pytest.mark.parametrize("which", ["manifest.jsonl", "journal.jsonl", f"{FIRST}/*"])
def test_a_folder_that_does_not_hold_keeps_the_year(
    house: list[Evening], novamas: Command, archive: Path, which: str, change: Callable[[Path], None]
) -> None:
    before = Record.objects.count()
    change(sorted((archive / str(YEAR)).glob(which))[0])
    assert novamas.refused("put-away", YEAR, archive)
    assert "is it mounted" in novamas.refused("put-away", YEAR, archive / "none")
    assert Record.objects.count() == before and not PutAway.objects.exists()


def test_what_is_still_open_keeps_the_year(house: list[Evening], novamas: Command, archive: Path) -> None:
    dispute = disputes.mark(THIRD, JEFE)
    assert dispute.record > Seal.objects.get(year=YEAR).tables[THIRD][0]
    novamas("put-away", YEAR, archive)  # that is of a later year
    assert PutAway.objects.exists()


def test_an_undecided_dispute_keeps_the_year(house: list[Evening], novamas: Command, archive: Path) -> None:
    last = Seal.objects.get(year=YEAR).tables[THIRD][0]
    table = Table.objects.get(slug=THIRD)
    dispute = Dispute.objects.create(
        table=table, version=1, record=last, hand=1, present={}, note="", actor="ana", at=clock.now()
    )
    said = novamas.refused("put-away", YEAR, archive)
    assert f"Dispute {dispute.pk} of table {THIRD} has not been decided" in said
    assert not PutAway.objects.exists()


def test_a_table_whose_record_was_changed_keeps_the_year(
    house: list[Evening], novamas: Command, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Bet.objects.filter(hand__table__slug=SECOND).order_by("pk")[:1].get().delete()
    said = novamas.refused("put-away", YEAR, archive)
    assert said.startswith(f"{SECOND}: ") and not PutAway.objects.exists()


def test_only_the_owner_puts_away(
    house: list[Evening], novamas: Command, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(putting, "is_owner", lambda: None)
    if connection.vendor == "postgresql":
        assert "Only the owner" in novamas.refused("put-away", YEAR, archive)
        assert not PutAway.objects.exists()
    else:
        assert novamas("put-away", YEAR, archive)["now"]  # there are no roles


class TestTheDatabase:
    def refuses(self, act: Callable[[], object]) -> None:
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            act()

    def test_refuses_to_delete_what_is_not_put_away(self, house: list[Evening]) -> None:
        self.refuses(Record.objects.filter(number=5).delete)
        self.refuses(lambda: Record.objects.filter(number=5).update(name="note"))

    def test_refuses_to_delete_what_stays(self, away: list[PutAway]) -> None:
        first = away[0]
        of_it = Record.objects.filter(table=first.table)
        self.refuses(of_it.filter(number=first.first).delete)
        self.refuses(of_it.filter(number=first.table.records).delete)
        self.refuses(of_it.filter(name="open_table", number__lt=first.first).delete)
        self.refuses(lambda: of_it.filter(number__in=first.kept).update(name="note"))
        self.refuses(lambda: PutAway.objects.update(first=2))
        self.refuses(PutAway.objects.all().delete)

    def test_refuses_more_than_was_sealed(self, house: list[Evening]) -> None:
        """Whoever enters that more was put away than the seal has deletes nothing with that."""
        table = Table.objects.get(slug=FIRST)
        PutAway.objects.create(
            seal=Seal.objects.get(year=YEAR),
            table=table,
            slug=FIRST,
            first=table.records,
            version=table.version,
            folder="/none",
            actor="mallory",
            at=clock.now(),
        )
        self.refuses(Record.objects.filter(table=table, number=7).delete)
        self.refuses(Record.objects.filter(table__slug=SECOND, number=7).delete)


FALSE: dict[str, tuple[Callable[[], object], str]] = {
    "a pass": (
        lambda: Pass.objects.filter(table__slug=FIRST, number=2).update(result="tie"),
        "the passes of the put-away year",
    ),
    "a bet": (
        lambda: Bet.objects.filter(hand__table__slug=FIRST, pk=_bet()).update(amount=1),
        "the bets of the put-away year",
    ),
    "who said a name": (
        lambda: PlayerName.objects.filter(table__slug=FIRST, number__lt=50).update(player="eve"),
        "the references to names of the put-away year",
    ),
    "a line": (
        lambda: Line.objects.filter(table__slug=FIRST, number=2).delete(),
        "the lines of the put-away year",
    ),
    "a record that stays": (
        lambda: Record.objects.filter(table__slug=FIRST, name="open_table", number=1).update(actor="eve"),
        "the records that stay of the put-away year",
    ),
    "one that stayed is gone": (
        lambda: Record.objects.filter(table__slug=FIRST, number=1).delete(),
        "the records that stay of the put-away year",
    ),
    "the time of a transfer": (
        lambda: _transfer().update(at=BEGIN),
        "the money of the game of the put-away year",
    ),
    "the first record that is left": (
        lambda: Record.objects.filter(table__slug=FIRST, number=_first()).update(actor="eve"),
        "its digest",
    ),
    "its predecessor": (
        lambda: PutAway.objects.filter(slug=FIRST).update(previous="0" * 64),
        "its digest",
    ),
    "the seal": (
        lambda: Seal.objects.filter(year=YEAR).update(tables={FIRST: [5, "0" * 64]}),
        "more of mesa-1 was put away than was sealed",
    ),
    "the mark": (lambda: PutAway.objects.filter(slug=FIRST).delete(), "its number"),
    "where it begins": (
        lambda: PutAway.objects.filter(slug=FIRST).update(first=_first() + 50),
        "journal: BROKEN: put_away",
    ),
}


def _first() -> int:
    return PutAway.objects.get(slug=FIRST).first


def _bet() -> int:
    return Bet.objects.filter(hand__table__slug=FIRST).order_by("pk")[0].pk


def _transfer() -> Any:
    return Transfer.objects.filter(reference=f"{FIRST}#{_moving()}")


def _moving() -> int:
    """An early record that moved money."""
    found = Transfer.objects.filter(reference__startswith=f"{FIRST}#").order_by("pk")[0]
    return int(found.reference.partition("#")[2])


@pytest.mark.parametrize("name", FALSE)
def test_a_change_of_a_put_away_year_is_found(away: list[PutAway], name: str) -> None:
    act, says = FALSE[name]
    assert says in tampered(act), name


PLAYS = "from tests.operations.test_seal import play, play_a_shift as more; play(); more(); more(); more()"
PLAYED = ("manage", "shell", "--verbosity", "0", "-c", PLAYS)


@pytest.mark.slow
def test_killed_at_every_step_it_goes_on(
    tmp_path_factory: pytest.TempPathFactory, new_house: Path, tmp_path: Path
) -> None:
    """Nothing is lost, and the audit holds after each."""
    folder, place = tmp_path_factory.mktemp("often"), tmp_path / "archive"
    place.mkdir()
    with houses.house(folder, "away", new_house, embedded=connection.vendor == "sqlite") as novamas:
        assert novamas.run(*PLAYED)[0] == 0 and novamas.done("audit", "--scheduled")["holds"]
        assert sealing.run(novamas.environment, "-", "this", place).returncode == 0
        for step in putting_away.STEPS:
            died = putting_away.run(novamas.environment, step, "this", place)
            assert died.returncode == -9, died.stdout + died.stderr
            assert novamas.done("audit")["holds"], step
            put = novamas.done("seals")[0]["put_away"]
            assert put == (None if step == putting_away.ENTERS else "not finished"), step
        last = putting_away.run(novamas.environment, "-", "this", place)
        assert last.returncode == 0, last.stdout + last.stderr
        done = json.loads(last.stdout)
        assert 0 < done["now"] == done["gone"] - 2 * putting_away.PIECE
        assert novamas.done("audit")["holds"]
        assert novamas.done("seals")[0]["put_away"] != "not finished"
        again = json.loads(putting_away.run(novamas.environment, "-", "this", place).stdout)
        assert again == {**done, "now": 0}
