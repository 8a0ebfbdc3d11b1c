"""The locks are in step with the pins: `make lock` was run after the last change of requirements*.txt."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT: Path = settings.BASE_DIR
PIN = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[a-z,]+\])?==([^\s;\\]+)", re.MULTILINE)
LOCKS = ["requirements", "requirements-dev"]


def normal(name: str) -> str:
    """As package indexes compare names."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(*files: str) -> set[tuple[str, str]]:
    """Every (name, version) that stands in these files."""
    return {
        (normal(name), version) for file in files for name, version in PIN.findall((ROOT / file).read_text())
    }


def entries(lock: str) -> list[str]:
    """The text of each package in the lock: its name, its hashes, who asked for it."""
    text = (ROOT / f"{lock}.lock").read_text()
    return [entry for entry in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE) if PIN.match(entry)]


def asked_for(lock: str) -> set[tuple[str, str]]:
    """What the lock holds because a requirements file names it, not because another package needs it."""
    named = [entry for entry in entries(lock) if re.search(r"# +(via )?-r requirements", entry)]
    return {(normal(name), version) for entry in named for name, version in PIN.findall(entry)}


def test_the_product_is_locked_as_it_is_pinned() -> None:
    assert asked_for("requirements") == pins("requirements.txt")


def test_the_checks_are_locked_as_they_are_pinned() -> None:
    assert asked_for("requirements-dev") == pins("requirements.txt", "requirements-dev.txt")


def test_the_checks_run_with_exactly_what_is_served() -> None:
    assert pins("requirements.lock") <= pins("requirements-dev.lock")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_known_by_its_hashes(lock: str) -> None:
    for entry in entries(lock):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), entry


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_every_pin_says_its_licence_and_why(file: str) -> None:
    for line in (ROOT / file).read_text().splitlines():
        assert line.startswith(("#", "-r ")) or re.search(r"\S==\S+ +# [^:]+: \w", line), line


def test_only_hashed_packages_are_installed() -> None:
    for file in ("Makefile", "Dockerfile"):
        text = (ROOT / file).read_text()
        assert "--require-hashes" in text and "-r requirements.txt" not in text
