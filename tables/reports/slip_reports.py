"""The reports of the counter: one slip to be printed and signed, the list of slips, and the differences of counts."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from casino.common import clock, currency
from casino.common.currency.in_words import in_words
from casino.common.refusals import Refusal
from casino.common.wording import lazy_text as _
from casino.people.access import role_of
from casino.people.labels import ROLES
from casino.people.names import NameOf, names_of_staff, naming
from casino.people.permissions import Right, may
from ledger.cage import selectors
from ledger.cage.exchanges import IN_LIMIT
from ledger.cage.models import Slip, Step
from ledger.cage.slip_rights import counts_blind
from ledger.cage.slips import KINDS, VOID
from tables.door.slips import slug_of, state_of
from tables.record.postings import book_of
from tables.reports import requested
from tables.reports.period import Period
from tables.reports.report import Column, KeyFigure, Kind, Report, Seal, Section, Text
from tables.reports.sections import slips as sections
from tables.view.labels.money import SLIP_LABELS, SLIP_STATE_LABELS, STEP_LABELS
from tables.view.names import names_of

SHOWN = 500


@dataclass(frozen=True, slots=True)
class ChipRow:
    """How many chips of one value are on a slip; the total says only their amount."""

    chip: int | Text
    number: int | None
    amount: int


@dataclass(frozen=True, slots=True)
class StepRow:
    """A request for a slip, or a signature under it."""

    step: Text
    at: datetime
    actor: str
    role: Text
    reason: str


CHIPS: tuple[Column[ChipRow], ...] = (
    Column(_("Chip"), Kind.MONEY, lambda row: row.chip),
    Column(_("How many"), Kind.COUNT, lambda row: row.number),
    Column(_("Amount"), Kind.MONEY, lambda row: row.amount),
)
SIGNATURES: tuple[Column[StepRow], ...] = (
    Column(_("Step"), Kind.TEXT, lambda row: row.step),
    Column(_("Time"), Kind.TIME, lambda row: row.at),
    Column(_("Who"), Kind.TEXT, lambda row: row.actor),
    Column(_("Role"), Kind.TEXT, lambda row: row.role),
    Column(_("Reason"), Kind.TEXT, lambda row: row.reason),
)


def slip_of_request(request: HttpRequest, number: int) -> Report:
    """One slip or receipt; the cage's are for those who may read them."""
    slips = Slip.objects.prefetch_related("taken")
    found = get_object_or_404(slips, number=min(number, selectors.LAST_NUMBER))
    role, slug = role_of(request), slug_of(found.book)
    check_may_read(found, role)
    page = request.build_absolute_uri(reverse("slip", args=[found.number]))
    return replace(
        slip_report(found, role),
        seal=Seal(f"{SLIP_LABELS[found.kind]} {found.number}", page),
        back_url=reverse("money", args=[slug]) if slug else reverse("cage"),
    )


def check_may_read(slip: Slip, role: str) -> None:
    """Raises Http404: the cage's slips are for those who may read them."""
    if slug_of(slip.book) is None and not may(role, Right.READ_SLIPS_OF_CAGE):
        raise Http404


def slips_of_request(request: HttpRequest) -> Report:
    """The slips that were asked for in the period."""
    return slip_list(chosen(request, asked_in(requested.period(request))))


def differences_of_request(request: HttpRequest) -> Report:
    """The counts whose last signature was given in the period, and those asked for in it that still wait."""
    return differences(chosen(request, posted_in(requested.period(request))))


def posted_in(chosen: Period) -> Q:
    """Slips whose difference was posted in that period, as other reports count it, and those asked for in it that
    still wait."""
    signed = Step.objects.filter(done=True, at__gte=chosen.since, at__lt=chosen.until).exclude(name="void")
    # For each slip by itself: a year of them as one list to look in takes minutes.
    return Q(Exists(signed.filter(slip=OuterRef("pk")))) | asked_in(chosen) & selectors.unfinished()


def asked_in(chosen: Period) -> Q:
    """Slips that were asked for in that period."""
    return Q(at__gte=chosen.since, at__lt=chosen.until)


def chosen(request: HttpRequest, within: Q) -> QuerySet[Slip]:
    """The slips of these that the form asks for: of a table, of a kind, above an amount. Raises Refusal."""
    found = Slip.objects.filter(within)
    if slug := request.GET.get("table", ""):
        found = found.filter(book=book_of(requested.table(slug).slug))
    kind = request.GET.get("kind", "")
    found = found.filter(kind=kind) if kind in KINDS else found
    above = request.GET.get("above", "").strip()
    return _above(found, _amount(above)) if above else found


