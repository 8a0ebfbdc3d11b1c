"""HTTP by Django, sockets by Channels."""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.bench.plain.settings"

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path

http = get_asgi_application()  # loads the apps, on which the imports below depend

from deploy.bench.durability import insist_on_durability  # noqa: E402
from deploy.bench.plain.consumers import TableConsumer  # noqa: E402

insist_on_durability()
sockets = URLRouter([path("ws/<slug:slug>/", TableConsumer.as_asgi())])
application = ProtocolTypeRouter({"http": http, "websocket": AuthMiddlewareStack(sockets)})
