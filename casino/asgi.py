"""The ASGI application, for Daphne or any other server."""

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

from casino import logging

http: Any = get_asgi_application()  # loads the apps, on which the imports below depend
logging.structure(as_json=settings.LOG_JSON)

from casino.bodies import WholeBodies  # noqa: E402
from casino.crowds import Crowds  # noqa: E402
from casino.monitoring.requests import NamedRequests  # noqa: E402
from casino.monitoring.scrape import Scrape  # noqa: E402
from casino.proxies import NamedProxies  # noqa: E402
from casino.sockets import authenticated  # noqa: E402
from tables.api.door import Door  # noqa: E402
from tables.live.routing import websocket_urlpatterns  # noqa: E402
from tables.screens.catalogue import SCREENS  # noqa: E402

websocket = authenticated(URLRouter(websocket_urlpatterns(SCREENS)))
routes = ProtocolTypeRouter({"http": WholeBodies(Door(Crowds(http))), "websocket": websocket})
application = NamedProxies(NamedRequests(Scrape(routes)), settings.PROXIES)
