"""The house as a plain ASGI application, for Daphne or any other server."""

import os
from importlib import import_module
from importlib.util import find_spec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

from casino import logs

http = get_asgi_application()  # loads the apps, which the imports below need
logs.structure(as_json=settings.LOG_JSON)

from casino.sockets import gate  # noqa: E402

routes = import_module("tables.live.routing").websocket_urlpatterns if find_spec("tables.live") else []
application = ProtocolTypeRouter({"http": http, "websocket": gate(URLRouter(routes))})
