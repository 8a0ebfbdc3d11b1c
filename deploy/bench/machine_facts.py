"""What a run ran on: nothing that says where or whose it is."""

import os
import platform
import subprocess
from datetime import UTC, datetime

from deploy.bench.context import HOUSE, Bench


def facts(bench: Bench) -> dict[str, str]:
    """Each as a name and a value."""
    return {
        "Date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "Commit": _commit(),
        "Processor": f"{os.cpu_count()} × {_processor()}",
        "Busy with something else": _load(),
        "Kernel": f"{platform.system()} {platform.release().partition('-')[0]}",
        "Python": platform.python_version(),
        "PostgreSQL": _postgres(bench.postgres),
        "Redis": _redis(bench.redis),
        "Rounds": str(bench.rounds),
    }


def _commit() -> str:
    def git(*line: str) -> str:
        done = subprocess.run(["git", *line], cwd=HOUSE, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    # The page itself is not meant: it is written while the run goes on.
    others = ("--untracked-files=no", "--", ":!docs/performance.*")
    changed = " with changes" if git("status", "--porcelain", *others) else ""
    return f"{git('rev-parse', '--short=12', 'HEAD')}{changed}"


def _processor() -> str:
    with open("/proc/cpuinfo") as lines:
        named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def _load() -> str:
    """The load when the run began: a quiet machine has 0."""
    return f"load {LOAD_BEFORE:.1f} when the run began"


LOAD_BEFORE = os.getloadavg()[0]


def _postgres(url: str | None) -> str:
    import psycopg

    if url is None:
        return "none"
    with psycopg.connect(url) as base:
        return base.execute("SHOW server_version").fetchone()[0].split()[0]  # type: ignore[no-any-return,index]


def _redis(url: str | None) -> str:
    import redis

    return str(redis.Redis.from_url(url).info("server")["redis_version"]) if url else "none"
