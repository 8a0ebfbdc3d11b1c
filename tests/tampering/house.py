"""A small house in which every table of the database has rows, with anchors made along the way."""

from pathlib import Path

import pyotp
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.models import AutoField
from django.test import override_settings

from casino.administration import first_run, personal_data
from casino.administration import settings as administration
from casino.common import clock
from casino.house.acts import By
from casino.people.login import pins, second_factor
from casino.people.models import DirectoryGroup, DirectoryPerson, Passkey, Token, User
from ledger import currency_check
from ledger.cage import selectors
from tables.door import alert_log, disputes, duty, notify
from tables.door.service import create_table, execute
from tables.door.signatures import ask, take_step
from tables.models import Dispute, Reply
from tables.record.anchors.making import make
from tables.record.reglamentos.catalogue import add
from tables.rules.roles import Actor
from tables.view import handovers
from tests.door.test_signatures import TO_BETTING, VOID
from tests.support.counter import BOOK, MESA, cage, done, go
from tests.support.counter import ask as ask_for
from tests.support.house import CROUPIER, JEFE, Croupier, game, opening

OTHER = "mesa-5"
OTHER_JEFE = Actor("jimena", "jefe")
CASA = Path(settings.BASE_DIR, "docs/examples/casa.toml")


def build(anchors: Path) -> None:
    """Build it, with three anchors in this file: before the game, in the middle, at the end."""
    with override_settings(ANCHORS=anchors), notify.silence():
        begin()
        make()
        _play()
        make()
        _close()
        make()


def begin() -> None:
    """The house before the first pass."""
    _begin_numbers_anywhere()
    _staff()
    cage()
    _open()


def go_on() -> None:
    """All that comes then."""
    with notify.silence():
        _play()
        _close()


def _begin_numbers_anywhere() -> None:
    """Rows are numbered from 1,000 on, as after tests that committed: no change may rest on a row's number."""
    with connection.cursor() as cursor:
        for model in apps.get_models():
            table, key = model._meta.db_table, model._meta.pk
            if not isinstance(key, AutoField) or not model._meta.managed:
                continue
            if connection.vendor == "postgresql":
                cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), 1000)", [table, key.column])
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, 1000)", [table])


def _staff() -> None:
    currency_check.agree()
    User.objects.create_user("carla", password="a passphrase of hers", role="croupier", first_name="Carla")
    User.objects.create_user("diego", password="another one's passphrase", role="croupier")
    julio = User.objects.create_user("julio", password="a passphrase of his", role="croupier")
    julio.role = "jefe"
    julio.save()
    User.objects.create_user("gone", password="nobody's passphrase").delete()
    pins.choose(julio, "2718")
    secret = second_factor.new_secret()
    second_factor.set_up(julio, secret, pyotp.TOTP(secret).at(clock.now()))
    Passkey.objects.create(user=julio, name="phone", credential="a", key="b", host="localhost")
    DirectoryPerson.objects.create(
        user=julio, issuer="https://directory.example", subject="7", groups=["jefes"]
    )
    DirectoryGroup.objects.create(name="jefes", role="jefe", place=1)
    by = By("root")
    first_run.make_link(by)
    administration.change(by, {"COUNTER_LIMIT": 70_000})
    Token.objects.issue("wall", "display", MESA)
    Token.objects.issue("old wall", "display", MESA)
    Token.objects.get(name="old wall").revoke()
    add(CASA.read_text())


def _open() -> None:
    for slug in (MESA, OTHER):
        create_table(slug, slug.title())
        for number, command in enumerate(opening()):
            assert execute(slug, command, JEFE, key=f"open {number}").ok
    for player, name in (("zoe", "Zoë Paz"), ("rui", "Rui Costa")):
        assert execute(OTHER, {"command": "join", "player": player, "name": name}, JEFE).ok
    assert execute(OTHER, {"command": "leave", "player": "rui"}, JEFE).ok
    personal_data.erase_name(By("root"), "rui")
    done("opening", 0)
    done("fill", 10_000)


def _play() -> None:
    for number, command in enumerate(TO_BETTING):
        assert execute(MESA, command, CROUPIER, key=f"bet {number}").ok
    assert not execute(MESA, {"command": "settle"}, CROUPIER, key="too early").ok
    alert_log.enter(MESA, "staff-0-croupier0", JEFE)
    spell = duty.begin(MESA, JEFE, "croupier", "carla")
    duty.relieve(spell.pk, JEFE, "diego")
    duty.relieve(duty.of_table(MESA)[0].pk, JEFE, "carla")
    for step, actor, reason in (("declined", JEFE, "it did not fall"), ("withdrawn", CROUPIER, "")):
        take_step(_asked(), step, actor, reason)
    take_step(_asked(), "signed", JEFE)
    disputes.mark(MESA, CROUPIER, "whose card was it?")
    disputes.mark(MESA, CROUPIER, "and whose bet?")
    disputes.resolve(Dispute.objects.earliest("pk").pk, JEFE, "the banker's", "36")
    handovers.give(JEFE, "the shoe of mesa-5 sticks")
    handovers.accept(OTHER_JEFE)
    game(MESA, 25, Croupier(4))
    assert execute(MESA, {"command": "undo", "reason": "misdealt"}, JEFE).ok
    game(MESA, 25, Croupier(5))


def _asked() -> int:
    request = ask(MESA, VOID, CROUPIER, key=f"ask {Reply.objects.count()}").request
    assert request
    return int(request["number"])


def _close() -> None:
    done("buy_in", 500, player="ana")
    done("tip", 200, player="ana")
    go(ask_for("tip", 50, player="ana"), "void", "jefe", "it was a bet")
    done("count", selectors.balances(BOOK)["tray"] + 35, reason="counted twice")
    done("closing", selectors.balances(BOOK)["tray"])
    game(MESA, 5, Croupier(6))
    done("opening", selectors.balances(BOOK)["tray"])
    done("credit", 300)
    ask_for("fill", 100)
