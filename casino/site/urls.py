"""Every address of the installation: the home page, the screens, the reports and the API."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import require_http_methods

from casino.people.pages import account, login, passkeys
from casino.site import finder, health, home, look, well_known
from tables.api import api

handler403, handler404 = "casino.common.answers.forbidden", "casino.common.answers.not_found"
handler500 = "casino.common.answers.failed"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.ready, name="healthz"),
    path("livez", health.live, name="livez"),
    path(".well-known/security.txt", well_known.security_txt, name="security-txt"),
    path("login/", require_http_methods(["GET", "HEAD", "POST"])(login.Login.as_view()), name="login"),
    path("login/code/", login.code, name="login-code"),
    path("second-factor/", login.set_up, name="second-factor"),
    path("passkeys/", passkeys.change, name="passkeys"),
    path("passkeys/challenge/", passkeys.give_challenge, name="passkey-challenge"),
    path("passphrase/", login.passphrase, name="passphrase"),
    path("confirm/", account.show_who_you_are, name="confirm"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("api/", api.urls),
    path("", home.home, name="home"),
    path("work/", home.work, name="work"),
    path("app.webmanifest", well_known.manifest, name="manifest"),
    path("locked/", account.locked, name="locked"),
    path("lock/", account.lock, name="lock"),
    path("still-here/", account.still_here, name="still-here"),
    path("account/", account.account, name="account"),
    path("language/", home.language, name="language"),
    path("theme/", home.theme, name="theme"),
    path("find/", finder.find, name="find"),
    path("look/", look.look, name="look"),
    path("density/", home.density, name="density"),
    path("", include("casino.administration.urls")),
    path("", include("casino.site.monitoring.urls")),
    path("", include("tables.screens.urls")),
    path("", include("tables.reports.urls")),
]
