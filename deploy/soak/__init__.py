"""`make soak`: sixty tables in quick play on the real stack for as long as is asked.

Memory must be flat after the warm-up, no socket may be lost, and record, read models and ledger must agree to the end.
"""
