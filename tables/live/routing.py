"""The sockets' addresses."""

from django.urls import path

from tables.live.consumers import FloorConsumer, ScreenConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),
    path("ws/floor/", FloorConsumer.as_asgi()),
    path("ws/screens/<slug:screen>/", ScreenConsumer.as_asgi()),
    path("ws/screens/<slug:screen>/<slug:slug>/", ScreenConsumer.as_asgi()),
]
