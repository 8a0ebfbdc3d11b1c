"""The house: its overview, its settings, its reglamentos."""

import re
from collections.abc import Iterator
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings as django_settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from casino.accounts.access import READING
from casino.accounts.models import Token, User
from casino.administration import logo, reglamentos, settings, tables
from casino.administration.csv_list import LARGEST, Source
from casino.administration.labels import SETTINGS
from casino.administration.pages.amounts import units
from casino.administration.pages.common import Done, Json, answer, by, page, show
from casino.common import chips, currency
from casino.common.answers import LOCAL
from casino.common.errors import Refusal
from casino.common.visible import is_seen
from casino.house.values import LONG_PHASES
from tables.models import HouseReglamento, Table

CHIP = "chip_"  # what the field of a chip's colour is called, before its value
MOST_MINUTES, MOST_SESSIONS, MOST_SECONDS, MOST_PASSES = 600, 20, 7200, 500


class HouseForm(forms.Form):
    """The settings. Amounts are typed in the currency, and kept in its smallest unit."""

    HOUSE_NAME = forms.CharField(max_length=60)
    LANGUAGE_CODE = forms.ChoiceField(choices=django_settings.LANGUAGES)
    TIME_ZONE = forms.ChoiceField(choices=lambda: [(zone, zone) for zone in _time_zones()])
    CURRENCY = forms.RegexField(r"^[A-Z]{3}$")
    DECIMALS = forms.TypedChoiceField(coerce=int, choices=[(number, number) for number in range(5)])
    DENOMINATIONS = forms.CharField(max_length=200)
    HOUSE_LANGUAGES = forms.MultipleChoiceField(
        choices=django_settings.LANGUAGES, widget=forms.CheckboxSelectMultiple
    )
    DAY_BEGINS = forms.IntegerField(min_value=0, max_value=23)
    COUNTER_LIMIT = forms.CharField(max_length=20)
    IDLE_MINUTES = forms.IntegerField(min_value=0, max_value=MOST_MINUTES)
    SESSIONS_PER_PERSON = forms.IntegerField(min_value=0, max_value=MOST_SESSIONS)
    RELIEF_MINUTES = forms.IntegerField(min_value=0, max_value=MOST_MINUTES)
    BREAK_MINUTES = forms.IntegerField(min_value=0, max_value=MOST_MINUTES)
    PASSES_PER_HOUR = forms.IntegerField(min_value=0, max_value=MOST_PASSES)
    TABLET_SECONDS = forms.IntegerField(min_value=0, max_value=MOST_SECONDS)
    ASSIGNED_ONLY = forms.BooleanField(required=False)

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        for name in LONG_PHASES.values():
            self.fields[name] = forms.IntegerField(min_value=0, max_value=MOST_SECONDS)
        for name, (label, about) in SETTINGS.items():
            self.fields[name].label, self.fields[name].help_text = label, about
        self._let_colours_be_chosen()
        for field in self.fields.values():
            field.show_hidden_initial = True  # so that what nobody has changed here is not written
        if settings.are_fixed():
            for name in settings.FIXED:
                self.fields[name].disabled = True

    def _let_colours_be_chosen(self) -> None:
        """A list of colours for each chip that the house has now; a new chip has the usual one until it is kept."""
        for value, colour in chips.colours().items():
            field = forms.ChoiceField(choices=[*chips.COLOURS.items()], initial=colour, required=False)
            field.label = _("Colour of the chip of %(value)s") % {"value": currency.written(value)}
            self.fields[f"{CHIP}{value}"] = field

    def clean_HOUSE_NAME(self) -> str:
        """The name, of which everything can be seen."""
        name = str(self.cleaned_data["HOUSE_NAME"])
        if not is_seen(name):
            raise ValidationError(_("There is a character in it that nobody can see. Type it anew."))
        return name

    def clean(self) -> dict[str, Any]:
        """The amounts in the smallest unit of the chosen currency."""
        said = self.cleaned_data
        names = [name for name in said if name.startswith(CHIP)]
        chosen = {int(name.removeprefix(CHIP)): said.pop(name) for name in names}
        usual = chips.colours()
        said["CHIP_COLOURS"] = chips.written({value: chosen[value] or usual[value] for value in chosen})
        for name, read in (("COUNTER_LIMIT", _amount), ("DENOMINATIONS", _amounts)):
            try:
                said[name] = read(said.get(name, ""), said.get("DECIMALS", 0))
            except forms.ValidationError as error:
                if name in said:
                    self.add_error(name, error)
        said["HOUSE_LANGUAGES"] = tuple(said.get("HOUSE_LANGUAGES", ()))
        if said["HOUSE_LANGUAGES"] and said.get("LANGUAGE_CODE") not in said["HOUSE_LANGUAGES"]:
            self.add_error("HOUSE_LANGUAGES", _("The house's own language is one of them."))
        for name in self._changed_by_others():
            self.add_error(
                name, _("Somebody else has changed this since the page was opened: keep it again.")
            )
        return said

    def wanted(self) -> dict[str, Any]:
        """The settings that were changed on the page; amounts also where they mean another number of decimals."""
        changed = {"CHIP_COLOURS" if name.startswith(CHIP) else name for name in self.changed_data}
        if "DECIMALS" in changed:
            changed |= {"COUNTER_LIMIT", "DENOMINATIONS"}
        return {name: value for name, value in self.cleaned_data.items() if name in changed}

    def show_what_is_now(self) -> None:
        """Let the page carry what others have set meanwhile of the fields that are refused for it, so that they are
        kept when this is sent again."""
        said = QueryDict(mutable=True)
        said.update(self.data)
        for name in self._changed_by_others():
            now = self.get_initial_for_field(self.fields[name], name)
            said.setlist(self.add_initial_prefix(name), now if isinstance(now, list | tuple) else [now])
        self.data = said

    def _changed_by_others(self) -> list[str]:
        """The fields that were changed on the page, and by somebody else since it was made."""
        return [name for name in self.changed_data if self._is_changed_by_others(name)]

    def _is_changed_by_others(self, name: str) -> bool:
        field, now = self.fields[name], self.get_initial_for_field(self.fields[name], name)
        shown = field.hidden_widget().value_from_datadict(
            self.data, self.files, self.add_initial_prefix(name)
        )
        return bool(shown) and field.has_changed(now, shown) and field.has_changed(now, self[name].data)


