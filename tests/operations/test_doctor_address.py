"""The doctor asks the house as a tablet does: by its name, over TLS, through what stands before it."""

import ssl
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from casino.operations.doctor import address, house
from casino.operations.doctor.finding import Finding
from deploy.installation import certificates
from tests.support.own_house import HouseHas

NAME, OTHER = "tables.casino.example", "mesas.casino.example"
HSTS = {"Strict-Transport-Security": "max-age=31536000"}
Front = Callable[..., int]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    certificates.make(tmp_path / "certificate.pem", tmp_path / "key.pem", NAME)
    return tmp_path / "certificate.pem", tmp_path / "key.pem"


@pytest.fixture
def front(pair: tuple[Path, Path]) -> Iterator[Front]:
    """What stands for nginx: yields a function that starts it with an answer, and returns its port."""
    running: list[ThreadingHTTPServer] = []

    def start(status: int, headers: dict[str, str] = HSTS, hosts: list[str] | None = None) -> int:
        class Front(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if hosts is not None:
                    hosts.append(self.headers["Host"])
                self.send_response(status)
                for name, value in {"Content-Length": "0", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Front)
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trust.load_cert_chain(*pair)
        server.socket = trust.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        running.append(server)
        return server.server_port

    yield start
    for server in running:
        server.shutdown()
        server.server_close()


@pytest.fixture
def installed(
    pair: tuple[Path, Path], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Finding]:
    """Whether an installed house of this name is reached at this port."""
    settings.HTTPS = True

    def ask(port: int, name: str = NAME) -> Finding:
        monkeypatch.setenv("CERTIFICATE", str(pair[0]))
        settings.CSRF_TRUSTED_ORIGINS = [f"https://{name}:{port}"]
        (found,) = address.reached()
        return found

    return ask


def test_a_house_is_reached_by_its_name(installed: Callable[..., Finding], front: Front) -> None:
    hosts: list[str] = []
    port = front(200, hosts=hosts)
    assert installed(port).level == "ok"
    assert hosts == [f"{NAME}:{port}"]


@pytest.mark.parametrize(
    ("status", "headers", "says"),
    [
        (400, HSTS, "ALLOWED_HOSTS must have it"),
        (502, {}, "no worker answers"),
        (200, {}, "without TLS"),
    ],
)
def test_what_stands_between_is_named(
    installed: Callable[..., Finding], front: Front, status: int, headers: dict[str, str], says: str
) -> None:
    found = installed(front(status, headers))
    assert found.level == "fault" and says in found.says


def test_a_certificate_of_another_name_is_found(installed: Callable[..., Finding], front: Front) -> None:
    found = installed(front(200), OTHER)
    assert found.level == "fault" and "certificate that does not fit" in found.says


def test_a_certificate_that_nginx_has_not_read_yet_is_found(
    installed: Callable[..., Finding], front: Front, pair: tuple[Path, Path]
) -> None:
    port = front(200)
    certificates.make(*pair, NAME)
    found = installed(port)
    assert found.level == "fault" and "certificate that does not fit" in found.says


def test_nobody_listens(installed: Callable[..., Finding]) -> None:
    found = installed(1)
    assert found.level == "fault" and "nginx" in found.says


def test_a_name_that_leads_nowhere_from_here_is_no_fault(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://tables.casino.invalid"]
    (found,) = address.reached()
    assert found.level == "warning"


def test_without_tls_and_origins_nobody_is_asked(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = []
    assert [*address.reached()] == []
    settings.HTTPS, settings.ALLOWED_HOSTS = True, ["127.0.0.1", "localhost", "tables.casino.invalid"]
    assert [found.level for found in address.reached()] == ["warning"]


def test_timers_that_go_by_another_clock_than_the_house_are_found(
    house_has: HouseHas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RELEASES", "/opt/novamas")
    monkeypatch.setenv("TIME_ZONE", "America/Argentina/Buenos_Aires")
    house_has(time_zone="Europe/Ljubljana")  # as an administrator sets it on the page
    (found,) = house.timers_keep_its_hours()
    assert found.level == "warning" and "Europe/Ljubljana" in found.says
    monkeypatch.setenv("TIME_ZONE", "Europe/Ljubljana")
    assert [*house.timers_keep_its_hours()] == []
