"""What is installed where."""

import argparse
from dataclasses import dataclass
from pathlib import Path

from casino.operations.answer import Fault
from casino.operations.settings_file import OF_SIGNERS
from deploy.installation.standing import FIRST_PORT, Standing, standing
from deploy.installation.two_machines import wishes
from deploy.installation.two_machines.wishes import TwoMachines

# The wishes that become settings of the house -> what a new house gets without them
OF_THE_HOUSE = {
    "CURRENCY": "ARS",
    "DECIMALS": "0",
    "TIME_ZONE": "America/Argentina/Buenos_Aires",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
}

LOCAL = "postgres://novamas@/novamas?host=/var/run/postgresql"  # the database on this machine, for who serves
PLACE = "BACKUP_TO"  # the setting of where backups go
ELSEWHERE = {"DATABASE_URL": "database", "DATABASE_OWNER_URL": "owner"}  # setting -> option


@dataclass(frozen=True, slots=True)
class Plan:
    """The wishes for one house, and the places that follow from them. `root`: the machine itself, or a folder that
    stands for it, in which nothing but files is made. `before`: what stands there. `asked`: the settings that the
    command line names. `database`: empty if it is on this machine."""

    root: Path
    before: Standing
    name: str
    ports: tuple[int, ...]  # of the workers
    database: str
    owner: str
    certificate: Path | None
    key: Path | None
    acme: str
    http: int
    https: int
    front: str  # the proxy before nginx
    asked: tuple[tuple[str, str], ...]
    house: TwoMachines | None = None  # of which this is one, if the house has two
    bundle: Path | None = None  # the signed release that is to serve; None: this checkout
    new_signers: Path | None = None  # names the keys that the house is to believe from now on

    @property
    def serves(self) -> bool:
        """Whether the house is served here: a witness only votes."""
        return self.house is None or self.house.pair.serves

    @property
    def is_machine(self) -> bool:
        """Whether it is this machine that is installed, and not a folder."""
        return self.root == Path("/")

    @property
    def settings(self) -> dict[str, str]:
        """Settings of the house that stand there, and those of a new one."""
        return OF_THE_HOUSE | dict(self.asked) | self.before.settings

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
        """Where backups go, unless another place is named."""
        return self.root / "var/backups/novamas"

    @property
    def place(self) -> str:
        """Where they are to go: that folder, or what the house has named."""
        return dict(self.asked).get(PLACE) or self.before.settings.get(PLACE) or str(self.backups)

    @property
    def backs_up(self) -> bool:
        """Whether the PostgreSQL of the house is this machine's, or of two machines, and not somebody else's."""
        return self.serves and (self.house is not None or not self.database)

    @property
    def pgbackrest(self) -> Path:
        """The configuration of what makes them."""
        return self.etc / "pgbackrest"

    @property
    def pair(self) -> tuple[Path, Path]:
        """The certificate in use, and its key."""
        return self.etc / "tls/certificate.pem", self.etc / "tls/key.pem"

    @property
    def signers(self) -> Path:
        """Names the keys that the house believes of a release; not there where it asks for no signature."""
        return self.etc / OF_SIGNERS

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
        "make install", description="Installs No Va Más on Debian 12 or 13, or brings it up to date."
    )
    _add_wishes(found)
    _add_places(found)
    wishes.add(found)
    return found


def _add_wishes(found: argparse.ArgumentParser) -> None:
    """What is not said again stays as it is."""
    found.add_argument("--name", help="under which tablets reach the house, such as tables.casino.example")
    found.add_argument("--workers", type=int, help="processes that serve (2)")
    for name, what in (
        ("CURRENCY", "three letters; fixed once money has moved"),
        ("DECIMALS", "of the currency"),
        ("TIME_ZONE", "of the house"),
    ):
        option = f"--{name.lower().replace('_', '-')}"
        found.add_argument(option, help=f"{what}; of a new house ({OF_THE_HOUSE[name]})")
    found.add_argument(
        "--certificate", type=Path, help="a file in PEM, with the whole chain; without it one is made"
    )
    found.add_argument("--key", type=Path, help="the certificate's key, in PEM")
    found.add_argument(
        "--acme", default="", metavar="EMAIL", help="get a certificate from Let's Encrypt instead"
    )
    found.add_argument(
        "--bundle", type=Path, metavar="FILE", help="the signed release, as make bundle makes it"
    )
    found.add_argument(
        "--signers", type=Path, metavar="FILE", help="the keys that a release is believed by from now on"
    )
    found.add_argument("--check", action="store_true", help="only say what is missing")


def _add_places(found: argparse.ArgumentParser) -> None:
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
    found.add_argument(
        "--backup-to",
        metavar="PLACE",
        help="a folder of another machine that is mounted here, or s3://BUCKET/FOLDER",
    )
    found.add_argument("--redis-url", "--redis", metavar="URL", help=f"({OF_THE_HOUSE['REDIS_URL']})")
    found.add_argument(
        "--front", metavar="ADDRESS", help="of a proxy before nginx, whose X-Forwarded headers are believed"
    )
    found.add_argument("--http", type=int, help="port (80)")
    found.add_argument("--https", type=int, help="port (443)")
    found.add_argument("--first-port", type=int, help=f"of the first worker ({FIRST_PORT})")


def plan_of(options: argparse.Namespace) -> Plan:
    """The plan of a command line, and of what stands there."""
    root = options.root.resolve()
    etc, site = root / "etc/novamas", root / "etc/nginx/conf.d/novamas.conf"
    before = standing(site, etc / "novamas.env", etc / "owner.env")
    named = {name: getattr(options, name.lower()) for name in OF_THE_HOUSE}
    asked = named | {name: getattr(options, option) for name, option in ELSEWHERE.items()}
    asked[PLACE] = options.backup_to
    there = before.settings.get("DATABASE_URL", "")
    name = options.name if options.name is not None else before.name
    two = wishes.read(options, name, root, before.settings.get("METRICS_TOKEN", ""))
    if two and two.pair.serves:
        options.database = two.pair.url("novamas", "serving")
        options.owner = two.pair.url("novamas_owner", "owner")
        if there not in ("", options.database):
            raise Fault(
                f"The house has another database already (DATABASE_URL in {etc / 'novamas.env'}): back it up, and restore"
                " it when two machines without a house have become one."
            )
    return Plan(
        root=root,
        before=before,
        name=name,
        ports=_ports(options.workers, options.first_port, before.ports),
        database=options.database or there.replace(LOCAL, ""),
        owner=options.owner or before.settings.get("DATABASE_OWNER_URL", ""),
        certificate=options.certificate,
        key=options.key,
        acme=options.acme,
        http=options.http if options.http is not None else before.http,
        https=options.https if options.https is not None else before.https,
        front=options.front or before.front,
        asked=tuple((name, value) for name, value in asked.items() if value),
        house=two,
        bundle=options.bundle,
        new_signers=options.signers,
    )


def _ports(workers: int | None, first: int | None, before: tuple[int, ...]) -> tuple[int, ...]:
    if workers is None and first is None:
        return before
    begin = before[0] if first is None else first
    return tuple(range(begin, begin + (len(before) if workers is None else workers)))
