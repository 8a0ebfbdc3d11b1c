"""`novamas` as a person or a script uses it: people, tables, tokens, findings."""

import errno
import io
import json
import resource
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client

from casino.operations import settings_file
from casino.operations.answer import Fault
from casino.operations.commands.condition import _write as write_bundle
from casino.operations.main import _of_the_system, execute, parser
from casino.people.models import Token, User
from tests.operations.command import Command

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("var_of_its_own")]


def lets_in(username: str, passphrase: str) -> bool:
    user = User.objects.get(username=username)
    return user.is_active and user.check_password(passphrase)


def csv(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "staff.csv"
    path.write_text(text, encoding=encoding)
    return path


def test_a_login_that_is_made_can_log_in(novamas: Command) -> None:
    made = novamas("user", "add", "bruno", "croupier", "--language", "sl")
    assert lets_in("bruno", made["passphrase"])
    assert User.objects.get(username="bruno").language == "sl"
    assert [row["username"] for row in novamas("user", "list")] == ["bruno"]


def test_a_new_passphrase_ends_the_sessions(novamas: Command, client: Client) -> None:
    novamas("user", "add", "bruno", "jefe")
    client.force_login(User.objects.get(username="bruno"))
    assert client.get("/").status_code == 200
    assert novamas("user", "passphrase", "bruno")["passphrase"]
    assert client.get("/").status_code == 302


def test_a_passphrase_may_come_from_standard_input(novamas: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("korrekt pferd batterie\n"))
    assert "passphrase" not in novamas("user", "add", "bruno", "jefe", "--stdin")
    assert lets_in("bruno", "korrekt pferd batterie")
    monkeypatch.setattr("sys.stdin", io.StringIO("kurz\n"))
    assert novamas.refused("user", "passphrase", "bruno", "--stdin")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["user", "add", "bruno", "boss"], "no role “boss”"),
        (["user", "add", "bruno", "jefe", "--language", "de"], "no language de"),
        (["user", "add", "br uno", "jefe"], "Login"),
        (["user", "role", "nobody", "jefe"], "nobody with the login nobody"),
        (["token", "issue", "display", "mesa-9", "wall"], "no table mesa-9"),
        (["token", "revoke", "7"], "no token number 7"),
        (["token", "rotate", "7"], "no token number 7"),
        (["table", "add", "mesa 1", "Mesa 1"], "mesa 1"),
        (["audit", "mesa-9"], "no table mesa-9"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(novamas: Command, arguments: list[str], says: str) -> None:
    assert says in novamas.refused(*arguments)


def test_staff_comes_from_a_file(novamas: Command, tmp_path: Path) -> None:
    text = "username,role,first_name\nbruno,croupier,Bruno\nčrt, jefe ,Črt\n"
    made = novamas("user", "import", csv(tmp_path, text, "utf-8-sig"))
    assert [row["username"] for row in made] == ["bruno", "črt"]
    assert lets_in("črt", made[1]["passphrase"])
    assert User.objects.get(username="črt").role == "jefe"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("username\nbruno\n", "line 1: there is no column role"),
        ("username,role,pay\nbruno,jefe,1\n", "line 1: the column “pay”"),
        ("username,role\nbruno,jefe\nleo,boss\n", "line 3: There is no role “boss”"),
        ("username,role\nbruno,jefe\nleo\n", "line 3: there must be 2 columns"),
        ("username,role\nbruno,jefe\nleo,jefe,7\n", "line 3: there must be 2 columns"),
        ("username,role\nbruno,jefe\nBruno,jefe\n", "line 3: The login Bruno stands in the file twice"),
        ("username,role\nbruno,jefe\ncarla,jefe\n", "line 3: The login carla is taken"),
        ('username,role\nbruno,jefe\n"leo,jefe\n', "line 3"),
        ("username,role\nbruno,jefe\n,jefe\n", "line 3: Login"),
    ],
)
def test_one_broken_line_refuses_the_whole_file(
    novamas: Command, tmp_path: Path, text: str, says: str
) -> None:
    novamas("user", "add", "carla", "croupier")
    assert says in novamas.refused("user", "import", csv(tmp_path, text))
    assert User.objects.count() == 1


def test_a_file_in_another_encoding_is_refused_with_its_line(novamas: Command, tmp_path: Path) -> None:
    path = csv(tmp_path, "username,role,first_name\nbruno,jefe,Bruno\nleo,jefe,León\n", "latin-1")
    assert "line 3: this is not UTF-8" in novamas.refused("user", "import", path)


def test_a_reglamento_is_checked_with_its_odds_and_kept(
    novamas: Command, capsys: Any, tmp_path: Path
) -> None:
    file = django_settings.BASE_DIR / "docs" / "examples" / "ez.toml"
    said = novamas("reglamento", "check", file)
    assert (said["reglamento"], said["title"], said["base"]) == ("ez", "Punto Banco sin comisión", "slovenia")
    [banca] = [line for line in said["chances"] if (line["chance"], line["decks"]) == ("banca", 8)]
    assert round(100 * banca["expected"], 4) == -1.0183
    assert ["Dragon 7" in sentence for sentence in said["warnings"]] == [True, False]
    assert execute(["reglamento", "check", str(file)]) == 0
    told = capsys.readouterr().out
    for row in ("punto", "banca", "tie", "dragon-7", "panda-8"):
        assert len([line for line in told.splitlines() if line.startswith(f"{row} ")]) == 1, told
    assert novamas("reglamento", "add", file)["reglamento"] == "ez@1"
    wrong = tmp_path / "own.toml"
    wrong.write_text(
        file.read_text().replace("banca_total = 7, banca_cards = 3, to_one", "banca_total = 10, to_one")
    )
    refused = novamas.refused("reglamento", "check", wrong)
    assert "chance dragon-7, pays 1: banca_total: one of 0, 1" in refused and "22" in refused


