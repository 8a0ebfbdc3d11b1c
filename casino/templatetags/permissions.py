"""Permissions in templates: `{% if view.role|may_open:"console" %}`."""

from django import template
from django.conf import settings

from casino.accounts import device, permissions

register = template.Library()
register.filter("may_command", permissions.may_command)
register.filter("may_open", permissions.may_open)
register.filter("may_read", permissions.may_read)
register.filter("may_request_slip", permissions.may_request_slip)
register.filter("device_called", device.called)


@register.simple_tag
def idle_minutes() -> int:
    """After how many minutes a tablet that nobody touches is locked; 0: never."""
    return int(settings.IDLE_MINUTES)


@register.filter
def may(role: str, right: str) -> bool:
    """Whether the role has the right with this name: `{% if view.role|may:"DECIDE_DISPUTE" %}`."""
    return permissions.may(role, permissions.Right[right])
