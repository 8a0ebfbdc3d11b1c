"""The module in which Django looks for a database's wrapper."""

from typing import Any

from django.db.backends.postgresql import base

from casino.common.sql import outage


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, for a server that may be away for seconds while another takes over: whoever asked for a connection
    would wait for it in a thread that others need then."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Raises OperationalError at once while an outage is known."""
        if outage.is_known():
            raise self.Database.OperationalError("the database is away, and somebody looks for it")
        return super().get_new_connection(conn_params)
