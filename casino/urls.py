"""Every address of the house."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from casino import health

urlpatterns = [
    path("healthz", health.ready, name="healthz"),
    path("livez", health.live, name="livez"),
    path("login/", LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
]
