"""What is installed where."""

import argparse
from dataclasses import dataclass
from pathlib import Path

FIRST_PORT = 8001  # of the first worker


@dataclass(frozen=True, slots=True)
class Plan:
    """The wishes for one house, and the places that follow from them. `root`: the machine itself, or a folder that
    stands for it, in which nothing but files is made."""

    root: Path
    name: str
    workers: int
    database: str
    owner: str
    redis: str
    certificate: Path | None
    key: Path | None
    acme: str
    http: int
    https: int
    first_port: int
    settings: tuple[tuple[str, str], ...]

    @property
    def is_machine(self) -> bool:
        """Whether it is this machine that is installed, and not a folder."""
        return self.root == Path("/")

    @property
    def ports(self) -> list[int]:
        """Of the workers."""
        return [self.first_port + number for number in range(self.workers)]

    @property
    def opt(self) -> Path:
        """Where the releases are."""
        return self.root / "opt/novamas"

    @property
    def etc(self) -> Path:
        """Settings and certificate."""
        return self.root / "etc/novamas"

    @property
    def var(self) -> Path:
        """What the house keeps."""
        return self.root / "var/lib/novamas"

    @property
    def backups(self) -> Path:
        """Where backups go."""
        return self.root / "var/backups/novamas"

    @property
    def units(self) -> Path:
        """systemd's units of this machine."""
        return self.root / "etc/systemd/system"

    @property
    def site(self) -> Path:
        """nginx's site."""
        return self.root / "etc/nginx/conf.d/novamas.conf"

    @property
    def command(self) -> Path:
        """The command `novamas`."""
        return self.root / "usr/local/bin/novamas"


def parser() -> argparse.ArgumentParser:
    """The command line of `make install`."""
    found = argparse.ArgumentParser(
        "make install", description="Installs No Va Más on Debian 12, or brings it up to date."
    )
    found.add_argument(
        "--name", required=True, help="under which tablets reach the house, such as tables.casino.example"
    )
    found.add_argument("--workers", type=int, default=2, help="processes that serve (2)")
    found.add_argument("--currency", default="ARS", help="three letters; fixed once money has moved (ARS)")
    found.add_argument("--decimals", default="0", help="of the currency (0)")
    found.add_argument("--time-zone", default="America/Argentina/Buenos_Aires")
    found.add_argument(
        "--certificate", type=Path, help="a file in PEM, with the whole chain; without it one is made"
    )
    found.add_argument("--key", type=Path, help="the certificate's key, in PEM")
    found.add_argument(
        "--acme", default="", metavar="EMAIL", help="get a certificate from Let's Encrypt instead"
    )
    found.add_argument("--check", action="store_true", help="only say what is missing")
    found.add_argument(
        "--root", type=Path, default=Path("/"), help="install into a folder that stands for the machine"
    )
    found.add_argument(
        "--database", default="", metavar="URL", help="a PostgreSQL elsewhere than on this machine"
    )
    found.add_argument(
        "--owner",
        default="",
        metavar="URL",
        help="the same database, as the role that owns its tables; the role of --database then only serves",
    )
    found.add_argument("--redis", default="redis://127.0.0.1:6379/0", metavar="URL")
    found.add_argument("--http", type=int, default=80, help="port (80)")
    found.add_argument("--https", type=int, default=443, help="port (443)")
    found.add_argument(
        "--first-port", type=int, default=FIRST_PORT, help=f"of the first worker ({FIRST_PORT})"
    )
    return found


def plan_of(options: argparse.Namespace) -> Plan:
    """The plan of a command line."""
    house = ("CURRENCY", options.currency), ("DECIMALS", options.decimals), ("TIME_ZONE", options.time_zone)
    return Plan(
        root=options.root.resolve(),
        name=options.name,
        workers=options.workers,
        database=options.database,
        owner=options.owner,
        redis=options.redis,
        certificate=options.certificate,
        key=options.key,
        acme=options.acme,
        http=options.http,
        https=options.https,
        first_port=options.first_port,
        settings=house,
    )
