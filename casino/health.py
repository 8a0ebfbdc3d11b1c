"""Health checks: whether this process is alive, and whether it can serve."""

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

_migrated = False


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """/livez: 200 as long as the process answers; touches no database."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """/healthz: 200 if the database answers and every migration is applied, otherwise 503 with the reason."""
    trouble = _trouble()
    status = {"status": trouble or "ok"}
    return JsonResponse(status, status=503 if trouble else 200)


def _trouble() -> str | None:
    """Why this process cannot serve, as one word that is safe to publish; None if it can."""
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT 1")
        return None if _is_migrated() else "migrations"
    except DatabaseError:
        return "database"


def _is_migrated() -> bool:
    # Cached once true, so that a probe every second costs one SELECT.
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated
