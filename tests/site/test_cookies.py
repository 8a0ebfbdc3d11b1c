"""Two houses on one machine, and any other program there, leave each other's cookies alone."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, override_settings

from casino.people.models import User

NAMES = """
import json, sys
from django.conf import settings
print(json.dumps([settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.SESSION_COOKIE_SECURE,
                  settings.SESSION_COOKIE_PATH, settings.SESSION_COOKIE_DOMAIN, settings.CSRF_COOKIE_PATH]))
"""


def names(key: str, **more: str) -> Any:
    said = {
        "SECRET_KEY": key,
        "DJANGO_SETTINGS_MODULE": "casino.site.settings",
        "PATH": os.environ["PATH"],
        **more,
    }
    done = subprocess.run(
        [sys.executable, "-c", NAMES],
        env=said,
        cwd=settings.BASE_DIR,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)


def test_each_house_has_its_own_and_all_its_workers_the_same() -> None:
    one, other = names("a" * 50), names("b" * 50)
    assert one == names("a" * 50)
    assert {*one[:2]}.isdisjoint(other[:2]) and {*one[:2]}.isdisjoint({"sessionid", "csrftoken"})
    assert len({*one[:2], *other[:2]}) == 4 and "a" * 8 not in "".join(one[:2])


def test_over_https_no_neighbour_can_set_them() -> None:
    session, csrf, is_secure, path, domain, csrf_path = names("a" * 50, HTTPS="1")
    assert session.startswith("__Host-") and csrf.startswith("__Host-")
    assert (is_secure, path, domain, csrf_path) == (True, "/", None, "/")


@pytest.mark.django_db
def test_who_opens_another_house_on_this_host_stays_logged_in_here() -> None:
    client = Client()
    client.force_login(User.objects.create_user("julio", role="jefe"))
    own = {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}
    with override_settings(SESSION_COOKIE_NAME="sessionid_other", CSRF_COOKIE_NAME="csrftoken_other"):
        other: HttpResponse = client.get("/login/")
    assert own.keys().isdisjoint(other.cookies)
    client.cookies["sessionid"] = "of another program"
    answer = client.get("/floor/")
    assert answer.status_code == 200 and "sessionid" not in answer.cookies
