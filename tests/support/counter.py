"""The counter's people, a table with money on it, and what its money must come to, said without the ledger's help."""

from collections import Counter
from collections.abc import Callable, Mapping
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction

from casino.common.refusals import Refusal
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.slips import SlipRequest
from ledger.models import Account
from tables.door import slips
from tables.door.service import create_table, execute, read
from tables.models import Record
from tables.robot.cage import in_chips
from tables.rules.roles import Actor
from tests.support.house import CROUPIER, JEFE, Croupier, game, opening

MESA = "mesa-4"
BOOK = f"table:{MESA}"
CAMBISTA = Actor("cora", "cambista")
PEOPLE = {
    "croupier": CROUPIER,
    "jefe": JEFE,
    "cambista": CAMBISTA,
    "inspector": Actor("ines", "inspector"),
    "display": Actor("wall", "display"),
    "device": Actor("shoe", "device"),
}
OF_THE_CAGE = (
    "cage_chips_in",
    "cage_chips_out",
    "cage_cash_in",
    "cage_cash_out",
    "tronc_out",
    "chip_inventory",
    "cash_count",
)
BY_CHIPS = ("opening", "count", "closing", "chip_inventory")  # nothing but chips says what these counted

TRAY_COUNTS = ("opening", "count", "closing")
CAGE_COUNTS = ("chip_inventory", "cash_count")
COUNTED = {
    "tips_out": "tips",
    "cagnotte_out": "cagnotte",
    "drop_out": "drop",
    **dict.fromkeys(TRAY_COUNTS, "tray"),
    "chip_inventory": "stock",
    "cash_count": "cash",
}
OF_PLAYERS = ("buy_in", "cash_out", "tip")

# Kind → who asks for it usually, then each step with who takes it.
USUAL: dict[str, tuple[str, *tuple[tuple[str, str], ...]]] = {
    "opening": ("croupier", ("signed", "jefe")),
    "count": ("jefe", ("signed", "croupier")),
    "closing": ("croupier", ("signed", "jefe")),
    "fill": ("croupier", ("sent", "cambista"), ("received", "croupier")),
    "credit": ("jefe", ("sent", "croupier"), ("received", "cambista")),
    "buy_in": ("cambista",),
    "cash_out": ("cambista",),
    "tip": ("croupier",),
    **dict.fromkeys(("tips_out", "cagnotte_out", "drop_out"), ("cambista", ("signed", "jefe"))),
    **dict.fromkeys(OF_THE_CAGE, ("jefe", ("signed", "cambista"))),
    **dict.fromkeys(("chip_inventory", "cash_count"), ("cambista", ("signed", "jefe"))),
}

# Kind → after which step what moves, once the slip's amount each; accounts by their kind, which is enough to know them.
MOVED: dict[str, dict[str, dict[str, int]]] = {
    "opening": {},
    "count": {},
    "closing": {},
    "fill": {"sent": {"stock": -1, "transit": 1}, "received": {"transit": -1, "tray": 1}},
    "credit": {"sent": {"tray": -1, "transit": 1}, "received": {"transit": -1, "stock": 1}},
    "buy_in": {"asked": {"tray": -1, "chips": 1, "outside": -1, "drop": 1}},
    "cash_out": {"asked": {"chips": -1, "tray": 1, "cash": -1, "outside": 1}},
    "tip": {"asked": {"chips": -1, "tips": 1}},
    "tips_out": {"signed": {"tips": -1, "tronc": 1}},
    "cagnotte_out": {"signed": {"cagnotte": -1, "stock": 1}},
    "drop_out": {"signed": {"drop": -1, "cash": 1}},
    "cage_chips_in": {"signed": {"capital": -1, "stock": 1}},
    "cage_chips_out": {"signed": {"stock": -1, "capital": 1}},
    "cage_cash_in": {"signed": {"capital": -1, "cash": 1}},
    "cage_cash_out": {"signed": {"cash": -1, "capital": 1}},
    "tronc_out": {"signed": {"tronc": -1, "stock": 1, "cash": -1, "outside": 1}},
    "chip_inventory": {},
    "cash_count": {},
}


def ask(kind: str, amount: int | None = None, by: str = "", table: str = MESA, **said: Any) -> Slip:
    """A slip, asked for by this role or by the usual one."""
    slug = None if kind in OF_THE_CAGE else table
    if kind in BY_CHIPS and amount is not None and amount >= 0 and "chips" not in said:
        amount, said["chips"] = None, in_chips(amount)
    return slips.request_slip(slug, SlipRequest(kind, amount, **said), PEOPLE[by or USUAL[kind][0]])


def go(slip: Slip, step: str, by: str, reason: str = "") -> Slip:
    return slips.take_step(slip.number, step, PEOPLE[by], reason)


def done(kind: str, amount: int | None = None, **said: Any) -> Slip:
    """A slip with all its usual signatures."""
    slip = ask(kind, amount, **said)
    for step, role in USUAL[kind][1:]:
        slip = go(slip, step, role)
    return slip


