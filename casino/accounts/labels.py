"""Display names of the roles, on the papers of a table in the words of its reglamento."""

from django.utils.functional import Promise

from casino.accounts.permissions import Role
from casino.common.wording import lazy_text as _

ROLES: dict[str, Promise] = {
    Role.CROUPIER: _("Croupier"),
    Role.JEFE: _("Jefe de mesa"),
    Role.INSPECTOR: _("Inspector"),
    Role.CAMBISTA: _("Cambista"),
    Role.ADMINISTRATOR: _("Administrator"),
    Role.DEVICE: _("Device"),
    Role.DISPLAY: _("Display"),
}
# What stands in the log of sign-ins, see `casino.accounts.access_log`
ACCESS_EVENTS: dict[str, Promise] = {
    "signed_in": _("Logged in"),
    "signed_out": _("Logged out"),
    "session_ended": _("Session ended"),
    "sign_in_failed": _("Wrong passphrase at the login"),
    "signature_failed": _("Wrong passphrase under a signature"),
    "locked_out": _("Too many wrong passphrases"),
    "many_failures": _("Many wrong passphrases in the house"),
    "new_place": _("Logged in from a new place"),
    "locked": _("Tablet locked"),
    "unlocked": _("Tablet unlocked"),
    "pin_failed": _("Wrong PIN"),
    "pin_locked_out": _("Too many wrong PINs: session ended"),
    "pin_chosen": _("PIN chosen"),
    "took_over": _("Took over a tablet with the PIN"),
    "code_failed": _("Wrong code of a second factor"),
    "codes_locked_out": _("Too many wrong codes of a second factor"),
    "recovery_code_used": _("Recovery code used"),
    "factor_set_up": _("Second factor set up"),
    "factor_reset": _("Second factor reset"),
    "passkey_made": _("Passkey made"),
    "passkey_ended": _("Passkey ended"),
    "passkey_failed": _("A passkey that does not fit"),
    "passkey_copied": _("A passkey of which there are two"),
    "passphrase_changed": _("Passphrase changed"),
    "confirmed": _("Showed again who he is"),
    "refused": _("Refused"),
    "audit_held": _("The audit found everything whole"),
    "audit_broken": _("The audit found a broken place"),
    "audit_overdue": _("No audit for two days"),
}
