"""Display names of the roles."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.accounts.permissions import Role

ROLES: dict[str, Promise] = {
    Role.CROUPIER: _("Croupier"),
    Role.JEFE: _("Jefe de mesa"),
    Role.INSPECTOR: _("Inspector"),
    Role.CAMBISTA: _("Cambista"),
    Role.DEVICE: _("Device"),
    Role.DISPLAY: _("Display"),
}
