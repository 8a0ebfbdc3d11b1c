"""Backups: PostgreSQL by pgBackRest, the embedded database in sealed files, each with what lies beside it."""
