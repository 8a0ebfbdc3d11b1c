"""Templates ask the permission table: `{% if view.role|may_open:"console" %}`."""

from django import template

from casino.accounts import permissions

register = template.Library()
register.filter("may", permissions.may)
register.filter("may_command", permissions.may_command)
register.filter("may_open", permissions.may_open)
register.filter("may_read", permissions.may_read)
