"""The labels of slips and their steps, of accounts, of the purposes of transfers, and of lines in reports."""

from collections.abc import Iterable, Mapping
from typing import cast

from django.utils.functional import Promise, lazy
from django.utils.translation import get_language

from casino.common.wording import lazy_text as _
from casino.common.wording import lazy_titled
from casino.common.wording import text as gettext
from ledger.cage.accounts import OVER_SHORT
from ledger.cage.accounts import Purpose as CagePurpose
from ledger.conf import CHART
from ledger.postings import Posting
from tables.engine.transfers import Purpose
from tables.rules.reglamento import Reglamento

SLIP_LABELS: dict[str, Promise] = {
    "opening": _("Opening count"),
    "count": _("Count"),
    "closing": _("Closing count"),
    "fill": _("Fill"),
    "credit": _("Credit"),
    "buy_in": _("Buy-in"),
    "cash_out": _("Cash-out"),
    "tip": _("Tip"),
    "tips_out": _("Tips emptied"),
    "cagnotte_out": _("Cagnotte emptied"),
    "drop_out": _("Drop emptied"),
    "chip_inventory": _("Chip inventory"),
    "cash_count": _("Count of the cage's money"),
    "cage_chips_in": _("Chips put into the cage"),
    "cage_chips_out": _("Chips taken out of the cage"),
    "cage_cash_in": _("Money put into the cage"),
    "cage_cash_out": _("Money taken out of the cage"),
    "tronc_out": _("Tips paid to the staff"),
}
STEP_LABELS: dict[str, Promise] = {
    "asked": _("Asked for"),
    "sent": _("Sent"),
    "received": _("Received"),
    "signed": _("Signed"),
    "confirmed": _("Confirmed"),
    "void": _("Voided"),
    "done": _("Done"),
}
# By the step that a slip waits for, or how it ended.
SLIP_STATE_LABELS: dict[str, Promise] = {
    "sent": _("to be sent"),
    "received": _("to be received"),
    "signed": _("to be signed"),
    "confirmed": _("to be confirmed by the jefe"),
    "void": _("void"),
    "done": _("completed"),
}
LINE_LABELS: dict[str, Promise] = {
    "punto": _("Punto"),
    "banca": _("Banca"),
    "tie": _("Tie"),
    "bank": _("Players' banks"),
    "house_bank": _("The house's bank"),
    "suite": _("Suites"),
    "side_bets": _("Side bets"),
    "collected_commission": _("Commission at the end of the shoe"),
    "pass_punto": _("Punto"),
    "pass_banca": _("Banca"),
    "pass_tie": _("Tie"),
    "pass_void": _("Void"),
}
ACCOUNT_LABELS: dict[str, Promise] = {kind: _(label) for kind, label in CHART.labels.items()}
GAME_PURPOSE_LABELS: dict[str, Promise] = {
    Purpose.BET_PLACED: _("Bet"),
    Purpose.BET_REPEATED: _("Bet repeated"),
    Purpose.BET_REMOVED: _("Bet taken back"),
    Purpose.BET_RETURNED: _("Bet returned"),
    Purpose.BANCO_PLACED: _("Banco"),
    Purpose.STAKE_RETURNED: _("Stake returned"),
    Purpose.PUNTO_WON: _("Punto won"),
    Purpose.PUNTO_LOST: _("Punto lost"),
    Purpose.BANCA_WON: _("Banca won"),
    Purpose.BANCA_LOST: _("Banca lost"),
    Purpose.BANCA_DEDUCTION: _("Deduction on banca"),
    Purpose.TIE_WON: _("Tie won"),
    Purpose.TIE_LOST: _("Tie lost"),
    Purpose.CHANCE_WON: _("Side bet won"),
    Purpose.CHANCE_LOST: _("Side bet lost"),
    Purpose.CHANCE_DEDUCTION: _("Deduction on a side bet"),
    Purpose.COMMISSION_COLLECTED: _("Commission collected"),
    Purpose.BANK_WON: _("Bank won"),
    Purpose.BANK_LOST: _("Bank lost"),
    Purpose.BANK_DEDUCTION: _("Deduction on the bank"),
    Purpose.HOUSE_BANK_WON: _("The house's bank won"),
    Purpose.HOUSE_BANK_LOST: _("The house's bank lost"),
    Purpose.SUITE_DEDUCTION: _("Deduction on a suite"),
    Purpose.SUITE_DEDUCTION_RETURNED: _("Deduction on a suite returned"),
    Purpose.BANK_OPENED: _("Bank opened"),
    Purpose.BANK_RAISED: _("Bank raised"),
    Purpose.BANK_HALVED: _("Half of the bank taken"),
    Purpose.BANK_TRIMMED: _("Bank trimmed to a new maximum"),
    Purpose.BANK_EXCESS: _("Win above the maximum"),
    Purpose.BANK_RETURNED: _("Bank returned"),
    Purpose.BANK_SET_ASIDE: _("Winnings set aside"),
    Purpose.BANK_UNCOVERED: _("Part of the bank that was not covered"),
    Purpose.ASSOCIATE_JOINED: _("Associate's half"),
}
CAGE_PURPOSE_LABELS: dict[str, Promise] = {
    **{purpose: SLIP_LABELS[purpose] for purpose in CagePurpose if purpose in SLIP_LABELS},
    **{
        purpose: lazy_titled(SLIP_LABELS[purpose.removesuffix("_over_short")], _("over or short"))
        for purpose in OVER_SHORT
    },
}
PURPOSE_LABELS: dict[str, Promise] = {**GAME_PURPOSE_LABELS, **CAGE_PURPOSE_LABELS}


def line_label(line: str, played: Iterable[Reglamento] = ()) -> str | Promise:
    """The label of a line in reports. That of a chance that a house offers itself is the name that the first of these
    reglamentos has for it; without one, its slug."""
    if line in LINE_LABELS:
        return LINE_LABELS[line]
    offered = (chance for rules in played for chance in rules.chances if chance.slug == line)
    names = next((chance.names for chance in offered if chance.names), None)
    return cast(Promise, _name_lazily(names)) if names else line


def _name(names: Mapping[str, str]) -> str:
    """In the active language, or the first in which there is one."""
    return names.get(get_language() or "") or next(iter(names.values()))


_name_lazily = lazy(_name, str)


def purpose_label(posting: Posting) -> str:
    """The label of a posting's purpose, with the chance that it is about; of a reversal, that of the purpose undone."""
    label = str(PURPOSE_LABELS[posting.purpose])
    if posting.subject:
        label = f"{label} · {LINE_LABELS.get(posting.subject) or gettext(posting.subject)}"
    return gettext("Undone: %(purpose)s") % {"purpose": label} if posting.reversal else label
