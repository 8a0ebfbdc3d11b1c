"""What a trial looks at that one run in one language, by a careless root, would not show: words, modes, other wishes."""

import subprocess

from deploy.installation.preflight import is_for_all
from deploy.trial.place import NAME, Place
from deploy.trial.proving import Proofs

# A word of the product's own on the page of the login: Django has others in every language by itself
WORDS = {"en": "Log in", "es": "Entrar", "fr": "Se connecter", "sl": "Prijava"}
OTHER = "mesas.casino.example"


def prove_modes(here: Place, prove: Proofs) -> None:
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


def prove_words(here: Place, prove: Proofs, name: str = NAME) -> None:
    """The product speaks its languages, and not only what Django has by itself."""
    tablet = here.tablet(name)
    for language, word in WORDS.items():
        status, page = tablet.read("/login/", language)
        is_right = f'lang="{language}"' in page and word in page
        prove(
            f"the page of the login says “{word}”", (status == 200 and is_right) or print(status, page[:2000])
        )


def install_otherwise(here: Place, prove: Proofs) -> None:
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
    prove_words(here, prove, OTHER)
    prove("the name of before is nobody's any more", here.tablet(NAME).get("/login/") == 400)
    prove_well(here, prove, workers=here.count)
    done = here.install()
    prove("what is not wished again stays", "Nothing had to be changed" in done.stdout or print(done.stdout))
    done = here.install("--currency", "USD")
    prove(
        "a wish that a house cannot be given is refused", done.returncode == 1 and "CURRENCY" in done.stdout
    )
    _replace_python(here, prove)


def prove_well(here: Place, prove: Proofs, workers: int) -> None:
    """The doctor reaches the house by its own name, and so many workers."""
    status, found = here.novamas("doctor")
    about = [one["about"].split()[0] for one in found["found"] if one["level"] == "ok"]
    prove("the doctor finds no fault", status == 0 or print(found))
    prove("and reaches the house by its name, through nginx", "address" in about or print(found))
    prove(f"{workers} workers are ready", about.count("worker") == workers or print(found))


def _replace_python(here: Place, prove: Proofs) -> None:
    """As after Debian's next version, whose Python does not look where the packages of the one before lie."""
    (packages,) = (here.root / "opt/novamas/current/lib").iterdir()
    packages.rename(packages.with_name("python3.0"))
    prove("a release that was made for another Python does not start", here.novamas("token", "list")[0] != 0)
    prove.begin("installing again")
    done = here.install()
    prove("it is made anew", "made anew" in done.stdout or print(done.stdout, done.stderr))
    prove("and starts", here.novamas("token", "list")[0] == 0)
    status, said = here.novamas("restart")
    prove("and serves", status == 0 or print(said))
