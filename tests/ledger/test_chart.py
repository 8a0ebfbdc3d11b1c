"""The chart of accounts: the ledger's core knows no business, and the database accepts the chart's codes only."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

from casino.people.permissions import SLIPS, Role
from casino.site.chart import CHART
from ledger import service
from ledger.cage.accounts import Purpose, over_short_of
from ledger.cage.slips import KINDS, STEPS
from ledger.chart import AccountKind, BookKind, Chart
from ledger.models import HourlyTotal, Transfer
from ledger.postings import Posting, kind_of, own_kinds
from tables.engine.transfers import Purpose as GamePurpose
from tables.view.labels.money import PURPOSE_LABELS, purpose_label

CORE = sorted(Path(settings.BASE_DIR, "ledger").glob("*.py"))
MORE_WORDS = (
    *("table", "game", "player", "bet", "stake", "punto", "banca", "banco", "tie", "suite", "shoe", "seat"),
    *(
        "bank",
        "tray",
        "tip",
        "chip",
        "slip",
        "shift",
        "role",
        "cage",
        "cambista",
        "croupier",
        "jefe",
        "casino's",
    ),
)
ANY_WORDS = {"count"}  # Django's Count


def words(text: str) -> set[str]:
    """The words of a source text, names taken apart and plurals as singulars."""
    apart = re.sub(r"([a-z])([A-Z])", r"\1 \2", text)
    found = set(re.findall(r"[a-z]+", apart.lower()))
    return found | {word.removesuffix("s") for word in found}


def of_the_business() -> set[str]:
    codes = {book.code for book in CHART.books} | set(CHART.kinds) | set(KINDS) | set(Role) | set(STEPS)
    whole = {code for code in codes if "_" not in code}
    return (whole | set(MORE_WORDS)) - ANY_WORDS


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_the_core_has_no_word_of_the_business(path: Path) -> None:
    text = re.sub("DROP |NEW TABLE", "", path.read_text())  # SQL's
    assert words(text) & of_the_business() == set()
    assert [code for code in CHART.purpose_codes if "_" in code and code in text] == []


# Codes


@dataclass(frozen=True)
class Reason:
    code: str
    in_result: bool = False

    def __str__(self) -> str:
        return self.code


@pytest.mark.parametrize(
    ("books", "purposes", "twice"),
    [
        ((BookKind("a", ()), BookKind("a", ())), (), "a"),
        ((BookKind("a", (AccountKind("x"),)), BookKind("b", (AccountKind("x"),))), (), "x"),
        ((), (Reason("sold"), Reason("bought"), Reason("sold")), "sold"),
    ],
)
def test_a_chart_has_each_code_once(
    books: tuple[BookKind, ...], purposes: tuple[Reason, ...], twice: str
) -> None:
    with pytest.raises(ValueError, match=f"the chart has {twice} twice"):
        Chart(books, purposes)


def test_an_account_is_of_a_kind_that_its_book_has() -> None:
    assert own_kinds("cage:main") == ("stock", "cash")
    assert kind_of("table:mesa-1:tray") == "tray"
    for code in ("cage:main:tray", "table:mesa-1:stock", "sofa:main:tray", "table:mesa-1", ""):
        with pytest.raises(ValueError, match="no account code"):
            kind_of(code)


def test_every_slip_has_its_purposes_and_roles_and_every_purpose_a_label() -> None:
    moving = {name for name, kind in KINDS.items() if kind.moves or any(step.moves for step in kind.steps)}
    counting = {over_short_of(name) for name, kind in KINDS.items() if kind.counts}
    assert set(Purpose) == {*map(Purpose, moving), *counting}
    assert SLIPS.keys() == KINDS.keys()
    assert PURPOSE_LABELS.keys() == set(CHART.purpose_codes) == {*GamePurpose, *Purpose}
    assert all(str(label) for label in PURPOSE_LABELS.values())


def test_a_label_says_whether_money_was_taken_back() -> None:
    lost = Posting("table:mesa-1:stakes", "table:mesa-1:tray", 10, GamePurpose.PUNTO_LOST)
    back = Posting(lost.target, lost.source, 10, lost.purpose, reversal=True)
    assert (purpose_label(lost), purpose_label(back)) == ("Punto perdido", "Deshecho: Punto perdido")


def test_a_payment_on_a_side_bet_says_on_which() -> None:
    won = Posting("table:mesa:tray", "table:mesa:chips:ana", 400, GamePurpose.CHANCE_WON, subject="dragon-7")
    kept = Posting("table:mesa:tray", "table:mesa:cagnotte", 5, GamePurpose.CHANCE_DEDUCTION, subject="tie")
    assert purpose_label(won) == "Apuesta lateral ganada · dragon-7"
    assert purpose_label(kept) == "Descuento de una apuesta lateral · Empate"


# The database


@pytest.mark.django_db
def test_the_database_knows_every_purpose_of_the_chart() -> None:
    for number, purpose in enumerate(CHART.purpose_codes):
        service.post([Posting("house:main:capital", "cage:main:cash", 1, purpose)], f"proof:{number}")
    assert set(Transfer.objects.values_list("purpose", flat=True)) == set(CHART.purpose_codes)
    assert set(HourlyTotal.objects.values_list("purpose", flat=True)) == set(CHART.purpose_codes)
