"""Install into an empty folder, make a house of 60 tables and 200 people, play, back up, upgrade, go back, install with
other wishes, destroy, restore and audit. Prints a line for each check and the seconds since the start."""

import itertools
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from casino.operations import release
from casino.operations.bundle import PURPOSE, SIGNER
from casino.people.permissions import Role
from deploy.installation import bundle, wheel
from deploy.installation.preflight import is_for_all
from tests.installation.place import HOUSE, NAME, Place, Proofs, place
from tests.installation.tablet import OPENING, Tablet, first_pass

TABLES, PEOPLE = 60, 200
OTHER = "mesas.casino.example"
prove = Proofs()


def run() -> None:
    """Try everything and clean up; exit with 1 at the first check that fails."""
    with tempfile.TemporaryDirectory() as folder, place(Path(folder)) as here:
        install(here)
        prove_units(here)
        here.archive()
        here.systemctl("start", "novamas-migrate.service")
        staff(here)
        here.systemctl("start", *here.workers)
        with here.nginx():
            jefe = open_house(here)
            back_up(here, jefe)
            upgrade(here, jefe)
            upgrade_signed(here)
            install_otherwise(here)
        destroy_and_restore(here)


def install(here: Place) -> None:
    """Install twice."""
    prove.begin("installing")
    first = here.install(*here.wishes)
    prove("the product is installed", first.returncode == 0 or print(first.stdout, first.stderr))
    before = listing(here.root)
    prove.begin("installing again")
    second = here.install(*here.wishes)
    prove(
        "a second run changes nothing",
        ("Nothing had to be changed" in second.stdout and listing(here.root) == before)
        or print(second.stdout),
    )
    prove_modes(here)
    for name in ("secret_key", "signing_key", "backup_key"):
        prove(f"only its owner reads the {name}", mode(here.root / "var/lib/novamas" / name) == 0o600)
    prove("only its owner reads the certificate's key", mode(here.root / "etc/novamas/tls/key.pem") == 0o600)


def prove_units(here: Place) -> None:
    """Have systemd read the units, if it is here."""
    if not shutil.which("systemd-analyze"):
        print("–  systemd-analyze is not installed here: not tried")
        return
    units = here.root / "etc/systemd/system"
    files = [
        units / unit
        for unit in (
            *("novamas.target", *here.workers, "novamas-backup.timer", "novamas-backup.service"),
            *("novamas-proof.timer", "novamas-proof.service"),
            *("novamas-audit.timer", "novamas-audit.service"),
            *("novamas-doctor.timer", "novamas-doctor.service"),
        )
    ]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True, check=False
    )
    found = [line for line in done.stderr.splitlines() if "novamas" in line]
    prove("systemd finds no fault with the units", (done.returncode == 0 and not found) or print(done.stderr))


def staff(here: Place) -> None:
    """Sixty tables and two hundred people from files."""
    tables, people = here.folder / "tables.csv", here.folder / "people.csv"
    prove.begin("making tables and people")
    tables.write_text("table,name\n" + "".join(f"mesa-{n},Mesa {n}\n" for n in range(1, TABLES + 1)))
    roles = itertools.cycle([Role.CROUPIER] * 7 + [Role.JEFE, Role.INSPECTOR, Role.CAMBISTA])
    people.write_text("username,role\n" + "".join(f"p{n},{next(roles)}\n" for n in range(PEOPLE)))
    status, made = here.novamas("table", "import", tables)
    prove(f"{TABLES} tables from a file", status == 0 or print(made))
    status, made = here.novamas("user", "import", people)
    prove(f"{PEOPLE} people from a file", status == 0 or print(made))


