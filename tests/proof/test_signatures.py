"""Who signed what an article asks a second person for: printed from the bundle, and a forged signature is found."""

from collections.abc import Callable
from typing import Any

import pytest

from tables.door.signatures import ask, take_step
from tables.management.commands.play import TABLE
from tables.rules.roles import Actor
from tests.proof.conftest import NewTable
from tests.proof.shifts import bets, deal, events_of, export, forged, key_in, opened
from verify_shift import Broken, verify

Json = dict[str, Any]
CARLA, IRENE, JULIO = Actor("carla", "croupier"), Actor("irene", "inspector"), Actor("julio", "jefe")
VOID = {"command": "void_pass", "reason": "a card fell"}


def signed(command: Json, signer: Actor) -> None:
    request = ask(TABLE, command, CARLA).request
    assert request and take_step(request["number"], "signed", signer).refused is None


@pytest.fixture(scope="module")
def shift(own_key: None, new_table: NewTable) -> bytes:
    """A pass paid, one void, one dealt anew, and three burned shoes: signed, a jefe's own, and a script's."""
    with new_table():
        opened("argentina", 100, 1000, 10, ("ana", "bea", "carl", "dora"))
        key_in("shuffle", riffles=4)
        key_in("bid", player="ana", amount=300)
        key_in("close_auction")
        key_in("cut", player="dora", depth=120)
        bets("carl punto 200")
        deal("P3 B9 P4 BK")
        signed(VOID, JULIO)
        key_in("close_betting")
        for hand, card in zip(["punto", "banca"] * 2, "394K", strict=True):
            key_in("card", hand=hand, card=card)
        signed({"command": "incident", "kind": "confused_deal", "reason": "two changed places"}, JULIO)
        burn = {"reason": "cards face up"}
        signed({"command": "burn_shoe", "consent": "inspector", **burn}, IRENE)
        for by in ("jefe", "croupier"):
            key_in("shuffle", riffles=4)
            key_in("cut", player="dora", depth=120)
            key_in("burn_shoe", by=by, consent="jefe", **burn)
        return export()


def test_the_report_says_who_gave_who_signed_and_when(shift: bytes) -> None:
    lines = [line for line in verify(shift).splitlines() if line.startswith("  record ")]
    said = [line.partition(", ")[2] for line in lines]
    assert [line.partition(": ")[0] for line in said[:3]] == [
        "void_pass, by carla (croupier), signed by julio (jefe)",
        "incident, by carla (croupier), signed by julio (jefe)",
        "burn_shoe, by carla (croupier), signed by irene (inspector)",
    ]
    assert all(": asked 20" in line and ", signed 20" in line for line in said[:3])
    assert said[3].startswith("burn_shoe, by jefe (jefe), 20")
    assert said[4] == "burn_shoe, by croupier (croupier), consent of the jefe: not signed"


def consent(index: int, **fields: Any) -> Callable[[Json, list[Json]], None]:
    def change(manifest: Json, records: list[Json]) -> None:
        events_of(records, "consent_given")[index].update(fields)

    return change


def moved_to_a_bet(manifest: Json, records: list[Json]) -> None:
    [bet] = [record for record in records if record["name"] == "place_bet"]
    [first] = bet["events"]
    bet["events"] = [{**events_of(records, "consent_given")[0], "seq": first["seq"]}]


FORGED = {
    "his own": (consent(0, signer="carla"), "carla signs what he asked for himself"),
    "another role": (consent(2, role="jefe"), "the role that signs"),
    "twice": (consent(1, request=1), "request 1 is signed a second time"),
    "before it was made": (consent(0, asked=10**6), "is signed before it was made"),
    "of a pass that was paid": (consent(0, asked=12), "had ended before it was signed"),
    "of a deal that was burned": (consent(2, asked=30), "had ended before it was signed"),
    "under a bet": (moved_to_a_bet, "place_bet is signed by a second person"),
    "without a time": (consent(0, asked_at=None), "a signature that cannot be read"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_signature_is_found(shift: bytes, what: str) -> None:
    change, said = FORGED[what]
    with pytest.raises(Broken, match=said):
        verify(forged(shift, change))
