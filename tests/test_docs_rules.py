"""docs/rules.md is true: what it names exists, its settings are the reglamentos', and our own readings are played."""

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from django.conf import settings

from casino.common.errors import MESSAGES
from tables import notify
from tables.engine import COMMANDS
from tables.engine.commands import INCIDENTS
from tables.engine.phase import Phase
from tables.given import Answer
from tables.management.commands.play import TABLE, play_line
from tables.memory_database import memory_database
from tables.rules.reglamentos import REGLAMENTOS
from tables.service import create_table, game_of, read
from tables.snapshot import take

Json = dict[str, Any]
PAGE = (settings.BASE_DIR / "docs" / "rules.md").read_text()
SETTINGS = {name for rules in REGLAMENTOS.values() for name in rules.settings}
OTHER_WORDS = {"bank_unseen", "player", "house", "nearest", "43", "37", "code", "article", "cagnotte"}
OTHER_WORDS |= {"associate_agrees"}
KNOWN = {*REGLAMENTOS, *MESSAGES, *COMMANDS, *INCIDENTS, *SETTINGS, *get_args(Phase), *OTHER_WORDS}


def test_every_name_on_the_page_is_the_systems() -> None:
    named = {word for word in re.findall(r"`([^`]+)`", PAGE) if "/" not in word}
    assert named <= KNOWN, named - KNOWN


def test_its_settings_are_those_of_the_reglamentos() -> None:
    rows = re.findall(r"^\| `(\w+)`[^|]*\|(.*)\|$", PAGE.split("## House settings")[1], re.MULTILINE)
    assert {name for name, _ in rows} == SETTINGS
    for name, values in rows:
        said = [value.strip() for value in values.split("|")]
        assert said == [shown(name, rules.settings.get(name)) for rules in REGLAMENTOS.values()], name


def shown(name: str, value: Any) -> str:
    if value is None:
        return "–"
    return "chip" if name == "pico" else str(value).lower()


@pytest.fixture(autouse=True)
def table(db: None) -> Iterator[None]:
    with notify.silence(), memory_database():
        create_table(TABLE, TABLE)
        yield


def give(command: str, **fields: Any) -> Answer:
    return play_line(json.dumps({"command": command, **fields}).encode())


def done(command: str, **fields: Any) -> Json:
    """Must be accepted; returns the snapshot."""
    answer = give(command, **fields)
    assert answer.ok, (command, answer.error)
    return take(TABLE, game_of(read(TABLE)[1], "jefe"))


def refused(command: str, **fields: Any) -> tuple[str, str | None]:
    """Must be refused; returns the code and the article."""
    answer = give(command, **fields)
    assert answer.error, command
    return answer.error["code"], answer.error["article"]


def opened(reglamento: str = "argentina", **limits: Any) -> None:
    done(
        "open_table",
        by="jefe",
        reglamento=reglamento,
        **{"minimum": 100, "maximum": 1000, "chip": 1, **limits},
    )


def seated(*players: str) -> None:
    for seat, player in enumerate(players, 1):
        done("join", player=player)
        done("sit", player=player, seat=seat)


def betting(amount: int = 100) -> None:
    """Argentina, four seated, ana has the bank."""
    opened()
    seated("ana", "bea", "carl", "dora")
    done("shuffle", riffles=4)
    done("bid", player="ana", amount=amount)
    done("close_auction")
    done("cut", player="dora", depth=100)


def cards(said: str) -> None:
    """`P3 B9`: dealt in that order."""
    for one in said.split():
        done("card", hand={"P": "punto", "B": "banca"}[one[0]], card=one[1:])


def banca_wins() -> Json:
    done("close_betting")
    cards("P3 B9 P4 BK")
    return done("settle")


def punto_wins() -> Json:
    done("close_betting")
    cards("P9 B3 PK B4")
    return done("settle")


def lines(snapshot: Json) -> dict[tuple[str | None, str], Json]:
    return {(line["player"], line["chance"]): line for line in snapshot["last_pass"]["settlements"]}


def test_undo_beyond_the_croupiers_reach_and_beyond_everybodys() -> None:
    opened()
    assert refused("undo") == ("nothing_to_undo", None)
    assert refused("undo", by="jefe", reason="try") == ("nothing_to_undo", None)
    done("set_limits", by="jefe", minimum=50, maximum=1000)
    assert refused("undo") == ("not_allowed", None)
    done("undo", by="jefe", reason="wrong table")


def test_repeat_bets_may_add_nothing() -> None:
    betting()
    assert done("repeat_bets")["pass"]["bets"] == []


def test_a_cut_that_names_nobody_while_a_player_is_asked() -> None:
    opened()
    seated("ana", "bea", "carl")
    done("shuffle", riffles=4)
    done("bid", player="ana", amount=100)
    done("close_auction")
    assert refused("cut", depth=100) == ("not_asked", "9")


def test_the_standing_are_asked_after_every_seated_refusal_while_anybody_stands() -> None:
    betting()
    done("join", player="leo")
    assert punto_wins()["offer"]["asked"] == "bea"
    assert done("decline_bank", player="bea")["offer"]["asked"] == "standing"
    assert done("decline_bank")["offer"]["asked"] == "carl"
    assert done("decline_bank", player="carl")["offer"]["asked"] == "standing"
    done("leave", player="leo")
    assert done("decline_bank", player="dora")["offer"]["asked"] == "ana"


def test_the_owner_of_a_lent_seat_who_sits_elsewhere_has_given_it_up() -> None:
    betting()
    done("join", player="leo")
    punto_wins()
    done("decline_bank", player="bea")
    assert done("accept_bank", player="leo", amount=100)["lent"] == {"2": "bea"}
    done("sit", player="bea", seat=9)
    after = punto_wins()
    assert (after["seats"]["2"], after["seats"]["9"], after["standing"]) == (None, "bea", ["leo"])


