"""Reports of the tables and the cage, from the read models and the ledger.

`selectors` read the database, `sections` are the tables that several reports share, `renderers` print a report as a
page, as CSV or as PDF. The other modules are the reports themselves and their views.
"""