def open_house(here: Place) -> Tablet:
    """A jefe logs in over TLS and opens the tables."""
    prove("both workers are ready", all(ready(here, port) for port in here.ports[:2]))
    prove_words(here.tablet())
    passphrase = here.novamas("user", "passphrase", "p7")[1]["passphrase"]
    jefe = here.tablet()
    prove("a jefe logs in with a second factor through nginx, over TLS", jefe.log_in_first("p7", passphrase))
    prove("nginx gives out the static files", jefe.get("/static/css/pages/every.css") == 200)
    for number in range(1, TABLES + 1):
        jefe.give(f"mesa-{number}", OPENING)
    prove(f"{TABLES} tables are open", True)
    prove("the first pass is dealt and paid", first_pass(jefe, "mesa-1"))
    prove_well(here, workers=2)
    status, said = manage(here, "check", "--deploy", "--fail-level", "WARNING")
    prove("Django finds nothing against the installed settings", status == 0 or print(said))
    return jefe


def back_up(here: Place, jefe: Tablet) -> None:
    """Backups, made and proved while tables play."""
    prove.begin("backing up")
    with playing(jefe) as played:
        status, made = here.novamas("backup")
        prove("a backup is made while tables play", status == 0 or print(made))
        status, proved = here.novamas("restore", "--check")
        prove("and proved beside the house", status == 0 or print(proved))
    prove(f"{len(played)} commands were accepted meanwhile", played)
    found = here.novamas("backup", "--list")[1]
    prove("which the list says", found[-1]["proved"] or print(found))


def upgrade(here: Place, jefe: Tablet) -> None:
    """To another release while tables play, back, and to one that does not start."""
    prove.begin("upgrading")
    next_one = another_wheel(here.folder / "next", "0.1.1")
    with playing(jefe) as played:
        status, done = here.novamas("upgrade", next_one)
    prove("the house goes over to another release while tables play", status == 0 or print(done))
    prove(f"{len(played)} commands were accepted meanwhile", played)
    status, done = here.novamas("rollback")
    prove("and back", (status == 0 and done["after"].startswith("0.1.0-")) or print(done))
    go_on(here, next_one)
    prove.begin("upgrading to a release that does not start")
    broken = another_wheel(here.folder / "broken", "0.1.2", broken=True)
    status, done = here.novamas("upgrade", broken, "--no-backup")
    prove(
        "a release that does not start is taken back",
        (status == 1 and "serves again" in done["error"]) or print(done),
    )
    prove("the workers are ready", all(ready(here, port) for port in here.ports[:2]))


def upgrade_signed(here: Place) -> None:
    """A house that is given a key takes what was signed with it, and nothing else."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    debian = next((one for one, its in bundle.DEBIANS.items() if its.python == python), 0)
    if not debian:
        print("–  no Debian has this Python: not tried whether a signed bundle is installed")
        return
    prove.begin("making a signed bundle, and one with another key")
    ours, other = (publisher(here.folder / name) for name in ("ours", "other"))
    source = another_source(here.folder / "signed", "0.1.3")
    good = bundle.make(here.folder / "signed", debian, ours, with_debs=False, source=source)
    done = here.install("--signers", str(ours.with_suffix(".signers")))
    prove("the house is given a key", done.returncode == 0 or print(done.stdout, done.stderr))
    bad = another_signature(good, here.folder / "bad", other)
    before = listing(here.root / "opt")
    for wrong, says in (
        (bad, "does not believe"),
        (wheel.build(here.folder / "bare", source), "signed releases only"),
    ):
        status, said = here.novamas("upgrade", wrong)
        prove(f"refused: {says}", (status == 1 and says in said["error"]) or print(said))
        done = here.install("--bundle", str(wrong))
        prove("by the installer, too", done.returncode == 1 or print(done.stdout, done.stderr))
    prove("and nothing has changed", listing(here.root / "opt") == before)
    status, said = here.novamas("upgrade", good)
    prove("a signed bundle is installed", (status == 0 and "0.1.3-" in said["after"]) or print(said))
    prove("and the oldest release is removed", said["removed"] or print(said))
    prove_well(here, workers=2)
    status, said = here.novamas("rollback")
    prove("and back", status == 0 or print(said))
    (here.root / "etc/novamas/signers").unlink()


def publisher(key: Path) -> Path:
    """A key that signs; beside it the file that a house is given."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    public = key.with_suffix(".pub").read_text()
    key.with_suffix(".signers").write_text(f'{SIGNER} namespaces="{PURPOSE}" {public}')
    return key


