"""`/metrics`, for whoever knows METRICS_TOKEN.

It stands before Django: it has to answer while the database does not, and by whichever name the machine is asked.
"""

from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.utils.crypto import constant_time_compare
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from casino.common.sql.in_threads import in_thread
from casino.people.sockets import Application, Receive, Scope, Send, bearer
from casino.site.monitoring.house import HouseCollector

PATH = "/metrics"

_scraping = ThreadPoolExecutor(1, thread_name_prefix="scraping")
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
        body = await in_thread(_scraping, _text)
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
