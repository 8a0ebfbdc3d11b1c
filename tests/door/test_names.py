"""Names of players stand beside the chain: everything that shows a table has them, the record does not, and what is
erased is gone while every proof still holds."""

import base64
import json
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.administration import personal_data
from casino.common.refusals import Refusal
from casino.house.acts import By
from casino.house.models import Act
from casino.journal.models import Entry
from ledger.models import Account
from tables.door import corrections, service
from tables.door.service import create_table, execute, read
from tables.live.audience import Audience, render
from tables.models import Line, Player, PlayerName, Record, Reply, Table
from tables.record.bundle import bundle
from tables.record.search import Filters, search
from tables.reports.selectors import bankers
from tables.view.names import find_players
from tables.view.timeline.rows import rows_of
from tests.support.counter import MESA, cage, done, table
from tests.support.house import JEFE, SETTINGS, Croupier, game
from verify_shift import verify

pytestmark = pytest.mark.django_db
BY = By("ada")
NAME = "Doña Inés Núñez"
DAY = timedelta(days=1)
BESIDE = {"tables_playername", "tables_player", "tables_table"}  # where a name may stand


@pytest.fixture(autouse=True)
def own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNING_KEY", base64.b64encode(bytes(range(32))).decode())


@pytest.fixture
def mesa() -> str:
    create_table(MESA, "Mesa 4")
    give({"command": "open_table", **SETTINGS})
    return MESA


def give(command: dict[str, Any], key: str | None = None, at: str = MESA) -> dict[str, Any]:
    answer = execute(at, command, JEFE, key).as_dict()
    assert answer["ok"], answer
    return answer


def join(name: str | None = NAME, player: str | None = "ines", at: str = MESA) -> str:
    said = {"player": player, "name": name}
    answer = give({"command": "join", **{key: value for key, value in said.items() if value}}, at=at)
    found: str = answer["events"][0]["player"]
    return found


def leave(player: str = "ines", at: str = MESA) -> None:
    give({"command": "leave", "player": player}, at=at)


def erase(player: str = "ines") -> None:
    personal_data.erase_name(BY, player)


def audited() -> str:
    out = StringIO()
    try:
        call_command("audit", stdout=out)
    except SystemExit:
        return out.getvalue()
    return ""


def snapshot(at: str = MESA) -> dict[str, Any]:
    """As a device's socket is sent it."""
    audience = Audience("snapshot", "jefe")
    return dict(render(at, [audience]).parts[audience]["snapshot"])


def everything(without: set[str] = frozenset()) -> str:  # type: ignore[assignment]
    """The text of every row of the database."""
    found: list[str] = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names():
            if name not in without:
                cursor.execute(f'SELECT * FROM "{name}"')  # noqa: S608
                found += [str(value) for row in cursor.fetchall() for value in row]
    return "\n".join(found)


def says(text: str, name: str) -> bool:
    """Whether it has the name, as it is or as JSON escapes it."""
    return name in text or json.dumps(name)[1:-1] in text


