"""A phase that takes unusually long."""

from casino.common.wording import lazy_text as _
from tables.alerts.alert import Alert, Gravity
from tables.facts.phase_pace import usual_seconds
from tables.labels.game import phase_label
from tables.screen import TableView

LONG = "long"  # how the keys of these alerts begin


def overdue(view: TableView) -> list[Alert]:
    """That the phase takes unusually long, from the moment when it does; empty where it may last. Another threshold is
    another occasion: who has seen it by the old one is told by the new one."""
    phase = view.snapshot["phase"]
    usual = usual_seconds(phase)
    if not usual or not view.since or view.snapshot["suspended"]:
        return []
    key = f"{LONG}-{int(view.since.timestamp())}-{usual}"
    what, detail = _("Unusually long"), phase_label(phase)
    return [Alert(key, Gravity.LIGHT, "◷", what, view.since, detail=detail, after=usual)]
