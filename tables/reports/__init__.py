"""Reports: what the night came to, from the rows and the ledger, as values that screen, CSV and PDF show alike."""
