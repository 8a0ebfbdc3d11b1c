"""The journal: every act beside the game (slips, signatures, shifts, disputes, logins, tables) as one chained,
append-only list.

A model that inherits from `casino.journal.journaled.Journaled` writes an entry with each row that is made, changed or
ended, in the same transaction. `casino.journal.audit` compares the rows with the entries, in both directions.
"""
