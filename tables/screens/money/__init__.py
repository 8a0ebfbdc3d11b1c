"""The money of the tables and of the cage: the counter, a table, the cage, what players hold."""
