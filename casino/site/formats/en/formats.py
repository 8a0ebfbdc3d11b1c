"""Dates for English, with the month as a word: 03/04 is another day in New York than in London."""

DAY = "j M Y"
SHORT_DAY = "j M"
MONTH = "F Y"
SHORT_MONTH = "M Y"
MOMENT = "j M Y, H:i"
SECOND = "j M Y, H:i:s"
TYPED = "d/m/Y H:i"
