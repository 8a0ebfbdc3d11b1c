"""Signed releases: what is believed, and what is refused with a sentence before anything is changed."""

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from casino.operations import bundle, release
from casino.operations.answer import Fault
from casino.operations.bundle import PURPOSE, SIGNATURE, SIGNER, SUMS
from deploy.installation.bundle import pack, sign
from deploy.installation.plan import parser, plan_of
from deploy.installation.preflight import missing, notes
from tests.operations.test_upgrade import Machine, machine

__all__ = ["machine"]  # a fixture

NAME = "novamas-0.1.1-debian12"
PRODUCT = "no_va_mas-0.1.1-py3-none-any.whl"


class Publisher:
    """Who makes releases, and the file that a house is given."""

    def __init__(self, folder: Path, name: str = "publisher") -> None:
        self.key, self.signers = folder / name, folder / f"{name}.signers"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.key], check=True)
        public = self.key.with_suffix(".pub").read_text()
        self.signers.write_text(f'{SIGNER} namespaces="{PURPOSE}" {public}')


class Release:
    """What is in a bundle, before it is packed."""

    def __init__(self, folder: Path, publisher: Publisher) -> None:
        self.root, self.file, self._publisher = folder / NAME, folder / f"{NAME}.tar", publisher
        for name, text in {
            f"wheels/{PRODUCT}": "the product",
            "wheels/six-1-py3-none-any.whl": "a wheel",
            "debs/make_1.deb": "a package",
            "python": release.python_of(sys.executable),
        }.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)
        sign(self.root, publisher.key)

    def pack(self) -> Path:
        return pack(self.root, self.file)


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def publisher(tmp_path: Path) -> Publisher:
    return Publisher(tmp_path)


@pytest.fixture
def made(tmp_path: Path, publisher: Publisher) -> Release:
    return Release(tmp_path, publisher)


def test_a_bundle_is_unpacked_as_far_as_it_is_needed(
    made: Release, publisher: Publisher, tmp_path: Path
) -> None:
    into = tmp_path / "into"
    into.mkdir()
    with bundle.supplied(made.pack(), publisher.signers, into) as supply:
        assert supply.wheel.read_text() == "the product" and supply.wheels
        assert len(list(supply.wheels.iterdir())) == 2
        assert not list(into.rglob("*.deb"))
    assert list(into.iterdir()) == []


def test_what_is_signed_is_checked_as_by_the_tools_of_every_machine(
    made: Release, publisher: Publisher
) -> None:
    """As docs/operations.md says for a machine that has nothing of the product yet."""
    asked = "-f", publisher.signers, "-I", SIGNER, "-n", PURPOSE, "-s", SIGNATURE
    with (made.root / SUMS).open() as text:
        subprocess.run(["ssh-keygen", "-Y", "verify", *asked], stdin=text, cwd=made.root, check=True)
    subprocess.run(["sha256sum", "--check", "--quiet", SUMS], cwd=made.root, check=True)


def test_the_same_files_are_the_same_bundle(made: Release) -> None:
    first = made.pack().read_bytes()
    os.utime(made.root / "python", (0, 0))
    assert made.pack().read_bytes() == first


def changed_wheel(made: Release) -> None:
    (made.root / "wheels" / PRODUCT).write_text("another product")


def changed_list(made: Release) -> None:
    changed_wheel(made)
    signature = (made.root / SIGNATURE).read_bytes()
    other = Publisher(made.root.parent, "other")
    sign(made.root, other.key)
    (made.root / SIGNATURE).write_bytes(signature)


def unsigned(made: Release) -> None:
    (made.root / SIGNATURE).unlink()


def signed_by_another_house(made: Release) -> None:
    sign(made.root, Publisher(made.root.parent, "other").key)


def signed_for_something_else(made: Release) -> None:
    (made.root / SIGNATURE).unlink()
    command = "ssh-keygen", "-Y", "sign", "-f", made.root.parent / "publisher", "-n", "file", made.root / SUMS
    subprocess.run(command, check=True, capture_output=True)


def with_one_file_more(made: Release) -> None:
    (made.root / "wheels/evil-1-py3-none-any.whl").touch()


def with_one_file_less(made: Release) -> None:
    (made.root / "wheels/six-1-py3-none-any.whl").unlink()


def for_another_python(made: Release) -> None:
    (made.root / "python").write_text("py399\n")
    sign(made.root, made.root.parent / "publisher")


def without_a_list(made: Release) -> None:
    (made.root / SUMS).unlink()


WRONG = {
    changed_wheel: rf"was changed after it was signed: wheels/{PRODUCT}\.",
    changed_list: r"does not fit: it was changed after it was signed",
    unsigned: r"is not signed\.",
    signed_by_another_house: r"was signed with the key SHA256:\S+, which this house does not believe",
    signed_for_something_else: r"signed for something else\.",
    with_one_file_more: r"is not what was signed: wheels/evil",
    with_one_file_less: r"is not what was signed: wheels/six",
    for_another_python: r"is for py399, and this machine has py3\d+",
    without_a_list: r"is no bundle of this product, or torn\.",
}


