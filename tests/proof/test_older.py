"""Bundles of kinds that are no longer written are verified as they were: three of kind 3, with their reports.

`part` begins in the middle of a shoe, with an undo of what was before; `slovenia` ends with a shoe that was shuffled.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.proof.changes import Change, by_terms, paid
from tests.proof.shifts import forged
from verify_shift import Broken, NotOurs, verify

Json = dict[str, Any]
BUNDLES = Path(__file__).parents[1] / "data" / "bundles"
OLDER = sorted(path.stem for path in BUNDLES.glob("*.jsonl"))
FORGED: dict[str, tuple[Change, str]] = {
    "a win": (paid(0, "settlements.1.win", 160), "bea's banca of 150: its win is 160, but 150"),
    "a deduction": (
        paid(0, "settlements.1.deduction", 20),
        "bea's banca of 150: its deduction is 20, but 10",
    ),
    "an article": (paid(0, "settlements.1.article", "29"), "its article is '29', but '30'"),
    "a stake of a tie is kept": (paid(3, "staying", []), "the list of stakes that stay"),
    "banca's rate": (by_terms("deductions.banca.rate", "1/5"), "its deduction is 10, but 30"),
    "the payout of a tie": (by_terms("payouts.tie", 9), "dora's tie of 100: its win is 800, but 900"),
    "winning stakes stay": (by_terms("winning_stakes_stay", True), "the list of stakes that stay"),
}


def older(name: str) -> bytes:
    return (BUNDLES / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize("name", OLDER)
def test_an_older_bundle_is_proved_with_the_report_of_its_time(name: str) -> None:
    assert verify(older(name)) + "\n" == (BUNDLES / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", OLDER)
def test_the_oldest_kind_carries_no_journal(name: str) -> None:
    def without_journal(manifest: Json, records: list[Json]) -> None:
        del manifest["journal"]

    def of_kind_2(manifest: Json, records: list[Json]) -> None:
        manifest["bundle"] = "no-va-mas shift 2"
        del manifest["journal"]

    verify(forged(older(name), of_kind_2))
    with pytest.raises(NotOurs, match="lacks journal"):
        verify(forged(older(name), without_journal))


@pytest.mark.parametrize("name", FORGED)
def test_what_is_forged_in_an_older_bundle_is_named(name: str) -> None:
    change, said = FORGED[name]
    with pytest.raises(Broken, match=said):
        verify(forged(older("kind-3-argentina"), change))


def test_a_bundle_of_today_has_a_line_in_each_settlement(argentina: bytes) -> None:
    def without_a_number(manifest: Json, records: list[Json]) -> None:
        [first, *_] = (event for record in records for event in record["events"] if "settlements" in event)
        del first["settlements"][1]["line"]

    with pytest.raises(Broken, match="cannot be read: KeyError"):
        verify(forged(argentina, without_a_number))
    assert json.loads(argentina.splitlines()[0])["bundle"] == "no-va-mas shift 4"
