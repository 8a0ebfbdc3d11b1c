"""Number formats for Spanish as casinos write them: 12.500."""

THOUSAND_SEPARATOR = "."
DECIMAL_SEPARATOR = ","