class TestWhatIsSaid:
    def test_an_answer_and_a_snapshot_have_the_name(self, mesa: str) -> None:
        answer = give({"command": "join", "player": "ines", "name": NAME})
        assert answer["events"] == [{"seq": 2, "type": "player_joined", "player": "ines", "name": NAME}]
        assert read(MESA)[1].names == snapshot()["names"] == {"ines": NAME}

    def test_the_record_has_none(self, mesa: str) -> None:
        join()
        record = Record.objects.get(name="join")
        said = PlayerName.objects.get()
        assert record.command == {"command": "join", "player": "ines", "name": said.reference}
        assert record.events[0]["name"] == said.reference
        assert (said.name, said.number, said.player) == (NAME, record.number, "ines")
        assert not says(everything(BESIDE), NAME) and not says(everything(BESIDE), "ines nunez")
        assert audited() == ""

    def test_an_id_alone_and_a_name_that_says_no_more_stand_as_they_are(self, mesa: str) -> None:
        join(None, "leo")
        join("zoe", "zoe")
        assert not PlayerName.objects.exists() and snapshot()["names"] == {"leo": "leo", "zoe": "zoe"}

    def test_a_note_about_conduct_has_the_name_after_he_has_left(self, mesa: str) -> None:
        join()
        conduct = {
            "command": "incident",
            "kind": "conduct",
            "article": "16",
            "text": "loud",
            "player": "ines",
        }
        noted = give({**conduct, "done": "sent_away"})
        assert [event["name"] for event in noted["events"] if event["type"] == "conduct_noted"] == [NAME]
        leave()
        give({"command": "close_table"})
        assert snapshot()["conduct"]["ines"]["name"] == NAME
        assert not says(everything(BESIDE), NAME) and audited() == ""
        erase()
        assert snapshot()["conduct"]["ines"]["name"] == "ines" and audited() == ""

    def test_what_is_undone_has_the_name_of_then(self, mesa: str) -> None:
        join("Ana", "ana")
        leave("ana")
        give({"command": "undo", "reason": "x"})
        assert snapshot()["names"] == {"ana": "Ana"}
        leave("ana")
        join("Anita", "ana")
        leave("ana")
        for _ in range(3):
            give({"command": "undo", "reason": "x"})
        assert snapshot()["names"] == {"ana": "Ana"} and Player.objects.get().name == "Ana"
        assert audited() == ""

    def test_a_refusal_says_the_name(self, mesa: str) -> None:
        join()
        error = execute(MESA, {"command": "join", "player": "ines"}, JEFE, "k").error
        assert error and NAME in error["message"]

    def test_a_correction_gives_a_coming_anew(self, mesa: str) -> None:
        for seat, player in enumerate(("ana", "bea", "carl"), 1):
            join(None, player)
            give({"command": "sit", "player": player, "seat": seat})
        croupier = Croupier()
        while read(MESA)[1].phase != "dealing":
            game(MESA, 1, croupier)
        give({"command": "card", "hand": "punto", "card": "7"})
        join()
        said = {"hand": "punto", "place": 1, "was": "7", "card": "8", "reason": "misread"}
        answer = corrections.correct_card(MESA, said, JEFE, "k")
        assert answer.ok
        assert [one["name"] for one in answer.as_dict()["events"] if one["type"] == "player_joined"] == [NAME]
        assert corrections.correct_card(MESA, said, JEFE, "k") == answer
        assert snapshot()["names"]["ines"] == NAME and not says(everything(BESIDE), NAME)
        assert audited() == ""


class TestARepeatedKey:
    @pytest.mark.parametrize("said", [{"player": "ines"}, {}])
    def test_it_is_answered_as_before(self, mesa: str, said: dict[str, str]) -> None:
        command = {"command": "join", **said, "name": NAME}
        first = give(command, "k")
        assert give(command, "k") == first and PlayerName.objects.count() == 1
        assert not Reply.objects.exists()
        other = execute(MESA, {**command, "name": "Eva"}, JEFE, "k")
        assert other.error and other.error["code"] == "key_used"

    def test_also_where_it_was_said_in_other_words(self, mesa: str) -> None:
        command = {"command": "join", "player": "ines", "name": f"  {NAME} "}
        first = give(command, "k")
        assert give(command, "k") == first
        assert not says(everything(BESIDE), NAME)

    def test_after_the_erasure_it_has_the_id(self, mesa: str) -> None:
        for key, name in (("k", NAME), ("l", f" {NAME}")):
            command = {"command": "join", "player": "ines", "name": name}
            first = give(command, key)
            leave()
            erase()
            again = give(command, key)
            assert again["version"] == first["version"] and again["events"][0]["name"] == "ines"
        assert audited() == ""


class TestTheId:
    def test_who_says_a_name_alone_gets_one_that_says_nothing(self, mesa: str) -> None:
        player = join(player=None)
        assert player[0] == "p" and len(player) == 9
        give({"command": "sit", "player": player, "seat": 1})
        assert not says(everything(BESIDE), "doñainés") and "donaines" not in everything(BESIDE)

    def test_he_is_known_again_at_every_table(self, mesa: str) -> None:
        player = join(player=None)
        leave(player)
        create_table("mesa-5", "Mesa 5")
        give({"command": "open_table", **SETTINGS}, at="mesa-5")
        assert join("doña inés NUÑEZ", player=None) == join(player=None, at="mesa-5") == player
        assert join(player=None) != player  # another of the same name

    def test_an_id_of_before_is_known_again_and_no_name_is_needed_for_that(self, mesa: str) -> None:
        join(None, "donainesnunez")
        leave("donainesnunez")
        assert join(player=None) == "donainesnunez"

    def test_who_was_erased_is_not_known_again(self, mesa: str) -> None:
        player = join(player=None)
        leave(player)
        erase(player)
        assert join(player=None) != player


