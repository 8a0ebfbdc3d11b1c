"""A count of cards that cannot be: a card that the shoe could not hold, and a stop card that came too early."""

from collections.abc import Iterator, Sequence

from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.common.wording import titled
from tables.door import alert_log
from tables.models import RefusedCard
from tables.record.reglamentos.catalogue import resolve
from tables.view.alerts.alert import Alert, Gravity
from tables.view.screen import KeptFact, TableView


def card_alerts(view: TableView) -> Iterator[Alert]:
    """In no order."""
    yield from (_refused(one) for one in _refused_and_unseen(view))
    early = view.stop_card_early_by()
    if early:
        yield _early(view, early)


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together the refused cards that nobody has seen."""
    found = _unseen(views)
    for view in views:
        _refused_and_unseen.learn(view, found.get(view.slug, []))


@KeptFact
def _refused_and_unseen(view: TableView) -> list[RefusedCard]:
    return _unseen([view]).get(view.slug, [])


def _unseen(views: Sequence[TableView]) -> dict[str, list[RefusedCard]]:
    """Slug → its newest, newest first."""
    slugs = {view.table.pk: view.slug for view in views if view.table}
    newest = {(one.table_id, _key(one)): one for one in alert_log.refused_cards(slugs)}
    seen = alert_log.of_tables(newest.keys())
    found: dict[str, list[RefusedCard]] = {}
    for key, one in newest.items():
        if key not in seen:
            found.setdefault(slugs[one.table_id], []).append(one)
    return {slug: cards[: alert_log.CARDS_SHOWN] for slug, cards in found.items()}


def _key(one: RefusedCard) -> str:
    return f"card-{one.pk}"


def _refused(one: RefusedCard) -> Alert:
    where = f"{gettext('Pass')} {one.hand} · {gettext('Shoe')} {one.shoe}"
    return Alert(
        _key(one),
        Gravity.SERIOUS,
        _("A card too many: the shoe has none left"),
        one.at,
        one.actor,
        f"{one.card} · {where}",
        act=_("See"),
        once=True,
    )


def _early(view: TableView, early: int) -> Alert:
    """By the sentence that says what the stop card is for."""
    article = resolve(view.snapshot["reglamento"]).article("last_pass")
    return Alert(
        f"stop_card-{view.snapshot['shoe']['number']}",
        Gravity.SERIOUS,
        _("The stop card came before its place"),
        None,
        detail=titled(gettext("Cards too early, by the count"), str(early)),
        article=article,
        act=_("See"),
    )
