"""Sums by the day that the database itself keeps of sums by the hour, so that years are added up in days.

Beside a table of sums by the hour stands one with the same columns, but the date in UTC on which an hour began instead
of the hour. A trigger adds to it whatever is added to an hour. So whatever writes hours, an earlier release included,
keeps the days, in the same transaction.

Django changes a table of SQLite's by making it anew, without its triggers. A migration that changes either table runs
`no_triggers` before and `triggers` after.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Names = tuple[str, ...]

Operation = tuple[Callable[..., None], Callable[..., None]]
ACTS = ("insert", "update", "delete")
DAY = {"postgresql": "({} AT TIME ZONE 'UTC')::date", "sqlite": "substr({}, 1, 10)"}
# The hours of the newest day and of the one before it; also of today's, where a clock has once run ahead
NEWEST = {
    "postgresql": "hour >= (SELECT date_trunc('day', least(max(hour), now()), 'UTC') - interval '1 day' FROM {})",
    "sqlite": "hour >= (SELECT datetime(min(max(hour), datetime('now')), 'start of day', '-1 day') FROM {})",
}


@dataclass(frozen=True, slots=True)
class DailySums:
    """`hours`, `days`: both tables; `key`: the columns beside `hour` or `day` that tell rows apart; `sums`: those that
    are added up."""

    hours: str
    days: str
    key: Names
    sums: Names

    def follow(self) -> Operation:
        """The functions of a migration's RunPython: days follow the hours from now on. The newest, which may still
        change, are filled in."""

        def forwards(apps: Any, schema_editor: Any) -> None:
            vendor = schema_editor.connection.vendor
            _run(schema_editor, self.triggers(vendor))
            _run(schema_editor, [self.fill(vendor, NEWEST[vendor].format(self.hours))])

        def backwards(apps: Any, schema_editor: Any) -> None:
            _run(schema_editor, self.no_triggers(schema_editor.connection.vendor))

        return forwards, backwards

    def fill_in(self) -> Operation:
        """The functions of a migration's RunPython: the missing days are filled in while others add to the newest, so
        that nobody waits. Hours that are over do not change."""

        def forwards(apps: Any, schema_editor: Any) -> None:
            _run(schema_editor, [self.fill(schema_editor.connection.vendor)])

        return forwards, lambda apps, schema_editor: None

    def fill(self, vendor: str, where: str = "true") -> str:
        """The statement that adds the missing days, of hours which fit `where`."""
        day, sums = DAY[vendor].format("hour"), ", ".join(f"SUM({name})" for name in self.sums)
        key = ", ".join(self.key)
        return (
            f"INSERT INTO {self.days} ({self._columns()}) SELECT {key}, {day}, {sums} FROM {self.hours} "  # noqa: S608
            f"WHERE {where} GROUP BY {key}, {day} ON CONFLICT DO NOTHING"
        )

    def triggers(self, vendor: str) -> list[str]:
        """The statements that make the days follow."""
        if vendor == "sqlite":
            steps = {"insert": [self._add], "update": [self._take, self._add], "delete": [self._take]}
            return [
                f"CREATE TRIGGER {self.days}_{act} AFTER {act} ON {self.hours} "
                f"BEGIN {''.join(step(vendor) for step in steps[act])} END"
                for act in ACTS
            ]
        return [
            # With the rights of who owns the tables: who serves only reads the days, also by a trigger of his own.
            f"CREATE FUNCTION {self.days}_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER "
            f"SET search_path = public, pg_temp AS $$ BEGIN {self._followed()} RETURN NULL; END $$",
            f"CREATE TRIGGER {self.days}_follow AFTER INSERT OR UPDATE OR DELETE ON {self.hours} "
            f"FOR EACH ROW EXECUTE FUNCTION {self.days}_follow()",
        ]

    def no_triggers(self, vendor: str) -> list[str]:
        """The statements that end it."""
        if vendor == "sqlite":
            return [f"DROP TRIGGER {self.days}_{act}" for act in ACTS]
        return [f"DROP TRIGGER {self.days}_follow ON {self.hours}", f"DROP FUNCTION {self.days}_follow()"]

    def _followed(self) -> str:
        """Add in one statement what goes to one row, as most changes do; take and add anything else."""
        vendor, key = "postgresql", (*self.key, "hour")
        same = " AND ".join(f"OLD.{name} = NEW.{name}" for name in key)
        return (
            f"IF TG_TABLE_SCHEMA <> 'public' OR TG_TABLE_NAME <> '{self.hours}' THEN "
            f"RAISE EXCEPTION 'permission denied: {self.days} follows {self.hours} only' "
            f"USING ERRCODE = 'insufficient_privilege'; END IF; "
            f"IF TG_OP = 'UPDATE' AND {same} THEN {self._change(vendor)} "
            f"ELSE IF TG_OP <> 'INSERT' THEN {self._take(vendor)} END IF; "
            f"IF TG_OP <> 'DELETE' THEN {self._add(vendor)} END IF; END IF;"
        )

    def _add(self, vendor: str) -> str:
        key = ", ".join(f"NEW.{name}" for name in self.key)
        sums = ", ".join(f"NEW.{name}" for name in self.sums)
        grown = ", ".join(f"{name} = {self.days}.{name} + excluded.{name}" for name in self.sums)
        return (
            f"INSERT INTO {self.days} ({self._columns()}) VALUES ({key}, {DAY[vendor].format('NEW.hour')}, {sums}) "  # noqa: S608
            f"ON CONFLICT ({', '.join((*self.key, 'day'))}) DO UPDATE SET {grown};"
        )

    def _take(self, vendor: str) -> str:
        taken = ", ".join(f"{name} = {name} - OLD.{name}" for name in self.sums)
        return f"UPDATE {self.days} SET {taken} WHERE {self._row(vendor)};"  # noqa: S608

    def _change(self, vendor: str) -> str:
        changed = ", ".join(f"{name} = {name} + NEW.{name} - OLD.{name}" for name in self.sums)
        return f"UPDATE {self.days} SET {changed} WHERE {self._row(vendor)};"  # noqa: S608

    def _row(self, vendor: str) -> str:
        tests = [f"{name} = OLD.{name}" for name in self.key]
        return " AND ".join([*tests, f"day = {DAY[vendor].format('OLD.hour')}"])

    def _columns(self) -> str:
        return ", ".join((*self.key, "day", *self.sums))


def _run(schema_editor: Any, statements: Sequence[str]) -> None:
    for statement in statements:
        schema_editor.execute(statement, params=None)
