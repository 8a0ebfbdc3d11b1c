"""The HTTP API for tablets, devices and scripts; `docs/openapi.json` describes it, and so does `/api/openapi.json`."""

# Importing a module registers its addresses.
from tables.api import articles, commands, disputes, duty, figures, reglamentos, requests, slips  # noqa: F401
from tables.api.app import api

__all__ = ["api"]
