"""Loads templates without their indentation, which only serves the reader of the source."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Reads templates from `DIRS` and strips the indentation of each line. HTML treats a line break like a space."""

    def get_contents(self, origin: Origin) -> str:
        """The template's source without indentation."""
        return INDENTATION.sub("\n", super().get_contents(origin))
