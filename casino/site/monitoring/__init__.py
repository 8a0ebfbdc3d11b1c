"""The house seen from outside: numbers for Prometheus, and a name for each request in the log."""
