"""What the command line says of a house on two machines, what the machine itself says to that, and what is kept of it."""

import argparse
import getpass
import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from casino.operations.answer import Fault
from deploy.installation.two_machines import keys
from deploy.installation.two_machines.configuration import TLS, File, Pair, files

KEPT = TLS / "house.json"  # what a second run goes by
EXAMPLE = "--pair a=10.0.0.1 b=10.0.0.2 w=10.0.0.3 --address 10.0.0.10 --here a"


@dataclass(frozen=True)
class TwoMachines:
    """`keys`: what the machines have in common; `password`: of the file for the others, on the machine that made it."""

    pair: Pair
    keys: Mapping[str, Any]
    password: str = ""

    @cached_property
    def told(self) -> str:
        """What has to be done with the file of the keys; empty where it is not new."""
        if not self.password:
            return ""
        return (
            f"The keys of the house are in {self._sealed}: take the file to the other two machines, and install there"
            f" with --keys-from. Its password is said this once: {self.password}"
        )

    @property
    def _sealed(self) -> Path:
        return TLS / f"{self.pair.here}.keys"

    def files(self, root: Path, var: Path | None) -> Iterator[File]:
        """All that is written below `root`, with the keys of the house in `var` where the house is served."""
        common = dict(self.keys)
        if not self.pair.serves:  # it keeps its own certificate, and nothing of the house
            own = {self.pair.here: self.keys["certificates"][self.pair.here]}
            common |= {"passwords": {}, "house": {}, "token": "", "certificate": None, "certificates": own}
        here, address, interface = self.pair.here, self.pair.address, self.pair.interface
        kept = {"keys": common, "here": here, "address": address, "interface": interface}
        every = [File(KEPT, json.dumps(kept), 0o600), *files(self.pair)]
        if self.password:
            every.append(File(self._sealed, keys.sealed(dict(self.keys), self.password), 0o600))
        for file in every:
            yield file._replace(path=root / file.path.relative_to("/"))
        for name, text in self.keys["house"].items() if var else ():
            yield File(var / name, text, 0o600, "novamas")

    def faults(self, var: Path, *, is_machine: bool) -> Iterator[str]:
        """What is wrong with this machine, a sentence each."""
        for name, text in self.keys["house"].items():
            if (var / name).exists() and (var / name).read_text().strip() != text:
                yield f"This machine has the {name} of another house, in {var / name}: are these its keys?"
        if is_machine:
            yield from self._of_network()
            yield from self._of_postgresql()

    def _of_network(self) -> Iterator[str]:
        ours = set(_addresses())
        if self.pair.ip in ours:
            return
        mine = next((name for name, ip in self.pair.machines.items() if ip in ours), "")
        if mine:
            yield f"This machine has the address of {mine}, not of {self.pair.here}: are two swapped in --pair?"
        else:
            yield f"This machine has no address {self.pair.ip}, which --pair says is of {self.pair.here}."

    def _of_postgresql(self) -> Iterator[str]:
        here = version_of_postgresql()
        if self.pair.serves and here and here != self.pair.postgresql:
            yield (
                f"The house has PostgreSQL {self.pair.postgresql}, and this machine {here}: a standby is of the same"
                " version."
            )


def add(found: argparse.ArgumentParser) -> None:
    """The options."""
    group = found.add_argument_group("a house on two machines", f"such as {EXAMPLE}")
    group.add_argument("--pair", nargs=3, metavar="NAME=ADDRESS", help="the two that serve, and the witness")
    group.add_argument("--address", help="under which tablets reach the house")
    group.add_argument("--here", metavar="NAME", help="which of them this machine is")
    group.add_argument(
        "--keys-from", type=Path, metavar="FILE", help="the keys that the first machine has made"
    )


