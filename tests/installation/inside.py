"""On the machine itself, `python -m tests.installation.inside TABLE LOGIN PASSPHRASE`: look for a word of each
language, log in as a jefe for the first time, open the table, and play until the first pass is paid."""

import sys
from pathlib import Path

from casino.common.progress import carry_out
from tests.installation.place import NAME
from tests.installation.tablet import OPENING, Tablet, first_pass

CERTIFICATE = Path("/etc/novamas/tls/certificate.pem")


def main() -> str | None:
    """What went wrong, if anything did."""
    table, login, passphrase = sys.argv[1:]
    if silent := Tablet(NAME, 443, CERTIFICATE).silent():
        return f"no word of the product in {silent}"
    jefe = Tablet(NAME, 443, CERTIFICATE)
    if not jefe.log_in_first(login, passphrase):
        return "the login was refused"
    jefe.give(table, OPENING)
    return None if first_pass(jefe, table) else "no pass was paid"


if __name__ == "__main__":
    carry_out(main)
