"""The configuration of one of the three machines: what `make install` writes, and what `make two-machines` tries."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import NamedTuple

from deploy.installation import backups

HERE = Path(__file__).resolve().parent
TLS = Path("/etc/novamas/pair")
BACKUPS = Path("/etc/novamas/pgbackrest")
PORT = 5000  # of HAProxy, on this machine alone
ROLES = ("superuser", "replication", "rest", "serving", "owner")  # whose passwords both machines know


class File(NamedTuple):
    """`owner`: the user whose file it is."""

    path: Path
    text: str
    mode: int = 0o644
    owner: str = "root"


@dataclass(frozen=True, slots=True)
class Pair:
    """`machines`: name → address, the two that serve and the witness; `here`: the name of this one; `address`: under
    which tablets reach the house, with the length of its network; `passwords`: of ROLES; `certificates`: the authority's,
    then name → certificate and key."""

    machines: Mapping[str, str]
    here: str
    address: str
    interface: str
    postgresql: str  # its major version
    passwords: Mapping[str, str]
    authority: str
    certificates: Mapping[str, tuple[str, str]]

    @property
    def serves(self) -> bool:
        """Whether it is one of the two."""
        return self.here in [*self.machines][:2]

    @property
    def ip(self) -> str:
        """Of this machine."""
        return self.machines[self.here]

    @property
    def other(self) -> str:
        """The address of the other one that serves."""
        return next(ip for name, ip in [*self.machines.items()][:2] if name != self.here)

    @property
    def server(self) -> backups.Server:
        """The PostgreSQL of either machine."""
        return backups.Server(f"/var/lib/postgresql/{self.postgresql}/novamas", "5432", "/var/run/postgresql")

    @property
    def said(self) -> str:
        """The setting PAIR."""
        return ",".join(f"{name}={ip}" for name, ip in self.machines.items())

    def url(self, role: str, password: str, database: str = "novamas") -> str:
        """The database's address on both machines."""
        return f"postgres://{role}:{self.passwords[password]}@127.0.0.1:{PORT}/{database}"


def files(pair: Pair) -> Iterator[File]:
    """Every file of this machine, its certificate's first."""
    certificate, key = pair.certificates[pair.here]
    yield File(TLS / "ca.pem", pair.authority)
    yield File(TLS / "certificate.pem", certificate)
    yield File(TLS / "etcd.key", key, 0o600, "etcd")
    said = _said(pair)
    yield File(Path("/etc/default/etcd"), _filled("etcd", said))
    if pair.serves:
        yield File(TLS / "postgres.key", key, 0o600, "postgres")
        yield File(Path("/etc/patroni/config.yml"), _filled("patroni.yml", said), 0o600, "postgres")
        drop_in = Path("/etc/systemd/system/patroni.service.d/novamas.conf")
        yield File(drop_in, (HERE / "patroni.service").read_text())
        yield File(Path("/etc/haproxy/haproxy.cfg"), _filled("haproxy.cfg", said))
        yield File(Path("/etc/keepalived/keepalived.conf"), _filled("keepalived.conf", said))


def _filled(name: str, said: Mapping[str, object]) -> str:
    return Template((HERE / name).read_text()).substitute(said)


def _said(pair: Pair) -> dict[str, object]:
    """What the templates name."""
    first, second, _witness = pair.machines.values()
    router = (
        hashlib.sha256(pair.address.encode()).digest()[0] or 1
    )  # another house of the same network has another
    return {
        **pair.passwords,
        "here": pair.here,
        "ip": pair.ip,
        "other": pair.other if pair.serves else "",
        "a": first,
        "b": second,
        "tls": TLS,
        "members": ",".join(f"{ip}:2379" for ip in pair.machines.values()),
        "cluster": ",".join(f"{name}=https://{ip}:2380" for name, ip in pair.machines.items()),
        "data": pair.server.data,
        "sockets": pair.server.sockets,
        "archiving": "\n".join(f'    {name}: "{value}"' for name, value in backups.settings(BACKUPS).items()),
        "binaries": f"/usr/lib/postgresql/{pair.postgresql}/bin",
        "address": pair.address,
        "interface": pair.interface,
        "router": router,
        "priority": 101 if pair.ip == first else 100,
    }
