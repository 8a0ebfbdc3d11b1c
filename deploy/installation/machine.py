"""What is done to the machine itself: packages, user, database, services. Nothing of it for a folder."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from casino.operations import bundle, release
from casino.operations.answer import Fault
from casino.operations.settings_file import parse
from deploy.installation import backups
from deploy.installation.files import FOLLOWED, OWNER, USER, owner_file, write
from deploy.installation.plan import Plan
from deploy.installation.two_machines import roles
from deploy.installation.two_machines.configuration import PORT
from deploy.installation.two_machines.wishes import TwoMachines

PACKAGES = (
    *("postgresql", "pgbackrest", "redis-server", "nginx", "openssl", "python3-venv", "tzdata"),
    "logrotate",  # nginx's log would grow for ever
    "openssh-client",  # proves the signatures of releases
)
# Whatever the language of who installed PostgreSQL: under LC_ALL=C it would keep bytes, not letters.
AS_TEXT = "ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0"
OF_WITNESS = ("etcd-server", "openssl")
OF_TWO_MACHINES = (*OF_WITNESS, "etcd-client", "patroni", "haproxy", "keepalived", "procps")
LEADING = ("etcd", "patroni", "haproxy", "keepalived")  # their units
PRIMARY = 180.0  # seconds until there must be one
WITHOUT_NETWORK = Path(__file__).with_name("packages.sh")
TARGET, SERVER = "novamas.target", "postgres"  # the user to whom PostgreSQL's files belong
OF_BACKUPS = "novamas-backup.timer", "novamas-proof.timer"
TIMERS = "novamas-audit.timer", "novamas-doctor.timer"


def packages(plan: Plan) -> Iterator[str]:
    """Install the packages that are missing; yields them."""
    wanted = [*PACKAGES, *(["certbot"] if plan.acme else [])] if plan.serves else []
    if plan.house:
        wanted += OF_TWO_MACHINES if plan.serves else OF_WITNESS
    elif plan.database:
        wanted = [name for name in wanted if name not in ("postgresql", "pgbackrest")]
    absent = [
        name for name in wanted if not _said("dpkg-query", "-W", "-f=${Status}", name).endswith(" installed")
    ]
    if absent and plan.bundle:
        with TemporaryDirectory() as folder:
            bundle.unpack(plan.bundle, plan.new_signers or plan.signers, Path(folder), bundle.DEBS)
            Path(folder).chmod(0o755)  # apt reads them as a user of its own
            _install(absent, Path(folder, bundle.DEBS))
    elif absent:
        _install(absent)
    yield from (f"package {name}" for name in absent)


def _install(absent: list[str], debs: Path | None = None) -> None:
    if debs and debs.is_dir():
        _show("sh", str(WITHOUT_NETWORK), str(debs), *absent)
    else:
        _show("apt-get", "update", "-q")
        _show("apt-get", "install", "-y", "-q", "--no-install-recommends", *absent)


def user(plan: Plan) -> Iterator[str]:
    """Make the product's own user; yields it if it was not there."""
    if not _said("getent", "passwd", USER):
        _do(
            "useradd",
            "--system",
            "--user-group",
            "--home-dir",
            str(plan.var),
            "--shell",
            "/usr/sbin/nologin",
            USER,
        )
        yield f"user {USER}"


def two_machines(plan: Plan, changed: bool) -> Iterator[str]:
    """Start what leads from one machine to the other, and make roles and database over the primary; yields what was
    done. Raises Fault where there is none in time: with the witness alone there is no majority yet."""
    if plan.house is None:
        return
    if changed:
        _do("systemctl", "daemon-reload")
    for unit in LEADING if plan.serves else LEADING[:1]:
        if _said("systemctl", "is-enabled", unit) != "enabled":
            _do("systemctl", "enable", unit)
            yield unit
        _do("systemctl", "restart" if changed else "start", "--no-block", unit)
    if not plan.serves:
        return
    if (
        _said("systemctl", "is-enabled", "postgresql") == "enabled"
    ):  # Debian's own cluster has the port of Patroni's
        _do("systemctl", "disable", "--now", "postgresql")
        yield "postgresql is Patroni's"
    deadline = time.monotonic() + PRIMARY
    while True:
        try:
            yield from roles.make(partial(_over_primary, plan.house), plan.house.keys["passwords"])
        except subprocess.CalledProcessError as error:
            if time.monotonic() > deadline:
                raise Fault(
                    "There is no primary: patronictl list says why. Is the witness installed?"
                ) from error
            time.sleep(1)
        else:
            return