def another_signature(file: Path, folder: Path, key: Path) -> Path:
    """The same bundle, signed with another key."""
    folder.mkdir()
    subprocess.run(["tar", "-xf", file, "-C", folder], check=True)
    (root,) = folder.iterdir()
    bundle.sign(root, key)
    return bundle.pack(root, folder / file.name)


def go_on(here: Place, wheel_of_next: Path) -> None:
    """An upgrade that was killed when it had switched, and before it restarted a worker."""
    releases = here.root / "opt/novamas"
    release.switch(releases, releases / release.name_of(wheel_of_next, sys.executable))
    found = here.novamas("doctor")[1]["found"]
    late = [one for one in found if one["level"] == "fault" and "novamas restart" in one["says"]]
    prove("the doctor finds the workers that an upgrade left behind", len(late) == 2 or print(found))
    status, done = here.novamas("upgrade", wheel_of_next)
    prove("the upgrade goes on", status == 0 or print(done))
    prove_well(here, workers=2)
    status, done = here.novamas("rollback")
    prove("and back again", (status == 0 and done["after"].startswith("0.1.0-")) or print(done))


def destroy_and_restore(here: Place) -> None:
    """All that the house kept is lost but the repository and its key."""
    status, said = here.novamas("restore", "--replace")
    prove(
        "a house that is served is not replaced",
        (status == 1 and "systemctl stop" in said["error"]) or print(said),
    )
    here.systemctl("stop", *here.workers)
    here.server.archive()
    here.server.stop()
    var = here.root / "var/lib/novamas"
    for folder in (here.server.data, var):
        shutil.rmtree(folder)
    var.mkdir(mode=0o700)
    here.server.make()
    here.server.stop()
    prove.begin("restoring")
    status, restored = here.novamas("restore", "--replace")
    prove("the house is restored onto an empty machine", status == 0 or print(restored))
    prove(f"{TABLES} records end as they did", len(restored["ends"]) > TABLES)  # and the journal's
    here.server.start()
    prove("the restored house passes its audit", here.novamas("audit")[0] == 0)
    here.systemctl("start", *here.workers)
    prove("and is served again", all(ready(here, port) for port in here.ports[: here.count]))


def prove_words(tablet: Tablet) -> None:
    """The product speaks its languages, and not only what Django has by itself."""
    silent = tablet.silent()
    prove("the page of the login speaks every language", not silent or print(*silent))


def prove_modes(here: Place) -> None:
    """Others than root read and run what was installed under the umask of a machine that was made safe."""
    etc, units = here.root / "etc", here.root / "etc/systemd/system"
    for_all = here.root / "opt", etc / "nginx", units, here.root / "usr/local/bin"
    every = [path for top in for_all for path in (top, *top.rglob("*")) if "__pycache__" not in path.parts]
    closed = [path for path in every if not path.is_symlink() and not path.stat().st_mode & 0o004]
    prove("everybody may read the release, the units and the site", not closed or print(*closed[:9]))
    release = here.root / "opt/novamas/current/bin"
    if not is_for_all(python := (release / "python").resolve()):
        print(f"–  {python} is its owner's alone: not tried whether another user runs the product")
        return
    command = [str(release / "novamas"), "--version"]
    done = subprocess.run(command, user="nobody", group="nogroup", cwd="/", capture_output=True, check=False)
    prove("another user than root runs the product", done.returncode == 0 or print(done.stderr))


def install_otherwise(here: Place) -> None:
    """Another name and one worker more; then a release that a new Python does not start."""
    here.count += 1
    prove.begin("installing with another name and one worker more")
    done = here.install("--name", OTHER, "--workers", str(here.count))
    prove(
        "the house is installed with another name and number of workers",
        done.returncode == 0 or print(done.stdout, done.stderr),
    )
    status, said = here.novamas("restart")
    prove("the workers are restarted one after the other", status == 0 or print(said))
    here.reload_nginx()
    prove_words(here.tablet(OTHER))
    prove("the name of before is nobody's any more", here.tablet(NAME).get("/login/") == 400)
    prove_well(here, workers=here.count)
    done = here.install()
    prove("what is not wished again stays", "Nothing had to be changed" in done.stdout or print(done.stdout))
    done = here.install("--currency", "USD")
    prove(
        "a wish that a house cannot be given is refused", done.returncode == 1 and "CURRENCY" in done.stdout
    )
    _replace_python(here)


