"""The anchor that covers a closed shift, printed on its sheet."""

from dataclasses import replace

from casino.common import moments
from casino.common.wording import lazy_text as _
from ledger.cage.models import Shift
from tables.anchors.covering import covering
from tables.reports.report import Report, Seal


def sealed(report: Report, shift: Shift) -> Report:
    """The sheet of a closed shift with the first anchor that was made after its end, or a note that there is none yet.
    That of an open shift as it is."""
    if not shift.end:
        return report
    anchor = covering(shift.end)
    if anchor is None:
        said = _("This sheet has no seal yet: the server tries again every minute. Print it again then.")
        return replace(report, notes=(*report.notes, said))
    text = f"{_('Anchor')} {anchor.number} · {moments.second(anchor.moment)} · {anchor.short}"
    return replace(report, seal=Seal(text, anchor.printed))
