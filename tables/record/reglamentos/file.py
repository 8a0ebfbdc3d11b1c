"""A house's own reglamento as a TOML file: one of the product's reglamentos as the base, with other values.

slug = "casa"
title = "Punto y Banca de la Casa"
base = "argentina"

[drawing]                # moves: D draws, S stands, W is free
punto = "DDDDDWSSSS"     # by total 0…9
[drawing.banca]          # by banca's total: punto's third card 0…9, then punto stood
6 = "SSSSSSDDSSS"

[deductions]             # of a win, as fractions: banca's bets, the holder's bank, a suite
banca = "1/20"

[payouts]
tie = 9                  # to 1

[[chance]]               # one more to bet on, or one of the base paid otherwise
slug = "dragon-7"
names = { es = "Dragón 7", en = "Dragon 7" }
pays = [{ winner = "banca", banca_total = 7, banca_cards = 3, to_one = 40 }]
maximum = "1/20"         # of the table's

[settings]               # what a table has unless the jefe says otherwise
decks = 8

[staffing]               # how many people of each post; 0: none
croupier = 2

[words]
tie = "Empate"

[articles]               # the house's own words for articles of the base
30 = "De toda apuesta ganadora a banca se descuenta el cinco por ciento."
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)
from pydantic_core import ErrorDetails

from casino.common.answers import LOCAL
from casino.common.wording import lazy_text as gettext_lazy
from casino.common.wording import text as _
from casino.people.permissions import POSTS
from tables.engine import Refusal
from tables.engine.table import settings
from tables.record.reglamentos.chances import with_chances
from tables.record.reglamentos.fault import Fault
from tables.record.reglamentos.places import line_of
from tables.rules.chances import Chance
from tables.rules.drawing import DrawingTable
from tables.rules.reglamento import Reglamento, called
from tables.rules.reglamentos import REGLAMENTOS


def _share(said: object) -> Fraction:
    if not isinstance(said, str) or not SHARE.fullmatch(said) or Fraction(said) >= 1:
        raise ValueError(_('a share is written "1/20" and is less than the whole'))
    return Fraction(said)


def _readable(text: str) -> str:
    if CONTROL.search(text):
        raise ValueError(_("a control character"))
    return text


def _one_of(*names: str) -> AfterValidator:
    def check(said: str) -> str:
        if said not in names:
            raise ValueError(_("one of %(names)s") % {"names": ", ".join(names)})
        return said

    return AfterValidator(check)


CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")  # but the tab and the end of a line
SHARE = re.compile(r"\d{1,4}(/[1-9]\d{0,3})?")
Share = Annotated[Fraction, BeforeValidator(_share)]
Total = Annotated[str, StringConstraints(pattern=r"^[0-7]$")]
PuntoRow = Annotated[str, StringConstraints(pattern=r"^[DSW]{8}SS$")]
BancaRow = Annotated[str, StringConstraints(pattern=r"^[DS]{11}$")]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Drawing(_Part):
    punto: PuntoRow | None = None
    banca: dict[Total, BancaRow] = {}


class _Deductions(_Part):
    banca: Share | None = None
    bank: Share | None = None
    suite: Share | None = None


class _Payouts(_Part):
    tie: Annotated[int, Field(ge=1, le=100)] | None = None


class _File(_Part):
    slug: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{1,29}$")]
    title: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60), AfterValidator(_readable)
    ]
    base: str
    drawing: _Drawing = _Drawing()
    deductions: _Deductions = _Deductions()
    payouts: _Payouts = _Payouts()
    settings: dict[str, Any] = {}
    staffing: dict[Annotated[str, _one_of(*POSTS)], Annotated[int, Field(ge=0, le=9)]] = {}
    words: dict[
        Annotated[str, _one_of("tie", "punto", "banca")],
        Annotated[str, StringConstraints(min_length=1, max_length=20), AfterValidator(_readable)],
    ] = {}
    articles: dict[
        str,
        Annotated[
            str,
            StringConstraints(strip_whitespace=True, min_length=1, max_length=2000),
            AfterValidator(_readable),
        ],
    ] = {}
    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")] | None = None
    chance: list[Any] = []


def read_reglamento(text: str, version: int = 1) -> Reglamento:
    """The reglamento that a TOML text describes. Raises Fault if it is not valid."""
    try:
        said = _File.model_validate(_parsed(text))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        path = tuple(part for part in first["loc"] if part != "[key]")
        raise Fault(line_of(text, path), f"{'.'.join(map(str, path))}: {_said_of(first)}") from error
    return _built(said, text, version)


# What is said of an error of pydantic's, by its type; a field's own sentence is the value error's
SAID = {
    "missing": gettext_lazy("it is missing"),
    "extra_forbidden": gettext_lazy("there is no such thing"),
    "string_type": gettext_lazy("a text in quotes is needed"),
    "string_too_short": gettext_lazy("it is empty"),
    "string_too_long": gettext_lazy("at most %(max_length)s characters"),
    "string_pattern_mismatch": gettext_lazy("it has to fit %(pattern)s"),
    "int_type": gettext_lazy("a whole number is needed"),
    "greater_than_equal": gettext_lazy("at least %(ge)s"),
    "less_than_equal": gettext_lazy("at most %(le)s"),
    "list_type": gettext_lazy("a list is needed"),
    "dict_type": gettext_lazy("a table is needed"),
    "model_type": gettext_lazy("a table is needed"),
    "value_error": "%(error)s",
}


def _said_of(error: ErrorDetails) -> str:
    return str(SAID[error["type"]]) % error.get("ctx", {})


def _parsed(text: str) -> dict[str, Any]:
    """Raises Fault for a text that is no TOML, or that nobody writes: nested by the thousand, a number of thousands of
    digits."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Fault(_line_in(str(error)), _("this cannot be read as TOML")) from error
    except RecursionError as error:
        raise Fault(1, _("nested too deeply")) from error
    except ValueError as error:
        raise Fault(1, _("a number has too many digits")) from error


