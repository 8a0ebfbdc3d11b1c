"""A process ends though a thread of it does not. That a busy server ends in order is shown by `make stopping`, which CI
runs in short."""

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings


def test_a_thread_that_waits_for_ever_does_not_keep_the_process(tmp_path: Path) -> None:
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "casino.settings"}
    done = subprocess.run(
        [sys.executable, "-c", STUCK],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0
    assert "has not ended by itself" in done.stderr


STUCK = """
import threading
from django.core.wsgi import get_wsgi_application
get_wsgi_application()
from casino import draining
draining.ENDS_WITHIN = 0.1
threading.Thread(target=threading.Event().wait).start()
draining.end_at_last()
"""
