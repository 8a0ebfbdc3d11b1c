"""What somebody who owns the database may change, and what the audit says of it."""
