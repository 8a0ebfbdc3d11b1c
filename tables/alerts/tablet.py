"""The console of a table in play is gone: nothing can be entered there."""

from collections.abc import Iterator, Sequence

from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from tables import tablets
from tables.alerts.alert import Alert, Gravity
from tables.beside import Fact
from tables.models import ConsoleSeen
from tables.notify import Subject
from tables.screen import TableView

LOST = Fact(Subject.PEOPLE)
IS_LOCKED = Fact(Subject.PEOPLE)


def tablet_alerts(view: TableView) -> Iterator[Alert]:
    """It goes when a console of the table is back. Who worked there, and whether a tablet only waits for its PIN."""
    if view.snapshot["suspended"] or not tablets.is_missed(view.snapshot["phase"]):
        return
    gone: ConsoleSeen | None = view.beside.kept(LOST, None, lambda: tablets.lost().get(view.slug))
    if gone is None:
        return
    is_locked = view.beside.kept(IS_LOCKED, gone.pk, lambda: tablets.waits_for_pin(view.slug))
    yield Alert(
        f"tablet-{int(gone.at.timestamp())}",
        Gravity.GRAVE,
        "⌁",
        _("Tablet offline"),
        gone.at,
        gone.person,
        gettext("One waits for its PIN") if is_locked else "",
        act=_("Open the table"),
        place="table-staff",
    )


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together which have lost their tablet."""
    gone = tablets.lost()
    for view in views:
        view.beside.learn(LOST, None, gone.get(view.slug))
