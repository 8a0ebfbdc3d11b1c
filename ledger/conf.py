"""The chart of accounts that the settings name, like the user model that AUTH_USER_MODEL names."""

from django.conf import settings
from django.utils.module_loading import import_string

from ledger.chart import Chart

CHART: Chart = import_string(settings.LEDGER_CHART)
