"""The settings of an installed house: a file of NAME=VALUE lines, the one that systemd gives to the workers. And beside
it one for root alone, with what only migrations, backups and restores need: how the owner of the tables logs in."""

import os
import pwd
from pathlib import Path

from casino.operations.answer import Fault

USUAL = Path("/etc/novamas/novamas.env")
OF_OWNER = "owner.env"


def load() -> None:
    """Put the settings of the installed house into the environment, where they do not stand already. Without an
    installed house (a checkout) nothing happens. Raises Fault."""
    path = Path(os.environ.get("NOVAMAS_SETTINGS", USUAL))
    if not path.exists():
        if "NOVAMAS_SETTINGS" in os.environ:
            raise Fault(f"There is no file {path}, which NOVAMAS_SETTINGS names.")
        return
    try:
        text = path.read_text()
    except PermissionError as error:
        raise Fault(f"{path} is for root and the product's own user: run this with sudo.") from error
    for name, value in {**parse(text), **_of_owner(path.with_name(OF_OWNER))}.items():
        os.environ.setdefault(name, value)


def _of_owner(path: Path) -> dict[str, str]:
    """Empty for whoever may not read it: the database then refuses him what needs the owner."""
    try:
        return parse(path.read_text())
    except (FileNotFoundError, PermissionError):
        return {}


def parse(text: str) -> dict[str, str]:
    """The settings of a file; empty lines and those that begin with # or ; are left out, quotes around a value too."""
    lines = [line.strip() for line in text.splitlines()]
    pairs = [line.partition("=") for line in lines if line and line[0] not in "#;" and "=" in line]
    return {name.strip(): _unquoted(value.strip()) for name, _, value in pairs}


def become_product() -> None:
    """Go on as the product's own user (the setting RUN_AS): root would leave files that it cannot read."""
    name = os.environ.get("RUN_AS")
    if not name or os.geteuid() != 0:
        return
    try:
        user = pwd.getpwnam(name)
    except KeyError as error:
        raise Fault(f"There is no user {name} on this machine, which RUN_AS names.") from error
    os.initgroups(name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    os.environ["HOME"] = user.pw_dir


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value