class TestErasure:
    def test_nothing_of_the_name_is_left_and_everything_holds(self, mesa: str) -> None:
        execute(MESA, {"command": "join", "player": "ines", "name": f"  {NAME}"}, JEFE, "k")
        execute(MESA, {"command": "join", "player": "ines", "name": NAME}, JEFE, "refused")
        leave()
        since = timezone.now() - DAY
        before = bundle(Table.objects.get(slug=MESA), since, timezone.now() + DAY)
        assert audited() == "" and says(everything(), NAME)
        erase()
        text = everything()
        assert not says(text, NAME) and "donainesnunez" not in text and "ines nunez" not in text
        assert audited() == ""
        after = bundle(Table.objects.get(slug=MESA), since, timezone.now() + DAY)
        for one in (before, after):
            assert NAME.encode() not in one
            verify(one)
        call_command("replay", MESA, stdout=StringIO())
        call_command("replay", MESA, "--rows", stdout=StringIO())
        assert audited() == ""

    def test_it_is_an_act_without_the_name(self, mesa: str) -> None:
        join()
        leave()
        erase()
        act = Act.objects.latest("pk")
        assert (act.what, act.about, act.actor, act.refused) == ("player_name_erased", "ines", "ada", "")
        assert act.after == {"names": 1, "tables": [MESA]}
        assert not any(says(str(entry.content), NAME) for entry in Entry.objects.all())

    def test_not_while_he_is_at_a_table(self, mesa: str) -> None:
        join()
        with pytest.raises(Refusal, match="player_at_table") as refused:
            erase()
        assert refused.value.text() == "ines is at Mesa 4: his name can be erased once he has left."
        assert Act.objects.latest("pk").refused == "player_at_table" and snapshot()["names"] == {"ines": NAME}

    def test_once_and_nobody_unknown(self, mesa: str) -> None:
        join()
        leave()
        erase()
        for player, code in (("ines", "no_name_apart"), (NAME, "nobody_of_that_name")):
            with pytest.raises(Refusal, match=code):
                erase(player)
        assert not says(everything(), NAME)

    def test_he_may_come_again(self, mesa: str) -> None:
        join()
        leave()
        erase()
        assert [one.name for one in find_players("ines")] == ["ines"]
        join("Inés", "ines")
        assert snapshot()["names"] == {"ines": "Inés"} and audited() == ""

    def test_readers_show_the_id(self, mesa: str) -> None:
        join()
        leave()
        record = Record.objects.get(name="join")
        assert NAME in rows_of([record])[0].about and bankers.names_of(["ines"]) == {"ines": NAME}
        erase()
        assert rows_of([record])[0].about == "ines" and bankers.names_of(["ines"]) == {"ines": "ines"}

    def test_an_inspector_finds_by_the_name_while_it_is_there(self, mesa: str) -> None:
        join()
        give({"command": "sit", "player": "ines", "seat": 1})
        leave()
        for text in ("nunez", '"Inés Núñez"'):
            found, _ = search(Filters(text=text, table=MESA))
            assert [one.name for one in found] == ["leave", "sit", "join"]
        erase()
        assert search(Filters(text="nunez", table=MESA))[0] == []

    def test_a_persons_file_has_the_name_and_then_not(self, mesa: str) -> None:
        import io
        import zipfile

        def taken() -> str:
            out = io.BytesIO()
            personal_data.export_player(BY, "ines", out)
            with zipfile.ZipFile(out) as archive:
                return "\n".join(archive.read(name).decode() for name in archive.namelist())

        join()
        leave()
        assert taken().count(NAME) == 3  # the player, his name, what was commanded
        erase()
        assert NAME not in taken()


