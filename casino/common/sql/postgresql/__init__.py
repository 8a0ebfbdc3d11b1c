"""Django's PostgreSQL, which refuses at once while an outage is known."""
