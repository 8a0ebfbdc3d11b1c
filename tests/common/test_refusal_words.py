"""What a refusal says: people by their names, amounts with their unit, and every word in the reader's language."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
from django.conf import settings
from django.utils import translation
from pydantic import ValidationError

from casino.common.answers import LOCAL, error_of
from casino.common.refusals import Refusal
from casino.common.refusals.catalogue import ALL, COUNTED, FAULTS, NOT_TURNS, TURNS
from casino.common.wording import text
from tables.door.service import create_table, execute
from tables.engine.chapters import COMMANDS, INCIDENTS, parse
from tables.engine.command import ALIKE, Command
from tables.record.reglamentos.words import speaking
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.wild import opened, play
from tests.support.house import JEFE

LANGUAGES = [code for code, _ in settings.LANGUAGES]
OTHERS = [code for code in LANGUAGES if code != "en"]
MESA = "mesa"
WRONG = (
    None,
    "",
    "\x00",
    "no such thing",
    "x" * 600,
    0,
    -1,
    10**30,
    1.5,
    True,
    [],
    ["a", 1],
    [""] * 500,
    {"a": 1},
)
PYDANTIC = ("Input should", "required", "Value error")
PLACEHOLDER = re.compile(r"%\(\w+\)s")
SENTENCE = re.compile(r"[A-Za-z“”' ]{12,}")  # a run of English words between placeholders


def asked_at_the_table(*commands: dict[str, Any]) -> dict[str, Any]:
    """The error of the last command; every other one is accepted."""
    for command in commands[:-1]:
        answer = execute(MESA, command, JEFE)
        assert answer.ok, (command, answer.error)
    error = execute(MESA, commands[-1], JEFE).error
    assert error is not None
    return error


@pytest.fixture
def mesa() -> None:
    """Three players with names and a fourth who stands; the bank of Ana is played."""
    create_table(MESA, "Mesa")
    rules = {"reglamento": "argentina", "minimum": 10, "maximum": 1000, "chip": 1}
    commands: list[dict[str, Any]] = [{"command": "open_table", **rules}]
    for seat, name in enumerate(("Ana", "Bea", "Carl"), 1):
        commands.append({"command": "join", "player": name.lower(), "name": name})
        commands.append({"command": "sit", "player": name.lower(), "seat": seat})
    commands.append({"command": "join", "player": "leo", "name": "Leo"})
    commands += [{"command": "shuffle", "riffles": 4}, {"command": "bid", "player": "ana", "amount": 100}]
    commands += [{"command": "close_auction"}]
    for command in commands:
        assert execute(MESA, command, JEFE).ok, command


def cut_and_lost() -> Iterator[dict[str, Any]]:
    """The shoe cut, and a pass that Ana's bank loses: the bank is offered to Bea."""
    yield {"command": "cut", "player": "carl", "depth": 100}
    yield {"command": "close_betting"}
    for hand, card in (("punto", "Q"), ("banca", "J"), ("punto", "8"), ("banca", "6")):
        yield {"command": "card", "hand": hand, "card": card}
    yield {"command": "settle"}