@page("administration")
def overview(request: HttpRequest) -> HttpResponseBase:
    """What there is, and what a new house still needs."""
    shown = {
        "people": User.objects.filter(is_active=True).count(),
        "tables": Table.objects.filter(retired=None).count(),
        "tokens": Token.objects.in_force().count(),
        "login": request.build_absolute_uri("/"),
    }
    return answer(request, "overview.html", lambda: shown, {})


@page("house-settings")
def house_settings(request: HttpRequest) -> HttpResponseBase:
    """The settings, each with what it does."""
    if request.method in READING or request.POST.get("act") in LOGO_ACTS:
        return answer(request, "settings.html", lambda: {"form": HouseForm(initial=_initial())}, LOGO_ACTS)
    form = HouseForm(request.POST, initial=_initial())
    if not form.is_valid():
        form.show_what_is_now()
        return show(request, "settings.html", {"form": form}, 422)
    try:
        settings.change(by(request), form.wanted())
    except Refusal as refusal:
        return show(request, "settings.html", {"form": form, "refused": refusal.text(LOCAL)}, refusal.status)
    messages.success(request, _("The house has these settings now."))
    return redirect("house-settings")


def _give_logo(request: HttpRequest) -> Done:
    logo.give(by(request), _file(request))
    return _("The house has this logo now.")


def _take_logo_away(request: HttpRequest) -> Done:
    logo.take_away(by(request))
    return _("The house has no logo now.")


LOGO_ACTS = {"logo": _give_logo, "no-logo": _take_logo_away}


@page("house-reglamentos")
def house_reglamentos(request: HttpRequest) -> HttpResponseBase:
    """The house's own reglamentos: every version, where it is in use, and a new one."""
    return answer(request, "reglamentos.html", _reglamentos, {"check": _check, "add": _add})


def _initial() -> Json:
    now, places = settings.present(), django_settings.DECIMALS
    values = " ".join(currency.typeable(value, places) for value in sorted(now["DENOMINATIONS"]))
    return now | {"DENOMINATIONS": values, "COUNTER_LIMIT": currency.typeable(now["COUNTER_LIMIT"], places)}


def _time_zones() -> list[str]:
    """Those of places, and UTC; also the one that the house has."""
    places = {zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")}
    return sorted(places | {"UTC", django_settings.TIME_ZONE})


def _amount(text: str, decimals: int) -> int:
    found = units(text, decimals)
    if found is None:
        says = _("“%(text)s” is not an amount with %(decimals)s decimals.")
        raise forms.ValidationError(says % {"text": text, "decimals": decimals})
    return found


def _amounts(text: str, decimals: int) -> tuple[int, ...]:
    said = re.split("[ \t\r\n]+", text.strip())  # other spaces, which do not break, group digits
    found: dict[int, str] = {}
    for one in said:
        amount = _amount(one, decimals)
        if amount in found:
            raise forms.ValidationError(_("“%(text)s” stands there twice.") % {"text": one})
        found[amount] = one
    return tuple(sorted(found))


def _reglamentos() -> Json:
    return {"versions": list(_versions())}


def _versions() -> Iterator[tuple[HouseReglamento, list[str]]]:
    """Each version, newest first, with the tables that are open under it or propose it."""
    floor = tables.in_order()
    for row in HouseReglamento.objects.order_by("slug", "-version"):
        used = [table.name for table in floor if table.open and table.reglamento == str(row)]
        yield row, used


def _check(request: HttpRequest) -> Done:
    rules = reglamentos.check(_file(request))
    said = _("%(name)s: %(title)s, on the base of %(base)s. This file is good.") % {
        "name": rules.slug,
        "title": rules.title,
        "base": rules.base,
    }
    return f"{said} {reglamentos.warning(rules)}".strip()


def _add(request: HttpRequest) -> Done:
    rules, is_new = reglamentos.add(by(request), _file(request))
    said = _("%(name)s is kept.") if is_new else _("%(name)s was kept already.")
    return f"{said % {'name': rules.name}} {reglamentos.warning(rules)}".strip()


def _file(request: HttpRequest) -> Source:
    file = request.FILES.get("file")
    if file is None:
        raise Refusal("no_file")
    return Source(str(file.name), file.read(LARGEST + 1))
