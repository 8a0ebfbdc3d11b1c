"""What is kept about one person, staff or player, as a file of his own: docs/people-data.md says why each is kept; and
the name of a player erased.

Of a row there stand the columns that are about him. What is about others is left out: of a croupier's commands the bets
of players, of a player's bank who else was in it.
"""

import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import IO, Any

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q
from django.utils import timezone

from casino.administration.people import find
from casino.common.house import house
from casino.common.refusals import Refusal
from casino.common.sql.consistent_read import one_moment
from casino.common.text import folded
from casino.house import acts
from casino.house.acts import By, act, tried
from casino.journal.models import Entry
from casino.people.models import User
from ledger.models import Entry as Moved
from ledger.postings import account_of
from tables.door import erasure
from tables.models import Line, Player, Record, Table
from tables.record.names import filled, names_at
from tables.record.postings import book_of
from tables.record.put_away import years

Row = dict[str, Any]
STAFF, PLAYER = "staff", "player"
PIECE = 500  # records that are read at once


@dataclass(frozen=True, slots=True)
class Kept:
    """Rows of a model: those in which one of the fields `named` has the person, with their columns `shown`. `named` is
    shown, too, where it is a column of the row."""

    model: str
    named: tuple[str, ...]
    shown: tuple[str, ...]

    def rows(self, who: str) -> Iterator[Row]:
        """The rows of that person, in the order in which they came. Of two people in one row the other is left out."""
        model = apps.get_model(self.model)
        about = reduce(or_, (Q(**{name: who}) for name in self.named))
        found = model._base_manager.filter(about).order_by("pk").values(*self.named, *self.shown)
        for row in found.iterator(chunk_size=2000):
            yield {
                name: value for name, value in row.items() if name not in self.named or value in (who, None)
            }


def _kept(model: str, named: str, shown: str) -> Kept:
    return Kept(model, tuple(named.split()), tuple(shown.split()))


OF_STAFF = (
    _kept(
        "accounts.User",
        "username",
        "first_name last_name email role language serves toured date_joined last_login is_active ended",
    ),
    _kept("accounts.Pin", "user__username", "chosen"),
    _kept("accounts.GivenPassphrase", "user__username", "since"),
    _kept("accounts.SecondFactor", "user__username", "since"),
    _kept("accounts.Passkey", "user__username", "name host since used ended"),
    _kept("accounts.StaffSession", "user__username", "began active locked table address device"),
    _kept("accounts.DirectoryPerson", "user__username", "issuer subject groups since"),
    _kept("accounts.AccessEvent", "person", "at what address device detail alarm"),
    _kept("accounts.AlarmSeen", "by", "at event"),
    _kept("axes.AccessAttempt", "username", "attempt_time ip_address user_agent failures_since_start"),
    _kept("axes.AccessFailureLog", "username", "attempt_time ip_address user_agent"),
    _kept("axes.AccessLog", "username", "attempt_time logout_time ip_address user_agent"),
    _kept("house.Act", "actor about", "at what address refused"),
    _kept("house.ReportMail", "person", "report address every day hour made ended"),
    _kept("tables.Duty", "person actor", "table__slug post at"),
    _kept("tables.DutyEnd", "successor actor", "duty at"),
    _kept("tables.ConsoleSeen", "person", "table__slug at"),
    _kept("tables.AlertSeen", "actor", "table__slug key at"),
    _kept("tables.RefusedCard", "actor", "table__slug hand card at"),
    _kept("tables.Dispute", "actor", "table__slug hand note at"),
    _kept("tables.Decision", "actor", "dispute text article at"),
    _kept("tables.HandoverGiven", "actor", "notes at"),
    _kept("tables.Handover", "actor", "at"),
    _kept("tables.SignatureRequest", "actor", "table__slug hand act at"),
    _kept("tables.RequestOutcome", "actor", "request step reason at"),
    _kept("tables.SavedSearch", "person", "name path query"),
    _kept("tables.Seal", "actor", "year at"),
    _kept("tables.PutAway", "actor", "slug seal__year at"),
    _kept("tables.Pass", "payer", "table__slug number paid_at"),
    _kept("tables.Dealing", "payer", "table__slug hour passes result"),
    _kept("tables.DailyDealing", "payer", "table__slug day passes result"),
    _kept("tables.Record", "actor", "table__slug number name at"),
    _kept("tables.Reply", "actor", "table__slug key"),
    _kept("cage.Slip", "actor", "number kind book amount reason at"),
    _kept("cage.Step", "actor", "slip__number name reason at"),
)
OF_PLAYERS = (
    _kept("tables.Player", "player", "table__slug name"),
    _kept("tables.PlayerName", "player", "table__slug number name erased_by"),
    _kept("tables.Seat", "player owner", "table__slug number lent"),
    _kept("tables.Shoe", "holder", "table__slug number"),
    _kept(
        "tables.Pass",
        "bank_holder bank_associate card_holder",
        "table__slug number result bank_stake bank_win bank_deduction paid_at",
    ),
    _kept(
        "tables.Bet",
        "player",
        "hand__table__slug hand__number hand__paid_at chance amount win deduction article",
    ),
    _kept("tables.Play", "player", "table__slug hour bets staked"),
    _kept("tables.DailyPlay", "player", "table__slug day bets staked"),
    _kept("cage.Slip", "player", "number kind book amount reason at"),
)


