"""Numbers and dates for Spanish as casinos write them: 12.500, 21/11/2026 23:05."""

THOUSAND_SEPARATOR = "."
DECIMAL_SEPARATOR = ","

DAY = "d/m/Y"
SHORT_DAY = "d/m"
MONTH = r"F \d\e Y"
SHORT_MONTH = "m/Y"
MOMENT = "d/m/Y H:i"
SECOND = "d/m/Y H:i:s"
TYPED = "d/m/Y H:i"
