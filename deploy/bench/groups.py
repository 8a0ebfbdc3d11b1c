"""The groups of rows, in the order in which they are measured. A group's `rows(bench)` gives its rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from deploy.bench.context import Bench
from deploy.bench.measure import Row


@dataclass(frozen=True, slots=True)
class Group:
    """`function`: MODULE:FUNCTION below this package. `in_short`: it belongs to the short form, `only_short` to that
    alone; `only_full`: it takes minutes and belongs to the full form alone."""

    name: str
    function: str
    in_short: bool = False
    only_short: bool = False
    only_full: bool = False

    def rows(self, bench: Bench) -> Iterator[Row]:
        """Measure the group, row by row."""
        module, _, function = self.function.partition(":")
        with bench.closing:
            yield from getattr(import_module(f"deploy.bench.{module}"), function)(bench)


GROUPS = (
    Group("engine", "engine:rows", in_short=True),
    Group("durable-postgresql", "durable:on_postgres"),
    Group("durable-sqlite", "durable:on_sqlite"),
    Group("one-writer", "durable:one_on_sqlite", in_short=True, only_short=True),
    Group("refold-sqlite", "history:refold_on_sqlite", in_short=True),
    Group("rendering", "rendering:rows", in_short=True),
    Group("history", "history:rows"),
    Group("quiet", "quiet:rows"),
    Group("latency", "latency:on_stack"),
    Group("latency-embedded", "latency:embedded"),
    Group("load", "load:rows"),
    Group("closed-loop", "closed_loop:rows"),
    Group("floor-page", "floor_page:rows", only_full=True),
    Group("growth", "growth:rows", only_full=True),
    Group("servers", "compared_servers:rows", only_full=True),
    Group("workers", "second_worker:rows", only_full=True),
    Group("search", "search:rows", only_full=True),
    Group("reports", "reports:rows", only_full=True),
)


def chosen(names: list[str], *, short: bool, full: bool) -> list[Group]:
    """Those that are named, or that belong to the form of the run. Raises KeyError for an unknown name."""
    known = {group.name: group for group in GROUPS}
    if names:
        return [known[name] for name in names]
    if short:
        return [group for group in GROUPS if group.in_short]
    return [group for group in GROUPS if not group.only_short and (full or not group.only_full)]
