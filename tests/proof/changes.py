"""Ways to forge a shift, for somebody who has the casino's key: functions of the manifest and the records."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from tests.proof.shifts import events_of

Json = dict[str, Any]
Change = Callable[[Json, list[Json]], None]


def paid(number: int, path: str, value: Any) -> Change:
    """In the payment `number` (from 0), the field at `path` is `value`."""

    def change(manifest: Json, records: list[Json]) -> None:
        put(events_of(records, "pass_settled")[number], path, value)

    return change


def happened(kind: str, number: int, path: str, value: Any) -> Change:
    def change(manifest: Json, records: list[Json]) -> None:
        put(events_of(records, kind)[number], path, value)

    return change


def by_terms(path: str, value: Any) -> Change:
    def change(manifest: Json, records: list[Json]) -> None:
        for terms in manifest["reglamentos"].values():
            put(terms, path, value)

    return change


def put(target: Any, path: str, value: Any) -> None:
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in way:
        target = target[step]
    target[last] = value


def without_line(number: int, line: int) -> Change:
    def change(manifest: Json, records: list[Json]) -> None:
        del events_of(records, "pass_settled")[number]["settlements"][line]

    return change


def with_a_line_twice(manifest: Json, records: list[Json]) -> None:
    lines = events_of(records, "pass_settled")[0]["settlements"]
    lines.append(deepcopy(lines[1]))


def without(kind: str) -> Change:
    def change(manifest: Json, records: list[Json]) -> None:
        for record in records:
            record["events"] = [event for event in record["events"] if event["type"] != kind]

    return change


def with_another_end(manifest: Json, records: list[Json]) -> None:
    manifest["ends"]["cagnotte"] += 10


def with_another_beginning(manifest: Json, records: list[Json]) -> None:
    manifest["begins"]["cagnotte"] = 10


def without_terms(manifest: Json, records: list[Json]) -> None:
    manifest["reglamentos"] = {}


def in_another_schema(manifest: Json, records: list[Json]) -> None:
    records[2]["schema"] += 1