def _over_primary(house: TwoMachines, statement: str) -> str:
    """As `_sql`, of whichever machine is the primary."""
    psql = (
        "psql",
        "-qtAX",
        "-v",
        "ON_ERROR_STOP=1",
        "-d",
        f"host=127.0.0.1 port={PORT} user=postgres dbname=postgres",
    )
    known = {**os.environ, "PGPASSWORD": house.keys["passwords"]["superuser"], "PGCONNECT_TIMEOUT": "3"}
    done = subprocess.run(psql, check=True, capture_output=True, text=True, input=statement, env=known)
    return done.stdout.strip()


def database(plan: Plan) -> Iterator[str]:
    """Make the database, the role that owns its tables, and the one that serves, to which the user gets by its name on
    this machine alone; yields what was made. The tables of an installation that had one role go over to the owner."""
    if plan.database:
        return
    for role, rights in ((USER, "LOGIN"), (OWNER, "LOGIN CREATEDB")):
        if not _sql(f"SELECT 1 FROM pg_roles WHERE rolname = '{role}'"):
            _sql(f"CREATE ROLE {role} {rights}")
            yield f"role {role}"
    _sql(f"ALTER ROLE {OWNER} PASSWORD '{_password(owner_file(plan))}'")
    owner = _sql(f"SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = '{USER}'")
    if not owner:
        _sql(f"CREATE DATABASE {USER} OWNER {OWNER} {AS_TEXT}")
        yield f"database {USER}"
    elif owner == USER:
        _sql(f"ALTER DATABASE {USER} OWNER TO {OWNER}")
        _sql(f"REASSIGN OWNED BY {USER} TO {OWNER}", USER)
        yield f"the tables are {OWNER}'s"


def archive(plan: Plan) -> Iterator[str]:
    """Let PostgreSQL archive its log of changes where the backups go; yields what was changed. Raises Fault. Of two
    machines, Patroni tells PostgreSQL, and the one that has the primary begins with the backups."""
    if not plan.backs_up:
        return
    secret, is_new = plan.var / "backup_key", not (plan.var / "backup_key").exists()
    said = backups.text(_server(plan), plan.place, backups.key(secret))
    shutil.chown(secret, USER, USER)
    if is_new:
        yield str(secret)
    if plan.place == str(plan.backups):
        plan.backups.mkdir(exist_ok=True, parents=True, mode=0o700)
        shutil.chown(plan.backups, SERVER, SERVER)
    for wrong in backups.unreadable(said, plan.place, SERVER):
        raise Fault(wrong)
    yield from _configured(plan, said)
    if _leads(plan):
        yield from backups.begin(plan.pgbackrest, SERVER)
    if not plan.house:
        yield from going_on(plan.pgbackrest)
        yield from _archiving(plan)


def _server(plan: Plan) -> backups.Server:
    if plan.house:
        return plan.house.pair.server
    asked = "data_directory", "port", "unix_socket_directories"
    data, port, sockets = (_sql(f"SHOW {name}") for name in asked)
    return backups.Server(data, port, sockets.partition(",")[0].strip())


def _leads(plan: Plan) -> bool:
    """Whether the primary is on this machine."""
    house = plan.house
    return house is None or _over_primary(house, "SELECT host(inet_server_addr())") == house.pair.ip


def _configured(plan: Plan, said: str) -> Iterator[str]:
    file = plan.pgbackrest / backups.CONFIG
    for folder in (plan.pgbackrest, plan.pgbackrest / "conf.d"):
        folder.mkdir(exist_ok=True)
    if write(file, said, 0o640):
        shutil.chown(file, "root", SERVER)
        yield str(file)


def _archiving(plan: Plan) -> Iterator[str]:
    query = "SELECT setting FROM pg_settings WHERE name = '{}'"
    changed = {
        name: value
        for name, value in backups.settings(plan.pgbackrest).items()
        if _sql(query.format(name)) != value
    }
    for name, value in changed.items():
        _sql(f"ALTER SYSTEM SET {name} = '{value}'")
        yield f"PostgreSQL's {name}"
    if "archive_mode" in changed:
        _do("systemctl", "restart", "postgresql")
    elif changed:
        _sql("SELECT pg_reload_conf()")


def going_on(config: Path) -> Iterator[str]:
    """Have the backups go on where PostgreSQL was brought to another version, with the house; yields that. A machine
    without the house is one to which it is restored."""
    if _has_people():
        version = _sql("SELECT current_setting('server_version_num')::int / 10000")
        yield from backups.go_on(config, SERVER, version)


