"""The client's address where a proxy stands in front: only a named proxy is believed."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Any

from casino.people.sockets import Application, Receive, Scope, Send

Network = IPv4Network | IPv6Network
Headers = list[tuple[bytes, bytes]]
MOST_KEPT = 1024  # addresses, of which it is known whether they are a proxy's

FORWARDED = (b"x-forwarded-for", b"x-forwarded-proto", b"x-request-id")


class NamedProxies:
    """ASGI middleware that takes the client's address from `X-Forwarded-For`, if the connection comes from one of
    `proxies`; otherwise the forwarded headers are removed, so that nothing behind believes them.

    Of a chain of addresses the last one that is no proxy of ours counts: what stands before it, a client can forge.
    """

    def __init__(self, application: Application, proxies: Sequence[Network]) -> None:
        self._application = application
        self._proxies = proxies
        self._is_ours = lru_cache(maxsize=MOST_KEPT)(self._is_named)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = self._told(scope) if self._is_ours(_host(scope)) else _without_forwarded(scope)
        await self._application(scope, receive, send)

    def _told(self, scope: Scope) -> Scope:
        chain = b",".join(value for name, value in scope["headers"] if name == FORWARDED[0]).decode("latin-1")
        others = [one for one in map(str.strip, chain.split(",")) if one and not self._is_ours(one)]
        return {**scope, "client": (others[-1], 0)} if others and _address(others[-1]) else scope

    def _is_named(self, host: str) -> bool:
        found = _address(host)
        return found is not None and any(found in network for network in self._proxies)


def _host(scope: Scope) -> str:
    return str((scope.get("client") or ("",))[0])


def _without_forwarded(scope: Scope) -> Scope:
    headers: Headers = [(name, value) for name, value in scope["headers"] if name not in FORWARDED]
    return {**scope, "headers": headers}


def _address(host: str) -> Any:
    try:
        return ip_address(host)
    except ValueError:
        return None
