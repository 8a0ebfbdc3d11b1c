"""The acts of an administrator: people, tables, displays and devices, settings, reglamentos, the first run of a house.

The functions refuse and enter each act (`casino.house.acts`); the pages and `novamas` both call them.
"""
