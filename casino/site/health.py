"""Health checks: whether this process is alive, and whether it can serve."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex
from shutil import disk_usage

from django.contrib.sessions.models import Session
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.common.refusals import Refusal
from casino.common.sql import outage
from tables.door import access
from tables.models import Table
from tables.record.audit.scheduled import standing

WITHIN = 2.0  # seconds in which a thread for commands has to be free
LITTLE = 16 * 2**20  # bytes of room on the disk

_migrated = False


class HealthMiddleware:
    """Answers those who ask how this process is before anybody looks at the name by which they ask: who watches the
    machines knows them by their addresses."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._views = {"/healthz": ready, "/livez": live}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = self._views.get(request.path_info)
        return view(request) if view else self._get_response(request)


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """/livez: 200 as long as the process answers; touches no database."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """/healthz: 200 if commands can be answered now: the database answers, takes writes and has every migration, and
    not every thread for commands waits for something. Otherwise 503 with the reason.

    `audit` is there when the daily audit is overdue or found something broken: the tables go on, somebody must look.
    """
    reason = trouble()
    status = {"status": reason or "ok"}
    if not reason and (found := standing()) != "ok":
        status["audit"] = found
    return JsonResponse(status, status=503 if reason else 200)


def trouble() -> str | None:
    """Why this process cannot serve, as one word that is safe to publish; None if it can."""
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT 1")
        if not _is_migrated():
            return "migrations"
        _lock()
    except (DatabaseError, InterfaceError, Refusal):
        return "database"
    if not _takes_writes():
        return "database"
    return None if _is_free(access.commands) else "commands"


def _is_free(threads: ThreadPoolExecutor) -> bool:
    """Whether one of them is free, or is so in time."""
    call = threads.submit(bool)
    try:
        call.result(WITHIN)
    except TimeoutError:
        call.cancel()
        return False
    return True


def _lock() -> None:
    """As a command does, of which it has to wait for nobody: a server that only reads refuses it, and so does a
    database, or a table of it, that somebody else keeps for himself."""
    with transaction.atomic():
        list(Table.objects.select_for_update(skip_locked=True).values_list("pk")[:1])


def _takes_writes() -> bool:
    """A full disk still answers questions. So a row is written and removed where there is doubt."""
    if not outage.is_suspected() and _has_room():
        return True
    try:
        with transaction.atomic():
            key, now = token_hex(16), timezone.now()
            Session.objects.create(session_key=key, session_data="", expire_date=now).delete()
    except (DatabaseError, InterfaceError, Refusal):
        return False
    outage.is_over()
    return True


def _has_room() -> bool:
    """Whether the embedded database's disk has room; that of a server is its own affair."""
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor != "sqlite" or database.is_in_memory_db():  # type: ignore[attr-defined]
        return True
    return disk_usage(Path(database.settings_dict["NAME"]).parent).free > LITTLE


def _is_migrated() -> bool:
    # Cached once true, so that a probe every second costs one SELECT.
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated
