"""How templates are read, and what `collectstatic` leaves: static files, and what nginx answers by itself."""

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
from casino.site.joined import Read, sent


class TemplateLoader(filesystem.Loader):
    """Reads templates from `DIRS` without their indentation, which only serves the reader of the source."""

    def get_contents(self, origin: Origin) -> str:
        """The template's source without indentation."""
        return without_indentation(super().get_contents(origin))


class StaticStorage(CompressedStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Joins the sheets and scripts of a page, and compresses each file once. Everybody may read what it makes, whatever
    the umask: Django sees to that for the files themselves (FILE_UPLOAD_PERMISSIONS)."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join and compress what was collected, and add the answers of nginx."""
        for name in () if dry_run else paths:
            if name.endswith((".css", ".js")) and not name.startswith("vendor/"):
                Path(self.path(name)).write_text(sent(name, _reader(paths)))
        for name, compressed, is_done in super().post_process(paths, dry_run, **options):
            if compressed:
                Path(self.path(compressed)).chmod(0o644)
            yield name, compressed, is_done
        for name, content in () if dry_run else gateway_answers():
            path = Path(self.path(name))
            path.write_text(content)
            path.chmod(0o644)
            yield name, name, True


def _reader(paths: dict[str, Any]) -> Read:
    """Reads what was collected where it came from: a file by its name."""

    def read(name: str) -> str:
        storage, path = paths[name]
        return Path(storage.path(path)).read_text()

    return read


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
