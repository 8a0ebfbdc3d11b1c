"""`manage.py figures_role NAME`: let a PostgreSQL role read the house's figures, and nothing else."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from casino.common.sql import limits
from tables.reports.figures import reader, views


class Command(BaseCommand):
    """Make the views and grant the rights; run it as the owner of the tables. Exits with 1 on SQLite."""

    help = (
        "Lets a PostgreSQL role read the views of figures (docs/figures.md). FIGURES_PASSWORD: its password."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="of the role, made if there is none")
        parser.add_argument("--people", action="store_true", help="the views that name players, too")

    def handle(self, *args: Any, name: str, people: bool, **options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("SQLite has no roles and no such views: read the figures over the API.")
        limits.lift()
        if fault := views.make():
            raise CommandError(f"The views cannot be made: {fault}")
        try:
            reader.grant(name, people=people, password=os.environ.get("FIGURES_PASSWORD"))
        except reader.ReadsMore as found:
            raise CommandError(f"{name} has rights elsewhere: {found}. Choose a role of its own.") from found
        except DatabaseError as error:
            raise CommandError(f"{str(error).splitlines()[0]}: see docs/figures.md.") from error
        self.stdout.write(f"{name} reads figures{' and figures_people' if people else ''}, and nothing else.")
