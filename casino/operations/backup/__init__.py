"""Backups: one encrypted file with the database as of one moment, and what the house keeps beside it."""
