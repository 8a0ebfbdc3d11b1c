"""Django's back end for the embedded database: SQLite, whose writers of one process queue and share commits."""