def refusal(act: Callable[[], object]) -> str | None:
    """The code with which it is refused, None where it is not."""
    try:
        act()
    except Refusal as error:
        return error.code
    return None


def cage(stock: int = 100_000, cash: int = 100_000) -> None:
    """The house puts chips and money into its cage."""
    done("cage_chips_in", stock)
    done("cage_cash_in", cash)


def table(slug: str = MESA, tray: int = 10_000) -> None:
    """A table with people at it, its shift open, and a fill received: the opening counted nothing."""
    create_table(slug, slug)
    for command in opening():
        assert execute(slug, command, JEFE).ok
    done("opening", 0, table=slug)
    done("fill", tray, table=slug)


def filled() -> None:
    """The cage and a table at which every account holds something: a cagnotte by the game, tips and drop by slips."""
    cage()
    table()
    croupier = Croupier(4)
    while not selectors.balances(BOOK)["cagnotte"]:
        game(MESA, 1, croupier)
    done("buy_in", 500, player="ana")
    done("tip", 200, player="ana")


def ready(kind: str) -> dict[str, Any]:
    """What such a slip says when all is right; the table's day is closed where it is to be opened."""
    tray = selectors.balances(BOOK)["tray"]
    if kind == "opening":
        done("closing", tray)
    if kind == "tronc_out":
        done("tips_out", 200)
    there = selectors.balances("cage:main" if kind in OF_THE_CAGE else BOOK)
    said: dict[str, Any] = {"player": "ana"} if kind in OF_PLAYERS else {}
    return said | {"amount": there[COUNTED[kind]] if kind in COUNTED else 100}


def asked(kind: str, by: str = "", steps: int = 0) -> Slip:
    """Such a slip, with so many of its steps taken by those who usually take them."""
    slip = ask(kind, by=by, **ready(kind))
    for step, role in USUAL[kind][1 : 1 + steps]:
        go(slip, step, role)
    return slip


def tried(act: Callable[[], object]) -> str | None:
    """The code with which it is refused, None where it is not; either way nothing of it remains."""
    with transaction.atomic():
        code = refusal(act)
        transaction.set_rollback(True)
    return code


def outcomes(act: Callable[[str], object]) -> dict[str, str | None]:
    return {role: tried(lambda role=role: act(role)) for role in PEOPLE}


def only(roles: str, own: str = "") -> dict[str, str | None]:
    """`own`: the role that hears that another person signs, because he was the one before."""
    refused = {role: "own_signature" if role == own else "not_for_your_role" for role in PEOPLE}
    return {role: None if role in roles.split() else code for role, code in refused.items()}


def undo(slug: str, to: int | None = None) -> str | None:
    """The code with which an undo is refused, None where it is not."""
    command = {"command": "undo", "reason": "misdealt"} | ({} if to is None else {"to": to})
    answer = execute(slug, command, JEFE)
    return answer.error["code"] if answer.error else None


def held() -> dict[str, int]:
    """Account → balance, of the whole house; what holds nothing is left out."""
    return dict(Account.objects.exclude(balance=0).values_list("code", "balance"))


def by_kind(balances: Mapping[str, int]) -> Counter[str]:
    """Kind of account → what all of these hold together."""
    total: Counter[str] = Counter()
    for code, amount in balances.items():
        total[code.split(":")[2]] += amount
    return total


def moved(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Account → change."""
    changes = {code: after.get(code, 0) - before.get(code, 0) for code in before.keys() | after.keys()}
    return {code: change for code, change in changes.items() if change}


def on_the_cloth(slug: str) -> dict[str, int]:
    """What stakes and bank must hold, by the game's state."""
    state = read(slug)[1]
    stakes = sum(bet.amount for bet in state.current.bets)
    return {"stakes": stakes, "bank": state.bank.stake if state.bank else 0}


def into_the_tray(slug: str) -> int:
    """What the game has brought into a table's tray, by the events of its record that no undo has taken back."""
    standing: list[tuple[int, int]] = []
    records = Record.objects.filter(table__slug=slug).order_by("number")
    for version, undone_to, events in records.values_list("version", "undone_to", "events"):
        if undone_to is not None:
            standing = [made for made in standing if made[0] <= undone_to]
        standing.append((version, sum(map(_into_the_tray, events))))
    return sum(change for _, change in standing)


def _into_the_tray(event: Mapping[str, Any]) -> int:
    """All bets and the bank are paid out of the tray and into it; the house's own bank lies there too."""
    match event:
        case {"type": "pass_settled", "settlements": lines, "excess": excess}:
            houses = any(line["chance"] == "bank" and not line["player"] for line in lines)
            return -sum(line["win"] for line in lines) + (excess if houses else 0)
        case {"type": "bank_opened", "holder": None, "stake": stake}:
            return -stake
        case {"type": "bank_fell", "player": None, "uncovered": amount}:
            return amount
        case {"type": "bank_trimmed" | "bank_returned", "player": None, "amount": amount}:
            return amount
    return 0


def audited() -> None:
    """`manage.py audit` holds for every table."""
    out = StringIO()
    try:
        call_command("audit", stdout=out)
    except SystemExit:
        pytest.fail(out.getvalue())