def test_the_line_of_the_houses_bank_names_no_player() -> None:
    betting()
    banca_wins()
    done("suite")
    for player in ("bea", "carl", "dora", "ana"):
        done("decline_suite", player=player)
    done("house_takes_suite", by="jefe")
    line = lines(banca_wins())[None, "bank"]
    assert (line["win"], line["deduction"], line["article"]) == (200, 0, None)


def test_the_taxing_article_is_cited_even_when_nothing_is_left_to_deduct() -> None:
    opened(minimum=10, maximum=1000, chip=10)
    seated("ana", "bea", "carl")
    done("shuffle", riffles=4)
    done("bid", player="ana", amount=10)
    done("close_auction")
    done("cut", player="carl", depth=100)
    done("place_bet", player="bea", chance="banca", amount=50)
    line = lines(banca_wins())["bea", "banca"]
    assert (line["win"], line["deduction"], line["article"]) == (50, 0, "30")


@pytest.mark.parametrize("decks", [1, 4, 7, 10])
def test_six_or_eight_decks_and_nothing_else(decks: int) -> None:
    fields = {"reglamento": "slovenia", "minimum": 1, "maximum": 10, "chip": 1, "settings": {"decks": decks}}
    assert refused("open_table", by="jefe", **fields) == ("bad_setting", None)


@pytest.mark.parametrize(
    ("reglamento", "minimum", "maximum", "said"),
    [
        ("argentina", 100, 1005, ("not_multiple", "2")),
        ("argentina", 200, 100, ("above_maximum", "2")),
        ("chemin-de-fer", 100, 1000, ("bad_setting", "15")),
    ],
)
def test_limits_that_cannot_be(reglamento: str, minimum: int, maximum: int, said: tuple[str, str]) -> None:
    fields = {"reglamento": reglamento, "minimum": minimum, "maximum": maximum, "chip": 10}
    assert refused("open_table", by="jefe", **fields) == said


def test_a_raise_too_small_is_art_34_and_too_large_art_2() -> None:
    betting(200)
    assert refused("raise_bank", amount=200) == ("below_minimum", "34")
    assert refused("raise_bank", amount=1001) == ("above_maximum", "2")


def test_a_suite_raised_too_far_is_art_2() -> None:
    betting()
    banca_wins()
    done("suite")
    assert refused("take_suite", player="bea", amount=1001) == ("above_maximum", "2")
    assert refused("take_suite", player="bea", amount=199) == ("below_minimum", "37")


def test_closing_with_an_open_suite_gives_back_what_art_38_took() -> None:
    betting()
    banca_wins()
    assert done("suite")["cagnotte"] == 10
    assert done("close_table", by="jefe")["cagnotte"] == 0


def test_the_holder_of_spains_sabot_does_not_leave_in_the_middle_of_a_pass() -> None:
    opened("spain")
    seated("ana", "bea")
    done("shuffle", riffles=0)
    done("cut", depth=100)
    done("accept_bank", player="ana")
    done("close_betting")
    for command in ("leave", "stand_up"):
        assert refused(command, player="ana")[0] == "in_play"
    done("leave", player="bea")


def test_bank_unseen_is_refused_once_a_bank_card_was_keyed_after_the_will() -> None:
    betting()
    for player, amount in (("bea", 200), ("carl", 100)):
        done("place_bet", player=player, chance="punto", amount=amount)
    done("close_betting")
    cards("P2 P3")
    done("will", choice="stand")
    wrong = {"kind": "wrong_card_holder", "given_to": "carl", "stage": "bank_unseen"}
    cards("B2")
    assert refused("incident", **wrong) == ("not_entitled", "19")


def test_the_loser_of_chemin_de_fer_is_asked_last() -> None:
    chemin_de_fer()
    done("place_bet", player="bea", chance="punto", amount=100)
    asked = [punto_wins()["offer"]["asked"]]
    for _ in range(3):
        asked.append(done("decline_bank", player=asked[-1])["offer"]["asked"])
    assert asked == ["bea", "carl", "dora", "ana"]


def test_art_9_the_passer_bids_for_a_later_hand_only_what_he_passed_at() -> None:
    chemin_de_fer()
    done("suite")
    assert refused("bid", player="ana", amount=500) == ("not_entitled", "12")
    done("bid", player="bea", amount=400)
    done("close_auction")
    done("place_bet", player="carl", chance="punto", amount=100)
    done("close_betting")
    cards("P9 B9 PK BK")
    done("settle")
    now = done("suite")
    while now["phase"] == "suite":
        asked = now["suite"]["asked"]
        now = done("decline_suite", **({} if asked == "standing" else {"player": asked}))
    assert refused("bid", player="ana", amount=500) == ("not_entitled", "9")
    assert done("bid", player="ana", amount=400)["auction"]["lead"] == 400


def test_a_void_pass_has_no_settlements_and_is_on_no_road() -> None:
    betting()
    done("place_bet", player="bea", chance="punto", amount=200)
    done("close_betting")
    after = done("void_pass", by="jefe", reason="confusion")
    assert (after["last_pass"]["result"], after["last_pass"]["settlements"]) == ("void", [])
    assert after["results"] == ""
    assert len(after["pass"]["bets"]) == 1


def chemin_de_fer() -> None:
    """Four seated, ana has opened with 400."""
    opened("chemin-de-fer", minimum=100, maximum=10_000, chip=1)
    seated("ana", "bea", "carl", "dora")
    done("shuffle", riffles=0)
    done("cut", depth=100)
    done("accept_bank", player="ana", amount=400)
