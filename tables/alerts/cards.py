"""A count of cards that cannot be: a card that the shoe could not hold, and a stop card that came too early."""

from collections.abc import Iterator, Sequence

from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.common.wording import titled
from tables import alerts_seen, refused_cards
from tables.alerts.alert import Alert, Gravity
from tables.beside import Fact
from tables.house_reglamentos.shelf import resolve
from tables.models import RefusedCard
from tables.notify import Subject
from tables.screen import TableView

REFUSED = Fact(Subject.CARDS, Subject.ALERTS)  # less those that somebody has seen


def card_alerts(view: TableView) -> Iterator[Alert]:
    """In no order."""
    refused = view.beside.kept(REFUSED, None, lambda: _unseen([view]).get(view.slug, []))
    yield from (_refused(one) for one in refused)
    early = view.stop_card_early_by()
    if early:
        yield _early(view, early)


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together the refused cards that nobody has seen."""
    found = _unseen(views)
    for view in views:
        view.beside.learn(REFUSED, None, found.get(view.slug, []))


def _unseen(views: Sequence[TableView]) -> dict[str, list[RefusedCard]]:
    """Slug → its newest, newest first."""
    slugs = {view.table.pk: view.slug for view in views if view.table}
    newest = {(one.table_id, _key(one)): one for one in refused_cards.newest(slugs)}
    seen = alerts_seen.of_tables(newest.keys())
    found: dict[str, list[RefusedCard]] = {}
    for key, one in newest.items():
        if key not in seen:
            found.setdefault(slugs[one.table_id], []).append(one)
    return {slug: cards[: refused_cards.SHOWN] for slug, cards in found.items()}


def _key(one: RefusedCard) -> str:
    return f"card-{one.pk}"


def _refused(one: RefusedCard) -> Alert:
    where = f"{gettext('Pass')} {one.hand} · {gettext('Shoe')} {one.shoe}"
    return Alert(
        _key(one),
        Gravity.SERIOUS,
        "♠",
        _("A card too many: the shoe has none left"),
        one.at,
        one.actor,
        f"{one.card} · {where}",
        act=_("Open the table"),
        once=True,
    )


def _early(view: TableView, early: int) -> Alert:
    """By the sentence that says what the stop card is for."""
    article = resolve(view.snapshot["reglamento"]).article("last_pass")
    return Alert(
        f"stop_card-{view.snapshot['shoe']['number']}",
        Gravity.SERIOUS,
        "♠",
        _("The stop card came before its place"),
        None,
        detail=titled(gettext("Cards too early, by the count"), str(early)),
        article=article,
        act=_("Open the table"),
    )
