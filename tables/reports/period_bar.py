"""The bar with which a period is chosen, and what it is compared with: every choice is an address that can be kept."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.http import HttpRequest, QueryDict
from django.utils.dates import WEEKDAYS

from casino.common import clock
from casino.common.clock import moments
from casino.common.house import house
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from tables.reports import requested
from tables.reports.choosing import Against, Preset, choices, moved, preset, preset_of
from tables.reports.period import Period
from tables.reports.report import Text
from tables.reports.requested import Asked

PRESETS: dict[Preset, Text] = {
    Preset.TODAY: _("Today"),
    Preset.LAST_NIGHT: _("Last night"),
    Preset.YESTERDAY: _("Yesterday"),
    Preset.THIS_WEEK: _("Week"),
    Preset.THIS_MONTH: _("Month"),
    Preset.LAST_MONTH: _("Last month"),
    Preset.THIS_YEAR: _("Year"),
}
AGAINST: dict[Against, Text] = {
    Against.PREVIOUS: _("the period before"),
    Against.YEAR: _("the year before"),
    Against.OTHER: _("another period"),
    Against.NOTHING: _("nothing"),
}
OWN = ("period", "since", "until", "against", "other", "as")  # what of an address the bar itself says


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several. `address`: where it leads."""

    name: str
    label: str
    address: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class PeriodBar:
    """The chosen period in words with its neighbours, the named periods, and the comparisons; `compares`: there is one.

    `typed`: what its fields have; `wrong`: what is wrong with each; `kept`: (name, value) of what else the address
    says. `day`: the casino's day in words. `pits`: what of the floor can be chosen, `pit` what is; both empty for a
    page of the whole house.
    """

    action: str
    words: str
    name: str
    earlier: str
    later: str
    presets: list[Choice]
    compares: bool
    against: str
    before: str
    comparisons: list[Choice]
    typed: Mapping[str, str | datetime]
    kept: list[tuple[str, str]]
    day: str
    wrong: Mapping[str, str] = field(default_factory=dict)
    pits: Sequence[Choice] = ()
    pit: str = ""


def bar(
    request: HttpRequest,
    asked: Asked,
    *,
    compares: bool,
    by_pit: bool = False,
    wrong: Mapping[str, str] | None = None,
) -> PeriodBar:
    """The bar of a page that shows this period; with `wrong`, the fields say what was typed in them. `by_pit`: a pit
    can be chosen."""
    now, period = clock.now(), asked.period
    said, known = Address(request), preset_of(period, now)
    typed: dict[str, str | datetime] = {"since": period.since, "until": period.until}
    if asked.against is Against.OTHER and asked.before:
        typed["other"] = asked.before.since
    if wrong:
        typed |= {name: request.GET[name] for name in ("since", "until", "other") if name in request.GET}
    pits = _pits(request) if by_pit else []
    return PeriodBar(
        action=request.path,
        words=_words(period, now),
        name=str(PRESETS[known]) if known else "",
        earlier=said.of(moved(period, -1)),
        later=said.of(moved(period, 1)),
        presets=[
            Choice(name, str(label), said.of(preset(name, now)), name is known)
            for name, label in PRESETS.items()
        ],
        compares=compares,
        against=_label(asked.against, period),
        before=_words(asked.before, now) if asked.before else "",
        comparisons=_comparisons(asked, said),
        typed=typed,
        kept=said.others,
        day=_day(),
        wrong=wrong or {},
        pits=pits,
        pit=next((one.label for one in pits if one.is_chosen), ""),
    )


class Address:
    """The present address with another period or comparison."""

    def __init__(self, request: HttpRequest) -> None:
        self._query = request.GET
        self.others = [
            (name, value) for name, values in request.GET.lists() if name not in OWN for value in values
        ]

    def of(self, period: Period) -> str:
        """With this period; it is compared with the same."""
        return self._with(period.query, "against")

    def against(self, period: Period, name: Against) -> str:
        """With this comparison."""
        return self._with(period.query | {"against": name.value})

    def _with(self, said: Mapping[str, str], *same: str) -> str:
        query = QueryDict(mutable=True)
        for name, value in (*self.others, *said.items()):
            query.appendlist(name, value)
        for name in same:
            value = self._query.get(name, "")
            if value and value != Against.OTHER:
                query[name] = value
        return f"?{query.urlencode()}"


def _pits(request: HttpRequest) -> list[Choice]:
    """The whole floor and each pit; nothing in a house without pits."""
    named = [(str(one.number), str(one.name)) for one in requested.pits()]
    said = request.GET.get("pit", "")
    chosen = said if said in dict(named) else ""
    return [
        Choice(number, label, _with_pit(request, number), number == chosen)
        for number, label in ([("", gettext("all")), *named] if named else [])
    ]


def _with_pit(request: HttpRequest, number: str) -> str:
    query = request.GET.copy()
    query.pop("pit", None)
    if number:
        query["pit"] = number
    return f"?{query.urlencode()}"


def _comparisons(asked: Asked, said: Address) -> list[Choice]:
    return [
        Choice(name, _label(name, asked.period), said.against(asked.period, name), name is asked.against)
        for name in choices(asked.period)
        if name is not Against.OTHER
    ]


def _label(against: Against, period: Period) -> str:
    if against is Against.WEEKDAY:
        name = str(WEEKDAYS[clock.date_of(period.since).weekday()])
        return gettext("%(weekday)s before") % {"weekday": moments.within_a_line(name)}
    return str(AGAINST[against])


def _words(period: Period, now: datetime) -> str:
    """From when to when, without the present year."""
    year = clock.local(now).year
    if any(end.year != year for end in period.ends):
        return period.words
    since, until = (f"{moments.short_day(end)} {moments.hour(end)}" for end in period.ends)
    return f"{since} – {until}"


def _day() -> str:
    begins = f"{house().day_begins:02}:00"
    return gettext("The casino's day: %(begins)s–%(ends)s") % {"begins": begins, "ends": begins}
