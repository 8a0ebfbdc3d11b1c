"""The house: its overview, its settings, its logo, its reglamentos."""

import re
from collections.abc import Callable
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings as django_settings
from django.contrib import messages
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from casino.administration import reglamentos, settings, tables
from casino.administration.csv_list import LARGEST, Source
from casino.administration.labels import SETTING_GROUPS, SETTINGS
from casino.administration.pages.common import Done, answer, by, page, show, units
from casino.common import currency
from casino.common.answers import LOCAL
from casino.common.currency import chips
from casino.common.house import LONG_PHASES, house
from casino.common.json_input import Json
from casino.common.pages.listing import Column, said_in
from casino.common.pages.ordered import in_order
from casino.common.refusals import Refusal
from casino.house.logo import read as read_logo
from casino.people.access import READING
from casino.people.models import Token, User
from tables.models import HouseReglamento, Table
from tables.record.reglamentos.chances import DECKS
from tables.rules.visible import is_seen

A_YEAR = 365 * 24 * 60 * 60  # seconds
CHECKED = "reglamento"  # what a signed file is signed for
CHIP = "chip_"  # what the field of a chip's colour is called, before its value
MOST_MINUTES, MOST_SESSIONS, MOST_SECONDS, MOST_PASSES = 600, 20, 7200, 500

VERSIONS = (
    Column(gettext_lazy("Version"), name="version"),
    Column(gettext_lazy("Since"), name="since"),
    Column(gettext_lazy("In use at")),
    Column(gettext_lazy("Proposed at")),
)
VERSION_KEYS: dict[str, Callable[[Any], Any]] = {
    "since": lambda found: found[0].at,
    "version": lambda found: (found[0].slug, found[0].version),
}
NEWEST_FIRST = {"order": "-since"}


class Segment(forms.RadioSelect):
    """A choice of few, which stand beside each other."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The choices as one control of the page."""
        shown = self.get_context(name, value, attrs)["widget"]
        return mark_safe(render_to_string("parts/segment.html", {"widget": shown}))  # noqa: S308 - a template's own


class HouseForm(forms.Form):
    """The settings. Amounts are typed in the currency, and kept in its smallest unit."""

    HOUSE_NAME = forms.CharField(max_length=60)
    HOUSE_ADDRESS = forms.CharField(max_length=120, required=False)
    TAX_NUMBER = forms.CharField(max_length=40, required=False)
    LICENCE = forms.CharField(max_length=80, required=False)
    LANGUAGE_CODE = forms.ChoiceField(choices=django_settings.LANGUAGES, widget=Segment)
    TIME_ZONE = forms.ChoiceField(choices=lambda: [(zone, zone) for zone in _time_zones()])
    CURRENCY = forms.RegexField(r"^[A-Z]{3}$")
    DECIMALS = forms.TypedChoiceField(
        coerce=int, choices=[(number, number) for number in range(5)], widget=Segment
    )
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
    BET_SECONDS = forms.IntegerField(min_value=0, max_value=tables.MOST_BET_SECONDS)
    NEXT_GAME = forms.RegexField(
        r"^([01]\d|2[0-3]):[0-5]\d$", required=False, widget=forms.TextInput({"type": "time"})
    )
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

    @property
    def groups(self) -> list[tuple[str, list[Any]]]:
        """(title, fields) of each group of the page; what belongs to none stands in the last."""
        left, found = list(self.fields), []
        for title, names in SETTING_GROUPS:
            here = [name for name in left if name in names]
            left = [name for name in left if name not in here]
            found.append((str(title), here))
        found[-1][1].extend(left)
        return [(title, [self[name] for name in names]) for title, names in found if names]

    def clean_HOUSE_NAME(self) -> str:
        """The name, of which everything can be seen."""
        return self._seen("HOUSE_NAME")

    def clean_HOUSE_ADDRESS(self) -> str:
        """The address, of which everything can be seen."""
        return self._seen("HOUSE_ADDRESS")

    def clean_TAX_NUMBER(self) -> str:
        """The tax number, of which everything can be seen."""
        return self._seen("TAX_NUMBER")

    def clean_LICENCE(self) -> str:
        """The licence, of which everything can be seen."""
        return self._seen("LICENCE")

    def _seen(self, name: str) -> str:
        said = str(self.cleaned_data[name])
        if said and not is_seen(said):
            raise ValidationError(_("There is a character in it that nobody can see. Type it anew."))
        return said

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
    """Show what there is, and what a new house still needs."""
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
    settings.give_logo(by(request), _file(request))
    return _("The house has this logo now.")