@pytest.mark.django_db
class TestWhoIsAsked:
    TO_BEA = {
        "es": "No le toca a Carl: le toca a Bea.",
        "en": "It is not Carl's turn: it is Bea's.",
        "fr": "Ce n’est pas à Carl de répondre\u202f: c’est à Bea.",
        "sl": "Na vrsti ni Carl: na vrsti je Bea.",
    }
    TO_THE_STANDING = {
        "es": "No le toca a Carl: les toca a los jugadores de pie.",
        "en": "It is not Carl's turn: the standing players are asked.",
        "fr": "Ce n’est pas à Carl de répondre\u202f: c’est aux joueurs debout.",
        "sl": "Na vrsti ni Carl: na vrsti so stoječi igralci.",
    }

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_refusal_names_who_is_asked(self, mesa: None, language: str) -> None:
        taken = {"command": "accept_bank", "player": "carl", "amount": 10}
        with translation.override(language):
            error = asked_at_the_table(*cut_and_lost(), taken)
            assert error["message"] == self.TO_BEA[language]
            assert error["fields"] == {"player": "carl", "asked": "bea"}
            error = asked_at_the_table({"command": "decline_bank", "player": "bea"}, taken)
            assert error["message"] == self.TO_THE_STANDING[language]
            assert error["fields"] == {"player": "carl", "asked": "standing"}

    def test_the_croupier_is_called_what_the_reglamento_calls_him(self, mesa: None) -> None:
        error = asked_at_the_table({"command": "cut", "depth": 100})
        assert error["message"] == "No le toca al pagador: le toca a Carl."
        declined = ({"command": "decline_cut", "player": who} for who in ("carl", "bea", "ana"))
        error = asked_at_the_table(*declined, {"command": "cut", "player": "carl", "depth": 100})
        assert error["message"] == "No le toca a Carl: le toca al pagador."

    def test_who_may_bid_in_the_second_round(self) -> None:
        refusal = Refusal("not_asked", "5", player="ana", asked=["bea", "carl"])
        assert refusal.text(LOCAL) == "No le toca a ana: les toca a bea, carl."

    def test_who_has_left_is_known_by_his_name(self, mesa: None) -> None:
        leaves = {"command": "leave", "player": "leo"}
        assert asked_at_the_table(leaves, leaves)["message"] == "Leo no está en esta mesa."

    def test_no_id_is_shown_where_there_is_a_name(self, mesa: None) -> None:
        for command in (
            {"command": "sit", "player": "leo", "seat": 1},
            {"command": "join", "player": "ana"},
            {"command": "unqueue", "player": "carl"},
            {"command": "decline_cut", "player": "bea"},
        ):
            message = asked_at_the_table(command)["message"]
            assert not re.search(r"\b(ana|bea|carl|leo)\b", message), message


@pytest.mark.django_db
class TestAmounts:
    def test_a_number_has_its_unit(self, mesa: None) -> None:
        depth = {"command": "cut", "player": "carl", "depth": 49}
        assert asked_at_the_table(depth)["message"] == "Pocas cartas sobre el corte: al menos 50 cartas."
        bet = {"command": "place_bet", "player": "bea", "chance": "punto", "amount": 5}
        error = asked_at_the_table({**depth, "depth": 100}, bet)
        assert error["message"] == "Es poco: al menos 10\u00a0ARS."

    def test_nothing_more_fits_says_why(self, mesa: None) -> None:
        bet = {"command": "place_bet", "player": "bea", "chance": "punto", "amount": 1000}
        error = asked_at_the_table(
            {"command": "cut", "player": "carl", "depth": 100}, bet, {**bet, "amount": 10}
        )
        assert error["message"] == "No cabe nada más: el jugador ya tiene ahí lo máximo por persona."
        assert error["fields"]["maximum"] == 0

    def test_a_maximum_that_cannot_be_says_which_can(self) -> None:
        create_table(MESA, "Mesa")
        limits = {"reglamento": "chemin-de-fer", "minimum": 10, "maximum": 5000, "chip": 5}
        error = asked_at_the_table({"command": "open_table", **limits})
        assert error["message"] == "Aquí «Máximo» tiene que ser 1.000\u00a0ARS."

    @pytest.mark.parametrize(
        ("number", "counted"), [(1, "mešanje"), (2, "mešanji"), (3, "mešanja"), (5, "mešanj")]
    )
    def test_slovenian_declines_what_it_counts(self, number: int, counted: str) -> None:
        with translation.override("sl"):
            said = Refusal("below_minimum", counted="riffles", minimum=number).text(LOCAL)
        assert said == f"Premalo mešanj: najmanj {number} {counted}."

    def test_half_of_a_bank_says_when_it_may_be_set_aside(self) -> None:
        create_table(MESA, "Mesa")
        opening = {
            "command": "open_table",
            "reglamento": "chemin-de-fer",
            "minimum": 10,
            "maximum": 1000,
            "chip": 5,
        }
        seated = [
            {"command": command, "player": player, **({"seat": seat} if command == "sit" else {})}
            for seat, player in enumerate(("ana", "bea", "carl", "dora"), 1)
            for command in ("join", "sit")
        ]
        cut = [{"command": "shuffle", "riffles": 1}, {"command": "cut", "depth": 100}]
        opened = {"command": "accept_bank", "player": "ana", "amount": 100}
        error = asked_at_the_table(opening, *seated, *cut, opened, {"command": "set_aside", "amount": 50})
        assert error["message"].endswith("la mitad de la banca, solo a partir de su segundo pase.")


