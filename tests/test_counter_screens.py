"""The counter's screens: what each role sees of the money, and which of its steps it finds there."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings as house_settings
from django.test import Client
from django.utils import translation

from casino.accounts.models import User
from casino.accounts.permissions import SCREENS
from ledger.cage import selectors
from ledger.cage.models import Slip
from tables.screen import view_of
from tables.screens import console, counter, money, table_page
from tables.service import execute, read
from tests.counter import MESA, ask, cage, done, go, table
from tests.house import CROUPIER, JEFE, Croupier, game

pytestmark = pytest.mark.django_db

MONEY, FLOOR, CAGE, REPORTS = f"/tables/{MESA}/money/", "/counter/", "/cage/", "/reports/"
SHEET, SLIP, CONSOLE = f"/reports/shifts/{MESA}/1/", "/slips/4/", f"/tables/{MESA}/console/"
ROLES = ("croupier", "jefe", "cambista", "inspector")
LANGUAGES = [code for code, _ in house_settings.LANGUAGES]
TRAY = 8_766
FILL = {"5000": 1, "1000": 4, "500": 2}  # comes to 10.000


class Marks(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def values(self, name: str) -> Iterator[str]:
        return (attrs[name] or "" for _, attrs in self.found if name in attrs)


@pytest.fixture(autouse=True)
def house() -> None:
    """A cage, and a table whose tray got 10.000 and gave 1.234 of it for money."""
    cage()
    table()
    ask("buy_in", 1_234, player="ana")


def as_role(role: str, language: str = "en") -> Client:
    client = Client()
    user, _ = User.objects.get_or_create(username=f"one-{role}", role=role)
    User.objects.filter(pk=user.pk).update(language=language)
    client.force_login(user)
    return client


def page(role: str, path: str = MONEY) -> str:
    answer = as_role(role).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def seen(role: str, screen: Any = money) -> dict[str, str]:
    """The parts that change, as the line brings them."""
    with translation.override("en"):
        parts: dict[str, str] = screen.fragments(view_of(*read(MESA), role))
    return parts


def counted(amount: int) -> dict[str, int]:
    """So many chips of one."""
    return {"1": amount}


# Who comes in

OPEN_TO = {
    FLOOR: {"cambista", "jefe", "inspector"},
    CAGE: {"cambista", "jefe", "inspector"},
    REPORTS: {"cambista", "jefe", "inspector"},
    SHEET: {"cambista", "jefe", "inspector"},
    MONEY: set(ROLES),
    SLIP: set(ROLES),
}


@pytest.mark.parametrize("path", OPEN_TO)
@pytest.mark.parametrize("role", ROLES)
def test_each_page_is_open_to_its_roles_only(role: str, path: str) -> None:
    assert as_role(role).get(path).status_code == (200 if role in OPEN_TO[path] else 403)


@pytest.mark.parametrize("path", OPEN_TO)
def test_a_stranger_is_led_to_the_login(path: str) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer.headers["Location"].split("?")[0]) == (302, "/login/")


# What is asked for

FORMS = {
    "cambista": ["buy_in", "cash_out", "tip", "count", "tips_out", "cagnotte_out", "drop_out", "closing"],
    "croupier": ["tip", "fill", "credit", "count", "closing"],
    "jefe": ["fill", "credit", "count", "closing"],
    "inspector": [],
}


def forms(html: str) -> list[str]:
    return list(Marks(html).values("data-kind"))


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_offered_what_it_may_ask_for_the_most_asked_first(role: str) -> None:
    assert forms(page(role)) == FORMS[role]


@pytest.mark.parametrize("role", ROLES)
def test_a_closed_day_is_only_opened(role: str) -> None:
    done("closing", chips=counted(TRAY))
    assert forms(page(role)) == ([] if role == "inspector" else ["opening"])


@pytest.mark.parametrize("role", ["cambista", "jefe", "inspector"])
def test_the_jefe_alone_fills_the_cage(role: str) -> None:
    found = {"cage_chips_in", "cage_chips_out", "cage_cash_in", "cage_cash_out"} & set(
        forms(page(role, CAGE))
    )
    assert len(found) == (4 if role == "jefe" else 0)


def test_the_exchange_stands_open_and_the_players_are_in_the_order_of_their_seats() -> None:
    html = page("cambista")
    opened = [attrs["id"] for tag, attrs in Marks(html).found if tag == "details" and "open" in attrs]
    assert opened == ["ask-buy_in"]
    of_buy = html.split('id="form-buy_in"')[1].split("</form>")[0]
    assert list(Marks(of_buy).values("data-player")) == ["", "ana", "bea", "carl", "dora", "leo"]


def test_who_has_exchanged_and_left_may_still_be_chosen() -> None:
    assert execute(MESA, {"command": "leave", "player": "ana"}, CROUPIER).ok
    assert execute(MESA, {"command": "leave", "player": "bea"}, CROUPIER).ok
    players = set(Marks(page("cambista")).values("data-player"))
    assert "ana" in players and "bea" not in players


def test_no_chip_is_offered_that_the_tables_game_does_not_take(settings: Any) -> None:
    settings.DENOMINATIONS = (1, 5, 10, 500, 5_000)
    assert execute(MESA, {"command": "close_table"}, JEFE).ok
    opened = {
        "command": "open_table",
        "reglamento": "argentina",
        "minimum": 500,
        "maximum": 5_000,
        "chip": 500,
    }
    assert execute(MESA, opened, JEFE).ok
    marks = Marks(page("cambista"))
    assert set(marks.values("data-add")) == {"500", "5000"}
    assert set(marks.values("data-chip")) == {"1", "5", "10", "500", "5000"}  # a tray is counted whole


@pytest.mark.parametrize(
    ("decimals", "good", "bad"),
    [
        (
            0,
            ["5000", "5.000", "5,000", "5 000", "1.234.567"],
            ["5.00", "5.0000", "5,5", "-1", "", "1e3", ".500"],
        ),
        (2, ["5000", "125,50", "125.5"], ["5.000", "1.000,50", "125,505", "-1", "", ","]),
    ],
)
def test_what_may_be_typed_is_one_amount_only(
    decimals: int, good: list[str], bad: list[str], settings: Any
) -> None:
    settings.DECIMALS = decimals
    pattern = next(Marks(page("cambista")).values("pattern"))
    assert [text for text in good + bad if re.fullmatch(pattern, text)] == good


# What is seen


def test_the_croupier_is_not_told_what_should_be_in_the_tray() -> None:
    assert "8,766" not in "".join(seen("croupier").values()) + page("croupier")
    for role in ("cambista", "jefe", "inspector"):
        assert "8,766" in seen(role)["money-head"]
    ask("count", by="jefe", chips=counted(8_000), reason="one chip short")
    for role in ROLES:
        waiting = seen(role)["money-waiting"]
        assert "8,000" in waiting  # nobody signs what he does not see
        assert ("8,766" in waiting) == (role != "croupier")


def test_a_fill_that_waits_says_how_many_of_each_chip() -> None:
    ask("fill", chips=FILL)
    for role in ROLES:
        stacks = re.search(r'class="stacks".*?</ul>', seen(role)["money-waiting"], re.DOTALL)
        assert stacks
        assert re.findall(r"<b>(\d+)</b> × ([\d,]+)", stacks[0]) == [
            ("1", "5,000"),
            ("4", "1,000"),
            ("2", "500"),
        ]


def test_every_table_and_every_slip_that_waits_is_on_the_counter() -> None:
    table("otra", tray=500)
    number = ask("fill", chips=FILL).number
    html = page("cambista", FLOOR)
    assert {f"tile-{MESA}", "tile-otra", f"waits-{MESA}", "waits-otra"} <= set(Marks(html).values("id"))
    assert f"{MONEY}#waiting-{number}" in html
    assert "8,766" in seen("cambista", counter)[f"tile-{MESA}"]


def test_a_number_of_four_digits_is_an_address_and_no_amount() -> None:
    ask("fill", chips=FILL, number=4_321)
    html = page("cambista")
    assert "/slips/4321/" in html and 'id="waiting-4321"' in html and 'id="step-4321"' in html


def test_the_console_leads_to_the_money_and_back() -> None:
    assert f'href="{MONEY}"' in page("croupier", CONSOLE)
    assert f'href="{CONSOLE}"' in page("croupier")


# Whose step it is

STEPS: list[tuple[str, str, tuple[tuple[str, str], ...], set[str]]] = [
    ("fill", "croupier", (), {"cambista"}),
    ("fill", "croupier", (("sent", "cambista"),), {"croupier", "jefe"}),
    ("credit", "jefe", (), {"croupier", "jefe"}),
    ("credit", "jefe", (("sent", "croupier"),), {"cambista"}),
    ("count", "croupier", (), {"jefe", "cambista"}),
    ("count", "cambista", (), {"croupier"}),
    ("count", "jefe", (), {"croupier"}),
    ("closing", "croupier", (), {"jefe", "cambista"}),
    ("tips_out", "cambista", (), {"croupier", "jefe"}),
    ("drop_out", "cambista", (), {"croupier", "jefe"}),
    ("buy_in", "cambista", (), {"jefe"}),
]
SAID: dict[str, dict[str, Any]] = {
    "tips_out": {"amount": 0},
    "drop_out": {"amount": 1_234},
    "buy_in": {"amount": 200_000},
    "fill": {"chips": FILL},
    "credit": {"chips": {"1000": 1}},
}


@pytest.mark.parametrize(("kind", "by", "taken", "whose"), STEPS)
def test_only_they_whose_step_it_is_find_its_button(
    kind: str, by: str, taken: tuple[tuple[str, str], ...], whose: set[str]
) -> None:
    slip = ask(kind, by=by, **SAID.get(kind, {"chips": counted(TRAY)}))
    for step, role in taken:
        slip = go(slip, step, role)
    parts = {role: seen(role)["money-waiting"] for role in ROLES}
    assert {role for role in ROLES if f'id="step-{slip.number}"' in parts[role]} == whose
    # The others lend their tablet, but for the inspector, who only looks.
    lent = {role for role in ROLES if f'id="sign-{slip.number}"' in parts[role]}
    assert lent == set(ROLES) - whose - {"inspector"}
    # An amber word says for whom it waits, on the floor too.
    assert {role for role in ROLES if "by you" in parts[role]} == whose
    of_floor = {role for role in SCREENS["counter"] if "by you" in seen(role, counter)[f"waits-{MESA}"]}
    assert of_floor == whose - {"croupier"}


@pytest.mark.parametrize(
    ("kind", "by", "may"),
    [
        ("fill", "croupier", {"croupier", "cambista", "jefe"}),
        ("credit", "jefe", {"croupier", "jefe"}),
        ("drop_out", "cambista", {"cambista", "croupier", "jefe"}),
    ],
)
def test_who_asked_may_take_it_back_who_should_go_on_declines_it_and_the_jefe_does_either(
    kind: str, by: str, may: set[str]
) -> None:
    number = ask(kind, by=by, **SAID[kind]).number
    assert {role for role in ROLES if f'id="void-{number}"' in seen(role)["money-waiting"]} == may


def test_what_is_on_its_way_is_taken_back_by_the_cambista_or_the_jefe() -> None:
    number = go(ask("fill", chips=FILL), "sent", "cambista").number
    may = {role for role in ROLES if f'id="void-{number}"' in seen(role)["money-waiting"]}
    assert may == {"cambista", "jefe"}


def test_an_exchange_is_corrected_by_the_jefe_while_its_shift_is_open() -> None:
    tip, fill = ask("tip", 5).number, done("fill", chips=FILL).number
    may = {role for role in ROLES if f'id="correct-{tip}"' in seen(role)["money-slips"]}
    assert may == {"jefe"}
    assert f'id="correct-{fill}"' not in seen("jefe")["money-slips"]
    done("closing", chips=counted(TRAY + 10_000))
    assert "correct-" not in seen("jefe")["money-slips"]


def test_what_was_counted_since_is_not_offered_for_correction() -> None:
    early, tip = ask("buy_in", 100, player="ana").number, ask("tip", 5).number
    done("count", chips=counted(TRAY - 100))
    shown = seen("jefe")["money-slips"]
    assert (f'id="correct-{early}"' in shown, f'id="correct-{tip}"' in shown) == (False, True)


@pytest.mark.parametrize(("kind", "said"), [("count", {"chips": counted(1)}), ("tips_out", {"amount": 7})])
def test_a_difference_waits_for_the_jefe_alone(kind: str, said: dict[str, Any]) -> None:
    number = ask(kind, by="cambista" if kind == "tips_out" else "croupier", reason="found", **said).number
    assert [role for role in ROLES if f'id="step-{number}"' in seen(role)["money-waiting"]] == ["jefe"]


def test_what_waits_for_the_reader_stands_first() -> None:
    of_the_jefe = ask("tips_out", 0).number
    of_the_cambista = ask("fill", chips=FILL).number
    order = re.findall(r'id="waiting-(\d+)"', seen("cambista")["money-waiting"])
    assert order == [str(of_the_cambista), str(of_the_jefe)]


def test_a_slip_of_the_cage_is_signed_by_the_cambista_there() -> None:
    number = ask("cage_chips_in", 500).number
    assert f'id="step-{number}"' in page("cambista", CAGE)
    assert f'id="void-{number}"' in page("jefe", CAGE)
    assert "data-step" not in page("inspector", CAGE)


# Whole pages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", [*OPEN_TO, CONSOLE])
def test_each_page_is_whole_in_each_language_and_has_nothing_inline(path: str, language: str) -> None:
    ask("fill", chips=FILL)
    answer = as_role("jefe", language).get(path)
    assert answer.status_code == 200
    marks = Marks(answer.content.decode())
    assert next(marks.values("lang")) == language
    for tag, attrs in marks.found:
        assert tag != "style" and "style" not in attrs, (tag, attrs)
        assert not [name for name in attrs if name.startswith("on")], (tag, attrs)
        assert tag != "script" or attrs.get("src"), (tag, attrs)


def test_no_element_has_the_id_of_another() -> None:
    ask("fill", chips=FILL)
    ask("count", chips=counted(TRAY))
    for role in ROLES:
        found = list(Marks(page(role)).values("id"))
        assert sorted(found) == sorted(set(found))


def test_the_newest_forty_slips_are_listed() -> None:
    for _ in range(45):
        ask("tip", 1)
    shown = re.findall(r'id="slip-(\d+)"', seen("croupier")["money-slips"])
    last = Slip.objects.order_by("-number").first()
    assert last and shown == [str(last.number - back) for back in range(40)]


def test_the_cage_says_what_the_staff_has_in_tips() -> None:
    done("tip", 77)
    done("tips_out", 77)
    page = as_role("jefe").get(CAGE).content.decode()
    assert re.search(r"<dt>The staff.{1,6}s tips</dt>\s*<dd[^>]*>\s*77</dd>", page), page


def test_the_consoles_cagnotte_is_what_lies_there_and_not_all_that_the_game_put_in() -> None:
    croupier = Croupier(4)
    while not (there := selectors.balances(f"table:{MESA}")["cagnotte"]):
        game(MESA, 1, croupier)
    parts = {console: "console-croupier", table_page: "table-play"}

    def shown(amount: int) -> list[bool]:
        said = (
            re.search(r"Cagnotte.*?(\d[\d,]*)", seen("jefe", page)[part], re.DOTALL)
            for page, part in parts.items()
        )
        return [found is not None and found[1] == f"{amount:,}" for found in said]

    assert shown(there) == [True, True]
    done("cagnotte_out", there)
    assert shown(0) == [True, True]
