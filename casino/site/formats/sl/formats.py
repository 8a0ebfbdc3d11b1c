"""Dates for Slovenian: 21. 11. 2026 23:05."""

DAY = "j. n. Y"
SHORT_DAY = "j. n."
MONTH = "F Y"
SHORT_MONTH = "n/Y"
MOMENT = "j. n. Y H:i"
SECOND = "j. n. Y H:i:s"
TYPED = "j. n. Y H:i"
