"""The client's address: only a named proxy is believed."""

from ipaddress import ip_network

import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import ImproperlyConfigured

from casino.common import environment
from casino.people.sockets import Receive, Scope, Send
from casino.site.server.proxies import FORWARDED, NamedProxies

OURS = [ip_network("10.0.0.1"), ip_network("172.30.77.0/24")]


def seen(client: str | None, forwarded: str | None, kind: str = "http") -> tuple[str | None, bool]:
    """The client's address behind the middleware, and whether a forwarded header is left."""
    told: list[Scope] = []

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        told.append(scope)

    headers = [(b"host", b"tables.casino.example")]
    if forwarded is not None:
        headers += [(b"x-forwarded-for", forwarded.encode()), (b"x-forwarded-proto", b"https")]
    scope = {"type": kind, "client": (client, 4000) if client else None, "headers": headers}
    async_to_sync(NamedProxies(inside, OURS))(scope, None, None)  # type: ignore[arg-type]
    [scope] = told
    left = any(name in FORWARDED for name, _ in scope["headers"])
    return (scope["client"] or (None,))[0], left


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("client", "forwarded", "address", "left"),
    [
        ("10.0.0.1", "192.0.2.7", "192.0.2.7", True),
        ("10.0.0.1", "198.51.100.1, 192.0.2.7", "192.0.2.7", True),  # the first was forged by the client
        ("10.0.0.1", "192.0.2.7, 172.30.77.2", "192.0.2.7", True),  # two proxies of ours
        ("10.0.0.1", "2001:db8::7", "2001:db8::7", True),
        ("10.0.0.1", "nonsense", "10.0.0.1", True),
        ("10.0.0.1", None, "10.0.0.1", False),
        ("192.0.2.9", "198.51.100.1", "192.0.2.9", False),  # no proxy of ours
        (None, "198.51.100.1", None, False),
    ],
)
def test_only_a_named_proxy_is_believed(
    client: str | None, forwarded: str | None, address: str | None, left: bool, kind: str
) -> None:
    assert seen(client, forwarded, kind) == (address, left)


def test_proxies_are_addresses_or_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROXIES", "10.0.0.1, 172.30.77.0/24")
    assert list(environment.networks("PROXIES", "")) == OURS
    monkeypatch.setenv("PROXIES", "nginx")
    with pytest.raises(ImproperlyConfigured, match="PROXIES"):
        environment.networks("PROXIES", "")
