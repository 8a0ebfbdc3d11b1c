"""Numbers and dates for French: 12 500, with the narrow space that browsers write too; 21/11/2026 23:05."""

THOUSAND_SEPARATOR = "\u202f"
DECIMAL_SEPARATOR = ","

DAY = "d/m/Y"
SHORT_DAY = "d/m"
MONTH = "F Y"
SHORT_MONTH = "m/Y"
MOMENT = "d/m/Y H:i"
SECOND = "d/m/Y H:i:s"
TYPED = "d/m/Y H:i"
