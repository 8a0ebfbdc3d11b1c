"""Functions that the templates of the parts may call: texts, amounts, labels and links, by the names of the like
filters and tags in Django's templates.

The screens say the same over and over, and looking a text up or grouping an amount takes longer than rendering the line
in which it stands. So what was said in one language, in the words of one reglamento and by the values of the house (its
clock, its currency) is remembered.
"""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.template.defaultfilters import date as date_filter
from django.template.defaultfilters import floatformat
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino.common import clock, currency, wording
from casino.common.clock import moments
from casino.common.house import House, house
from casino.common.icons import icon
from casino.people import permissions
from tables.record.reglamentos.catalogue import resolve
from tables.rules import roles
from tables.rules.cards import rank_of, suit_of
from tables.view.labels import commands, game

MOST_KEPT = 5_000  # sayings of one kind
EXAMPLE = 12_550  # smallest units
FEWEST, MOST = len("+100"), len("+100.000.000")
CROWDED = (19, 22, 25)  # characters in a line of a tile; with more it is written smaller

Functions = Mapping[str, Callable[..., Any]]
remembered = lru_cache(maxsize=MOST_KEPT, typed=True)


def functions(language: str | None, reglamento: str | None) -> Functions:
    """The functions for this language and the words of this reglamento, both of which are active wherever they are
    called; None for the product's own words."""
    return _functions(language, reglamento, house())


@lru_cache(maxsize=64)
def _functions(_language: str | None, reglamento: str | None, _house: House) -> Functions:
    label = remembered(lambda chance: game.chance_label(reglamento, chance))
    link = remembered(link_to_article)
    return {
        **_texts(),
        **_amounts(),
        **_sending(),
        **_rights(),
        "chance_label": label,
        "label_under": remembered(game.chance_label),
        "result_label": remembered(lambda result: game.result_label(reglamento, result)),
        "chance_class": game.chance_class,
        "card_said": game.card_said,
        "card_rank": rank_of,
        "card_suit": suit_of,
        "chance_sign": remembered(lambda chance: game.chance_sign(reglamento, chance)),
        "tie_letter": lambda: label("tie")[:1].upper(),
        "article": lambda number, slug="": link(number, reglamento, slug),
        "article_of": lambda number, other: link(number, other, ""),
        "url": url,
        "static": remembered(static),
        "width_class": width_class,
        "crowd_class": crowd_class,
        "at": dict.get,
        "or_none": lambda value, other: other if value is None else value,
    }


def _texts() -> Functions:
    return {
        "_": remembered(wording.text),
        "icon": icon,
        "sentence": lambda form, what, table: form % {"what": what, "table": table},
        "colon": lambda title: wording.colon(title),
        "date": remembered(_date),
        "minute": remembered(moments.minute),
        "brief": moments.brief,
        "lasting": lasting,
        "command_label": lambda name: str(commands.COMMAND_LABELS[name]),
        "phase_label": game.phase_label,
        "reglamento_title": game.reglamento_title,
        "setting_label": lambda name: str(game.SETTING_LABELS[name]),
        "setting_value": game.setting_value,
    }


def _amounts() -> Functions:
    return {
        "money": remembered(_money),
        "signed": remembered(signed),
        "typed": remembered(_typed),
        "percent": remembered(_percent),
        "whole_percent": wording.percent,
        "many": remembered(lambda number: floatformat(number, "0g")),
        "decimal": remembered(lambda number: floatformat(number, 1)),
        "money_field": remembered(_money_field),
    }


def _rights() -> Functions:
    return {
        "may": permissions.has_right,
        "may_command": roles.may_command,
        "may_open": permissions.may_open,
        "may_read": permissions.may_read,
    }


def _sending() -> Functions:
    """The attributes of what sends something."""
    return {
        "command": command,
        "then_command": then_command,
        "fields_only": fields_only,
        "demanded": demanded,
    }


@remembered
def command(name: str, **fields: Any) -> SafeString:
    """The attribute with which a button or form sends a command: data-command="{…}"."""
    return format_html('data-command="{}"', _as_json(name, fields))


@remembered
def then_command(name: str, **fields: Any) -> SafeString:
    """The attribute for a second command, sent by the same touch once the first was accepted: data-then="{…}"."""
    return format_html('data-then="{}"', _as_json(name, fields))


@remembered
def demanded(name: str, **fields: Any) -> SafeString:
    """The attributes of a choice that stands for what a decision demands."""
    return format_html('value="{}" data-json', _as_json(name, fields))


@remembered
def fields_only(**fields: Any) -> SafeString:
    """The attribute of a button whose door takes no command, but these fields."""
    return format_html('data-command="{}"', json.dumps(fields))


def _as_json(name: str, fields: dict[str, Any]) -> str:
    given = {field: value for field, value in fields.items() if value is not None}
    return json.dumps({"command": name, **given}, ensure_ascii=False)


def signed(amount: int) -> str:
    """An amount with its sign: +200, −200, 0."""
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    return sign + currency.written(abs(amount))


def width_class(sum_written: str) -> str:
    """The class of a spot in which this sum lies, by its characters: it is written as large as there is room for it."""
    return f" chars-{min(max(len(sum_written), FEWEST), MOST)}"


def crowd_class(*sums_written: str) -> str:
    """The class of a small line that these sums share: crowded-0 where there is room, up to crowded-3."""
    return f" crowded-{sum(len(''.join(sums_written)) > most for most in CROWDED)}"


def lasting(seconds: float) -> str:
    """As the screens count: `3:07`, `1:02:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def link_to_article(number: str | None, reglamento: str | None, slug: str) -> str:
    """ "Art. 29", linked to its words where the reglamento has such an article. `slug`: with that table's settings."""
    if not number:
        return ""
    said = f"{wording.text('Art.')} {number}"
    if not reglamento or number not in resolve(reglamento).source.articles:
        return said
    address = url("table-article", slug, number) if slug else url("article", reglamento, number)
    return format_html('<a class="article" data-words href="{}">{}</a>', address, said)


@remembered
def url(name: str, *arguments: str | int) -> str:
    """The address of a page."""
    return reverse(name, args=arguments)


def _money(amount: int | None) -> str:
    return "" if amount is None else currency.written(amount)


def _percent(number: float) -> str:
    """With one decimal, grouped as an amount is: −498.524,2 %."""
    return wording.percent(floatformat(number, "1g").replace("-", "−"))


def _typed(amount: int) -> str:
    return currency.typeable(amount, currency.decimals())


def _money_field() -> SafeString:
    """The attributes of an input for an amount. static/js/act.js converts what is typed to the smallest unit."""
    places = currency.decimals()
    # Type text: a number field reads 10.000 as ten, and takes comma or point depending on the browser's language.
    return format_html(
        'data-money type="text" inputmode="{}" autocomplete="off" pattern="{}" title="{}"',
        "decimal" if places else "numeric",
        currency.form(places),
        _typed(EXAMPLE),
    )


# Forms that are the same in every language: Django's filter takes ten times as long to find that out.
_FORMS: Mapping[str, Callable[[datetime], str]] = {
    "c": datetime.isoformat,
    "H:i": "{:%H:%M}".format,
    "H:i:s": "{:%H:%M:%S}".format,
}


def _date(at: datetime, form: str) -> str:
    local = clock.local(at)
    return _FORMS[form](local) if form in _FORMS else str(date_filter(local, form))
