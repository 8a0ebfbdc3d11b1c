"""The anchor that covers a closed shift, printed on its sheet."""

from dataclasses import replace

from casino.common.wording import lazy_text as _
from ledger.cage.models import Shift
from tables.anchors.making import covering
from tables.reports.report import Report, Seal


def sealed(report: Report, shift: Shift) -> Report:
    """The sheet of a closed shift with the first anchor that was made after its end, which is made now if need be. The
    same as before where the shift is open, or no anchor can be made."""
    anchor = covering(shift.end.at) if shift.end else None
    if anchor is None:
        return report
    text = f"{_('Anchor')} {anchor.number} · {anchor.at[:19]}Z · {anchor.short}"
    return replace(report, seal=Seal(text, anchor.printed))
