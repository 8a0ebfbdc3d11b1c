"""What the inspector's templates say of a record: `{% load record %}`."""

import json
from typing import Any

from django import template

from ledger.postings import Posting
from tables.labels.commands import DEEDS, detail_of
from tables.labels.money import purpose_label

register = template.Library()


@register.filter
def deed(command: str) -> str:
    """A command as a reader names it."""
    return str(DEEDS[command])


@register.filter
def said(command: dict[str, Any]) -> str:
    """The fields of a command in one line."""
    return detail_of(command)


@register.filter
def articles(events: list[dict[str, Any]]) -> str:
    """The articles that the events name, each once."""
    named = [event["article"] for event in events if event.get("article")]
    named += [line["article"] for event in events for line in event.get("settlements", ()) if line["article"]]
    return ", ".join(dict.fromkeys(named))


@register.filter
def pretty(value: Any) -> str:
    """JSON that a person can read."""
    return json.dumps(value, ensure_ascii=False, indent=1)


@register.filter
def purpose(move: Posting) -> str:
    """Why money moved."""
    return purpose_label(move)


@register.filter
def account(code: str) -> str:
    """An account's own name, without its table's."""
    return code.split(":", 2)[-1]
