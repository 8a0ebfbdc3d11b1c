"""A second person where an article asks for one: a burned shoe (art. 49), a pass dealt anew once all is known (50), a
void pass. What waits, who signs it, what ends it, and what the record says."""

from datetime import datetime
from typing import Any

import pytest

from casino.common.refusals import Refusal
from tables.door import notify, signatures
from tables.door.service import Answer, execute, read
from tables.door.signatures import ask, take_step
from tables.models import Record, RequestOutcome, SignatureRequest
from tables.rules.roles import Actor
from tests.door.mesa import MESA, everything
from tests.support.house import CROUPIER, JEFE

pytestmark = pytest.mark.django_db
INSPECTOR = Actor("ines", "inspector")
OTHER_JEFE = Actor("jimena", "jefe")
BURN = {"command": "burn_shoe", "reason": "twelve cards face up", "consent": "inspector"}
BURN_BY_JEFE = {**BURN, "consent": "jefe"}
VOID = {"command": "void_pass", "reason": "a card fell"}
REDEAL = {"command": "incident", "kind": "confused_deal", "reason": "two cards changed places"}
TO_BETTING: list[dict[str, Any]] = [
    {"command": "shuffle", "riffles": 4},
    {"command": "bid", "player": "ana", "amount": 100},
    {"command": "close_auction"},
    {"command": "cut", "player": "dora", "depth": 120},
    {"command": "place_bet", "player": "bea", "chance": "punto", "amount": 100},
]
TO_RESOLVED: list[dict[str, Any]] = [
    {"command": "close_betting"},
    *(
        {"command": "card", "hand": hand, "card": card}
        for hand, card in zip(["punto", "banca"] * 2, "394K", strict=True)
    ),
]


def give(*commands: dict[str, Any], by: Actor = CROUPIER) -> Answer:
    for command in commands:
        answer = execute(MESA, command, by)
        assert answer.ok, (command, answer.error)
    return answer


@pytest.fixture
def betting(mesa: str) -> None:
    give(*TO_BETTING)


@pytest.fixture
def resolved(betting: None) -> None:
    give(*TO_RESOLVED)


def asked(command: dict[str, Any] = BURN, by: Actor = CROUPIER) -> int:
    answer = ask(MESA, command, by)
    assert answer.request, answer.error
    return int(answer.request["number"])


def code(answer: Answer) -> str:
    return str((answer.error or {}).get("code", ""))


def refusal(number: int, step: str, actor: Actor, reason: str = "") -> str:
    with pytest.raises(Refusal) as refused:
        take_step(number, step, actor, reason)
    return refused.value.code


def state_of(number: int) -> str:
    return signatures.state_of(SignatureRequest.objects.get(pk=number))


def newest() -> Record:
    return Record.objects.filter(table__slug=MESA).latest("number")


# Asking


@pytest.mark.parametrize("command", [BURN, BURN_BY_JEFE, VOID])
def test_what_was_asked_waits_and_changes_nothing_of_the_game(betting: None, command: dict[str, Any]) -> None:
    before = everything()
    number = asked(command)
    assert everything() == before
    [request] = signatures.waiting(MESA)
    assert (request.pk, request.actor, request.command) == (number, "carla", command)
    assert request.signer == command.get("consent", "jefe")


def test_what_the_game_would_refuse_is_refused_at_once(mesa: str) -> None:
    assert code(ask(MESA, BURN, CROUPIER)) == "wrong_phase"
    assert code(ask(MESA, {**BURN, "consent": "croupier"}, CROUPIER)) == "malformed"
    give(*TO_BETTING)
    assert code(ask(MESA, {**BURN, "expected_version": 3}, CROUPIER)) == "stale"
    assert not SignatureRequest.objects.exists()


def test_only_what_an_article_gives_to_two_is_asked_for(resolved: None) -> None:
    assert code(ask(MESA, {"command": "settle"}, CROUPIER)) == "no_second_person"
    assert code(ask(MESA, VOID, JEFE)) == "not_allowed"  # he voids it himself
    assert code(ask(MESA, BURN, INSPECTOR)) == "not_allowed"
    assert code(ask(MESA, {"command": "incident", "kind": "cards_exhausted"}, CROUPIER)) == "no_second_person"


