"""How a fragment speaks: the texts, amounts, labels and links of one language in the words of one reglamento.

A voice keeps what it has said, because the screens say the same over and over: looking a text up in the catalogues or
grouping an amount takes longer than rendering the line in which it stands.
"""

import json
from collections.abc import Callable, Hashable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from django.template.defaultfilters import date as date_filter
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino.accounts import permissions
from casino.common import currency, moments, wording
from casino.templatetags.permissions import may
from tables.house_reglamentos.shelf import resolve
from tables.house_reglamentos.words import speaking
from tables.labels import commands, game, settings

MOST_KEPT = 5_000  # sayings of one kind
EXAMPLE = 12_550  # smallest units
FEWEST, MOST = len("+100"), len("+100.000.000")
CROWDED = (19, 22, 25)  # characters in a line of a tile; with more it is written smaller

K = TypeVar("K", bound=Hashable)
S = TypeVar("S", bound=str)


class Sayings(dict[K, S]):
    """What has been said, by what it was said of. It begins anew when it has grown too large."""

    def __init__(self, say: Callable[[K], S]) -> None:
        super().__init__()
        self._say = say

    def __missing__(self, key: K) -> S:
        if len(self) >= MOST_KEPT:
            self.clear()
        said = self[key] = self._say(key)
        return said


RIGHTS = {
    "may": may,
    "may_command": permissions.may_command,
    "may_open": permissions.may_open,
    "may_read": permissions.may_read,
}
OF_VALUES: Mapping[str, Callable[..., Any]] = {
    "at": dict.get,
    "or_none": lambda value, other: other if value is None else value,
}


class Voice:
    """`functions`: what fragments call, by name. The same ones as in Django's templates bear the same names."""

    def __init__(self, language: str, reglamento: str | None) -> None:
        self._language = language
        self._reglamento = reglamento
        self._kept: dict[Hashable, str] = {}
        labels = self._keep(lambda chance: game.chance_label(reglamento, chance)).__getitem__
        dates = self._keep(_date).__getitem__
        articles = self._keep(lambda asked: link_to_article(*asked)).__getitem__
        self.functions: Mapping[str, Callable[..., Any]] = {
            "_": self._keep(wording.text).__getitem__,
            "money": self._keep(_money).__getitem__,
            "signed": self._keep(signed).__getitem__,
            "typed": self._keep(_typed).__getitem__,
            "colon": self._colon,
            "percent": self._keep(_percent).__getitem__,
            "lasting": lasting,
            "whole_percent": self._keep(wording.percent).__getitem__,
            "decimal": self._keep(lambda number: floatformat(number, 1)).__getitem__,
            "date": lambda at, form: dates((at, form)),
            "minute": self._keep(moments.minute).__getitem__,
            "brief": lambda at: self._say(moments.brief, at),
            "chance_label": labels,
            "result_label": self._keep(lambda result: game.result_label(reglamento, result)).__getitem__,
            "chance_letter": lambda chance: labels(chance)[:1].upper(),
            "tie_letter": lambda: labels("tie")[:1].upper(),
            "command_label": self._keep(lambda name: str(commands.COMMAND_LABELS[name])).__getitem__,
            "phase_label": self._keep(game.phase_label).__getitem__,
            "reglamento_title": game.reglamento_title,
            "setting_label": self._keep(lambda name: str(settings.SETTING_LABELS[name])).__getitem__,
            "setting_value": lambda name, value: self._say(settings.setting_value, name, value),
            "article": lambda number, slug="": articles((number, reglamento, slug)),
            "article_of": lambda number, other: articles((number, other, "")),
            "money_field": lambda: self.kept("money_field", lambda: self._say(_money_field)),
            **sending(),
            "url": url,
            "width_class": width_class,
            "crowd_class": crowd_class,
            **RIGHTS,
            **OF_VALUES,
        }

    def kept(self, key: Hashable, say: Callable[[], str]) -> str:
        """What `say` said when it was first asked for this key, which stands for all that it depends on."""
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = say()
        return self._kept.get(key) or say()

    def _colon(self, title: object) -> str:
        """A title may be a label, which reads differently in each language: only what it reads here can be a key."""
        read = title if type(title) is str else self._say(str, title)
        return self.kept(("colon", read), lambda: self._say(wording.colon, read))

    def _keep(self, say: Callable[[Any], str]) -> Sayings[Any, str]:
        return Sayings(lambda of: self._say(say, of))

    def _say(self, say: Callable[..., str], *said: Any) -> str:
        with translation.override(self._language), speaking(self._reglamento):
            return say(*said)


def voice(language: str, reglamento: str | None) -> Voice:
    """The voice for this language and the words of this reglamento; None for the product's own words."""
    return _voice(language, reglamento, currency.decimals())


@lru_cache(maxsize=64)
def _voice(language: str, reglamento: str | None, _decimals: int) -> Voice:
    return Voice(language, reglamento)


@lru_cache(maxsize=MOST_KEPT, typed=True)
def command(name: str, **fields: Any) -> SafeString:
    """The attribute with which a button or form sends a command: data-command="{…}"."""
    return format_html('data-command="{}"', _as_json(name, fields))


@lru_cache(maxsize=MOST_KEPT, typed=True)
def then_command(name: str, **fields: Any) -> SafeString:
    """The attribute for a second command, sent by the same touch once the first was accepted: data-then="{…}"."""
    return format_html('data-then="{}"', _as_json(name, fields))


@lru_cache(maxsize=MOST_KEPT, typed=True)
def fields_only(**fields: Any) -> SafeString:
    """The attribute of a button whose door takes no command, but these fields."""
    return format_html('data-command="{}"', json.dumps(fields))


def sending() -> Mapping[str, Callable[..., Any]]:
    """The attributes of what sends something."""
    return {"command": command, "then_command": then_command, "fields_only": fields_only}


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


@lru_cache(maxsize=MOST_KEPT)
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


def _date(asked: tuple[datetime, str]) -> str:
    at, form = asked
    local = timezone.localtime(at)
    return _FORMS[form](local) if form in _FORMS else str(date_filter(local, form))
