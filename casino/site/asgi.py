"""The ASGI application."""

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.site.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

from casino.common.telemetry import logging

http: Any = get_asgi_application()  # loads the apps, on which the imports below depend
logging.structure(as_json=settings.LOG_JSON)

from casino.people.sockets import authenticated  # noqa: E402
from casino.site.monitoring.requests import NamedRequests  # noqa: E402
from casino.site.monitoring.scrape import Scrape  # noqa: E402
from casino.site.server.admission import Admission  # noqa: E402
from casino.site.server.bodies import WholeBodies  # noqa: E402
from casino.site.server.proxies import NamedProxies  # noqa: E402
from tables.live.consumers import websocket_urlpatterns  # noqa: E402
from tables.screens.catalogue import SCREENS  # noqa: E402

websocket = authenticated(URLRouter(websocket_urlpatterns(SCREENS)))
routes = ProtocolTypeRouter({"http": WholeBodies(Admission(http)), "websocket": websocket})
application = NamedProxies(NamedRequests(Scrape(routes)), settings.PROXIES)
