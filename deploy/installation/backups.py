"""Backups by pgBackRest: its configuration, and what PostgreSQL has to do for it. Its data never leave this machine in the
clear: the place is sealed with a key that is made of the house's backup key."""

import base64
import configparser
import hashlib
import hmac
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STANZA, OBJECTS = "novamas", "s3://"
PATIENCE = 15  # seconds without an answer of a bucket, which each command asks a few times
CONFIG = "pgbackrest.conf"  # in the folder of the configuration; conf.d beside it is the house's own
KEY_SIZE = 32  # bytes
EVERY = 60  # seconds after which also a log that is not full is archived
TEXT = """\
# Made by `make install`: changes are lost; put yours into conf.d/, in files that end with .conf.
[global]
{place}
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass={passphrase}
compress-type=zst
process-max=2
start-fast=y
log-level-file=off
lock-path={sockets}

[{stanza}]
pg1-path={data}
pg1-port={port}
pg1-socket-path={sockets}
"""
UNREADABLE = "FormatError", "CryptoError"  # as pgBackRest calls what it cannot decrypt


@dataclass(frozen=True, slots=True)
class Server:
    """The cluster that is backed up."""

    data: str
    port: str
    sockets: str


def key(file: Path) -> str:
    """The house's backup key, in base64; made if there is none."""
    if not file.exists():
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(base64.b64encode(os.urandom(KEY_SIZE)).decode() + "\n")
    return file.read_text().strip()


def configured(config: Path) -> Server | None:
    """What the configuration that is there says of the cluster; None if there is none."""
    found = configparser.RawConfigParser()
    if not found.read(config / CONFIG):
        return None
    own = found[STANZA]
    return Server(own["pg1-path"], own["pg1-port"], own["pg1-socket-path"])


def text(server: Server, place: str, secret: str) -> str:
    """The configuration of pgBackRest."""
    bucket, _slash, folder = place.removeprefix(OBJECTS).partition("/")
    named = f"repo1-type=s3\nrepo1-s3-bucket={bucket}\nrepo1-path=/{folder}\nio-timeout={PATIENCE}"
    return TEXT.format(
        place=named if place.startswith(OBJECTS) else f"repo1-path={place}",
        passphrase=hmac.digest(base64.b64decode(secret), b"novamas pgbackrest", hashlib.sha256).hex(),
        stanza=STANZA,
        data=server.data,
        port=server.port,
        sockets=server.sockets,
    )


def settings(config: Path) -> dict[str, str]:
    """What PostgreSQL is told."""
    command = f"pgbackrest --config-path={config} --stanza={STANZA} archive-push %p"
    return {"archive_mode": "on", "archive_timeout": str(EVERY), "archive_command": command}


def wrong(place: str, usual: str) -> Iterator[str]:
    """Why the place can be none, a sentence each."""
    if place.startswith(OBJECTS):
        if not place.removeprefix(OBJECTS).partition("/")[0]:
            yield f"“{place}” names no bucket, as s3://backups/casino does."
    elif not place.startswith("/") or "\n" in place:
        yield f"“{place}” is no place for backups: a folder with its whole path, or s3://BUCKET/FOLDER."
    elif place != usual and not Path(place).is_dir():
        yield f"{place}, where backups are to go, is not there: mount it, or make it. It is not made by itself."
    elif Path(place).is_dir() and shutil.disk_usage(place).free < 1 << 30:
        yield f"{place}, where backups are to go, has less than 1 GiB left."


def unreadable(config: str, place: str, owner: str) -> Iterator[str]:
    """Why pgBackRest cannot use the place with this configuration, if it is installed."""
    if not shutil.which("pgbackrest"):
        return
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, CONFIG).write_text(config)
        for path in (folder, Path(folder, CONFIG)):
            shutil.chown(path, owner)
        said = held(Path(folder), owner)["repo"][0]["status"]
    if any(word in said["message"] for word in UNREADABLE):
        yield (
            f"{place} has backups that were made with another backup key: put that key into the place of the house's, or "
            "name another place."
        )
    elif said["code"] == 99:
        yield f"{place} cannot be read: {said['message'].splitlines()[0]}"


def held(config: Path, owner: str) -> Any:
    """What is in the place."""
    return json.loads(called(config, owner, "info", "--output=json"), strict=False)[0]


def go_on(config: Path, owner: str, version: str) -> Iterator[str]:
    """Go on in a place that has the backups of this house under another version of PostgreSQL; yields that."""
    clusters = held(config, owner)["db"]
    if clusters and str(clusters[-1]["version"]) != version:
        called(config, owner, "stanza-upgrade")
        yield f"the backups go on with PostgreSQL {version}"


def is_of_another(config: Path, owner: str, system: str) -> bool:
    """Whether the place has the backups of another cluster than the one with this identifier."""
    clusters = held(config, owner)["db"]
    return bool(clusters) and str(clusters[-1]["system-id"]) != system


def begin(config: Path, owner: str) -> Iterator[str]:
    """Begin with the backups of this cluster in a place that has none; yields that."""
    if not held(config, owner)["db"]:
        called(config, owner, "stanza-create")
        yield "the place of the backups"


def called(config: Path, owner: str, *words: str) -> str:
    """What pgBackRest prints. Raises CalledProcessError."""
    command = ["runuser", "-u", owner, "--", "pgbackrest", f"--config-path={config}", f"--stanza={STANZA}"]
    quiet = "--log-level-console=off", "--log-level-stderr=error"
    done = subprocess.run(
        [*command, *quiet, *words], check=True, capture_output=True, text=True, errors="replace", cwd="/"
    )
    return done.stdout
