"""Names of the roles, on the papers of a table in the words of its reglamento; what stands in the log of
sign-ins; and a device."""

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _
from casino.people.permissions import Role

ROLES: dict[str, Promise] = {
    Role.CROUPIER: _("Croupier"),
    Role.JEFE: _("Jefe de mesa"),
    Role.INSPECTOR: _("Inspector"),
    Role.CAMBISTA: _("Cambista"),
    Role.DIRECTOR: _("Director"),
    Role.ADMINISTRATOR: _("Administrator"),
    Role.FIGURES: _("Figures"),
    Role.DEVICE: _("Device"),
    Role.DISPLAY: _("Display"),
}
# Many people of a role, as a list's views call them
ROLES_MANY: dict[str, Promise] = {
    Role.CROUPIER: _("Croupiers"),
    Role.JEFE: _("Jefes"),
    Role.INSPECTOR: _("Inspectors"),
    Role.CAMBISTA: _("Cambistas"),
    Role.ADMINISTRATOR: _("Administrators"),
}
# What stands in the log of sign-ins, see `casino.people.access_log`
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
    "directory_failed": _("Not let in by the directory"),
    "directory_down": _("The directory does not answer"),
    "passphrase_changed": _("Passphrase changed"),
    "confirmed": _("Showed again who he is"),
    "refused": _("Refused"),
    "audit_held": _("The audit found everything whole"),
    "audit_broken": _("The audit found a broken place"),
    "audit_overdue": _("No audit for two days"),
}

# What the browser says → what it is called; the first that is found: most also name those that they descend from.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome/": "Chrome",
    "Chromium": "Chromium",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPad": "iPad",
    "iPhone": "iPhone",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def device(agent: str) -> str:
    """Firefox · Windows; what is neither a known browser nor a known system, as it says itself."""
    words = [_first(names, agent) for names in (BROWSERS, SYSTEMS)]
    return " · ".join(filter(None, words)) or agent


def _first(names: dict[str, str], agent: str) -> str:
    return next((word for sign, word in names.items() if sign in agent), "")