def wrong_commands(kind: type[Command], name: str) -> Iterator[dict[str, Any]]:
    """The command with each field left out, and with something wrong in it; and with a field too much."""
    fields = {field.alias or key: field for key, field in kind.model_fields.items()}
    whole = {"command": name}
    if kind in INCIDENTS.values():
        whole["kind"] = get_args(kind.model_fields["kind"].annotation)[0]
    yield {**whole, "nothing_like_it": 1}
    yield whole
    for field in fields.keys() - {"command"}:
        for wrong in WRONG:
            yield {**whole, field: wrong}


def refused(command: object) -> Refusal | None:
    try:
        parse(command)
    except Refusal as refusal:
        return refusal
    return None


def errors_of(kind: type[Command], command: object) -> list[Any]:
    try:
        kind.model_validate(command)
    except ValidationError as error:
        return list(error.errors())
    return []


def kinds() -> list[tuple[type[Command], str]]:
    found = [(kind, name) for name, kind in COMMANDS.items() if name != "incident"]
    return found + [(kind, "incident") for kind in INCIDENTS.values()]


def faults() -> list[Refusal]:
    tried = (refused(command) for kind, name in kinds() for command in wrong_commands(kind, name))
    whole = (
        refused(command) for command in ([], "x", {}, {"command": 1}, {"command": "incident", "kind": "x"})
    )
    return [refusal for refusal in (*tried, *whole) if refusal]


class TestNoEnglish:
    @pytest.mark.parametrize("language", OTHERS)
    def test_from_the_schema(self, language: str) -> None:
        found = faults()
        assert {refusal.code for refusal in found} == {"malformed"}
        assert len({refusal.fields["fault"] for refusal in found}) > 15
        for refusal in found:
            english = [*SENTENCE.findall(FAULTS[refusal.fields["fault"]]), *PYDANTIC]
            with translation.override(language):
                said = refusal.text(LOCAL)
            assert not [words for words in english if words.strip() in said], said

    def test_no_command_raises_what_only_english_describes(self) -> None:
        """A ValueError of a validator would reach the reader as `invalid`."""
        for path in sorted((settings.BASE_DIR / "tables" / "engine").rglob("commands.py")):
            assert "raise ValueError" not in path.read_text(), path

    def test_every_fault_of_the_schema_has_its_sentence(self) -> None:
        unnamed = set()
        for kind, name in kinds():
            for command in wrong_commands(kind, name):
                unnamed |= {(kind.__name__, error["type"]) for error in errors_of(kind, command)}
        assert not {found for found in unnamed if ALIKE.get(found[1], found[1]) not in FAULTS}

    @pytest.mark.parametrize("language", OTHERS)
    def test_from_the_catalogue_of_refusals(self, language: str) -> None:
        sentences = [sentence for _status, sentence in ALL.values()]
        sentences += [*FAULTS.values(), *TURNS.values(), *NOT_TURNS.values()]
        with translation.override(language):
            for english in sentences:
                said = text(english)
                assert not [
                    words
                    for words in SENTENCE.findall(PLACEHOLDER.sub("%", english))
                    if words.strip() in said
                ], said

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("reglamento", REGLAMENTOS)
    @pytest.mark.django_db
    def test_every_refusal_of_a_wild_game_can_be_written(self, reglamento: str, language: str) -> None:
        random = Random(11)
        table, codes = opened(reglamento, random), set()
        with translation.override(language), speaking(reglamento):
            for _before, _fields, _role, came in play(table, random, 700):
                if isinstance(came, Refusal):
                    said = str(error_of(came)["message"])
                    assert said and "%(" not in said and not said.endswith((":", ": .")), said
                    codes.add(came.code)
        assert len(codes) > 10

    @pytest.mark.parametrize("language", OTHERS)
    def test_from_what_is_counted(self, language: str) -> None:
        with translation.override(language):
            for (code, counted), (field, one, _several) in COUNTED.items():
                for number in (1, 2, 3, 5, 100) if f"%({field})s" in one else ():
                    said = Refusal(code, counted=counted, **{field: number, "seated": 0}).text(LOCAL)
                    assert str(number) in said and one[:8] not in said
