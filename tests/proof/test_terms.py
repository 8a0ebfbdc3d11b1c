"""The terms of the reglamento: carried by the bundle, used, and printed."""

import json
from typing import Any

import pytest
from django.conf import settings

import verify_shift
from tables.models import Record
from tables.record.bundle import bundle
from tables.record.reglamentos.catalogue import add
from tests.proof.changes import by_terms, paid
from tests.proof.conftest import NewTable
from tests.proof.shifts import DAY, argentina_shift, bets, deal, export, forged, key_in, opened
from verify_shift import Broken, verify

Json = dict[str, Any]


@pytest.mark.parametrize("file", ["casa.toml", "eight-for-nine.toml"])
def test_a_houses_own_reglamento_is_proved_by_its_own_terms(file: str, new_table: NewTable) -> None:
    with new_table():
        rules, _ = add((settings.BASE_DIR / "docs" / "examples" / file).read_text())
        shift = casa_shift() if file == "casa.toml" else eight_for_nine_shift()
    report = verify(shift)
    assert f"{rules.name}:" in report
    said = {"casa.toml": "banca pays 1 to 1, less 1/20 (art. 30)", "eight-for-nine.toml": "tie pays 9 to 1"}
    assert said[file] in report
    wrong = {
        "casa.toml": "chances.banca.pays.0.commission",
        "eight-for-nine.toml": "chances.tie.pays.0.to_one",
    }
    with pytest.raises(Broken, match="pass 1"):
        verify(forged(shift, by_terms(wrong[file], {"casa.toml": "1/10", "eight-for-nine.toml": 8}[file])))


def casa_shift() -> bytes:
    argentina_shift("casa")
    return export()


def eight_for_nine_shift() -> bytes:
    opened("eight-for-nine", 10, 1000, 10, ("ana", "bea"))
    key_in("shuffle", riffles=0)
    key_in("cut", depth=100)
    bets("ana tie 100", "bea banca 200")
    deal("P2 B6 P4 BK")
    bets("bea banca 210")
    deal("P2 B3 P3 B3 P6")
    return export()


@pytest.mark.parametrize(("rounding", "kept"), [("player", 10), ("house", 20), ("nearest", 20)])
def test_each_rounding_is_proved(rounding: str, kept: int, new_table: NewTable) -> None:
    with new_table():
        argentina_shift(rounding=rounding)
        shift = export()
    assert {"player": "the player's", "house": "the house's", "nearest": "to the nearest"}[
        rounding
    ] in verify(shift)
    with pytest.raises(Broken, match=f"its deduction is {kept + 10}, but {kept}"):
        verify(forged(shift, paid(0, "settlements.1.deduction", kept + 10)))


def test_winning_stakes_that_stay_are_proved(new_table: NewTable) -> None:
    with new_table():
        opened("spain", 100, 1000, 10, ("ana", "bea"))
        key_in("shuffle", riffles=0)
        key_in("cut", depth=100)
        key_in("accept_bank", player="ana")
        bets("bea banca 200")
        deal("P3 B9 P4 BK")
        deal("P3 B9 P4 BK")
        shift = export()
    assert "winning stakes stay" in verify(shift)
    with pytest.raises(Broken, match="the list of stakes that stay"):
        verify(forged(shift, by_terms("winning_stakes_stay", False)))


def test_an_undo_of_what_was_before_the_bundle_is_taken_from_its_own_state(new_table: NewTable) -> None:
    with new_table():
        argentina_shift()
        undo = Record.objects.get(name="undo")
        part = bundle(undo.table, undo.at, undo.at + DAY)
    assert f"records {undo.number} to" in verify(part)
    with pytest.raises(Broken, match=r"its stake is"):
        verify(forged(part, with_another_state))


def with_another_state(manifest: Json, records: list[Json]) -> None:
    state = json.loads(records[0]["state"])
    state["bank"]["stake"] += 10
    records[0]["state"] = json.dumps(state)


def test_the_report_prints_the_terms_that_it_used(argentina: bytes) -> None:
    report = verify(argentina).splitlines()
    for line in (
        "6 payments, those undone included, follow from the cards and these terms;",
        "from record 1: argentina, deductions in chips of 10, rounded in the player's favour",
        "  banca pays 1 to 1, less 1/10 (art. 30)",
        "  tie pays 8 to 1",
        "  a bank given in suite goes back, less 1/10 (art. 38) of its last win if that was untaxed",
        "  punto by its total 0 to 9: DDDDDWSSSS",
        "  banca with 6: SSSSSSDDSSS",
    ):
        assert line in report


def test_the_tool_says_what_it_proves_and_what_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr("sys.argv", ["verify_shift.py", "--help"])
        verify_shift.main()
    said = capsys.readouterr().out
    assert said.index("What is proved") < said.index("What is not proved") < said.index("Exit status")
