"""What waits for a signature on the screens: the floor, a table's page, the console, the timeline, the change of shift;
and who signed, in the record."""

from typing import Any

import pytest
from django.test import Client

from casino.people.models import User
from tables.door.service import execute, read
from tables.door.signatures import ask, take_step
from tables.models import Handover
from tables.record.search import Filters, search
from tables.screens.console import screen as console
from tables.screens.floor import screen as floor
from tables.screens.inspector import timeline
from tables.screens.table import screen as table_page
from tables.view.alerts.standing import alerts
from tables.view.handovers import accept
from tables.view.screen import view_of
from tests.door.mesa import MESA, open_mesa
from tests.door.test_signatures import BURN, BURN_BY_JEFE, INSPECTOR, TO_BETTING, VOID
from tests.support.house import CROUPIER, JEFE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def betting() -> None:
    open_mesa()
    for command in TO_BETTING:
        assert execute(MESA, command, CROUPIER).ok


def asked(command: dict[str, Any]) -> int:
    request = ask(MESA, command, CROUPIER).request
    assert request
    return int(request["number"])


def part(screen: Any, role: str, name: str) -> str:
    return str(screen.SCREEN.render(view_of(*read(MESA), role))[name])


def page(role: str, path: str) -> str:
    client = Client()
    user, _ = User.objects.get_or_create(username=f"one-{role}", defaults={"role": role, "language": "en"})
    client.force_login(user)
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    ("command", "signer", "other"), [(BURN, "inspector", "jefe"), (VOID, "jefe", "inspector")]
)
def test_who_is_named_signs_or_declines_and_the_other_lends_his_screen(
    command: dict[str, Any], signer: str, other: str
) -> None:
    asked(command)
    his, others = (part(table_page, role, "table-requests") for role in (signer, other))
    assert "data-hold" in his and 'value="declined"' in his and "passphrase" not in his
    assert "passphrase" in others and "data-hold" not in others and 'value="declined"' not in others
    assert 'value="withdrawn"' not in his + others


def test_the_croupier_sees_what_waits_withdraws_it_and_reads_why_it_was_declined() -> None:
    number = asked(VOID)
    assert 'id="request-waits"' in part(console, "croupier", "console-head")
    assert 'value="withdrawn"' in part(console, "croupier", "console-requests")
    take_step(number, "declined", JEFE, "nothing has moved")
    head = part(console, "croupier", "console-head")
    assert 'id="request-declined"' in head and 'id="request-waits"' not in head
    assert "nothing has moved" in part(console, "croupier", "console-requests")


@pytest.mark.parametrize("role", ["jefe", "inspector"])
def test_the_floor_and_the_timeline_tell_of_it(role: str) -> None:
    assert "twelve cards" not in part(floor, role, f"alerts-{MESA}") + part(
        timeline, role, f"requests-{MESA}"
    )
    asked(BURN)
    assert "twelve cards" in part(floor, role, f"alerts-{MESA}")
    assert "twelve cards" in part(timeline, role, f"requests-{MESA}")
    assert "twelve cards" in page(role, "/inspector/")


def test_the_incoming_jefe_takes_over_what_waits() -> None:
    number = asked(BURN)
    assert "twelve cards" in page("jefe", "/handover/")
    accept(JEFE, "alone")
    assert Handover.objects.get().accepted["requests"] == [f"{MESA} burn_shoe {number}"]


@pytest.mark.parametrize(("command", "signer", "told"), [(BURN_BY_JEFE, JEFE, 0), (BURN, INSPECTOR, 1)])
def test_what_a_jefe_has_signed_he_has_seen(command: dict[str, Any], signer: Any, told: int) -> None:
    take_step(asked(command), "signed", signer)
    found = [alert for alert in alerts(view_of(*read(MESA), "jefe")) if alert.once]
    assert len(found) == told


def test_the_record_says_who_signed_and_is_found_by_his_name() -> None:
    take_step(asked(BURN), "signed", INSPECTOR)
    number = read(MESA)[0].records
    for person in ("carla", "ines"):
        records, _ = search(Filters(actor=person))
        assert records[0].number == number
    assert search(Filters(actor="ines"))[0] == [records[0]]
    assert "ines" in page("inspector", f"/inspector/?table={MESA}")
    assert "ines" in page("inspector", f"/inspector/{MESA}/{number}/")