def _built(said: _File, text: str, version: int) -> Reglamento:
    base = REGLAMENTOS.get(said.base)
    if base is None:
        raise Fault(
            line_of(text, ("base",)),
            _("base: there is no reglamento %(base)s of the product") % {"base": said.base},
        )
    if said.slug in REGLAMENTOS:
        raise Fault(line_of(text, ("slug",)), _("slug: %(slug)s is the product's own") % {"slug": said.slug})
    _check_fits(said, base, text)
    rules = replace(
        base,
        slug=said.slug,
        title=said.title,
        version=version,
        drawing=_drawing(said.drawing, base.drawing),
        settings={
            **base.settings,
            **{name: settings.as_held(value) for name, value in said.settings.items()},
        },
        words={**base.words, **called(**said.words)},
        base=base.slug,
        source=base.source.with_own(said.articles, said.language or ""),
        chances=tuple(_base_chance(chance, said) for chance in base.chances),
        staffing=_staffing(said.staffing, base.staffing),
    )
    rules = _with_deductions(rules, said.deductions)
    return with_chances(rules, said.chance, text)


def _base_chance(chance: Chance, said: _File) -> Chance:
    """A chance of the base at what `[deductions]` and `[payouts]` say of it."""
    if chance.slug == "banca" and said.deductions.banca is not None:
        return replace(chance, commission=said.deductions.banca)
    if chance.slug == "tie" and said.payouts.tie:
        return replace(
            chance, pays=tuple(replace(line, to_one=Fraction(said.payouts.tie)) for line in chance.pays)
        )
    return chance


def _check_fits(said: _File, base: Reglamento, text: str) -> None:
    """Raise Fault for impossible settings, and for values of something that the base does not have."""
    slugs = {chance.slug for chance in base.chances}
    has: Mapping[tuple[str, str], bool] = {
        ("deductions", "banca"): "banca" in slugs,
        ("deductions", "bank"): base.bank_tax is not None,
        ("deductions", "suite"): base.suite is not None,
        ("payouts", "tie"): "tie" in slugs,
    }
    for (part, name), there in has.items():
        if getattr(getattr(said, part), name) is not None and not there:
            raise Fault(
                line_of(text, (part, name)),
                _("%(name)s: %(base)s has no such thing") % {"name": f"{part}.{name}", "base": base.slug},
            )
    _check_said_once(said, text)
    for number in said.articles:
        if number not in base.source.articles:
            raise Fault(
                line_of(text, ("articles", number)),
                _("articles: %(base)s has no article %(number)s") % {"base": base.slug, "number": number},
            )
    try:
        settings.read(base, said.settings, 1)
    except Refusal as refusal:
        setting = refusal.fields["setting"]
        raise Fault(
            line_of(text, ("settings", setting)), f"settings.{setting}: {refusal.text(LOCAL)}"
        ) from refusal


def _check_said_once(said: _File, text: str) -> None:
    blocks = {block.get("slug"): block for block in said.chance if isinstance(block, dict)}
    if said.deductions.banca is not None and "commission" in blocks.get("banca", {}):
        raise Fault(line_of(text, ("deductions", "banca")), _("deductions.banca: say the commission once"))
    if said.payouts.tie and "pays" in blocks.get("tie", {}):
        raise Fault(line_of(text, ("payouts", "tie")), _("payouts.tie: say what tie pays once"))


def _drawing(said: _Drawing, base: DrawingTable) -> DrawingTable:
    rows = {int(total): row for total, row in said.banca.items()}
    return replace(base, punto=said.punto or base.punto, banca={**base.banca, **rows})


def _staffing(said: Mapping[str, int], base: Mapping[str, int]) -> dict[str, int]:
    return {post: needed for post, needed in {**base, **said}.items() if needed}


def _with_deductions(rules: Reglamento, said: _Deductions) -> Reglamento:
    tax, suite = rules.bank_tax, rules.suite
    return replace(
        rules,
        bank_tax=replace(tax, rate=said.bank) if tax and said.bank is not None else tax,
        suite=replace(suite, rate=said.suite) if suite and said.suite is not None else suite,
    )


def _line_in(message: str) -> int:
    found = re.search(r"line (\d+)", message)
    return int(found[1]) if found else 1
