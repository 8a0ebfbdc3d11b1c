"""How a report is printed: as a page, as CSV and as PDF."""