def test_the_same_act_waits_once(betting: None) -> None:
    number = asked()
    assert code(ask(MESA, BURN_BY_JEFE, CROUPIER)) == "asked_already"
    asked(VOID)
    take_step(number, "withdrawn", CROUPIER)
    asked(BURN_BY_JEFE)


def test_the_same_key_asks_once(betting: None) -> None:
    first = ask(MESA, BURN, CROUPIER, key="k1")
    assert ask(MESA, BURN, CROUPIER, key="k1") == first
    assert SignatureRequest.objects.count() == 1


# Art. 50: once all the cards are known


def test_art_50_once_all_is_known_a_confused_deal_is_the_jefes(resolved: None) -> None:
    assert code(execute(MESA, REDEAL, CROUPIER)) == "not_allowed"
    assert execute(MESA, REDEAL, JEFE, outside=True).phase == "dealing"


def test_art_50_over_http_the_jefe_says_why_and_in_a_script_need_not(resolved: None) -> None:
    bare = {"command": "incident", "kind": "confused_deal"}
    assert code(execute(MESA, bare, JEFE, outside=True)) == "malformed"
    assert code(ask(MESA, bare, CROUPIER)) == "malformed"
    assert execute(MESA, bare, JEFE).ok


def test_art_50_before_that_it_is_the_croupiers_and_nobody_signs(betting: None) -> None:
    give(*TO_RESOLVED[:3])
    assert code(ask(MESA, REDEAL, CROUPIER)) == "no_second_person"
    assert execute(MESA, {"command": "incident", "kind": "confused_deal"}, CROUPIER, outside=True).ok


def test_art_50_what_the_jefe_signed_is_not_the_croupiers_to_undo(resolved: None) -> None:
    take_step(asked(REDEAL), "signed", JEFE)
    assert read(MESA)[1].phase == "dealing"
    assert code(execute(MESA, {"command": "undo"}, CROUPIER)) == "not_allowed"
    assert execute(MESA, {"command": "undo", "reason": "no confusion"}, JEFE).phase == "resolved"


# Signing


@pytest.mark.parametrize(
    ("command", "signer", "phase"),
    [(BURN, INSPECTOR, "shuffling"), (BURN_BY_JEFE, JEFE, "shuffling"), (VOID, JEFE, "betting")],
)
def test_signed_it_is_given_by_who_asked(
    betting: None, command: dict[str, Any], signer: Actor, phase: str
) -> None:
    before = read(MESA)[1].version
    number = asked(command)
    taken = take_step(number, "signed", signer)
    assert taken.refused is None
    record = newest()
    assert (record.actor, record.role, record.command) == ("carla", "croupier", command)
    consent = record.events[0]
    assert consent["type"] == "consent_given"
    named = (consent["signer"], consent["role"], consent["request"], consent["asked"])
    assert named == (signer.name, signer.role, number, before)
    assert datetime.fromisoformat(consent["asked_at"]) <= record.at
    assert read(MESA)[1].phase == phase
    outcome = RequestOutcome.objects.get(request=number)
    assert (outcome.step, outcome.actor) == ("signed", signer.name)
    assert (outcome.record, outcome.at) == (record.number, record.at)


@pytest.mark.parametrize("step", ["signed", "declined"])
@pytest.mark.parametrize("actor", [CROUPIER, JEFE, Actor("cora", "cambista"), Actor("carla", "inspector")])
def test_nobody_answers_but_the_role_that_is_named_and_nobody_his_own(
    betting: None, actor: Actor, step: str
) -> None:
    number = asked(BURN)
    refused = "own_signature" if actor.name == CROUPIER.name else "not_for_your_role"
    assert refusal(number, step, actor, "no") == refused
    assert state_of(number) == "waiting"


def test_a_jefe_may_ask_another_jefe_and_does_not_sign_it_himself(betting: None) -> None:
    number = asked(BURN_BY_JEFE, by=JEFE)
    assert refusal(number, "signed", JEFE) == "own_signature"
    take_step(number, "signed", OTHER_JEFE)
    assert newest().events[0]["signer"] == "jimena"


