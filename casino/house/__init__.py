"""Rows of the administration of a house: its settings, its acts, the link of its first run."""