def listing(folder: Path) -> set[str]:
    return {str(path) for path in folder.rglob("*")}


@pytest.mark.parametrize("do", WRONG, ids=lambda do: do.__name__)
def test_a_wrong_one_is_refused_with_a_sentence_and_nothing_is_changed(
    do: object, machine: Machine, made: Release, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casino.operations import upgrade

    house = machine.folder / "etc"
    house.mkdir()
    shutil.copy(publisher.signers, house / "signers")
    monkeypatch.setenv("NOVAMAS_SETTINGS", str(house / "novamas.env"))
    assert callable(do)
    do(made)
    file, before = made.pack(), listing(machine.releases)
    with pytest.raises(Fault, match=WRONG[do]) as refused:  # type: ignore[index]
        upgrade.upgrade(file, backup=False)
    assert str(refused.value).endswith((".", "Debian."))
    assert listing(machine.releases) == before and machine.restarted() == []
    root = machine.folder / "root"
    said = missing(plan_of(parser().parse_args([*WISHES, "--root", str(root), *given(file, publisher)])))
    assert said == [str(refused.value).replace(str(house / "signers"), str(publisher.signers))]
    assert not root.exists()


WISHES = "--name", "tables.casino.example", "--http", "18990", "--https", "18993", "--first-port", "18991"


def given(file: Path, publisher: Publisher) -> list[str]:
    return ["--bundle", str(file), "--signers", str(publisher.signers)]


def test_the_installer_takes_a_right_one(made: Release, publisher: Publisher, tmp_path: Path) -> None:
    root = "--root", str(tmp_path / "root")
    assert missing(plan_of(parser().parse_args([*WISHES, *root, *given(made.pack(), publisher)]))) == []


def test_a_torn_one_and_one_that_is_not_there_are_refused(made: Release, publisher: Publisher) -> None:
    file = made.pack()
    data = file.read_bytes()
    with tarfile.open(file) as archive:
        end = max(one.offset_data + one.size for one in archive)
    for length in range(0, end, 512):
        file.write_bytes(data[:length])
        with pytest.raises(Fault):
            bundle.unpack(file, publisher.signers)
    file.unlink()
    with pytest.raises(Fault, match="No such file"):
        bundle.unpack(file, publisher.signers)


def test_a_house_with_a_key_takes_no_wheel_and_one_without_a_key_no_bundle(
    machine: Machine, made: Release, publisher: Publisher
) -> None:
    with (
        pytest.raises(Fault, match="signed releases only"),
        bundle.supplied(machine.wheels[1], publisher.signers, machine.releases),
    ):
        pass
    with (
        pytest.raises(Fault, match="was given no key"),
        bundle.supplied(made.pack(), machine.folder / "signers", machine.releases),
    ):
        pass


def test_a_file_that_names_no_key_is_refused(publisher: Publisher, tmp_path: Path) -> None:
    root, wrong = tmp_path / "root", tmp_path / "wrong"
    wrong.write_text("somebody-else ssh-ed25519 AAAA\n")
    words = [*WISHES, "--root", str(root), "--signers"]
    (says,) = missing(plan_of(parser().parse_args([*words, str(wrong)])))
    assert "names no key of releases" in says
    (says,) = missing(plan_of(parser().parse_args([*words, str(tmp_path / "absent")])))
    assert "There is no file" in says
    assert not bundle.knows_signers(wrong) and bundle.knows_signers(publisher.signers)


def test_a_house_with_a_key_and_no_release_must_be_given_a_bundle(
    publisher: Publisher, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    (root / "etc/novamas").mkdir(parents=True)
    shutil.copy(publisher.signers, root / "etc/novamas/signers")
    words = [*WISHES, "--root", str(root)]
    (says,) = missing(plan_of(parser().parse_args(words)))
    assert "takes signed releases only" in says and "--bundle" in says
    works(root / "opt/novamas")
    plan = plan_of(parser().parse_args(words))
    assert missing(plan) == [] and list(notes(plan)) == []  # its release stays


def works(releases: Path) -> None:
    """A release that starts, of another Python than this machine's."""
    folder = releases / "0.1.0-00000000-py399"
    for place in ("bin", "static"):
        (folder / place).mkdir(parents=True)
    for program in ("novamas", "python"):
        (folder / "bin" / program).write_text("#!/bin/sh\necho py399\n")
        (folder / "bin" / program).chmod(0o755)
    release.switch(releases, folder)


def test_another_python_of_the_machine_is_said_before_a_release_is_made_anew(
    made: Release, publisher: Publisher, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    works(root / "opt/novamas")
    words = [*WISHES, "--root", str(root), *given(made.pack(), publisher)]
    (says,) = notes(plan_of(parser().parse_args(words)))
    assert "was made with py399" in says and release.python_of(sys.executable) in says
    (root / "opt/novamas/current/bin/python").unlink()
    (says,) = notes(plan_of(parser().parse_args(words)))
    assert "gone from this machine" in says and "made anew" in says
