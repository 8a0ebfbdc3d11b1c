"""`make guess`: an attacker guesses passphrases on a running server, and says how many guesses each limit let through.

The server is the product's own, in a folder and on a port of its own. The attacker has many addresses (127.0.0.0/8), forges
`X-Forwarded-For` anew with every guess though he is no named proxy, and sends many guesses at once. It takes as long as
some two hundred passphrases take to be looked at, one after the other, and ends after LONGEST seconds at the latest.
"""

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

from casino.common.progress import carry_out

ROOT = Path(__file__).resolve().parent.parent
MANAGE = str(ROOT / "manage.py")
HOST = "127.0.0.1"
AT_ONCE = 8
LONGEST = 900  # seconds for all guesses
LOOKED_AT, LOCKED_OUT, BUSY = 200, 429, 503
ONCE_MORE = 12  # guesses that are under way when the limit is reached: as many as wait in one process

Guess = tuple[str, str]  # a login, an address of the attacker


class Attacker:
    """Sends guesses to the server on this port."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._until = time.monotonic() + LONGEST
        self._numbers = count(1)

    def guess(self, guess: Guess) -> int:
        """The status of a login with a wrong passphrase."""
        login, address = guess
        form = {
            "username": login,
            "password": f"guess {next(self._numbers)}",
            "csrfmiddlewaretoken": "x" * 32,
        }
        return self.log_in(form, address)[0]

    @cached_property
    def _cookie(self) -> str:
        """What the house calls the cookie that belongs to a form, with the token of all forms here."""
        line = http.client.HTTPConnection(HOST, self._port, timeout=60)
        line.request("GET", "/login/")
        given = line.getresponse().headers.get_all("Set-Cookie", [])
        line.close()
        name = next(one.partition("=")[0] for one in given if "csrftoken" in one)
        return f"{name}={'x' * 32}"

    def log_in(self, form: dict[str, str], address: str) -> tuple[int, str]:
        """The status of a login and its cookies; while the house is busy it is sent again. Raises TimeoutError."""
        while time.monotonic() < self._until:
            status, cookies, _ = self.post("/login/", urlencode(form), address, self._cookie)
            if status != BUSY:
                return status, cookies
            time.sleep(0.1)
        raise TimeoutError(f"not all was answered within {LONGEST} s")

    def post(self, path: str, body: str, address: str, cookies: str, **headers: str) -> tuple[int, str, str]:
        """Status, cookies and text of a POST from that address, with a forged forwarded one."""
        forged = f"198.51.100.{next(self._numbers) % 250}"
        kind = "application/json" if body.startswith("{") else "application/x-www-form-urlencoded"
        line = http.client.HTTPConnection(HOST, self._port, timeout=60, source_address=(address, 0))
        try:
            said = {"Content-Type": kind, "Cookie": cookies, "X-Forwarded-For": forged, **headers}
            line.request("POST", path, body, said)
            answer = line.getresponse()
            given = "; ".join(one.split(";")[0] for one in answer.headers.get_all("Set-Cookie", []))
            return answer.status, given, answer.read().decode()
        finally:
            line.close()


def main() -> None:
    """Attack, print what was let through, and exit with 1 where it was more than the limits say."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (attacker, passphrase):
        # Signing comes first: nobody can sign from a new place once the limit of all the house is reached.
        held = [signing_counts(attacker, passphrase)]
        held += [held_by(*limit, attacker) for limit in LIMITS]
    if not all(held):
        sys.exit(1)


# What is guessed, the guesses, how many are to be looked at at most
LIMITS: list[tuple[str, list[Guess], int]] = [
    ("one name, one address", [("carla", "127.0.1.1")] * 20, 5),
    ("many names, one address", [(f"nobody-{n}", "127.0.1.2") for n in range(45)], 30),
    ("one name, many addresses", [("julio", f"127.0.2.{n}") for n in range(1, 71)], 50),
    ("many names, many addresses", [(f"someone-{n}", f"127.0.3.{n}") for n in range(1, 141)], 200 - 90),
]


def held_by(what: str, guesses: list[Guess], most: int, attacker: Attacker) -> bool:
    """Whether so many of the guesses were looked at, and no more than were under way besides."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(counted(what, len(guesses), pool.map(attacker.guess, guesses)))
    looked, refused = found.count(LOOKED_AT), found.count(LOCKED_OUT)
    return told(what, len(guesses), looked, most, looked + refused == len(guesses))


def signing_counts(attacker: Attacker, passphrase: str) -> bool:
    """Whether wrong passphrases under a slip, on the tablet of a croupier, count as at the login."""
    tablet = "127.0.0.1"
    form = {"username": "carla", "password": passphrase, "csrfmiddlewaretoken": "x" * 32}
    _, cookies = attacker.log_in(form, tablet)
    given = dict(one.split("=", 1) for one in cookies.split("; "))
    csrf = next(value for name, value in given.items() if "csrftoken" in name)

    def sign(number: int) -> int:
        said = json.dumps({"step": "signed", "signer": "irene", "passphrase": f"guess {number}"})
        token = {"X-CSRFToken": csrf}
        return attacker.post("/api/slips/1/steps", said, tablet, cookies, **token)[0]

    what = "signing a slip"
    found = list(counted(what, 20, (sign(number) for number in range(20))))
    return told(what, len(found), found.count(403), 5, set(found) <= {403, LOCKED_OUT})


def counted(what: str, sent: int, answers: Iterable[int]) -> Iterator[int]:
    """The same answers; the terminal shows how many there are."""
    for number, answer in enumerate(answers, 1):
        if sys.stderr.isatty():
            print(
                f"\r{what}: {number} of {sent} ",
                end="\r" if number == sent else "",
                file=sys.stderr,
                flush=True,
            )
        yield answer


def told(what: str, sent: int, looked: int, most: int, known: bool) -> bool:
    """Print a line; whether the limit held."""
    holds = known and looked <= most + ONCE_MORE
    more = f", {looked - most} of them were under way" if looked > most else ""
    print(
        f"{'✓' if holds else '✗'}  {what}: {sent} sent, {looked} looked at (limit {most}{more})", flush=True
    )
    return holds


@contextmanager
def serving(folder: Path) -> Iterator[tuple[Attacker, str]]:
    """A server behind no proxy of ours, with the demo's people."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    house = {**kept, "VAR_DIR": str(folder), "BEHIND_PROXY": "1", "PROXIES": "10.0.0.1", "LOG_LEVEL": "ERROR"}
    for command in (["migrate", "--verbosity", "0"], ["demo"]):
        subprocess.run([sys.executable, MANAGE, *command], env=house, check=True, capture_output=True)
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, MANAGE, "serve", "--port", str(port)],
        env=house,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: _listens(port))
        yield Attacker(port), json.loads((folder / "demo_logins.json").read_text())["passphrase"]
    finally:
        server.terminate()
        server.wait(30)


def wait_for(happened: Callable[[], bool]) -> None:
    """Look until it has happened."""
    until = time.monotonic() + 60
    while not happened():
        if time.monotonic() > until:
            raise TimeoutError("the server does not listen")
        time.sleep(0.1)


def _listens(port: int) -> bool:
    with socket.socket() as visitor:
        return visitor.connect_ex((HOST, port)) == 0


if __name__ == "__main__":
    carry_out(main)
