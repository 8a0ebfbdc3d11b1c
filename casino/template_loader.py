"""Templates without their indentation: it is for the reader of the source, not for every screen's socket."""

import re

from django.template import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Reads from `DIRS` and drops what each line is indented by; HTML takes a line break for a space either way."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))
