"""The anchor that covers a closed shift: reading only."""

import logging

from django.conf import settings

from casino.journal import chain
from ledger.cage.models import Closing
from tables.anchors import file
from tables.anchors.anchor import Anchor

log = logging.getLogger("tables.anchors")


def covering(closing: Closing) -> Anchor | None:
    """The first anchor of this house's journal that was made after the closing, told by its number there and not by any
    clock. None if there is none yet, or the file cannot be read, which is logged."""
    number = chain.number_of(Closing.journal_kind, closing.pk)
    try:
        return next((one for one in file.anchors(settings.ANCHORS) if _covers(one, number)), None)
    except OSError:
        log.exception("the anchors in %s cannot be read", settings.ANCHORS)
        return None


def _covers(anchor: Anchor, number: int) -> bool:
    return anchor.journal.number >= number and chain.has_head(anchor.journal.number, anchor.journal.digest)
