"""Permissions in templates: `{% if view.role|may_open:"console" %}`."""

from django import template

from casino.common.house import house
from casino.people import labels, permissions
from tables.rules import roles

register = template.Library()
register.filter("may", permissions.has_right)
register.filter("may_command", roles.may_command)
register.filter("may_open", permissions.may_open)
register.filter("may_read", permissions.may_read)
register.filter("may_request_slip", permissions.may_request_slip)
register.filter("device_called", labels.device)


@register.simple_tag
def idle_minutes() -> int:
    """After how many minutes a tablet that nobody touches is locked; 0: never."""
    return house().idle_minutes
