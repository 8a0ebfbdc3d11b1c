"""Filters for the inspector's templates: `{% load record %}`."""

import json
from typing import Any

from django import template

from tables.door import signatures
from tables.record.reglamentos.words import speaking
from tables.view.labels import commands
from tables.view.labels.money import purpose_label

register = template.Library()
register.filter("command_detail", commands.command_detail)
register.filter("consent", signatures.consent_in)
register.filter("purpose", purpose_label)


@register.filter
def command_label(command: str, reglamento: str = "") -> str:
    """The label of a command, by its name, in the words of the table's reglamento."""
    with speaking(reglamento or None):
        return str(commands.COMMAND_LABELS[command])


@register.filter
def articles(events: list[dict[str, Any]]) -> list[str]:
    """The articles that the events cite, each once."""
    named = [event["article"] for event in events if event.get("article")]
    named += [line["article"] for event in events for line in event.get("settlements", ()) if line["article"]]
    return list(dict.fromkeys(named))


@register.filter
def pretty(value: Any) -> str:
    """Indented JSON."""
    return json.dumps(value, ensure_ascii=False, indent=1)


@register.filter
def account(code: str) -> str:
    """The code of an account without its table's prefix."""
    return code.split(":", 2)[-1]