# Of the chains: the login's own history, and of a player the acts in which he is named and the money of his chips
BESIDE = {"journal.Entry", "tables.Record", "ledger.Entry"}


def export_staff(by: By, login: str, out: IO[bytes]) -> None:
    """Write what is kept about a member of staff as a ZIP file. Raises Refusal (`no_such_person`)."""
    with tried(by, acts.PERSON_EXPORTED, login):
        user = find(login)
    parts = {one.model: one.rows(login) for one in OF_STAFF}
    _export(by, STAFF, login, {**parts, "journal.Entry": _history(user.pk)}, out)


def export_player(by: By, player: str, out: IO[bytes]) -> None:
    """Write what is kept about a player as a ZIP file: whoever has one id at several tables is one person, as in the
    reports. Raises Refusal (`nobody_of_that_name`)."""
    with tried(by, acts.PERSON_EXPORTED, player):
        tables = Table.objects.filter(players__player=player).order_by("pk")
        if not tables:
            raise Refusal("nobody_of_that_name", said=player)
    parts = {one.model: one.rows(player) for one in OF_PLAYERS}
    own = {"ledger.Entry": _money(tables, player), "tables.Record": _named(tables, player)}
    _export(by, PLAYER, player, {**parts, **own}, out)


def erase_name(by: By, player: str) -> None:
    """Erase the name of a player, whose id this is. Raises Refusal (`nobody_of_that_name`, `player_at_table`,
    `no_name_apart`)."""
    if not Player.objects.filter(player=player).exists():  # no act: what was typed may be a name
        raise Refusal("nobody_of_that_name", said=player)
    tables: list[Table] = []
    with act(by, acts.PLAYER_NAME_ERASED, player, lambda: tables.extend(erasure.lock(player))) as entered:
        names = erasure.erase(player, by.actor, tables)
        entered.after = {"names": names, "tables": [table.slug for table in tables]}


def _export(by: By, kind: str, who: str, parts: Mapping[str, Iterable[Row]], out: IO[bytes]) -> None:
    """It is an act, once the file is there; while it is written nobody waits for the journal."""
    about = {"house": house().house_name, "at": timezone.now(), "by": by.actor, kind: who}
    if away := {str(one.seal.year): one.folder for one in years()}:
        about["records_put_away"] = away  # what he did and what is said of him in these years lies there
    with one_moment(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        _write(archive, "about", [about])
        rows = {model: _write(archive, model, found) for model, found in parts.items()}
    with act(by, acts.PERSON_EXPORTED, who) as entered:
        entered.after = {"kind": kind, "rows": sum(rows.values())}


def _write(archive: zipfile.ZipFile, name: str, rows: Iterable[Row]) -> int:
    """A file of JSON, an object a row; none where there are no rows. Returns how many."""
    number = 0
    for number, row in enumerate(rows, 1):
        if number == 1:
            part = archive.open(f"{name}.json", "w")
        part.write(b"[\n" if number == 1 else b",\n")
        part.write(json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False).encode())
    if number:
        part.write(b"\n]\n")
        part.close()
    return number


def _history(user: int) -> Iterator[Row]:
    entries = Entry.objects.filter(kind=User.journal_kind, row=user).order_by("number")
    for one in entries.iterator():
        yield {"number": one.number, "at": one.at, "act": one.act, "content": one.content}


def _money(tables: Iterable[Table], player: str) -> Iterator[Row]:
    codes = [account_of(book_of(table.slug), f"chips:{player}") for table in tables]
    moved = Moved.objects.filter(account__code__in=codes).order_by("pk")
    for one in moved.select_related("account", "transfer").iterator():
        place = {"account": one.account.code, "at": one.transfer.at}
        yield {**place, "purpose": one.transfer.purpose, "amount": one.amount}


def _named(tables: Iterable[Table], player: str) -> Iterator[Row]:
    """The acts at tables in whose words he stands, found as an inspector finds them. Who else stands there is left
    out."""
    for table in tables:
        others = set(Player.objects.filter(table=table).values_list("player", flat=True)) - {player}
        names = names_at(table.pk, player)
        lines = Line.objects.filter(table=table, words__contains=folded(player)).order_by("number")
        numbers = list(lines.values_list("number", flat=True))
        for begin in range(0, len(numbers), PIECE):
            records = Record.objects.filter(table=table, number__in=numbers[begin : begin + PIECE])
            for one in records.order_by("number").values("number", "at", "name", "command"):
                told = filled(one["command"], names)
                said = {name: value for name, value in told.items() if _is_his(value, player, others)}
                if player in said.values():
                    yield {"table": table.slug, **one, "command": said}


def _is_his(value: object, player: str, others: set[str]) -> bool:
    return value == player or (not isinstance(value, list | dict) and value not in others)
