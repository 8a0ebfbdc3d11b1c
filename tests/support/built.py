"""A house that is built once for all tests of a module."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker


@contextmanager
def built_for_a_module(blocker: DjangoDbBlocker, build: Callable[[], object]) -> Iterator[None]:
    """What `build` does, in a transaction that is never committed. Each test's own transaction is a savepoint in it,
    so that the next test finds the house as it was built; in the end it is looked whether every row still is."""
    with blocker.unblock(), transaction.atomic():
        build()
        rows = all_rows()
        yield
        assert all_rows() == rows, "a test has left something behind"
        transaction.set_rollback(True)


def all_rows() -> dict[str, list[Any]]:
    """What the database holds, by model."""
    models = (model for model in apps.get_models() if model._meta.managed)
    return {model._meta.label: list(model._base_manager.order_by("pk").values_list()) for model in models}
