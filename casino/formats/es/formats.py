"""Amounts as casinos in Spanish write them: 12.500."""

THOUSAND_SEPARATOR = "."
DECIMAL_SEPARATOR = ","
