"""Money: accounts, transfers and entries in integer units, in double entry.

What the accounts are and why money moves between them is the installation's (`ledger.chart`): nothing here knows its
business. Packages inside this one are applications built on it; it imports none of them.
"""
