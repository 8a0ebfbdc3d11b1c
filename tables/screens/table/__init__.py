"""The jefe's page of one table."""
