"""Whether a year is proved: an audit has held up to heads behind its end, and its own lead to these."""

from django.conf import settings

from casino.common import signing
from casino.journal import chain
from casino.journal.models import Entry
from casino.operations.answer import Fault
from casino.operations.language import gettext as _
from casino.operations.seal.extent import NOTHING, Extent
from tables.models import Record, Table
from tables.record.anchors.anchor import Anchor, ChainHead
from tables.record.audit.anchored import newest_proof
from tables.record.stored import digest_of


def proof_of(extent: Extent) -> Anchor:
    """The anchor that says so. Raises Fault where there is none, or the chains since are not those it names."""
    proof, refused = newest_proof(settings.ANCHORS, [*signing.old_keys(), signing.public_key()])
    if refused:
        raise Fault(f"{refused[:1].upper()}{refused[1:]}.")
    tables = proof.proved.tables if proof else {}
    for slug, span in extent.tables.items():
        due = tables.get(slug, NOTHING)
        if due.number < span.head.number:
            says = _(
                "Table %(table)s is proved up to record %(proved)s, and the year ends with record %(last)s: novamas"
                " audit --scheduled proves the rest."
            )
            raise Fault(says % {"table": slug, "proved": due.number, "last": span.head.number})
        if _record_at(slug, span.head, due.number) != due.digest:
            says = _("The record of %(table)s is not the one that was proved: novamas audit says what it is.")
            raise Fault(says % {"table": slug})
    if proof is None or proof.proved.journal.number < extent.journal.head.number:
        raise Fault(
            _("The journal of the year is not proved to its end: novamas audit --scheduled proves the rest.")
        )
    if _entry_at(extent.journal.head, proof.proved.journal.number) != proof.proved.journal.digest:
        raise Fault(_("The journal is not the one that was proved: novamas audit says what it is."))
    return proof.anchor


def _record_at(slug: str, head: ChainHead, number: int) -> str:
    """The digest of a later record, as it follows from the head."""
    table, digest = Table.objects.get(slug=slug), head.digest
    records = Record.objects.filter(table=table, number__gt=head.number, number__lte=number)
    for record in records.order_by("number").iterator(chunk_size=500):
        record.previous = digest
        digest = digest_of(slug, record)
    return digest


def _entry_at(head: ChainHead, number: int) -> str:
    """The digest of a later entry, as it follows from the head."""
    digest, later = head.digest, Entry.objects.filter(number__gt=head.number, number__lte=number)
    for entry in later.order_by("number").iterator(chunk_size=500):
        digest = chain.digest_of(entry.number, entry.place, chain.leaf_of(entry), digest)
    return digest
