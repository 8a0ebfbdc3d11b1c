"""Filters for the inspector's templates: `{% load record %}`."""

import json
from typing import Any

from django import template

from ledger.postings import Posting
from tables import signature_requests
from tables.house_reglamentos.words import speaking
from tables.labels import commands
from tables.labels.money import purpose_label
from tables.models import Record

register = template.Library()


@register.filter
def command_label(command: str, reglamento: str = "") -> str:
    """The label of a command, by its name, in the words of the table's reglamento."""
    with speaking(reglamento or None):
        return str(commands.COMMAND_LABELS[command])


@register.filter
def command_detail(command: dict[str, Any]) -> str:
    """What tells a command from others of its name."""
    return commands.command_detail(command)


@register.filter
def articles(events: list[dict[str, Any]]) -> list[str]:
    """The articles that the events cite, each once."""
    named = [event["article"] for event in events if event.get("article")]
    named += [line["article"] for event in events for line in event.get("settlements", ()) if line["article"]]
    return list(dict.fromkeys(named))


@register.filter
def consent(record: Record) -> dict[str, Any] | None:
    """The second person's signature under a record; None without one."""
    return signature_requests.consent_in(record)


@register.filter
def pretty(value: Any) -> str:
    """Indented JSON."""
    return json.dumps(value, ensure_ascii=False, indent=1)


@register.filter
def purpose(move: Posting) -> str:
    """Why money moved."""
    return purpose_label(move)


@register.filter
def account(code: str) -> str:
    """The code of an account without its table's prefix."""
    return code.split(":", 2)[-1]
