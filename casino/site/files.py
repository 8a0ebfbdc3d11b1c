"""How templates are read, and what `collectstatic` leaves for nginx: static files, and what it answers by itself."""

from collections.abc import Iterator
from json import dumps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template import Origin
from django.template.loader import render_to_string
from django.template.loaders import filesystem
from django.utils import translation
from whitenoise.storage import CompressedStaticFilesStorage

from casino.common.answers import refused
from casino.common.refusals import Refusal
from casino.common.text import without_indentation


class TemplateLoader(filesystem.Loader):
    """Reads templates from `DIRS` without their indentation, which only serves the reader of the source."""

    def get_contents(self, origin: Origin) -> str:
        """The template's source without indentation."""
        return without_indentation(super().get_contents(origin))


class StaticStorage(CompressedStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Compresses each file once. Everybody may read what it makes, whatever the umask: Django sees to that for the
    files themselves (FILE_UPLOAD_PERMISSIONS)."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Compress what was collected, and add the answers of nginx."""
        for name, compressed, is_done in super().post_process(paths, dry_run, **options):
            if compressed:
                Path(self.path(compressed)).chmod(0o644)
            yield name, compressed, is_done
        for name, content in () if dry_run else gateway_answers():
            path = Path(self.path(name))
            path.write_text(content)
            path.chmod(0o644)
            yield name, name, True


def gateway_answers() -> Iterator[tuple[str, str]]:
    """(name of a file, content) of what nginx answers itself (deploy/nginx.conf): the page while no worker answers, and
    the refusal of too many requests in each language, `too_fast.es.json`, and in the product's own, `too_fast.json`."""
    yield "down.html", render_to_string("down.html", {"languages": settings.LANGUAGES})
    for code, _ in settings.LANGUAGES:
        with translation.override(code):
            content = dumps(refused(Refusal("too_fast"))[1], ensure_ascii=False)
        yield f"too_fast.{code}.json", content
        if code == settings.LANGUAGE_CODE:
            yield "too_fast.json", content
