"""`/metrics`, for whoever knows METRICS_TOKEN.

It stands before Django: it has to answer while the database does not, and by whichever name the machine is asked.
"""

from django.conf import settings
from django.utils.crypto import constant_time_compare
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from casino.common.threads import Threads
from casino.monitoring.house import HouseCollector
from casino.sockets import Application, Receive, Scope, Send, bearer

PATH = "/metrics"

_scraping = Threads("scraping", 1)
_house = CollectorRegistry()
_house.register(HouseCollector())


class Scrape:
    """ASGI middleware that answers `/metrics`. Without METRICS_TOKEN, or to who does not know it, there is no such
    address."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != PATH or not _may(scope):
            await self._application(scope, receive, send)
            return
        body = await _scraping.run(_text)
        headers = [
            (b"content-type", CONTENT_TYPE_PLAIN_0_0_4.encode()),
            (b"content-length", str(len(body)).encode()),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _text() -> bytes:
    return generate_latest(REGISTRY) + generate_latest(_house)


def _may(scope: Scope) -> bool:
    secret = bearer(scope)
    return bool(settings.METRICS_TOKEN and secret) and constant_time_compare(
        settings.METRICS_TOKEN, str(secret)
    )
