"""The label of every command: what was done."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.common import currency

COMMAND_LABELS: dict[str, Promise] = {
    "open_table": _("Table opened"),
    "set_limits": _("Limits changed"),
    "close_table": _("Table closed"),
    "suspend": _("Table suspended"),
    "resume": _("Table resumed"),
    "join": _("Arrival"),
    "leave": _("Departure"),
    "sit": _("Took a seat"),
    "stand_up": _("Stood up"),
    "queue": _("Joined the waiting list"),
    "unqueue": _("Left the waiting list"),
    "shuffle": _("Shuffle"),
    "cut": _("Cut"),
    "decline_cut": _("Cut declined"),
    "burn_first": _("First card burned"),
    "bid": _("Bid"),
    "close_auction": _("Auction closed"),
    "accept_bank": _("Bank accepted"),
    "decline_bank": _("Bank declined"),
    "desist_bank": _("Bank given up"),
    "raise_bank": _("Bank raised"),
    "take_half": _("Half of the bank taken"),
    "suite": _("Suite given"),
    "take_suite": _("Suite taken"),
    "decline_suite": _("Suite declined"),
    "house_takes_suite": _("Suite taken by the house"),
    "pass_shoe": _("Shoe passed on"),
    "place_bet": _("Bet"),
    "remove_bet": _("Bet taken back"),
    "repeat_bets": _("Bets repeated"),
    "banco": _("Banco"),
    "associate": _("Associate"),
    "set_aside": _("Winnings set aside"),
    "close_betting": _("No more bets"),
    "decline_cards": _("Cards declined"),
    "will": _("Will of five"),
    "bank_choice": _("The banker's choice"),
    "card": _("Card"),
    "stop_card": _("Stop card"),
    "settle": _("Payment"),
    "incident": _("Incident"),
    "readmit": _("May join again"),
    "void_pass": _("Pass voided"),
    "burn_shoe": _("Shoe burned"),
    "undo": _("Undo"),
    "note": _("Note"),
}

# What somebody is asked to sign.
REQUEST_LABELS: dict[str, Promise] = {
    "burn_shoe": _("Burn the shoe"),
    "void_pass": _("Void the pass"),
    "confused_deal": _("Deal the pass anew"),
}

# The first of these fields that a command has tells it from others of its name.
DETAILS = ("card", "amount", "choice", "kind", "player")


def command_detail(command: dict[str, object]) -> str:
    """What tells this command from others of its name: a card, an amount, a player; empty if nothing does."""
    fields = ((name, command.get(name)) for name in DETAILS)
    return next((_formatted(name, value) for name, value in fields if value is not None), "")


def _formatted(name: str, value: object) -> str:
    return currency.written(value) if name == "amount" and isinstance(value, int) else str(value)
