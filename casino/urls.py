"""Every address of the house."""

from importlib import import_module
from importlib.util import find_spec

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import URLPattern, URLResolver, include, path

from casino import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.ready, name="healthz"),
    path("livez", health.live, name="livez"),
    path("login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
]

if find_spec("tables.api"):
    urlpatterns.append(path("api/", import_module("tables.api").api.urls))
if find_spec("tables.screens"):
    urlpatterns.append(path("", include("tables.screens.urls")))
