"""How long the database lets this process wait and keep others waiting: more for a command that works for long, and a
limit for all that a server asks. The embedded database has none."""

from django.db import DEFAULT_DB_ALIAS, connections

from casino.common.environment import NO_LIMITS, SERVING_LIMITS
from casino.common.sql.outage import close_pool


def lift() -> None:
    """This command migrates, audits or copies a house: it waits for as long as it takes, and may think in between."""
    _add(NO_LIMITS)


def serve() -> None:
    """This process answers people, who have gone after a minute."""
    _add(SERVING_LIMITS)


def _add(limits: str) -> None:
    database = connections[DEFAULT_DB_ALIAS]
    options = database.settings_dict["OPTIONS"]
    if database.vendor == "postgresql" and limits not in options.get("options", ""):
        options["options"] = f"{options.get('options', '')} {limits}".strip()
        if not database.in_atomic_block:  # connections that were made before have other limits
            database.close()
            close_pool()
