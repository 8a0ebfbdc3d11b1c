"""The counter's words as a reader sees them: kinds of slips, steps, lines of the passes."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "opening": _("Opening count"),
    "count": _("Count"),
    "closing": _("Closing count"),
    "fill": _("Fill"),
    "credit": _("Credit"),
    "buy": _("Chips for money"),
    "cash": _("Money for chips"),
    "tip": _("Tip"),
    "tips_out": _("Tips emptied"),
    "cagnotte_out": _("Cagnotte emptied"),
    "drop_out": _("Drop emptied"),
    "stock_count": _("Count of the cage's chips"),
    "cash_count": _("Count of the cage's money"),
    "stock_in": _("Chips put into the cage"),
    "stock_out": _("Chips taken out of the cage"),
    "cash_in": _("Money put into the cage"),
    "cash_out": _("Money taken out of the cage"),
    "tronc_out": _("Tips paid to the staff"),
}
STEPS: dict[str, Promise] = {
    "asked": _("Asked for"),
    "sent": _("Sent"),
    "received": _("Received"),
    "signed": _("Signed"),
    "confirmed": _("Confirmed"),
    "void": _("Void"),
    "done": _("Done"),
}
# What is still to be done, for a slip that waits.
WAITS: dict[str, Promise] = {
    "sent": _("to be sent"),
    "received": _("to be received"),
    "signed": _("to be signed"),
    "confirmed": _("to be confirmed by the jefe"),
    "void": _("void"),
    "done": _("done"),
}
LINES: dict[str, Promise] = {
    "punto": _("Punto"),
    "banca": _("Banca"),
    "tie": _("Tie"),
    "bank": _("Players' banks"),
    "house_bank": _("The house's bank"),
    "suite": _("Suites"),
    "pass_punto": _("Punto"),
    "pass_banca": _("Banca"),
    "pass_tie": _("Tie"),
    "pass_void": _("Void"),
}
ACCOUNTS: dict[str, Promise] = {
    "tray": _("Tray"),
    "stakes": _("Stakes"),
    "bank": _("Banks"),
    "cagnotte": _("Cagnotte"),
    "tips": _("Tips"),
    "drop": _("Drop"),
    "transit": _("On the way"),
    "stock": _("Chips in the cage"),
    "cash": _("Money in the cage"),
    "tronc": _("The staff's tips"),
}