def test_signed_twice_it_happens_once(betting: None) -> None:
    number = asked(VOID)
    take_step(number, "signed", JEFE)
    before = everything()
    assert refusal(number, "signed", JEFE) == "request_ended"
    assert take_step(number, "signed", JEFE, again=True).request.ended
    assert everything() == before
    with pytest.raises(Refusal, match="request_ended"):
        take_step(number, "signed", OTHER_JEFE, again=True)


def test_what_the_game_refuses_when_it_is_signed_waits_on(betting: None) -> None:
    number = asked(BURN)
    give({"command": "suspend", "reason": "a quarrel"}, by=JEFE)
    before = everything()
    taken = take_step(number, "signed", INSPECTOR)
    assert taken.refused and code(taken.refused) == "suspended"
    assert (everything(), state_of(number)) == (before, "waiting")
    give({"command": "resume"}, by=JEFE)
    assert take_step(number, "signed", INSPECTOR).refused is None


# Ending without a signature


def test_declined_with_a_reason_it_is_over(betting: None) -> None:
    number = asked(VOID)
    assert refusal(number, "declined", JEFE) == "says_nothing"
    take_step(number, "declined", JEFE, " nothing has moved ")
    assert SignatureRequest.objects.get(pk=number).outcome.reason == "nothing has moved"
    assert refusal(number, "signed", JEFE) == "request_ended"
    declined = signatures.declined(MESA)
    assert signatures.waiting(MESA) == []
    assert [number] == [one.pk for one in signatures.of_pass(declined, MESA, 1)]
    give(VOID, by=JEFE)
    assert signatures.of_pass(declined, MESA, 1) == []


def test_who_asked_withdraws_it_and_nobody_else(betting: None) -> None:
    number = asked(VOID)
    for other in (JEFE, INSPECTOR, Actor("celia", "croupier")):
        assert refusal(number, "withdrawn", other) == "not_for_your_role"
    take_step(number, "withdrawn", CROUPIER)
    assert state_of(number) == "withdrawn"


ENDS: dict[str, list[dict[str, Any]]] = {
    "paid": [*TO_RESOLVED, {"command": "settle"}],
    "void": [VOID],
    "burned": [BURN],
    "closed": [{"command": "close_table"}],
    "dealt anew": [*TO_RESOLVED, REDEAL],
    "undone": [{"command": "undo", "to": 12, "reason": "the wrong table"}],
}


@pytest.mark.parametrize("ending", ENDS)
def test_it_lapses_with_its_deal_and_is_refused_from_then_on(betting: None, ending: str) -> None:
    number = asked(BURN)
    for command in ENDS[ending]:
        assert state_of(number) == "waiting"
        give(command, by=JEFE)
    outcome = RequestOutcome.objects.get(request=number)
    assert (outcome.step, outcome.record) == ("lapsed", newest().number)
    assert refusal(number, "signed", INSPECTOR) == "request_lapsed"


def test_it_outlives_what_does_not_end_its_deal(betting: None) -> None:
    number = asked(VOID)
    version = give(*TO_RESOLVED[:2]).version
    give(*TO_RESOLVED[2:])
    give({"command": "undo", "to": version, "reason": "misread"}, by=JEFE)
    assert state_of(number) == "waiting"
    take_step(number, "signed", JEFE)
    assert read(MESA)[1].current.number == 2


def test_an_undo_wakes_nothing_that_has_ended(betting: None) -> None:
    number = asked(BURN)
    give(VOID, by=JEFE)
    give({"command": "undo", "reason": "not void"}, by=JEFE)
    assert state_of(number) == "lapsed"


def test_screens_are_told_of_each_step(
    betting: None, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[object] = []
    monkeypatch.setattr(notify, "announce", lambda slug, version, beside=False: told.append(beside))
    with django_capture_on_commit_callbacks(execute=True):
        number = asked(VOID)
    with django_capture_on_commit_callbacks(execute=True):
        take_step(number, "declined", JEFE, "no")
    assert told == [True] * 2


def test_in_a_script_the_role_named_is_enough(betting: None) -> None:
    assert execute(MESA, BURN, CROUPIER).ok
    assert newest().events[0]["type"] != "consent_given"
