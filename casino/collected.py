"""The static files as `collectstatic` leaves them for nginx, which reads them as another user."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whitenoise.storage import CompressedStaticFilesStorage


class Storage(CompressedStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Compresses each file once. Everybody may read what it makes, whatever the umask: Django sees to that for the
    files themselves (FILE_UPLOAD_PERMISSIONS)."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Compress what was collected."""
        for name, compressed, is_done in super().post_process(paths, dry_run, **options):
            if compressed:
                Path(self.path(compressed)).chmod(0o644)
            yield name, compressed, is_done
