"""The product's database, with the middleware of a new Django project and the channel layer Channels recommends."""

import os

from casino.site.settings import *  # noqa: F403

MIDDLEWARE = [
    *(
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
    ),
    *("django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"),
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "tests.bench.plain"
REDIS = {"hosts": [os.environ.get("REDIS_URL")]}
CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": REDIS}}