def test_a_display_is_let_in_until_its_token_is_revoked(novamas: Command, client: Client) -> None:
    novamas("table", "add", "mesa-1", "Mesa 1")
    issued = novamas("token", "issue", "display", "mesa-1", "wall")
    assert client.get(f"/wall/{issued['secret']}/", follow=True).status_code == 200
    (listed,) = novamas("token", "list")
    assert issued["secret"] not in json.dumps(listed)
    rotated = novamas("token", "rotate", listed["number"], "--days", "30")
    assert Token.objects.find(issued["secret"]) is None
    assert client.get(f"/wall/{rotated['secret']}/", follow=True).status_code == 200
    issued = rotated
    novamas("token", "revoke", listed["number"])
    assert Token.objects.find(issued["secret"]) is None


def test_the_doctor_names_what_is_wrong(novamas: Command, settings: Any) -> None:
    assert novamas("doctor")["well"]
    settings.DEBUG = True
    (settings.VAR_DIR / "secret_key").touch(mode=0o644)
    found = novamas("doctor", status=1)["found"]
    assert {finding["about"] for finding in found if finding["level"] == "fault"} == {"settings", "secrets"}


def test_the_doctor_says_nothing_of_what_the_settings_leave_out_on_purpose(
    novamas: Command, settings: Any
) -> None:
    settings.HTTPS = True
    silenced = {f"({one})" for one in settings.SILENCED_SYSTEM_CHECKS}
    said = [finding["says"] for finding in novamas("doctor")["found"] if finding["about"] == "settings"]
    assert silenced and not [one for one in said if any(id in one for id in silenced)]


def test_a_support_bundle_holds_no_name_and_no_secret(novamas: Command, tmp_path: Path, capsys: Any) -> None:
    import zipfile

    novamas("table", "add", "salon-azul", "Salón Azul")
    secret = novamas("user", "add", "bruno", "jefe")["passphrase"]
    token = novamas("token", "issue", "device", "salon-azul", "reader")["secret"]
    file = novamas("support-bundle", tmp_path / "x.zip")["file"]
    with zipfile.ZipFile(file) as archive:
        text = "\n".join(archive.read(name).decode() for name in archive.namelist())
    for private in ("azul", "Azul", "bruno", "reader", secret, token, str(tmp_path)):
        assert private not in text, private
    assert '"tables_table": 1' in text
    assert "exists already" in novamas.refused("support-bundle", tmp_path / "x.zip")


def test_a_bundle_for_which_there_is_no_room_leaves_no_file(tmp_path: Path) -> None:
    """The system itself stops the writing, after a hundred bytes."""
    file, before = tmp_path / "x.zip", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        with pytest.raises(Fault, match=r"x\.zip was not written: File too large"):
            write_bundle(file, b"x" * 1000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not file.exists()


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "There is no room: make some, and try again."),
        (OSError(errno.ENOSPC, "-", "/x"), "There is no room for /x: make some, and try again."),
        (OSError(errno.ENOENT, "No such file or directory", "/x"), "/x: No such file or directory."),
    ],
)
def test_an_error_of_the_system_is_a_sentence(error: OSError, says: str) -> None:
    assert _of_the_system(error) == says


def test_every_command_has_help_and_states_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert "exit status" in parser().format_help()
    for words in (["user"], ["user", "add"], ["backup"], ["restore"], ["key", "rotate"], ["token", "issue"]):
        with pytest.raises(SystemExit) as end:
            parser().parse_args([*words, "--help"])
        assert end.value.code == 0 and len(capsys.readouterr().out) > 150


def test_settings_are_read_as_systemd_reads_them() -> None:
    text = "# a comment\n; another\n\nA=1\nB = two words \nC=\"in quotes\"\nD='='\n"
    assert settings_file.parse(text) == {"A": "1", "B": "two words", "C": "in quotes", "D": "="}


@pytest.mark.parametrize(
    ("origins", "hosts", "https", "port", "address"),
    [
        (["https://mesas.test:8374"], ["127.0.0.1", "mesas.test"], True, "", "https://mesas.test:8374"),
        (["https://localhost:8374/"], ["127.0.0.1", "localhost"], True, "", "https://localhost:8374"),
        (["https://*.test", "https://b.test"], ["a.test"], True, "", "https://b.test"),
        ([], ["127.0.0.1", "a.test"], True, "", "https://a.test"),
        ([], ["127.0.0.1", "10.0.0.5"], False, "", "http://10.0.0.5"),
        ([], ["127.0.0.1", "localhost", "[::1]"], False, "8402", "http://127.0.0.1:8402"),
        ([], ["*", ".test"], False, "", "http://127.0.0.1:8000"),
    ],
)
def test_the_first_link_is_an_address_that_answers(
    novamas: Command,
    settings: Any,
    monkeypatch: Any,
    origins: Any,
    hosts: Any,
    https: bool,
    port: str,
    address: str,
) -> None:
    settings.CSRF_TRUSTED_ORIGINS, settings.ALLOWED_HOSTS, settings.HTTPS = origins, hosts, https
    monkeypatch.delenv("PORT", raising=False)
    if port:
        monkeypatch.setenv("PORT", port)
    link = novamas("setup-link")["link"]
    assert link.startswith(f"{address}/setup/")
    settings.ALLOWED_HOSTS = ["testserver"]
    assert Client().get(link.removeprefix(address)).status_code == 200
