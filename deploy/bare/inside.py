"""On the machine itself: `python -m deploy.bare.inside TABLE LOGIN PASSPHRASE` looks for a word of each language, has a jefe
log in for the first time, open the table, and play until the first pass is paid."""

import sys
from pathlib import Path

from casino.common.progress import carry_out
from deploy.trial.again import WORDS
from deploy.trial.client import Tablet
from deploy.trial.game import OPENING, first_pass
from deploy.trial.place import NAME

CERTIFICATE = Path("/etc/novamas/tls/certificate.pem")


def main() -> str | None:
    """What went wrong, if anything did."""
    table, login, passphrase = sys.argv[1:]
    stranger = Tablet(NAME, 443, CERTIFICATE)
    if silent := [one for one, word in WORDS.items() if word not in stranger.read("/login/", one)[1]]:
        return f"no word of the product in {', '.join(silent)}"
    jefe = Tablet(NAME, 443, CERTIFICATE)
    if not jefe.log_in_first(login, passphrase):
        return "the login was refused"
    jefe.give(table, OPENING)
    return None if first_pass(jefe, table) else "no pass was paid"


if __name__ == "__main__":
    carry_out(main)
