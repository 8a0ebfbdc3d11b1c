"""Display names of the roles."""

from django.utils.functional import Promise

from casino.accounts.permissions import Role
from casino.common.wording import lazy_text as _

ROLES: dict[str, Promise] = {
    Role.CROUPIER: _("Croupier"),
    Role.JEFE: _("Jefe de mesa"),
    Role.INSPECTOR: _("Inspector"),
    Role.CAMBISTA: _("Cambista"),
    Role.DEVICE: _("Device"),
    Role.DISPLAY: _("Display"),
}
