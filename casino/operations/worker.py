"""Answers of a worker on this machine about itself."""

import http.client
import json
import os
import re
import time
import urllib.error
import urllib.request

NOT_OURS = "no answer of ours"
READY = "ok"
RELEASE = re.compile(r'^novamas_info\{[^}]*release="([^"]*)"', re.MULTILINE)  # among the metrics
PATIENCE = 60.0  # seconds in which a worker that was started must be ready


def health(port: int | str, host: str = "127.0.0.1") -> str:
    """The status that the worker on this port answers, `ok` if it is ready; otherwise why there is none. `host`: a name
    that the house answers to."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/healthz", headers={"Host": host})
    try:
        with urllib.request.urlopen(asked, timeout=5) as answer:  # noqa: S310
            return _status(answer.read())
    except urllib.error.HTTPError as error:
        return _status(error.read())
    except OSError as error:
        return str(getattr(error, "reason", error))
    except http.client.HTTPException:  # whoever listens there does not speak HTTP
        return NOT_OURS


def awaited(port: int | str, host: str = "127.0.0.1", patience: float = PATIENCE) -> str:
    """Return what the worker on this port says once it is ready, or when `patience` (seconds) is over."""
    deadline = time.monotonic() + patience
    while (says := health(port, host)) != READY and time.monotonic() < deadline:
        time.sleep(0.2)
    return says


def release(port: int | str, host: str = "127.0.0.1") -> str:
    """The release that the worker on this port runs; empty if it does not say, or METRICS_TOKEN does not let us ask."""
    headers = {"Host": host, "Authorization": f"Bearer {os.environ.get('METRICS_TOKEN', '')}"}
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/metrics", headers=headers)
    try:
        with urllib.request.urlopen(asked, timeout=5) as answer:  # noqa: S310
            found = RELEASE.search(answer.read().decode(errors="replace"))
    except (OSError, http.client.HTTPException):
        return ""
    return found[1] if found else ""


def _status(body: bytes) -> str:
    try:
        return str(json.loads(body)["status"])
    except (ValueError, KeyError, TypeError):
        return NOT_OURS
