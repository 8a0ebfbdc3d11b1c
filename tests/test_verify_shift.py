"""What `verify_shift.py` says it proves, it proves: whoever forges a shift, with the casino's key, is found and named.

A forged shift has a chain that fits and a signature that is good, so that only playing it through can tell.
"""

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from django.conf import settings

import verify_shift
from shift_proof.replay import Replay, followed
from shift_proof.table_events import EFFECTS, NO_EFFECT
from tables import notify
from tables.engine import Decision, State, encode_event, encode_state
from tables.engine.event import EVENTS
from tables.house_reglamentos.shelf import add, resolve
from tables.management.commands.play import TABLE
from tables.memory_database import memory_database
from tables.record.bundle import terms_of
from tables.rules.reglamentos import REGLAMENTOS
from tables.service import create_table
from tests.engine.wild import opened as opened_wildly
from tests.engine.wild import play
from tests.shifts import argentina_shift, bets, cover_shift, deal, events_of, export, forged, key_in, opened
from verify_shift import Broken, verify

Json = dict[str, Any]
Change = Callable[[Json, list[Json]], None]
PLAYED_BY_THE_REPLAY = {"undone", "pass_settled", "suite_given"}


@pytest.fixture(scope="module", autouse=True)
def own_key() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIGNING_KEY", base64.b64encode(bytes(range(32))).decode())
        yield


@contextmanager
def a_table(blocker: Any) -> Iterator[None]:
    with blocker.unblock(), notify.silence(), memory_database():
        create_table(TABLE, TABLE)
        yield


@pytest.fixture(scope="module")
def argentina(own_key: None, django_db_blocker: Any) -> bytes:
    with a_table(django_db_blocker):
        argentina_shift()
        return export()


@pytest.fixture(scope="module")
def chemin_de_fer(own_key: None, django_db_blocker: Any) -> bytes:
    with a_table(django_db_blocker):
        cover_shift()
        return export()


def paid(number: int, path: str, value: Any) -> Change:
    """In the payment `number` (from 0), the field at `path` is `value`."""

    def change(manifest: Json, records: list[Json]) -> None:
        put(events_of(records, "pass_settled")[number], path, value)

    return change


def happened(kind: str, number: int, path: str, value: Any) -> Change:
    def change(manifest: Json, records: list[Json]) -> None:
        put(events_of(records, kind)[number], path, value)

    return change


def by_terms(path: str, value: Any) -> Change:
    def change(manifest: Json, records: list[Json]) -> None:
        for terms in manifest["reglamentos"].values():
            put(terms, path, value)

    return change


def put(target: Any, path: str, value: Any) -> None:
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        target = target[step]
    target[last] = value


def without_line(number: int, line: int) -> Change:
    def change(manifest: Json, records: list[Json]) -> None:
        del events_of(records, "pass_settled")[number]["settlements"][line]

    return change


def with_a_line_twice(manifest: Json, records: list[Json]) -> None:
    lines = events_of(records, "pass_settled")[0]["settlements"]
    lines.append(deepcopy(lines[1]))


def without(kind: str) -> Change:
    def change(manifest: Json, records: list[Json]) -> None:
        for record in records:
            record["events"] = [event for event in record["events"] if event["type"] != kind]

    return change


def with_another_end(manifest: Json, records: list[Json]) -> None:
    manifest["ends"]["cagnotte"] += 10


def with_another_beginning(manifest: Json, records: list[Json]) -> None:
    manifest["begins"]["cagnotte"] = 10


def without_terms(manifest: Json, records: list[Json]) -> None:
    manifest["reglamentos"] = {}


