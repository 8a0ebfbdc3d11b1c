"""Queries of the reports."""
