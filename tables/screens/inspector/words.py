"""A record in words: what was said, what it changed at the table, and between whose accounts money moved."""

from collections.abc import Callable, Iterator, Mapping

from casino.common.currency import written
from casino.common.json_input import Json
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from ledger.postings import Posting, book_of, kind_of
from tables.record.postings import book_of as book_of_table
from tables.view.labels.commands import CHOICE_LABELS, joined
from tables.view.labels.game import PHASE_LABELS, VOID_LABEL, label_of
from tables.view.labels.money import ACCOUNT_LABELS, purpose_label
from tables.view.names import Names

NOTHING = "–"
PERSON = 3  # the part of an account's code that names whose it is
# Accounts that no other page names.
OTHER_ACCOUNTS = {
    "chips": _("Chips"),
    "capital": _("The house's capital"),
    "over_short": _("Counted over or short"),
    "outside": _("Outside the house"),
}
CARDS = (("punto", _("Punto's cards")), ("banca", _("Banca's cards")))


def differences(before: Json, after: Json) -> list[tuple[str, str, str]]:
    """(what, before, after) of all that changed between two snapshots of a table."""
    names = {**before["names"], **after["names"]}
    had, has = (dict(_told(snapshot, names)) for snapshot in (before, after))
    labels = dict.fromkeys([*had, *has])
    changes = ((label, had.get(label) or NOTHING, has.get(label) or NOTHING) for label in labels)
    return [change for change in changes if change[1] != change[2]]


def _told(now: Json, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The words of the snapshot, each under a label of its own."""
    for part in (_table, _people, _shoe, _bank, _asked, _pass):
        for label, value in part(now, lambda player: names.get(player or "", player or "")):
            yield str(label), value


Name = Callable[[str | None], str]
Told = Iterator[tuple[object, str]]


def _table(now: Json, _name: Name) -> Told:
    yield _("Phase"), str(PHASE_LABELS[now["phase"]])
    yield _("Suspended"), gettext("yes") if now["suspended"] else ""
    if limits := now["limits"]:
        yield _("Limits"), _span(limits)
        yield _("Limits after the pass"), _span(limits["next"]) if limits["next"] else ""
        yield from _limits_beside(limits, gettext("Limits"))
        yield from _limits_beside(limits["next"] or {}, gettext("Limits after the pass"))
        yield _("Chip"), written(limits["chip"])
    yield _("Deductions"), written(now["cagnotte"]) if now["cagnotte"] else ""


def _span(limits: Json) -> str:
    return f"{written(limits['minimum'])}–{written(limits['maximum'])}"


def _limits_beside(limits: Json, called: str) -> Told:
    """The differential, and the limits of each chance that has its own."""
    most = limits.get("differential")
    yield joined(called, gettext("Differential")), "" if most is None else written(most)
    for slug, own in limits.get("chances", {}).items():
        yield joined(called, label_of(slug)), _span(own)


def _people(now: Json, name: Name) -> Told:
    for seat, player in now["seats"].items():
        yield gettext("Seat %(number)s") % {"number": seat}, name(player)
    yield _("Standing"), ", ".join(map(name, now["standing"]))
    yield _("Waiting list"), ", ".join(map(name, now["waiting"]))


def _shoe(now: Json, name: Name) -> Told:
    if shoe := now["shoe"]:
        yield _("Shoe"), str(shoe["number"])
        yield _("Holds the sabot"), name(shoe["holder"])
        yield _("Cards left"), str(shoe["left"])
        yield _("Last pass of the shoe"), gettext("yes") if shoe["last_pass"] else ""


def _bank(now: Json, name: Name) -> Told:
    if bank := now["bank"]:
        yield _("Bank"), written(bank["stake"])
        yield _("Banker"), name(bank["holder"]) or gettext("the house")
        yield _("Associate"), name(bank.get("associate"))
        yield _("Wins of this bank"), str(bank["wins"])
        yield _("Set aside"), written(bank["garaje"]) if bank.get("garaje") else ""


def _asked(now: Json, name: Name) -> Told:
    asked = (now[part]["asked"] for part in ("offer", "suite", "cutting") if now[part])
    yield _("Asked now"), next((name(player) for player in asked if player), "")
    if auction := now["auction"]:
        yield (
            _("Bids"),
            ", ".join(f"{name(bid['player'])} {written(bid['amount'])}" for bid in auction["bids"]),
        )
    if suite := now["suite"]:
        yield _("Suite of"), f"{name(suite['giver'])} {written(suite['amount'])}"


def _pass(now: Json, name: Name) -> Told:
    current, last = now["pass"], now["last_pass"]
    if current:
        yield _("Pass"), str(current["number"])
        yield _("Takes the cards"), name(current["card_holder"])
        yield _("Will of five"), str(CHOICE_LABELS[current["will"]]) if current["will"] else ""
        for side, label in CARDS:
            yield label, _hand(current[side])
        for bet in current["bets"]:
            yield f"{name(bet['player'])}, {label_of(bet['chance'])}", written(bet["amount"])
    if last:
        yield (
            _("Last pass"),
            f"{last['number']} {VOID_LABEL if last['result'] == 'void' else label_of(last['result'])}",
        )


def _hand(hand: Json) -> str:
    cards = " ".join(hand["cards"])
    return f"{cards} ({hand['total']})" if cards and hand["total"] is not None else cards


def moves_of(money: tuple[Posting, ...], slug: str, names: Names) -> list[tuple[str, str, int, str]]:
    """(from, to, amount, why) of each movement of money, the accounts by name."""
    return [
        (
            _account(move.source, slug, names),
            _account(move.target, slug, names),
            move.amount,
            purpose_label(move),
        )
        for move in money
    ]


def _account(code: str, slug: str, names: Names) -> str:
    """The name of an account: its kind, whose it is, and where, unless it is this table's own."""
    book, kind, person = book_of(code), kind_of(code), ":".join(code.split(":")[PERSON:])
    label = str(ACCOUNT_LABELS.get(kind) or OTHER_ACCOUNTS[kind])
    whose = f"{label}: {names.player(slug, person)}" if person else label
    return whose if book == book_of_table(slug) else f"{names.place(book)}, {whose}"


def players_in(money: tuple[Posting, ...]) -> Iterator[str]:
    """The players whose accounts these are."""
    codes = (code.split(":") for move in money for code in (move.source, move.target))
    return (":".join(parts[PERSON:]) for parts in codes if parts[PERSON:])
