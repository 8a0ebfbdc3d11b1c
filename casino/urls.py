"""Every address of the installation: the home page, the screens, the reports and the API."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_http_methods

from casino import health, home, installable
from casino.accounts import entrance, own_pages, passkey_pages
from casino.security_contact import security_txt
from tables.api import api

handler403, handler404 = "casino.refusals.forbidden", "casino.refusals.not_found"
handler500 = "casino.refusals.failed"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.ready, name="healthz"),
    path("livez", health.live, name="livez"),
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path("login/", require_http_methods(["GET", "HEAD", "POST"])(entrance.Login.as_view()), name="login"),
    path("login/code/", entrance.code, name="login-code"),
    path("second-factor/", entrance.set_up, name="second-factor"),
    path("passkeys/", passkey_pages.change, name="passkeys"),
    path("passkeys/challenge/", passkey_pages.give_challenge, name="passkey-challenge"),
    path("passphrase/", entrance.passphrase, name="passphrase"),
    path("confirm/", own_pages.show_who_you_are, name="confirm"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("api/", api.urls),
    path("", home.home, name="home"),
    path("work/", home.work, name="work"),
    path("app.webmanifest", installable.manifest, name="manifest"),
    path("locked/", own_pages.locked, name="locked"),
    path("lock/", own_pages.lock, name="lock"),
    path("still-here/", own_pages.still_here, name="still-here"),
    path("account/", own_pages.account, name="account"),
    path("language/", home.language, name="language"),
    path("theme/", home.theme, name="theme"),
    path("", include("casino.administration.urls")),
    path("", include("casino.monitoring.urls")),
    path("", include("tables.screens.urls")),
    path("", include("tables.reports.urls")),
]
