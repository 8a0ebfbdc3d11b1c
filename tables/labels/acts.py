"""What the screens write on the key of a command, where that is not what was done then ("Pay", not "Payment")."""

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _
from tables.labels.commands import COMMAND_LABELS

KEYS: dict[str, Promise] = {
    "open_table": _("Open the table"),
    "set_limits": _("Limits"),
    "close_table": _("Close the table"),
    "suspend": _("Suspend"),
    "resume": _("Resume"),
    "join": _("New person"),
    "leave": _("Leaves"),
    "sit": _("Sits"),
    "stand_up": _("Stands up"),
    "queue": _("Waits for a seat"),
    "unqueue": _("Waits no more"),
    "close_auction": _("Close the auction"),
    "desist_bank": _("Desists"),
    "raise_bank": _("Raises the bank to…"),
    "take_half": _("Takes half"),
    "suite": _("Gives the suite"),
    "house_takes_suite": _("The house takes it"),
    "pass_shoe": _("Passes the sabot"),
    "remove_bet": _("Take back"),
    "repeat_bets": _("Repeat"),
    "set_aside": _("Sets aside…"),
    "close_betting": _("NO MORE BETS"),
    "decline_cards": _("Declines the cards"),
    "settle": _("Pay"),
    "readmit": _("Hold: may join again"),
    "void_pass": _("Void the pass"),
    "note": _("A note for the record"),
}


def key_of(command: str) -> Promise:
    """The words for the act of this command: those of its key; otherwise the label of the command."""
    return KEYS.get(command) or COMMAND_LABELS[command]
