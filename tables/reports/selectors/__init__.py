"""What the reports read from the database."""
