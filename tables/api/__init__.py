"""The HTTP API for tablets, devices and scripts; `docs/openapi.json` describes it, and so does `/api/openapi.json`."""

from tables.api import articles, commands, disputes, slips  # noqa: F401 - importing a module registers its addresses
from tables.api.app import api

__all__ = ["api"]