# Pass 1: ana's bank of 300 wins untaxed, bea wins 150 on banca, carl loses 200 on punto, dora 100 on the tie.
# Pass 2 (paid twice): the bank of 600 wins taxed. Pass 3: a tie; dora wins 800. Pass 4: the bank of 1000 wins. Suite.
ARGENTINA: dict[str, tuple[Change, str]] = {
    "a total: banca's nine is a three": (
        happened("card_dealt", 1, "card", "3"),
        "banca has 2 cards, but .* draws",
    ),
    "a total: banca's nine is a six": (happened("card_dealt", 1, "card", "6"), "punto has 7 and banca 6"),
    "a result": (paid(0, "result", "punto"), "the result is banca, not punto"),
    "a win": (paid(0, "settlements.1.win", 160), "bea's banca of 150: its win is 160, but 150"),
    "a loss": (paid(0, "settlements.2.win", -190), "carl's punto of 200: its win is -190, but -200"),
    "a stake": (paid(0, "settlements.1.stake", 160), "bea's banca of 150: its stake is 160, but 150"),
    "another player is paid": (paid(0, "settlements.1.player", "carl"), "bea's banca of 150: its player"),
    "a deduction": (
        paid(0, "settlements.1.deduction", 20),
        "bea's banca of 150: its deduction is 20, but 10",
    ),
    "no deduction": (paid(0, "settlements.1.deduction", 0), "its deduction is 0, but 10"),
    "an article": (paid(0, "settlements.1.article", "29"), "its article is '29', but '30'"),
    "a tie paid nine to one": (
        paid(3, "settlements.2.win", 900),
        "dora's tie of 100: its win is 900, but 800",
    ),
    "a line is missing": (without_line(0, 3), "dora's tie of 100 is missing in the payment"),
    "a line in the middle is missing": (without_line(0, 1), "bea's banca of 150: its player is 'carl'"),
    "the bank's line is missing": (without_line(0, 0), "ana's bank of 300: its player is 'bea'"),
    "a line too many": (with_a_line_twice, "bea's banca of 150 is paid, but was not staked"),
    "the bank's win": (paid(0, "settlements.0.win", 200), "ana's bank of 300: its win is 200, but 300"),
    "the first win of the bank taxed": (paid(0, "settlements.0.deduction", 30), "its deduction is 30, but 0"),
    "the second win of the bank untaxed": (
        paid(1, "settlements.0.deduction", 0),
        "ana's bank of 600: its deduction is 0, but 60",
    ),
    "taxed, it is said": (paid(0, "bank_taxed", True), "whether the bank's win was taxed is True"),
    "the bank grows by more": (paid(0, "bank_stake", 700), r"\(700, 0\), but \(600, 0\)"),
    "what exceeds the maximum": (paid(1, "excess", 150), r"\(1000, 150\), but \(1000, 140\)"),
    "a stake stays that was won": (
        paid(0, "staying", [{"player": "bea", "chance": "banca", "amount": 150}]),
        "the list of stakes that stay",
    ),
    "a stake of a tie is kept": (paid(3, "staying", []), "the list of stakes that stay"),
    "a pass is left out": (paid(0, "number", 2), "the number of the pass is 2, but 1"),
    "the rounding": (
        happened("table_opened", 0, "settings.rounding", "house"),
        "bea's banca of 150: its deduction is 10, but 20",
    ),
    "the chip": (happened("table_opened", 0, "chip", 1), "bea's banca of 150: its deduction is 10, but 15"),
    "the maximum": (happened("table_opened", 0, "maximum", 500), "the maximum at the opening of the bank"),
    "banca's rate": (
        by_terms("deductions.banca.rate", "1/5"),
        "bea's banca of 150: its deduction is 10, but 30",
    ),
    "the bank's rate": (
        by_terms("deductions.bank.rate", "1/20"),
        "ana's bank of 600: its deduction is 60, but 30",
    ),
    "every win taxed": (
        by_terms("deductions.bank.by_parity", False),
        "ana's bank of 300: its deduction is 0, but 30",
    ),
    "the suite's rate": (
        by_terms("deductions.suite.rate", "1/20"),
        "the deduction of the suite is 100, but 50",
    ),
    "the payout of a tie": (by_terms("payouts.tie", 9), "dora's tie of 100: its win is 800, but 900"),
    "the drawing table": (
        by_terms("drawing.banca.6", "D" * 11),
        "banca has 2 cards, but .* draws a third card",
    ),
    "winning stakes stay": (by_terms("winning_stakes_stay", True), "the list of stakes that stay"),
    "only what is covered plays": (
        by_terms("bank_plays", "covered"),
        "ana's bank of 300: its win is 300, but 450",
    ),
    "no terms": (without_terms, "does not say by which terms 'argentina' pays"),
    "the will": (
        happened("will_spoken", 0, "choice", "draw"),
        "punto has 2 cards, but .* draws a third card",
    ),
    "a bet that was not taken": (
        happened("bet_placed", 0, "amount", 140),
        "bea's banca of 140: its stake is 150",
    ),
    "a bet of less than nothing": (happened("bet_placed", 0, "amount", -150), "a bet of -150"),
    "more given back than lay there": (happened("bet_removed", 0, "amount", 200), "does not lie there"),
    "the suite's deduction": (
        happened("suite_given", 0, "deduction", 0),
        "the deduction of the suite is 0, but 100",
    ),
    "the suite's article": (
        happened("suite_given", 0, "article", None),
        "the article of the suite's deduction",
    ),
    "what the giver gets": (
        happened("suite_given", 0, "returned", 1000),
        "what the giver gets back is 1000, but 900",
    ),
    "the bank that was lost": (happened("bank_fell", 0, "uncovered", 100), "nobody covered is 100, but 0"),
    "an event is left out": (
        without("suite_given"),
        r"record 49: the numbers of its events is \[67\], but \[66\]",
    ),
    "a bank from nowhere": (
        happened("bank_opened", 0, "type", "noted"),
        "bea's banca of 150: its player is 'ana'",
    ),
    "two banks": (happened("suite_given", 0, "type", "noted"), "a bank is opened while there is one"),
    "an event of no kind": (
        happened("suite_given", 0, "type", "suite_lent"),
        "suite_lent: this tool knows no such",
    ),
    "an event without a field": (
        happened("suite_given", 0, "type", "bet_placed"),
        "cannot be read: KeyError",
    ),
    "an undo to another place": (
        happened("undone", 0, "to", 30),
        "record .*: `.*` of the state that it carries",
    ),
    "the cagnotte at the end": (with_another_end, "the state at the end"),
    "the cagnotte at the beginning": (with_another_beginning, "the state before the first record"),
}

