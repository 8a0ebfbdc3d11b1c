"""What the inspector's pages show: the timeline of records and slips, a record in words, a whole pass."""