def _has_people() -> bool:
    """Whether the house is in the database, and not only its tables, or none."""
    people = "accounts_user"
    return (
        bool(_sql(f"SELECT to_regclass('{people}')", USER))
        and _sql(f"SELECT EXISTS (TABLE {people})", USER) == "t"
    )


def is_of_another(plan: Plan) -> bool:
    """Whether the place of the backups has those of another cluster, which may be restored here."""
    if not (plan.backs_up and plan.is_machine):
        return False
    asked = "SELECT system_identifier FROM pg_control_system()"
    system = _over_primary(plan.house, asked) if plan.house else _sql(asked)
    return backups.is_of_another(plan.pgbackrest, SERVER, system)


def rights(plan: Plan) -> None:
    """Give the role that serves what it needs of the tables, which are made if there are none."""
    if owner_file(plan).exists():
        _do(str(plan.command), "manage", "migrate", "--verbosity", "0")


def read_units() -> None:
    """Have systemd read units that changed, before anything is started by them."""
    _do("systemctl", "daemon-reload")


def services(plan: Plan, changed: bool) -> Iterator[str]:
    """Start what does not run, and have nginx read what changed; yields what was started."""
    if changed:
        _do("nginx", "-t")
    here = *(() if plan.database else ("postgresql",)), *(OF_BACKUPS if plan.backs_up else ())
    for unit in (*here, "redis-server", "nginx", TARGET, *TIMERS):
        if (
            _said("systemctl", "is-enabled", unit) != "enabled"
            or _said("systemctl", "is-active", unit) != "active"
        ):
            _do("systemctl", "enable", "--now", unit)
            yield unit
    if changed:
        _do("systemctl", "reload", "nginx")


def workers(plan: Plan, changed: bool) -> Iterator[str]:
    """Restart the workers, one after the other, if their unit changed or one runs with other settings than those that
    stand there now; and stop those that are no longer wished. Yields what was done."""
    if changed or any(_is_late(plan, port) for port in plan.ports):
        _show(str(plan.command), "restart")
        yield f"workers restarted: {', '.join(map(str, plan.ports))}"
    wished = {f"novamas@{port}.service" for port in plan.ports}
    listed = _said("systemctl", "list-units", "--plain", "--no-legend", "--all", "novamas@*.service")
    for unit in sorted({line.split()[0] for line in listed.splitlines()} - wished):
        _do("systemctl", "stop", unit)
        yield f"{unit} stopped"


def _is_late(plan: Plan, port: int) -> bool:
    """Whether a worker does not run, runs another release than the present one, or was started before the name or the
    ports became what they are."""
    number = _said("systemctl", "show", "--property=MainPID", "--value", f"novamas@{port}.service")
    process = Path("/proc") / number
    try:
        program, *started = (
            part
            for name in ("cmdline", "environ")
            for part in (process / name).read_text(errors="replace").split("\0")
        )
    except OSError:
        return True
    now = parse((plan.etc / "novamas.env").read_text())
    is_other = not program.startswith(f"{release.current(plan.opt)}/")
    return is_other or any(f"{name}={now.get(name)}" not in started for name in FOLLOWED)


def acme(plan: Plan) -> Iterator[str]:
    """Get the certificate, and have it put in its place whenever it is renewed; yields it if it is new."""
    if not plan.acme or Path(f"/etc/letsencrypt/live/{plan.name}").exists():
        return
    tls = plan.etc / "tls"
    hook = (
        f"install -m 600 $RENEWED_LINEAGE/privkey.pem {tls}/key.pem; "
        f"install -m 644 $RENEWED_LINEAGE/fullchain.pem {tls}/certificate.pem; systemctl reload nginx"
    )
    account = "--non-interactive", "--agree-tos", "--email", plan.acme
    where = "--webroot", "--webroot-path", "/var/lib/novamas-acme", "--domain", plan.name
    _do("certbot", "certonly", *account, *where, "--deploy-hook", hook)
    yield f"a certificate for {plan.name}"


def _password(file: Path) -> str:
    """Of the owner: letters, digits, - and _."""
    return urlsplit(file.read_text().rpartition("DATABASE_OWNER_URL=")[2].strip()).password or ""


def _sql(statement: str, name: str = "postgres") -> str:
    """What psql answers; it reads the statement from its input, as others see the command line of a process."""
    psql = ("psql", "-qtAX", "-v", "ON_ERROR_STOP=1", "-d", name)
    return _do("runuser", "-u", "postgres", "--", *psql, said=statement)


def _show(*command: str) -> None:
    """Carry out a command that may take minutes, so that one sees how far it is; it must not ask anything."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, env=quiet)


def _do(*command: str, said: str | None = None) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, input=said).stdout.strip()


def _said(*command: str) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()