def _take_logo_away(request: HttpRequest) -> Done:
    settings.take_logo_away(by(request))
    return _("The house has no logo now.")


LOGO_ACTS = {"logo": _give_logo, "no-logo": _take_logo_away}


@require_safe
def logo(request: HttpRequest, digest: str) -> HttpResponse:
    """The picture with this digest, which never changes, for everybody: it stands on the login, on walls and on sheets.
    Raises Refusal (`no_such_page`)."""
    image = read_logo(digest)
    if image is None:
        raise Refusal("no_such_page")
    answer = HttpResponse(image, content_type="image/png")
    answer["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    answer["Content-Security-Policy"] = (
        "default-src 'none'; sandbox"  # opened by itself it is a picture, and no more
    )
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@page("house-reglamentos")
def house_reglamentos(request: HttpRequest) -> HttpResponseBase:
    """The house's own reglamentos: every version, where it is in use, and a new one."""
    acts = {"check": _check, "add": _add}
    return answer(request, "reglamentos.html", lambda: _reglamentos(request), acts, request.path)


def _initial() -> Json:
    now, places = settings.present(), house().decimals
    values = " ".join(currency.typeable(value, places) for value in sorted(now["DENOMINATIONS"]))
    return now | {"DENOMINATIONS": values, "COUNTER_LIMIT": currency.typeable(now["COUNTER_LIMIT"], places)}


def _time_zones() -> list[str]:
    """Time zones of places, and UTC; also the one that the house has."""
    places = {zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")}
    return sorted(places | {"UTC", house().time_zone})


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


def _reglamentos(request: HttpRequest) -> Json:
    """Each version, with the tables that are open under it, and those that propose it."""
    floor = tables.in_order()
    found = [
        (
            row,
            [table for table in floor if table.open and table.reglamento == str(row)],
            [table for table in floor if table.proposal.get("reglamento") in (row.slug, str(row))],
        )
        for row in HouseReglamento.objects.all()
    ]
    listed = in_order(found, VERSIONS, VERSION_KEYS, NEWEST_FIRST | said_in(request.GET, ("order", "page")))
    is_new = "new" in request.GET or "act" in request.POST
    return {**listed.shown, "is_new": is_new}


def _check(request: HttpRequest) -> Done:
    """What the file says, and the file itself, signed: only what somebody has looked at is kept."""
    source = _file(request)
    rules = reglamentos.check(source)
    kept = signing.dumps([source.name, source.data.decode()], salt=CHECKED, compress=True)
    found = {"rules": rules, "rows": reglamentos.table(rules), "decks": DECKS, "file": kept}
    return {"checked": found | {"warnings": reglamentos.warnings(rules, source)}}


def _add(request: HttpRequest) -> Done:
    try:
        name, text = signing.loads(request.POST.get("checked", ""), salt=CHECKED)
    except signing.BadSignature as error:
        raise Refusal("no_file") from error
    rules, is_new = reglamentos.add(by(request), Source(name, text.encode()))
    said = _("%(name)s is kept.") if is_new else _("%(name)s was kept already.")
    return said % {"name": rules.name}


def _file(request: HttpRequest) -> Source:
    file = request.FILES.get("file")
    if file is None:
        raise Refusal("no_file")
    return Source(str(file.name), file.read(LARGEST + 1))
