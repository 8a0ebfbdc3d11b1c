"""What the workers stand on: PostgreSQL and Redis of this run alone, and how it is asked whether something is ready."""

import asyncio
import glob
import os
import shutil
import signal
import subprocess
from pathlib import Path

import psycopg

from deploy.bench.http import Connection
from deploy.faults.services import Service

POSTGRES_PLACES = "/usr/lib/postgresql/*/bin"
INITIAL = ("-A", "trust", "-E", "UTF8", "--locale=C")
ASKING = 6.0  # seconds that a service may take to say that it is ready


def postgres(folder: Path, disk: Path, port: int) -> Service:
    """A new cluster on this disk."""
    data, binaries = disk / "postgres", _binaries()
    owner = None if os.geteuid() else "postgres"
    data.mkdir()
    if owner:
        shutil.chown(data, owner, owner)
    who = {"user": owner, "group": owner, "extra_groups": []} if owner else {}
    line = [f"{binaries}/initdb", "-D", str(data), "-U", "postgres", *INITIAL]
    subprocess.run(line, check=True, capture_output=True, cwd="/", **who)  # type: ignore[call-overload]
    settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "max_wal_size=128MB")
    options = [part for setting in settings for part in ("-c", setting)]
    command = [f"{binaries}/postgres", "-D", str(data), "-p", str(port), *options]

    async def is_ready() -> bool:
        try:
            url = f"postgres://postgres@127.0.0.1:{port}/postgres?connect_timeout=2"
            (await asyncio.to_thread(psycopg.connect, url)).close()
        except psycopg.Error:
            return False
        return True

    log = folder / "postgres.log"
    return Service("postgres", command, is_ready, dict(os.environ), log, owner, stops_with=signal.SIGINT)


def _binaries() -> Path:
    found = shutil.which("initdb") or next(iter(sorted(glob.glob(f"{POSTGRES_PLACES}/initdb"))), None)
    if found is None:
        raise RuntimeError("PostgreSQL is not installed")
    return Path(found).resolve().parent


def redis(folder: Path, port: int) -> Service:
    """Without a disk."""
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]

    async def is_ready() -> bool:
        return await _answers(port, b"PING\r\n", b"+PONG")

    return Service("redis", command, is_ready, dict(os.environ), folder / "redis.log")


async def is_served(port: int) -> bool:
    """Whether /healthz says so."""
    connection = Connection(port, {})
    try:
        async with asyncio.timeout(ASKING):
            return (await connection.get("/healthz"))[0] == 200
    except (OSError, EOFError, TimeoutError, ValueError):
        return False
    finally:
        connection.close()


async def _answers(port: int, said: bytes, expected: bytes) -> bool:
    try:
        async with asyncio.timeout(ASKING):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            answer = await reader.readline()
            writer.close()
    except (OSError, TimeoutError):
        return False
    return answer.startswith(expected)
