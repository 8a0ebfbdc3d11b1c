"""Telemetry of a process: lines of the log, and counters for Prometheus."""
