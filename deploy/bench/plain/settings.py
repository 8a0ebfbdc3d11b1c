"""The product's database, with the middleware of a new Django project and the channel layer that Channels recommends."""

import os

from casino.settings import *  # noqa: F403

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "deploy.bench.plain.urls"
IN_MEMORY = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
IN_REDIS = {
    "BACKEND": "channels_redis.core.RedisChannelLayer",
    "CONFIG": {"hosts": [os.environ.get("REDIS_URL")]},
}
CHANNEL_LAYERS = {"default": IN_REDIS if os.environ.get("REDIS_URL") else IN_MEMORY}