def _amount(said: str) -> int:
    """An amount as somebody typed it. Raises Refusal."""
    amount = currency.typed(said, currency.decimals())
    if amount is None:
        raise Refusal("not_an_amount", of="above", least=0, most=currency.LARGEST)
    return amount


def _above(slips: QuerySet[Slip], amount: int) -> QuerySet[Slip]:
    """The exchanges of those who have exchanged more than that on one of the casino's days, either way, at all tables
    together."""
    exchanges = slips.filter(kind__in=IN_LIMIT).exclude(player="").exclude(taken__name=VOID).order_by()
    by_person: defaultdict[tuple[str, datetime], list[tuple[int, int]]] = defaultdict(list)
    for key, player, at, one in exchanges.values_list("pk", "player", "at", "amount"):
        by_person[player, clock.day_of(at)].append((key, one))
    many = (of for of in by_person.values() if sum(one for _, one in of) > amount)
    return Slip.objects.filter(pk__in=[key for of in many for key, _ in of])


def slip_report(slip: Slip, role: str) -> Report:
    """A slip with its chips and its signatures. A role that counts blind is not told what was expected."""
    name_of = naming(names_of_staff())
    return Report(
        name=f"slip-{slip.number}",
        title=f"{SLIP_LABELS[slip.kind]} {slip.number}",
        key_figures=(*_about(slip), *_expected(slip, role)),
        sections=(*([_chips(slip)] if slip.chips else []), _signatures(slip, name_of)),
        signatures=tuple(sections.signatures(slip, name_of)),
    )


def _about(slip: Slip) -> Iterator[KeyFigure]:
    names = names_of([(slip.book, slip.player)])
    yield KeyFigure(_("Number"), str(slip.number))
    yield KeyFigure(_("Table"), names.place(slip.book))
    yield KeyFigure(_("Time"), slip.at, Kind.TIME)
    yield KeyFigure(_("Amount"), slip.amount, Kind.MONEY)
    yield KeyFigure(_("In words"), in_words(slip.amount))
    yield KeyFigure(_("State"), SLIP_STATE_LABELS[state_of(slip)])
    if slip.player:
        yield KeyFigure(_("Player"), names.player(slug_of(slip.book) or "", slip.player))


def _expected(slip: Slip, role: str) -> Iterator[KeyFigure]:
    if slip.expected is not None and not counts_blind(KINDS[slip.kind].counts, role):
        off = slip.amount - slip.expected
        yield KeyFigure(_("Expected"), slip.expected, Kind.MONEY)
        yield KeyFigure(_("Difference"), off, Kind.SIGNED, abnormal=bool(off))


def _chips(slip: Slip) -> Section[ChipRow]:
    counted = ((int(value), number) for value, number in (slip.chips or {}).items() if number)
    rows = tuple(ChipRow(chip, number, chip * number) for chip, number in sorted(counted, reverse=True))
    return Section(_("Chips"), CHIPS, rows, ChipRow(_("Total"), None, slip.amount), empty=_("No chips."))


def _signatures(slip: Slip, name_of: NameOf) -> Section[StepRow]:
    asked = StepRow(STEP_LABELS["asked"], slip.at, name_of(slip.actor), ROLES[slip.role], slip.reason)
    taken = (
        StepRow(STEP_LABELS[step.name], step.at, name_of(step.actor), ROLES[step.role], step.reason)
        for step in slip.taken.all()
    )
    return Section(_("Signatures"), SIGNATURES, (asked, *taken))


def slip_list(slips: QuerySet[Slip]) -> Report:
    """What they come to, and the slips, the newest first, no more than SHOWN."""
    shown, notes = _newest(slips)
    return Report(
        name="slips", title=_("Slips"), sections=(sections.sums(slips), sections.slips(shown)), notes=notes
    )


def differences(slips: QuerySet[Slip]) -> Report:
    """Every count that found something else than expected. The sum is of those that were signed."""
    counts = slips.exclude(expected=None).exclude(amount=F("expected")).exclude(taken__name="void")
    signed = counts.filter(taken__done=True).aggregate(off=Sum(F("amount") - F("expected")))["off"] or 0
    shown, notes = _newest(counts)
    return Report(
        name="differences",
        title=_("Differences"),
        sections=(sections.differences(shown, signed),),
        notes=notes,
    )


def _newest(slips: QuerySet[Slip]) -> tuple[list[Slip], tuple[Text, ...]]:
    """The newest slips, and a note where there are more."""
    found = list(slips.prefetch_related("taken").order_by("-number")[: SHOWN + 1])
    notes = (_("Only the newest slips are listed: choose a shorter time."),) if len(found) > SHOWN else ()
    return found[:SHOWN], notes
