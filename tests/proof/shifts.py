"""Shifts for the tests of the bundle: keyed by hand, exported, and forged by somebody who has the casino's key."""

import json
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from casino.common import signing
from shift_proof.bundle_file import digest_of
from tables.management.commands.play import TABLE, play_line
from tables.models import Table
from tables.record.bundle import bundle

Json = dict[str, Any]
DAY = timedelta(days=1)


def key_in(command: str, **fields: Any) -> None:
    """One command, which must be accepted."""
    answer = play_line(json.dumps({"command": command, **fields}).encode())
    assert answer.ok, (command, fields, answer.error)


def deal(said: str) -> None:
    """No va más, the cards `P3 B9` in that order, and the payment."""
    key_in("close_betting")
    for word in said.split():
        if word in ("draw", "stand"):
            key_in("will", choice=word)
        else:
            key_in("card", hand={"P": "punto", "B": "banca"}[word[0]], card=word[1:])
    key_in("settle")


def bets(*said: str) -> None:
    """`bea banca 150`."""
    for player, chance, amount in map(str.split, said):
        key_in("place_bet", player=player, chance=chance, amount=int(amount))


def opened(
    reglamento: str, minimum: int, maximum: int, chip: int, players: Iterable[str], **settings: Any
) -> None:
    """The table open, `players` on its first seats."""
    limits = {"minimum": minimum, "maximum": maximum, "chip": chip, "settings": settings}
    key_in("open_table", by="jefe", reglamento=reglamento, **limits)
    for seat, player in enumerate(players, 1):
        key_in("join", player=player)
        key_in("sit", player=player, seat=seat)


def argentina_shift(reglamento: str = "argentina", **settings: Any) -> None:
    """Four wins of a bank, untaxed and taxed, above the maximum, a tie that is paid, an undo, a suite, a loss."""
    opened(reglamento, 100, 1000, 10, ("ana", "bea", "carl", "dora"), **{"tie_bet": 1, **settings})
    key_in("shuffle", riffles=4)
    key_in("bid", player="ana", amount=300)
    key_in("close_auction")
    key_in("cut", player="dora", depth=120)
    bets("bea banca 150", "carl punto 200", "dora tie 100")
    deal("P3 B9 P4 BK")
    bets("bea banca 150", "carl punto 100")
    deal("P2 BK P3 B6 stand")
    key_in("undo", by="jefe", reason="paid too early")
    key_in("settle")
    bets("bea punto 150", "dora tie 100")
    deal("P9 B9 PK BK")
    key_in("remove_bet", player="bea", chance="punto")
    deal("P3 B8 P4 BK")
    key_in("suite")
    key_in("take_suite", player="bea")
    bets("carl punto 100")
    deal("P9 B2 PK B5")


def cover_shift() -> None:
    """Chemin de fer: an associate, a part of the bank that nobody covers, garaje, a hand that is lost."""
    opened("chemin-de-fer", 100, 10_000, 10, ("ana", "bea", "carl", "dora"))
    key_in("shuffle", riffles=0)
    key_in("cut", depth=100)
    key_in("accept_bank", player="ana", amount=150)
    key_in("associate", player="dora")
    bets("bea punto 200")
    deal("P3 B9 P4 BK")
    key_in("set_aside", amount=240)
    bets("carl punto 150")
    deal("P9 B9 PK BK")
    deal("P9 B2 PK B5")


def export() -> bytes:
    """All of the table's records as a bundle."""
    now = timezone.now()
    return bundle(Table.objects.get(slug=TABLE), now - DAY, now + DAY)


def forged(shift: bytes, change: Callable[[Json, list[Json]], None]) -> bytes:
    """The bundle after `change(manifest, records)`, with its chain made to fit and signed anew."""
    manifest, *records = map(json.loads, shift.splitlines()[:-1])
    change(manifest, records)
    previous = manifest["previous"]
    for record in records:
        record["previous"] = previous
        previous = record["digest"] = digest_of(record)
    manifest["head"] = previous
    signed = b"".join(map(_line, [manifest, *records]))
    return signed + _line({"signature": signing.sign(signed)})


def events_of(records: list[Json], kind: str) -> list[Json]:
    """All events of that type, in order."""
    return [event for record in records for event in record["events"] if event["type"] == kind]


def _line(told: Json) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