# Ana's bank of 150 and dora's as much; bea covers 200 of 300; 240 set aside; carl covers 150 of 250 and wins.
CHEMIN_DE_FER: dict[str, tuple[Change, str]] = {
    "the whole stake plays": (by_terms("bank_plays", "stake"), "ana's bank of 300: its win is 200, but 300"),
    "five per cent": (
        paid(0, "settlements.0.deduction", 20),
        "ana's bank of 300: its deduction is 20, but 10",
    ),
    "more than was covered": (paid(0, "settlements.0.win", 300), "its win is 300, but 200"),
    "the bank after it": (paid(0, "bank_stake", 500), r"\(500, 0\), but \(490, 0\)"),
    "the associate's amount": (
        happened("associate_joined", 0, "amount", 100),
        "the associate's amount is 100, but 150",
    ),
    "another associate": (
        happened("associate_joined", 0, "player", "carl"),
        "the associate is 'dora', but 'carl'",
    ),
    "the associate's half": (happened("set_aside", 0, "share", 100), "the associate's share is 100, but 120"),
    "another one's bank": (
        happened("set_aside", 0, "player", "bea"),
        "the bank's holder is 'bea', but 'ana'",
    ),
    "more is set aside": (happened("set_aside", 0, "amount", 250), "ana's bank of 240: its stake is 250"),
    "what nobody covered": (happened("bank_fell", 0, "uncovered", 0), "nobody covered is 0, but 100"),
    "the associate's half of it": (
        happened("bank_fell", 0, "share", 0),
        "the associate's share is 0, but 50",
    ),
}


@pytest.mark.parametrize("name", ARGENTINA)
def test_what_is_forged_in_argentina_is_named(argentina: bytes, name: str) -> None:
    change, said = ARGENTINA[name]
    with pytest.raises(Broken, match=said):
        verify(forged(argentina, change))


@pytest.mark.parametrize("name", CHEMIN_DE_FER)
def test_what_is_forged_in_chemin_de_fer_is_named(chemin_de_fer: bytes, name: str) -> None:
    change, said = CHEMIN_DE_FER[name]
    with pytest.raises(Broken, match=said):
        verify(forged(chemin_de_fer, change))


def test_what_is_not_forged_holds(argentina: bytes, chemin_de_fer: bytes) -> None:
    for shift in (argentina, chemin_de_fer):
        assert forged(shift, lambda manifest, records: None) == shift
        verify(shift)


# Fields whose value nothing else in the record repeats, or that no money follows from; the digest alone keeps these.
NOT_FOLLOWED = {
    ("bank_opened", "seat"),
    ("bank_opened", "origin"),
    ("bank_opened", "opens"),
    ("bank_opened", "first_giver"),
    ("bank_opened", "passer"),
    ("bank_fell", "seat"),
    ("suite_given", "seat"),
    ("suite_given", "came_from"),
    ("suite_given", "first_giver"),
    ("suite_given", "barred"),
    ("suite_given", "made_banco"),
    ("suite_closed", "phase"),
    ("set_aside", "half_of_the_bank"),
    ("shoe_shuffled", "number"),
    ("shoe_shuffled", "decks"),
    ("shoe_shuffled", "riffles"),
    ("will_spoken", "article"),
    ("card_dealt", "last_pass"),
    ("pass_settled", "suivi"),
    ("undone", "records"),
    ("undone", "reason"),
}