def read(options: argparse.Namespace, name: str, root: Path, token: str) -> TwoMachines | None:
    """None for a house on one machine. Raises Fault."""
    kept = root / KEPT.relative_to("/")
    if kept.exists() and os.access(kept, os.R_OK):
        return _kept(options, json.loads(kept.read_text()))
    if not options.pair:
        if options.address or options.here or options.keys_from:
            raise Fault(f"A house on two machines names all three: {EXAMPLE}")
        return None
    if shutil.which("openssl") is None:
        raise Fault("There is no openssl here, which seals the keys: apt-get install openssl")
    machines, here = _machines(options.pair), (options.here or "").lower()
    if here not in machines:
        raise Fault(f"Say with --here which of {', '.join(machines)} this machine is.")
    address = _address(options.address, machines)
    if options.keys_from:
        common, password = _opened(options.keys_from), ""
        _check(common, name, machines, options.keys_from)
    else:
        version = version_of_postgresql() or "15"
        common = keys.made(name, machines, version, root / "var/lib/novamas", token)
        password = secrets.token_urlsafe(18)
    interface, length = _interface(machines[here])
    return TwoMachines(_pair(common, here, f"{address}/{length}", interface), common, password)


def _pair(common: Mapping[str, Any], here: str, address: str, interface: str) -> Pair:
    certificates = {name: (pair[0], pair[1]) for name, pair in common["certificates"].items()}
    known = common["postgresql"], common["passwords"], common["authority"]
    return Pair(common["machines"], here, address, interface, *known, certificates)


def _kept(options: argparse.Namespace, said: Mapping[str, Any]) -> TwoMachines:
    """That of before, which the wishes do not contradict."""
    now = _machines(options.pair) if options.pair else said["keys"]["machines"]
    address = said["address"].partition("/")[0]
    if (now, (options.here or said["here"]).lower(), options.address or address) != (
        said["keys"]["machines"],
        said["here"],
        address,
    ):
        raise Fault(f"The house has other machines already: {KEPT} has them.")
    return TwoMachines(_pair(said["keys"], said["here"], said["address"], said["interface"]), said["keys"])


def _machines(said: list[str]) -> dict[str, str]:
    found = dict(one.lower().split("=", 1) for one in said if "=" in one)
    try:
        addresses = [ip_address(one) for one in found.values()]
    except ValueError as error:
        raise Fault(f"--pair: {error}.") from error
    if len(found) < 3:
        raise Fault(f"--pair names three machines, each by its own name: {EXAMPLE}")
    if len(set(addresses)) < 3:
        raise Fault(
            "Two of --pair have the same address: the witness is a third machine, or nothing is left to vote when one"
            " of the two is lost."
        )
    return found


def _address(said: str | None, machines: Mapping[str, str]) -> str:
    try:
        address = str(ip_address(said or ""))
    except ValueError as error:
        raise Fault("Say with --address under which address tablets reach the house.") from error
    if address in machines.values():
        raise Fault(
            f"{address} is a machine's own: --address is one more, which moves from one to the other."
        )
    return address


def _opened(file: Path) -> keys.Keys:
    try:
        text = file.read_text()
    except (OSError, ValueError) as error:
        raise Fault(f"{file} cannot be read: {error}") from error
    return keys.opened(text, os.environ.get("KEYS_PASSWORD") or getpass.getpass(f"The password of {file}: "))


def _check(common: Mapping[str, Any], name: str, machines: Mapping[str, str], file: Path) -> None:
    if common["name"] != name:
        raise Fault(f"{file} has the keys of {common['name']}, not of {name}.")
    if common["machines"] != machines:
        there = " ".join(f"{one}={ip}" for one, ip in common["machines"].items())
        raise Fault(f"{file} was made for --pair {there}: are two swapped?")


def _interface(address: str) -> tuple[str, int]:
    """Where this address is, and the length of its network; of a folder that stands for a machine, any."""
    return _addresses().get(address, ("eth0", 24))


def _addresses() -> dict[str, tuple[str, int]]:
    """Address of this machine → its interface, and the length of its network."""
    done = subprocess.run(["ip", "-j", "addr"], check=True, capture_output=True, text=True)
    return {
        address["local"]: (line["ifname"], address["prefixlen"])
        for line in json.loads(done.stdout)
        for address in line["addr_info"]
    }


def version_of_postgresql() -> str:
    """The newest that is installed here, or nothing."""
    found = [place.parts[-3] for place in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(found, key=int, default="")