class TestTheDatabase:
    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE tables_playername SET name = 'Eva'",
            "UPDATE tables_playername SET erased_by = 'mallory'",
            "UPDATE tables_playername SET name = '', key = '', salt = '', erased_by = 'm', player = 'eva'",
            "UPDATE tables_playername SET name = '', key = '', salt = '', erased_by = 'm', number = 99",
            "DELETE FROM tables_playername",
        ],
    )
    def test_it_refuses_every_change_but_an_erasure(self, mesa: str, statement: str) -> None:
        join()
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)

    def test_what_is_erased_stays_so(self, mesa: str) -> None:
        join()
        leave()
        erase()
        with pytest.raises(DatabaseError), transaction.atomic():
            PlayerName.objects.update(name="Eva", key="eva", salt="x", erased_by="")

    def test_an_erasure_that_was_no_act_is_found(self, mesa: str) -> None:
        join()
        leave()
        PlayerName.objects.update(name="", key="", salt="", erased_by="mallory")
        Player.objects.update(name="ines")
        assert f"{MESA}: BROKEN: record 2: the name beside it was erased, by no act" in audited()


class TestCost:
    def statements(self, command: dict[str, Any]) -> int:
        with CaptureQueriesContext(connection) as found:
            give(command, "k" + str(command))
        return len(found)

    def test_a_name_costs_a_statement_and_nothing_else_does(self, mesa: str) -> None:
        join(None, "leo")
        without = self.statements({"command": "join", "player": "ana"})
        assert self.statements({"command": "join", "player": "ines", "name": NAME}) == without + 1
        assert self.statements({"command": "join", "name": "Eva"}) == without + 2  # and his id
        sat = self.statements({"command": "sit", "player": "leo", "seat": 1})
        assert self.statements({"command": "sit", "player": "ines", "seat": 2}) == sat


class TestTheReleaseBefore:
    """A worker of it that still serves during an upgrade, and what it wrote before."""

    @pytest.fixture
    def of_before(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr(service, "referring", lambda command, taken: (command, None))
            yield

    def test_what_it_wrote_stays_and_is_shown(self, mesa: str, of_before: None) -> None:
        join()
        assert snapshot()["names"] == {"ines": NAME} and audited() == ""
        assert says(everything(BESIDE), NAME)
        leave()
        with pytest.raises(Refusal, match="no_name_apart"):
            erase()

    def test_a_name_that_was_said_to_both_is_erased_where_it_is_apart(
        self, mesa: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        join()
        leave()
        with monkeypatch.context() as patch:
            patch.setattr(service, "referring", lambda command, taken: (command, None))
            join()
        leave()
        erase()
        assert Player.objects.get().name == NAME and audited() == ""

    def test_the_lines_that_it_writes_hold(self, mesa: str) -> None:
        join()
        give({"command": "sit", "player": "ines", "seat": 1})
        line, said = Line.objects.latest("number"), PlayerName.objects.get()
        words = line.words.replace("ines", f"ines {said.reference}")
        Line.objects.filter(pk=line.pk).update(words=words)
        assert audited() == ""


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_played_no_name_is_in_a_chain(seed: int) -> None:
    random = Random(seed)
    letters = "abcdñéüßøĳ Çxyz'-😀漢"
    drawn = ("".join(random.choices(letters, k=random.randint(5, 30))).strip() for _ in range(12))
    names = [f"Q{one}Q" for one in drawn]
    cage()
    table()
    here: list[str] = []
    for name in names:
        player = join(name, player=random.choice([None, f"k{len(here)}-{seed}"]))
        here.append(player)
        if random.random() < 0.5:
            done("buy_in", 500, player=player)
        if random.random() < 0.3:
            execute(MESA, {"command": "join", "name": name, "player": player}, JEFE, f"again {name}")
        if random.random() < 0.4:
            give(
                {"command": "undo", "reason": "x"}
                if random.random() < 0.5
                else {"command": "note", "text": "x"}
            )
        game(MESA, 5, Croupier(seed))
    text = everything({*BESIDE, "tables_reply"})  # a refusal says names, and is no link of a chain
    assert not [name for name in names if says(text, name)]
    assert audited() == ""
    assert Account.objects.filter(code__contains=f"chips:{here[0]}").count() <= 1
    for player in {one for one in here if one in read(MESA)[1].names}:
        if execute(MESA, {"command": "leave", "player": player}, JEFE).ok:
            erase(player)
    gone = set(PlayerName.objects.exclude(erased_by="").values_list("player", flat=True))
    assert gone and audited() == ""
    verify(bundle(Table.objects.get(slug=MESA), timezone.now() - DAY, timezone.now() + DAY))
