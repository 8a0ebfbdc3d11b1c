"""Number formats for French: 12 500, with the narrow space that browsers write too."""

THOUSAND_SEPARATOR = "\u202f"
DECIMAL_SEPARATOR = ","
