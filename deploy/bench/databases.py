"""Databases of a run: new PostgreSQL databases that are dropped again, SQLite files in the run's folder."""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

from deploy.bench.context import HOUSE, Bench

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/9"

DATABASES_OF_REDIS = 16  # as its configuration has it

Environment = dict[str, str]  # what the settings of the product read


def answering_postgres() -> str | None:
    """DATABASE_URL, or the usual address on this machine; None if no server answers there."""
    import psycopg

    url = os.environ.get("DATABASE_URL", POSTGRES)
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.Error:
        return None
    return url


def answering_redis() -> str | None:
    """REDIS_URL, or the usual address on this machine; None if no server answers there."""
    import redis

    url = os.environ.get("REDIS_URL", REDIS)
    try:
        redis.Redis.from_url(url, socket_connect_timeout=2).ping()
    except redis.RedisError:
        return None
    return url


@contextmanager
def postgres_database(server_url: str) -> Iterator[str]:
    """The address of a new database, which is dropped afterwards."""
    import psycopg

    name = f"novamas_bench_{secrets.token_hex(4)}"
    with psycopg.connect(server_url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def redis_of_its_own(bench: Bench) -> str | None:
    """An address in Redis at which no other house of this run tells its changes; None where Redis does not answer. Its
    tables have the same names: each house would render those of the others, too."""
    if bench.redis is None:
        return None
    parts = urlsplit(bench.redis)
    number = (int(parts.path.strip("/") or 0) + next(bench.numbers)) % DATABASES_OF_REDIS
    return urlunsplit(parts._replace(path=f"/{number}"))


def house(bench: Bench, url: str | None = None, redis: str | None = None) -> Environment:
    """The environment of a house with an own folder, and without `url` an SQLite file in it."""
    folder = bench.folder / secrets.token_hex(4)
    folder.mkdir()
    own = {"VAR_DIR": str(folder), "SECRET_KEY": secrets.token_urlsafe(50), "LOG_LEVEL": "ERROR"}
    return own | {"DATABASE_URL": url or "", "REDIS_URL": redis or ""}


def migrated(bench: Bench, url: str | None = None, redis: str | None = None) -> Environment:
    """A house whose database has its tables."""
    environment = house(bench, url, redis)
    manage(environment, "migrate")
    return environment


def manage(environment: Environment, *command: str) -> None:
    """Run a command of manage.py. Raises CalledProcessError if it fails."""
    line = [sys.executable, "manage.py", *command, "--verbosity", "0"]
    subprocess.run(line, cwd=HOUSE, env={**os.environ, **environment}, check=True, stdout=subprocess.DEVNULL)
