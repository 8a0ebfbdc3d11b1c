"""The labels of rights, pages and posts."""

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _
from casino.people.permissions import Post, Right

RIGHT_LABELS: dict[Right, Promise] = {
    Right.MARK_DISPUTE: _("Mark a dispute"),
    Right.CALL_JEFE: _("Call the jefe to the table"),
    Right.DECIDE_DISPUTE: _("Decide a dispute, with its article"),
    Right.UNDO_PAST_SETTLEMENT: _("Undo also after the payment, with a reason"),
    Right.NOTE_ALERTS: _("Note an alert of the floor as seen"),
    Right.NOTE_ALARMS: _("Note an alarm of the sign-ins or of the audit as seen"),
    Right.ACCEPT_HANDOVER: _("Accept what is open at the change of shift"),
    Right.STAFF_TABLES: _("Put people on duty, relieve them, end the PINs of a tablet"),
    Right.TAKE_OVER_BY_PIN: _("Take over a tablet with the PIN"),
    Right.SIGN_DIFFERENCE: _("Be one of the two who sign a count that does not match"),
    Right.SEE_EXPECTED_TRAY: _("See what a tray should hold"),
}

PAGE_LABELS: dict[str, Promise] = {
    "floor": _("The floor"),
    "timeline": _("The record"),
    "bundle": _("A shift as a file that proves itself"),
    "counter": _("The counter"),
    "cage": _("The cage"),
    "people": _("People and their roles"),
    "house-tables": _("Tables"),
    "tokens": _("Displays and devices"),
    "house-settings": _("Settings of the house"),
    "house-reglamentos": _("Reglamentos"),
    "acts": _("Acts of the administration"),
    "status": _("Status"),
}


POST_LABELS: dict[str, Promise] = {
    Post.CROUPIER: _("Croupier"),
    Post.PAGADOR: _("Pagador"),
    Post.JEFE: _("Jefe de mesa"),
    Post.CAMBISTA: _("Cambista"),
}
