"""The first part of a backup's content: what it holds, and the house's files; the database follows."""

import json
from typing import Protocol

from django.utils.translation import gettext as _

from casino.common.json_input import Json
from casino.operations.answer import Fault
from casino.operations.backup.sealed import Opening

LARGEST = 1 << 28  # bytes


class Writer(Protocol):
    """Something that content is written to."""

    def write(self, data: bytes) -> None:
        """Add to the content."""


def write(to: Writer, manifest: Json) -> None:
    """Write the manifest with its length."""
    text = json.dumps(manifest).encode()
    to.write(len(text).to_bytes(8, "big") + text)


def read(opened: Opening, name: str) -> Json:
    """The manifest; what is read after it is the database. Raises Fault."""
    length = int.from_bytes(opened.read(8), "big")
    if length > LARGEST:
        says = _("%(file)s has a manifest that is larger than any that this product writes.")
        raise Fault(says % {"file": name})
    found: Json = json.loads(opened.read(length))
    return found