@pytest.mark.parametrize("name", ["argentina", "chemin_de_fer"])
def test_each_field_that_money_follows_from_is_followed(name: str, request: pytest.FixtureRequest) -> None:
    """Every field of every event that is followed is changed, one at a time; nothing may pass but the list above."""
    shift = request.getfixturevalue(name)
    manifest, *records = map(json.loads, shift.splitlines()[:-1])
    passed = set()
    for number, place, kind, field in followed_fields(records):
        changed = deepcopy(records)
        event = changed[number]["events"][place]
        event[field] = another(event[field])
        if plays_through(manifest, changed):
            passed.add((kind, field))
    assert passed == {(kind, field) for kind, field in NOT_FOLLOWED if events_of(records, kind)}


def followed_fields(records: list[Json]) -> Iterator[tuple[int, int, str, str]]:
    """Record, place of the event in it, type and field, of everything that is followed."""
    for number, record in enumerate(records):
        for place, event in enumerate(record["events"]):
            for field in () if event["type"] in NO_EFFECT else event.keys() - {"type"}:
                yield number, place, event["type"], field


def plays_through(manifest: Json, records: list[Json]) -> bool:
    replay = Replay(deepcopy(manifest))
    try:
        for record in records:
            replay.follow(record)
    except Broken:
        return False
    return replay.now == followed(manifest["ends"])


def another(value: Any) -> Any:
    """Something of the same kind that differs."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 10
    if isinstance(value, list):
        return [*value, value[0] if value else {"player": "ana", "chance": "punto", "amount": 10}]
    if isinstance(value, dict):
        return {**value, "one more": 1}
    return {"punto": "banca", "banca": "punto"}.get(value, f"{value}x")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("reglamento", REGLAMENTOS)
def test_it_plays_as_the_engine_does(reglamento: str, seed: int) -> None:
    """Commands of every kind, likely and unlikely ones: after each, the tool knows what the engine knows."""
    random = Random(seed)
    table = opened_wildly(reglamento, random)
    manifest = {"first": 2, "version": table.state.version, "begins": json.loads(encode_state(table.state))}
    replay = Replay({**manifest, "reglamentos": {name: terms_of(resolve(name)) for name in REGLAMENTOS}})
    for number, (before, _, _, outcome) in enumerate(play(table, random, 300)):
        if isinstance(outcome, Decision):
            replay.follow(record_of(number, before, outcome))
    assert replay.payments


def record_of(number: int, before: State, decision: Decision) -> Json:
    events = [encode_event(happened) for happened in decision.events]
    numbered = [{"seq": seq, **event} for seq, event in enumerate(events, before.version + 1)]
    versions = {"first_seq": before.version + 1, "version": decision.state.version}
    return {"number": number, "events": numbered, "state": encode_state(decision.state), **versions}


def test_every_event_of_the_engine_is_known_here() -> None:
    """What the tool does not know it refuses; what it passes over, it passes over knowingly."""
    known = EFFECTS.keys() | NO_EFFECT | PLAYED_BY_THE_REPLAY
    assert known == EVENTS.keys()
    assert not NO_EFFECT & (EFFECTS.keys() | PLAYED_BY_THE_REPLAY)


@pytest.mark.parametrize("file", ["casa.toml", "eight-for-nine.toml"])
def test_a_houses_own_reglamento_is_proved_by_its_own_terms(file: str, django_db_blocker: Any) -> None:
    with a_table(django_db_blocker):
        rules, _ = add((settings.BASE_DIR / "docs" / "examples" / file).read_text())
        shift = casa_shift() if file == "casa.toml" else eight_for_nine_shift()
    report = verify(shift)
    assert f"{rules.name}:" in report
    said = {"casa.toml": "banca pays 1 to 1, less 1/20 (art. 30)", "eight-for-nine.toml": "tie pays 9 to 1"}
    assert said[file] in report
    wrong = {"casa.toml": "deductions.banca.rate", "eight-for-nine.toml": "payouts.tie"}
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
def test_each_rounding_is_proved(rounding: str, kept: int, django_db_blocker: Any) -> None:
    with a_table(django_db_blocker):
        argentina_shift(rounding=rounding)
        shift = export()
    assert {"player": "the player's", "house": "the house's", "nearest": "to the nearest"}[
        rounding
    ] in verify(shift)
    with pytest.raises(Broken, match=f"its deduction is {kept + 10}, but {kept}"):
        verify(forged(shift, paid(0, "settlements.1.deduction", kept + 10)))


def test_winning_stakes_that_stay_are_proved(django_db_blocker: Any) -> None:
    with a_table(django_db_blocker):
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
