"""Check of the house's directory: whether it answers as it is set, and by the same clock; and who administers the house
while it does not."""

from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from django.conf import settings
from django.utils.translation import gettext as _

from casino.administration import people
from casino.administration.directory import groups, provider
from casino.common.refusals import Refusal
from casino.operations.doctor.finding import Finding, fault, fine, warning


def directory() -> Iterator[Finding]:
    """Nothing where the house has none."""
    if not provider.is_on():
        return
    said = {"issuer": settings.DIRECTORY_ISSUER, "most": provider.LEEWAY}
    if not people.has_administrator():
        yield warning(
            "directory", _("Nobody administers the house while the directory does not answer: make a login.")
        )
    if not groups.in_order():
        yield warning(
            "directory", _("No group of the directory has a role: the administrator gives them on its page.")
        )
    try:
        _itself, hour = provider.discover()
    except Refusal as refusal:
        detail = str(refusal.fields.get("reason", ""))
        if refusal.code == "directory_down":
            yield fault("directory", _("%(issuer)s does not answer: nobody comes in by it.") % said, detail)
        else:
            yield fault(
                "directory",
                _("%(issuer)s does not say of itself what is set or can be taken: look at DIRECTORY_ISSUER.")
                % said,
                detail,
            )
        return
    off = _off(hour)
    if off is not None and off > provider.LEEWAY:
        says = _(
            "The clocks of the directory and of this machine differ by %(off)s s: it lets in at most %(most)s."
        )
        yield fault("directory", says % (said | {"off": f"{off:.0f}"}))
    else:
        yield fine("directory", _("%(issuer)s answers, and its clock is ours.") % said)


def _off(hour: str) -> float | None:
    """The seconds between what it says and now; None where it says no hour."""
    try:
        return abs((parsedate_to_datetime(hour) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
