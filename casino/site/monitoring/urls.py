"""The addresses of what is seen of the house."""

from django.urls import path

from casino.site.monitoring import status

urlpatterns = [
    path("administration/status/", status.status, name="status"),
    path("administration/status/numbers/", status.status_numbers, name="status-numbers"),
]
