"""A house serves as a role that does not own its tables; whoever reads its figures keeps his rights."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.operations import sealing
from tests.operations.houses import Novamas, house

ROLE, PASSWORD = f"novamas_serving_{os.getpid()}", "only here"
READER = f"novamas_bi_{os.getpid()}"


def test_a_migrated_house_serves_as_that_role(tmp_path: Path, new_house: Path) -> None:
    with house(tmp_path, "split", new_house) as owner:
        if not (url := owner.environment.get("DATABASE_URL")):
            return  # SQLite has no roles
        where = urlsplit(url)
        serving = where._replace(netloc=f"{ROLE}:only%20here@{where.hostname}:{where.port}").geturl()
        both = owner.environment | {
            "DATABASE_URL": serving,
            "DATABASE_OWNER_URL": url,
            "SERVING_PASSWORD": PASSWORD,
        }
        owner.end()
        try:
            _live_with(both)
        finally:
            with psycopg.connect(url, autocommit=True) as server:
                server.execute(f'DROP OWNED BY "{ROLE}", "{READER}"')
            with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
                for (name,) in server.execute(
                    "SELECT datname FROM pg_database WHERE datname LIKE 'novamas_split%'"
                ):
                    server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
                server.execute(f'DROP ROLE "{ROLE}", "{READER}"')


def _live_with(environment: dict[str, str]) -> None:
    made = Novamas(environment)
    assert made.run("manage", "serving_role", ROLE)[0] == 0
    assert made.run("manage", "figures_role", READER)[0] == 0
    made.end()
    _take_rights(environment["DATABASE_OWNER_URL"])
    again = Novamas(environment)
    assert again.run("manage", "migrate", "--verbosity", "0")[0] == 0  # which gives them anew
    again.end()
    novamas = Novamas(environment)
    novamas.done("user", "add", "bruno", "jefe")
    assert novamas.done("support-bundle", novamas.var / "support.zip")["file"]
    assert "BACKUP_CONFIG" in novamas.refused("backup")
    with psycopg.connect(environment["DATABASE_OWNER_URL"]) as owner:
        for schema, may in (("figures", True), ("figures_people", False)):
            right = owner.execute("SELECT has_schema_privilege(%s, %s, 'USAGE')", [READER, schema])
            assert right.fetchone() == (may,)
    novamas.done("user", "add", "leo", "jefe")
    assert len(novamas.done("user", "list")) == 2
    assert novamas.done("audit", "--scheduled")["holds"]
    sealed = sealing.run(environment, "-", "this", novamas.var)
    assert sealed.returncode == 0, sealed.stdout
    novamas.end()


def _take_rights(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'REVOKE ALL ON ALL TABLES IN SCHEMA public FROM "{ROLE}"')
