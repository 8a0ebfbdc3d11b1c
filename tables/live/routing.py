"""The addresses of the sockets."""

from collections.abc import Mapping

from django.urls import URLPattern, path, re_path

from casino.sockets import nowhere
from tables.live.consumers import FloorSocket, ScreenSocket, TableSocket, application
from tables.screen import Screen


def websocket_urlpatterns(screens: Mapping[str, Screen]) -> list[URLPattern]:
    """The sockets of tables, of the floor, and of these screens by their names."""
    screen = application(ScreenSocket, screens=screens)
    return [
        path("ws/tables/<slug:slug>/", application(TableSocket)),
        path("ws/floor/", application(FloorSocket)),
        path("ws/screens/<slug:screen>/", screen),
        path("ws/screens/<slug:screen>/<slug:slug>/", screen),
        re_path("", nowhere),  # type: ignore[arg-type]  # Django's are typed for views
    ]
