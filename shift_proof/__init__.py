"""Proves an exported shift; see `verify_shift.py`. Standard library and `cryptography` only, nothing of the product."""