def prove_well(here: Place, workers: int) -> None:
    """The doctor reaches the house by its own name, and so many workers; within three minutes, as the machine may have
    other work."""
    deadline = time.monotonic() + 180
    status, found = here.novamas("doctor")
    while status and time.monotonic() < deadline:
        status, found = here.novamas("doctor")
    about = [one["about"].split()[0] for one in found["found"] if one["level"] == "ok"]
    prove("the doctor finds no fault", status == 0 or print(found))
    prove("and reaches the house by its name, through nginx", "address" in about or print(found))
    prove(f"{workers} workers are ready", about.count("worker") == workers or print(found))


def _replace_python(here: Place) -> None:
    """As after Debian's next version, when the Python of the one before has been removed."""
    program = here.root / "opt/novamas/current/bin/python"
    while program.is_symlink() and (target := program.parent / program.readlink()).parent == program.parent:
        program = target
    program.unlink()
    program.symlink_to("/nonexistent/python3.0")
    status, said = here.novamas("doctor")
    prove(
        "a release whose Python is gone is named by the doctor",
        (status == 1 and "gone" in said) or print(said),
    )
    prove.begin("installing again")
    done = here.install()
    prove("it is made anew", "made anew" in done.stdout or print(done.stdout, done.stderr))
    prove("and starts", here.novamas("token", "list")[0] == 0)
    status, said = here.novamas("restart")
    prove("and serves", status == 0 or print(said))


def another_wheel(folder: Path, version: str, *, broken: bool = False) -> Path:
    """The product as another version; a broken one ends when it is to serve."""
    return wheel.build(folder, another_source(folder, version, broken=broken))


def another_source(folder: Path, version: str, *, broken: bool = False) -> Path:
    """What that is built of."""
    copy = folder / "source"
    ignore = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", "tests", ".*_cache")
    shutil.copytree(HOUSE, copy, ignore=ignore)
    file = copy / "casino/common/version.py"
    file.write_text(re.sub(r'VERSION = ".*"', f'VERSION = "{version}"', file.read_text()))
    if broken:
        (copy / "casino/site/management/commands/serve.py").write_text("raise SystemExit(1)\n")
    return copy


class playing:
    """While it lasts, players join and leave tables, ten a second at most; yields the versions."""

    def __init__(self, jefe: Tablet) -> None:
        self._jefe, self._versions, self._end = jefe, list[int](), threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> list[int]:
        self._thread.start()
        return self._versions

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _play(self) -> None:
        for number in itertools.count():
            if self._end.wait(0.1):
                return
            player, table = f"x{len(self._versions)}-{number}", f"mesa-{number % TABLES + 1}"
            try:
                self._versions.append(self._jefe.give(table, {"command": "join", "player": player}))
            except RuntimeError:
                continue  # a worker was being restarted: a tablet tries again, too


def manage(here: Place, *arguments: str) -> tuple[int, str]:
    """The status and words of a command of manage.py."""
    command = [str(here.root / "usr/local/bin/novamas"), "manage", *arguments]
    done = subprocess.run(command, env=here.environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def ready(here: Place, port: int) -> bool:
    """Wait until a worker is ready, at most three minutes: the machine may have other work."""
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        found = here.novamas("doctor")[1]["found"]
        if any(one["about"] == f"worker {port}" and one["level"] == "ok" for one in found):
            return True
    print((here.folder / "pids" / f"novamas@{port}.service.log").read_text())
    return False


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file with the time of its last change and its mode."""
    found = (path for path in folder.rglob("*") if "__pycache__" not in path.parts)
    return {str(path): (path.lstat().st_mtime_ns, path.lstat().st_mode) for path in found if path.is_file()}


def mode(file: Path) -> int:
    """The permissions of a file."""
    return file.stat().st_mode & 0o777
